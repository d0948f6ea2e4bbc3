/** Random shell programs, from a grammar of the forms that hide commands, then damaged now and then. */

/** Deterministic: equal seeds give equal programs. Source: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Names that no shell and no system has. */
const STUBS = ["qa", "qb", "qc", "qd"] as const;

export function program(random: () => number): string {
  const text = list(new Source(random), 4);
  return random() < 0.15 ? damaged(text, random) : text;
}

class Source {
  readonly random: () => number;
  constructor(random: () => number) {
    this.random = random;
  }
  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }
  chance(share: number): boolean {
    return this.random() < share;
  }
  many(most: number, make: () => string): string[] {
    return Array.from({ length: Math.floor(this.random() * (most + 1)) }, make);
  }
}

function list(s: Source, depth: number): string {
  const first = command(s, depth);
  if (!s.chance(0.4)) return first;
  return `${first}${s.pick(["; ", " && ", " || ", " | ", "\n", " & ", " |& "])}${list(s, depth - 1)}`;
}

function command(s: Source, depth: number): string {
  if (depth <= 0) return simple(s, 0);
  const inner = (): string => list(s, depth - 1);
  switch (Math.floor(s.random() * 30)) {
    case 0:
      return `( ${inner()} )`;
    case 1:
      return `{ ${inner()}; }`;
    case 2:
      return `if ${inner()}; then ${inner()}; else ${inner()}; fi`;
    case 3:
      return `for v in ${words(s, depth)}; do ${inner()}; done`;
    case 4:
      return `case ${word(s, depth)} in ${s.pick(["*", "qa", "?a|qb"])}) ${inner()};; esac`;
    case 5:
      return `while ${inner()}; do ${inner()}; break; done`;
    case 6:
      return `fn() { ${inner()}; }; ${s.chance(0.5) ? "fn" : inner()}`;
    case 7:
      return `{ ${simple(s, depth)} <<E\n${hereText(s, depth)}\nE\n}`;
    case 8:
      return `{ ${simple(s, depth)} <<'E'\n${hereText(s, depth)}\nE\n}`;
    case 9:
      return `! ${command(s, depth - 1)}`;
    case 10:
      return `[[ ${word(s, depth)} ${s.pick(["==", "!=", "<", "-eq", "=~"])} ${word(s, depth)} ]]`;
    case 11:
      return `eval ${s.pick(["'", '"'])}${simple(s, 0).replace(/['"\\`$]/g, "")}'`.replace(
        /eval "(.*)'$/s,
        'eval "$1"',
      );
    case 12:
      return `time ${command(s, depth - 1)}`;
    case 13:
      return `command ${simple(s, depth)}`;
    case 14:
      return `trap '${simple(s, 0).replace(/'/g, "")}' EXIT`;
    case 15:
      return `(( ${arithmetic(s, depth)} ))`;
    default:
      return simple(s, depth);
  }
}

function simple(s: Source, depth: number): string {
  const assigns = s.many(1, () => (s.chance(0.25) ? `x=${word(s, depth)} ` : "")).join("");
  const redirects = s
    .many(1, () =>
      s.chance(0.3) ? ` ${s.pick(["2>&1", ">/dev/null", "<<<" + word(s, depth), "</dev/null", "&>/dev/null"])}` : "",
    )
    .join("");
  return `${assigns}${name(s, depth)} ${words(s, depth)}${redirects}`;
}

/** The program's own name in some quoting. */
function name(s: Source, depth: number): string {
  const plain = s.pick(STUBS);
  if (s.chance(0.6)) return plain;
  return s.pick([
    `"${plain}"`,
    `'${plain}'`,
    `q"${plain.slice(1)}"`,
    `q\\${plain.slice(1)}`,
    `$'\\x71${plain.slice(1)}'`,
    `${plain}""`,
    `q\\\n${plain.slice(1)}`,
    depth > 0 ? `$(echo ${plain})` : plain,
    "echo",
    ":",
    "true",
    "false",
    `{${plain},qb}`,
  ]);
}

function words(s: Source, depth: number): string {
  return s.many(3, () => word(s, depth)).join(s.chance(0.05) ? "\t" : " ");
}

function word(s: Source, depth: number): string {
  return [piece(s, depth), ...s.many(1, () => piece(s, depth))].join("");
}

function piece(s: Source, depth: number): string {
  const inner = (): string => list(s, depth - 1);
  if (depth <= 0) return s.pick(["a", "-b", "c.d", "'e f'", '"g h"', "\\;", "1", "$x", "#i", "{j,k}", "~", "*"]);
  switch (Math.floor(s.random() * 24)) {
    case 0:
      return `$(${inner()})`;
    case 1:
      return `"$(${inner()})"`;
    case 2:
      return `\`${inner().replace(/[`\\]/g, "")}\``;
    case 3:
      return `<(${inner()})`;
    case 4:
      return `\${x:-${word(s, depth - 1)}}`;
    case 5:
      return `"\${y:=$(${inner()})}"`;
    case 6:
      return `$((${arithmetic(s, depth - 1)}))`;
    case 7:
      return `'${inner().replace(/'/g, "")}'`;
    case 8:
      return `"${inner().replace(/["\\`$]/g, "")}"`;
    case 9:
      return `$'${s.pick(["\\x41", "\\n", "\\'", "a"])}'`;
    case 10:
      return `{${word(s, 0)},${word(s, 0)}}`;
    case 11:
      return `\\${s.pick([";", "|", "&", "$", "`", '"', "'", "(", " ", "q"])}`;
    case 12:
      return `\${a[$(${inner()})]}`;
    case 13:
      return `\${x/${word(s, 0)}/$(${inner()})}`;
    case 14:
      return `\${x#$(${inner()})}`;
    default:
      return s.pick([
        "a",
        "-b",
        "c.d",
        "1",
        "$x",
        '"$x"',
        "${x}",
        "$#",
        "=",
        "a=b",
        "#i",
        "x#y",
        "*",
        "?",
        "[ab]",
        "~",
        "%",
        "@",
      ]);
  }
}

function hereText(s: Source, depth: number): string {
  return s
    .many(2, () => s.pick([`text $(${list(s, depth - 1)})`, "plain 'text'", "$x", `\`qa\``, "\\$(qb)", '"']))
    .join("\n");
}

function arithmetic(s: Source, depth: number): string {
  return s.pick(["1+2", "x", "1", `$(${depth > 0 ? list(s, depth - 1) : "qa"})`, "x=1", "y++", "a[1]", `a[$(qa)]`]);
}

/** A character added, dropped or doubled. */
function damaged(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  const marks = "(){}[];|&<>$`'\"\\#!*=~ \n\tq";
  const mark = marks[Math.floor(random() * marks.length)] ?? "";
  switch (Math.floor(random() * 3)) {
    case 0:
      return text.slice(0, at) + mark + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    default:
      return text.slice(0, at) + text[at] + text.slice(at);
  }
}
