import type { Arg } from "../arg.ts";
import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { readOptionFiles } from "./launchers.ts";

/**
 * Compilers name hundreds of options that begin alike, which only masks list. Among them are some that load a library,
 * start a program or write another file: those must be named. Sources: GCC 14, Clang 19 and binutils 2.44 manuals.
 */
export function readCompiler(start: Start): void {
  readOptionFiles(start);
  for (const { name, option, value } of start.options) {
    if (!option.masked || saysOnlyHow(name, value)) continue;
    raise(start.draft, "unknown");
    start.draft.optionEffects.add(name);
  }
}

function saysOnlyHow(name: string, value: Arg | undefined): boolean {
  const handed = /^-W([lap])(?:,|$)/.exec(name)?.[1];
  if (handed !== undefined) return handsOn(handed, name, value);
  // Clang's long options, of which two dashes are read as one: `--ld-path`, `--gcc-toolchain`, `--for-linker`.
  if (/^-(?:ld-path|gcc-|for-)/.test(name)) return false;
  return !name.startsWith("-f") || value === undefined || takesWord(name, value.text);
}

/** `-Wl,a,b`: words for the linker, `-Wa` for the assembler, `-Wp` for the preprocessor. */
function handsOn(to: string, name: string, value: Arg | undefined): boolean {
  // What is not fixed may hold further words.
  if (value !== undefined && value.kind !== "literal") return false;
  const known = HANDED[to];
  return (value === undefined ? name : `${name}=${value.text}`)
    .slice("-Wl,".length)
    .split(",")
    .every((word) => !/^[-@]/.test(word) || known?.test(word) === true);
}

const HANDED: Readonly<Record<string, RegExp>> = {
  l: new RegExp(
    `^(?:-[zhEsSxumvt]|-O\\d?|-[lL].+|-B(?:static|dynamic|symbolic.*)|--?(?:${[
      "rpath(?:-link)?(?:=.*)?|soname(?:=.*)?|build-id(?:=.*)?|hash-style=.*|exclude-libs(?:=.*)?|wrap(?:=.*)?",
      "(?:no-)?(?:as-needed|whole-archive|undefined|fatal-warnings)|gc-sections|export-dynamic|start-group|end-group",
      "allow-.*|(?:en|dis)able-new-dtags|strip-.*|sort-.*|warn-.*|relax|icf=.*|color-diagnostics|print-memory-usage",
      "version-script(?:=.*)?|defsym(?:=.*)?|stack(?:=.*)?|subsystem(?:=.*)?|dead_strip|headerpad.*|all_load|force_load",
      "framework|install_name|current_version|compatibility_version|search_paths_first|no_warn_duplicate_libraries",
    ].join("|")}))$`,
  ),
  a: /^(?:--noexecstack|--32|--64|--gdwarf-\d|-g|-m[\w.+=-]+|-I.+)$/,
  p: /^-[DUI].+$/,
};

/** Options that begin with `-f` whose value is a word, a number, or a name that is only written into what is made. */
function takesWord(name: string, value: string): boolean {
  return name === "-fuse-ld" ? /^(?:bfd|gold|lld|mold)$/.test(value) : WORDED.test(name);
}

const WORDED = new RegExp(
  `^-f(?:${[
    "(?:no-)?sanitize[a-z-]*|visibility[a-z-]*|stack-[a-z-]+|cf-protection|lto[a-z-]*|diagnostics-(?:color|format|show-[a-z-]+)",
    "message-length|max-[a-z-]+|error-limit|fp-[a-z-]+|ffp-[a-z-]+|excess-precision|template-[a-z-]+|constexpr-[a-z-]+|align-[a-z-]+",
    "input-charset|(?:wide-)?exec-charset|abi-version|openmp|inline-[a-z-]+|tls-model|pack-struct|random-seed|veclib|init-[a-z-]+",
    "(?:file|debug|macro|profile|coverage)-prefix-map|(?:file|debug)-compilation-dir|macro-backtrace-limit|convert",
    "(?:vect|simd)-cost-model|trivial-auto-var-init|strict-flex-arrays|zero-call-used-regs|patchable-function-entry",
    "profile-(?:update|use|instr-use)|denormal-fp-math|ms-compatibility-version|checking",
  ].join("|")})$`,
);
