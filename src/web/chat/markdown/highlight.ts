import type { GrammarState, HighlighterCore, LanguageRegistration } from "@shikijs/core";

/** A piece of code of one kind; `kind` names a colour of the palette, null is plain. */
export interface Piece {
  readonly text: string;
  readonly kind: string | null;
}

type Grammar = () => Promise<{ readonly default: LanguageRegistration[] }>;

/** Without those that bring a dozen others along, such as Ruby's: such a file alone would hold the page up. */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  bash: () => import("@shikijs/langs/bash"),
  c: () => import("@shikijs/langs/c"),
  csharp: () => import("@shikijs/langs/csharp"),
  css: () => import("@shikijs/langs/css"),
  diff: () => import("@shikijs/langs/diff"),
  docker: () => import("@shikijs/langs/docker"),
  go: () => import("@shikijs/langs/go"),
  html: () => import("@shikijs/langs/html"),
  ini: () => import("@shikijs/langs/ini"),
  java: () => import("@shikijs/langs/java"),
  javascript: () => import("@shikijs/langs/javascript"),
  json: () => import("@shikijs/langs/json"),
  jsx: () => import("@shikijs/langs/jsx"),
  kotlin: () => import("@shikijs/langs/kotlin"),
  lua: () => import("@shikijs/langs/lua"),
  make: () => import("@shikijs/langs/make"),
  markdown: () => import("@shikijs/langs/markdown"),
  php: () => import("@shikijs/langs/php"),
  powershell: () => import("@shikijs/langs/powershell"),
  python: () => import("@shikijs/langs/python"),
  rust: () => import("@shikijs/langs/rust"),
  sql: () => import("@shikijs/langs/sql"),
  swift: () => import("@shikijs/langs/swift"),
  toml: () => import("@shikijs/langs/toml"),
  tsx: () => import("@shikijs/langs/tsx"),
  typescript: () => import("@shikijs/langs/typescript"),
  xml: () => import("@shikijs/langs/xml"),
  yaml: () => import("@shikijs/langs/yaml"),
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  sh: "bash",
  shell: "bash",
  console: "bash",
  zsh: "bash",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "typescript",
  mts: "typescript",
  py: "python",
  rs: "rust",
  yml: "yaml",
  md: "markdown",
  dockerfile: "docker",
  makefile: "make",
  cs: "csharp",
  kt: "kotlin",
  ps1: "powershell",
  patch: "diff",
  svg: "xml",
  jsonc: "json",
};

/** Longer code stays plain, in characters. */
const LONGEST = 40_000;
/**
 * Of a line; a longer one stays plain. The highlighter's own limit is one of time, of half a second a line, and where
 * that ends, on a busy machine, it leaves the rest of the line in the colour of what came before.
 */
const LONGEST_LINE = 1_000;
/** Lines that are read in one go: the page stays answerable between them. */
const SLICE = 24;
const THEME = "kinds";

/** The code in pieces, line by line; null where its language is not known or it is too long. */
export async function highlight(code: string, language: string): Promise<readonly (readonly Piece[])[] | null> {
  const name = OTHER_NAMES[language.toLowerCase()] ?? language.toLowerCase();
  const grammar = GRAMMARS[name];
  if (grammar === undefined || code.length > LONGEST) return null;
  await idle();
  const [core, loaded] = await Promise.all([highlighter(), grammar()]);
  await idle();
  await core.loadLanguage(loaded.default);
  const lines = code.split("\n");
  const found: (readonly Piece[])[] = [];
  let state: GrammarState | undefined;
  for (let at = 0; at < lines.length; at += SLICE) {
    await idle();
    const tokens = core.codeToTokensBase(lines.slice(at, at + SLICE).join("\n"), {
      lang: name,
      theme: THEME,
      tokenizeTimeLimit: 0,
      tokenizeMaxLineLength: LONGEST_LINE,
      ...(state === undefined ? {} : { grammarState: state }),
    });
    state = core.getLastGrammarState(tokens);
    for (const line of tokens) found.push(line.map(({ content, color }) => ({ text: content, kind: kindOf(color) })));
  }
  return found;
}

let made: Promise<HighlighterCore> | null = null;

function highlighter(): Promise<HighlighterCore> {
  made ??= Promise.all([import("@shikijs/core"), import("@shikijs/engine-javascript")]).then(([shiki, engine]) =>
    shiki.createHighlighterCore({
      themes: [shiki.createCssVariablesTheme({ name: THEME, variablePrefix: "--code-", fontStyle: false })],
      langs: [],
      engine: engine.createJavaScriptRegexEngine({ forgiving: true }),
    }),
  );
  return made;
}

/** `var(--code-token-string)` → `string`. */
function kindOf(color: string | undefined): string | null {
  return /--code-token-([a-z-]+)/.exec(color ?? "")?.[1] ?? null;
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback; there a timer does.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 16);
  });
}
