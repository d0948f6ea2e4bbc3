import type { Family } from "./schema.ts";

/** Checkers of source text and settings, each with letters of its own. */
export const linters: Family = {
  "clang-tidy"() {
    return {
      source: "clang-tidy 20 manual",
      // `.clang-tidy`, `compile_commands.json` and `compile_flags.txt` may name plugins.
      class: "execute",
      projectCode: true,
      style: "single-dash",
      info: "-help --help -version --version -h",
      options:
        "-checks=t -p=r -fix!write -fix-errors!write -fix-notes!write -header-filter=t -list-checks -explain-config -dump-config -quiet -warnings-as-errors=t -export-fixes=w!write -config=t -config-file=r -load=p -extra-arg=t!unknown -extra-arg-before=t!unknown -vfsoverlay=r -format-style=t -use-color",
      operands: "r*",
      forms: [{ if: "-list-checks -dump-config", class: "read", projectCode: false, operands: "" }],
    };
  },
  cppcheck() {
    return {
      source: "cppcheck 2.17 manual",
      class: "read",
      style: "exact-long",
      options:
        "-D=t -U=t -I=r -i=t -j=n -f|--force -q|--quiet -v|--verbose -x=t --language=t -rp --relative-paths --enable=t --disable=t --std=t --suppress=t --suppressions-list=r --inline-suppr --inconclusive --error-exitcode=n --template=t --xml --platform=t --check-level=t --max-configs=n --check-config --errorlist --addon=s --dump!write --output-file=w!write --cppcheck-build-dir=W!write",
      operands: "R*",
    };
  },
  cpplint() {
    return {
      source: "cpplint 2.0 help",
      class: "read",
      style: "exact-long",
      info: "--help --version",
      options:
        "--filter=t --linelength=n --recursive --quiet --verbose=n --output=t --extensions=t --headers=t --counting=t --exclude=t --root=r --repository=r",
      operands: "R*",
    };
  },
  yamllint() {
    return {
      source: "yamllint 1.37 documentation",
      class: "read",
      info: "-h --help -v --version",
      options: "-c|--config-file=r -d|--config-data=t -f|--format=t -s|--strict --list-files --no-warnings",
      operands: "R*",
    };
  },
  hadolint() {
    return {
      source: "hadolint 2.12 help",
      class: "read",
      style: "exact-long",
      info: "-h --help -v --version",
      options:
        "-c|--config=r -f|--format=t -t|--failure-threshold=t -V|--verbose --ignore=t --error=t --warning=t --no-color --no-fail --trusted-registry=t --require-label=t --strict-labels",
      operands: "r*",
    };
  },
  actionlint() {
    return {
      source: "actionlint 1.7 help",
      class: "read",
      style: "single-dash",
      info: "-h -help --help -version --version",
      options:
        "-color -no-color -oneline -verbose -format=t -ignore=t -config-file=r -stdin-filename=t -shellcheck=x -pyflakes=x -init-config!write",
      operands: "R*",
    };
  },
  codespell() {
    return {
      source: "codespell 2.4 help",
      // `write-changes` may stand in `setup.cfg`, `.codespellrc` and `pyproject.toml`.
      class: "write",
      info: "-h --help --version",
      options:
        "-d|--disable-colors -c|--enable-colors -w|--write-changes!write -D|--dictionary=r --builtin=t -I|--ignore-words=r -L|--ignore-words-list=t -r|--regex=t --ignore-regex=t -s|--summary --count -S|--skip=t -x|--exclude-file=r -i|--interactive=n!write -q|--quiet-level=n -e|--hard-encoding-detection -f|--check-filenames -H|--check-hidden -A=n -B=n -C|--context=n --config=r --toml=r",
      operands: "E*.",
      does: "may correct files, as the project's settings say",
    };
  },
  typos() {
    return {
      source: "typos 1.31 help",
      class: "read",
      style: "exact-long",
      info: "-h --help -V --version",
      options:
        "-w|--write-changes!write -c|--config=r -j|--threads=n --diff --format=t --color=t --hidden --no-ignore --exclude=t --force-exclude --files --file-types --isolated --sort --locale=t -v|--verbose -q|--quiet --dump-config=w!write",
      operands: "R*.",
    };
  },
  "editorconfig-checker ec"() {
    return {
      source: "editorconfig-checker 3.2 help",
      class: "read",
      style: "single-dash",
      info: "-h -help --help -version --version",
      options: "-config=r -exclude=t -format=t -color -no-color -verbose -v -debug -dry-run -init!write",
      operands: "R*.",
    };
  },
  "htmlhint proselint"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help -V --version" };
  },
  shellcheck() {
    return {
      source: "shellcheck 0.10 manual",
      class: "read",
      style: "exact-long",
      info: "-h --help -V --version",
      options:
        "-a|--check-sourced -C|--color[=t] -i|--include=t -e|--exclude=t --extended-analysis=t -f|--format=t --list-optional --norc --rcfile=r -o|--enable=t -P|--source-path=r -s|--shell=t -S|--severity=t -W|--wiki-link-count=n -x|--external-sources",
      operands: "r*",
    };
  },
};
