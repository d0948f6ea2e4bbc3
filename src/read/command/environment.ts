/**
 * Which variables may be set without changing how programs run. Everything else is a finding where it reaches a
 * program: a list of the dangerous ones is never complete. Source: rules.md, "Reading a command".
 */

const HARMLESS = new Set(
  ("TZ LANG LANGUAGE CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES PORT DEBUG VERBOSE NODE_ENV " +
    "RUST_LOG RUST_BACKTRACE CARGO_TERM_COLOR PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 " +
    "PYTHONHASHSEED RAILS_ENV RACK_ENV APP_ENV FLASK_ENV DJANGO_DEBUG GOOS GOARCH CGO_ENABLED GO111MODULE " +
    "DEBIAN_FRONTEND GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS NEXT_TELEMETRY_DISABLED HUSKY POSIXLY_CORRECT " +
    "GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE " +
    "FOO BAR BAZ HEADLESS TIMEOUT RETRIES UPDATE_SNAPSHOTS BABEL_ENV NPM_CONFIG_LOGLEVEL npm_config_loglevel").split(" "),
);

/** Beginnings and ends of families of settings that are read as data. */
const HARMLESS_SHAPES = /^(LC_[A-Z]+|(MY|TEST|DEMO)_[A-Z0-9_]*|[A-Z0-9_]+_(LOG|LOG_LEVEL|LOGLEVEL|PORT|DEBUG|VERBOSE|TIMEOUT|DISABLED|COLOR))$/;

/** Values that make a dangerous variable harmless. */
const HARMLESS_VALUES: Readonly<Record<string, readonly string[]>> = {
  PAGER: ["cat", ""],
  GIT_PAGER: ["cat", ""],
  MANPAGER: ["cat", ""],
  GIT_EDITOR: ["true", ":"],
  EDITOR: ["true", ":"],
  IFS: [""],
};

/** Parts of a name, between `_`, that say that programs take more than data from it. */
const RISKY_WORDS = new Set(
  ("PATH PRELOAD OPTIONS OPTS OPT FLAGS PAGER EDITOR VISUAL BROWSER SHELL SHELLOPTS BASHOPTS COMMAND CMD EXEC HOOK HOOKS PROXY CONFIG " +
    "RC HOME ENV URL HOST REGISTRY INDEX PLUGIN PLUGINS WRAPPER CC CXX LD AR IFS ASKPASS STARTUP INIT PS4 MAKEFLAGS TMPDIR DIR " +
    "LIBRARY MODULE MODULES LOADER AGENT TUNABLES CONF KEYLOGFILE LESSOPEN LESSCLOSE LESS FPATH ZDOTDIR CDPATH PERL5LIB RUBYLIB " +
    "PROMPT HISTFILE INPUTRC TERMINFO TERMCAP RUSTC GOFLAGS GOPROXY USERNAME USER").split(" "),
);
const RISKY_FAMILIES = /^(LD|DYLD|GIT|BASH|ZSH|NODE|NPM|PYTHON|PERL|RUBY|JAVA|JDK|_JAVA|MAVEN|GRADLE|GCONV|GLIBC|MALLOC|SSH|SSL|OPENSSL|CURL|AWS|DOCKER|KUBE|PIP|UV|CARGO|GO|CGO|XDG|TAR|ZIP|UNZIP|RIPGREP|GREP|FZF|MAN|PROMPT)(_|[A-Z]|$)/;

/** A variable that a program will find in its environment. */
export function reachesPrograms(name: string, value: string | null): boolean {
  if (value !== null && HARMLESS_VALUES[name]?.includes(value)) return false;
  if (HARMLESS.has(name) || HARMLESS_SHAPES.test(name)) return false;
  return !/^[a-z][a-z0-9]{0,15}$/.test(name) || isZshPath(name);
}

/** A variable of the shell, which reaches programs only where it was exported before. */
export function changesShell(name: string, value: string | null): boolean {
  if (value !== null && HARMLESS_VALUES[name]?.includes(value)) return false;
  if (HARMLESS.has(name) || HARMLESS_SHAPES.test(name)) return false;
  if (isZshPath(name)) return true;
  const upper = name.toUpperCase();
  const common = upper === name || upper.includes("PROXY");
  return common && (RISKY_FAMILIES.test(upper) || upper.split("_").some((word) => RISKY_WORDS.has(word)));
}

/** Arrays that zsh ties to `PATH` and the like. */
function isZshPath(name: string): boolean {
  return name === "path" || name === "fpath" || name === "cdpath" || name === "module_path" || name === "argv" || name === "prompt";
}
