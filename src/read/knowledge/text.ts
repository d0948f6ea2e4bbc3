import type { Family } from "./schema.ts";

const coreutils = "GNU coreutils 9.7 manual";

const utilLinux = "util-linux 2.41 manual pages";

const bsdutils = "bsdextrautils 2.41 manual pages";

/** What prints, cuts, sorts and compares text. */
export const text: Family = {
  "cat gcat"() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u -v|--show-nonprinting",
      operands: "r*",
    };
  },
  tac() {
    return { source: coreutils, class: "read", options: "-b|--before -r|--regex -s|--separator=t", operands: "r*" };
  },
  rev() {
    return { source: utilLinux, class: "read", options: "-0|--zero", operands: "r*" };
  },
  nl() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-b|--body-numbering=t -d|--section-delimiter=t -f|--footer-numbering=t -h|--header-numbering=t -i|--line-increment=n -l|--join-blank-lines=n -n|--number-format=t -p|--no-renumber -s|--number-separator=t -v|--starting-line-number=n -w|--number-width=n",
      operands: "r*",
    };
  },
  head() {
    return {
      source: coreutils,
      class: "read",
      options: "-# -c|--bytes=t -n|--lines=t -q|--quiet|--silent -v|--verbose -z|--zero-terminated",
      operands: "r*",
    };
  },
  tail() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-# -c|--bytes=t -f --follow[=t] -F -n|--lines=t --max-unchanged-stats=n --pid=n -q|--quiet|--silent --retry -s|--sleep-interval=n -v|--verbose -z|--zero-terminated -r",
      operands: "r*",
      forms: [{ if: "=+*", operands: "t r*" }],
    };
  },
  "bat batcat"() {
    return {
      source: "bat 0.25 manual page",
      equals: true,
      class: "read",
      style: "exact-long",
      options:
        "-A|--show-all --nonprintable-notation=t -p|--plain -l|--language=t -H|--highlight-line=t --file-name=t -d|--diff --diff-context=n --tabs=n --wrap=t -S|--chop-long-lines --terminal-width=n -n|--number --color=t --italic-text=t --decorations=t -f|--force-colorization --paging=t -P|--no-paging --pager=x -m|--map-syntax=t --theme=t --list-themes -s|--squeeze-blank --style=t -r|--line-range=t -L|--list-languages --diagnostic -u|--unbuffered --ignored-suffix=t --strip-ansi=t",
      operands: "r*",
    };
  },
  more() {
    return {
      source: utilLinux,
      class: "read",
      options:
        "-d|--silent -l|--logical -f|--no-pause -p|--print-over -c|--clean-print -s|--squeeze -u|--plain -e|--exit-on-eof -n|--lines=n -#",
      operands: "r*",
      forms: [{ if: "~+*", class: "unknown" }],
    };
  },
  "less zless"() {
    return {
      source: "less 668 manual page",
      style: "posix",
      info: "-? --help -V --version",
      class: "read",
      options:
        "-a|--search-skip-screen -c|--clear-screen -e|--quit-at-eof -E|--QUIT-AT-EOF -F|--quit-if-one-screen -f|--force -g|--hilite-search -G|--HILITE-SEARCH -i|--ignore-case -I|--IGNORE-CASE -J|--status-column -j|--jump-target=t -K|--quit-on-intr -k|--lesskey-file=p -L|--no-lessopen --lesskey-src=p --lesskey-content=p -M|--LONG-PROMPT -m|--long-prompt -N|--LINE-NUMBERS -n|--line-numbers -O|--LOG-FILE=w!write -o|--log-file=w!write -p|--pattern=t -P|--prompt=t -Q|--QUIET -q|--quiet -R|--RAW-CONTROL-CHARS -r|--raw-control-chars -S|--chop-long-lines -s|--squeeze-blank-lines -U|--UNDERLINE-SPECIAL -u -w -W -X|--no-init -A|--SEARCH-SKIP-SCREEN -b|--buffers=n -B|--auto-buffers -d|--dumb -D|--color=t -h|--max-back-scroll=n --silent --SILENT --use-color --use-backslash --mouse --wheel-lines=n --follow-name --incsearch --file-size --line-num-width=n --status-col-width=n --no-histdups --shift=n --rscroll=t --hilite-unread --HILITE-UNREAD -x|--tabs=t -y|--max-forw-scroll=n -z|--window=n -~|--tilde -#",
      operands: "r*",
      forms: [{ if: "~+*", class: "unknown" }],
    };
  },
  "wc gwc"() {
    return {
      source: coreutils,
      class: "read",
      options: "-c|--bytes -m|--chars -l|--lines --files0-from=l -L|--max-line-length -w|--words --total=t --debug",
      operands: "r*",
    };
  },
  "sort gsort"() {
    return {
      source: coreutils,
      class: "read",
      options: `-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort -i|--ignore-nonprinting -M|--month-sort
      -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort --random-source=r -r|--reverse --sort=t -V|--version-sort --batch-size=n
      -c --check[=t] -C --compress-program=x --debug --files0-from=l -k|--key=t -m|--merge -o|--output=w!write -s|--stable
      -S|--buffer-size=t -t|--field-separator=t -T|--temporary-directory=w!write --parallel=n -u|--unique -z|--zero-terminated`,
      operands: "r*",
    };
  },
  "uniq guniq"() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-c|--count -d|--repeated -D --all-repeated[=t] -f|--skip-fields=n --group[=t] -i|--ignore-case -s|--skip-chars=n -u|--unique -z|--zero-terminated -w|--check-chars=n -#",
      operands: "r? w?",
      forms: [{ if: "2+", class: "write" }],
    };
  },
  comm() {
    return {
      source: coreutils,
      class: "read",
      options: "-1 -2 -3 --check-order --nocheck-order --output-delimiter=t --total -z|--zero-terminated -i",
      operands: "r r",
    };
  },
  "cut gcut"() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-b|--bytes=t -c|--characters=t -d|--delimiter=t -f|--fields=t -n --complement -s|--only-delimited --output-delimiter=t -z|--zero-terminated -w",
      operands: "r*",
    };
  },
  paste() {
    return {
      source: coreutils,
      class: "read",
      options: "-d|--delimiters=t -s|--serial -z|--zero-terminated",
      operands: "r*",
    };
  },
  join() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-a=n -e=t -i|--ignore-case -j=n -o=t -t=t -v=n -1=n -2=n --check-order --nocheck-order --header -z|--zero-terminated",
      operands: "r r",
    };
  },
  "tr gtr"() {
    return {
      source: coreutils,
      class: "read",
      options: "-c|-C|--complement -d|--delete -s|--squeeze-repeats -t|--truncate-set1",
      operands: "t t?",
    };
  },
  fold() {
    return {
      source: coreutils,
      class: "read",
      options: "-b|--bytes -c|--characters -s|--spaces -w|--width=n -#",
      operands: "r*",
    };
  },
  fmt() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-c|--crown-margin -p|--prefix=t -s|--split-only -t|--tagged-paragraph -u|--uniform-spacing -w|--width=n -g|--goal=n -#",
      operands: "r*",
    };
  },
  pr() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-a|--across -c|--show-control-chars -d|--double-space -D|--date-format=t -e|--expand-tabs[=t] -F|-f|--form-feed -h|--header=t -i|--output-tabs[=t] -J|--join-lines -l|--length=n -m|--merge -n|--number-lines[=t] -N|--first-line-number=n -o|--indent=n -r|--no-file-warnings -s|--separator[=t] -S|--sep-string[=t] -t|--omit-header -T|--omit-pagination -v|--show-nonprinting -w|--width=n -W|--page-width=n -# --columns=n",
      operands: "r*",
    };
  },
  "expand unexpand"() {
    return {
      source: coreutils,
      class: "read",
      options: "-i|--initial -t|--tabs=t -a|--all --first-only -#",
      operands: "r*",
    };
  },
  column() {
    return {
      source: bsdutils,
      info: "-h --help -V --version",
      class: "read",
      options:
        "-t|--table -n|--table-name=t -O|--table-order=t -C|--table-column=t -N|--table-columns=t -l|--table-columns-limit=n -E|--table-noextreme=t -d|--table-noheadings -m|--table-maxout -e|--table-header-repeat -H|--table-hide=t -R|--table-right=t -T|--table-truncate=t -W|--table-wrap=t -L|--keep-empty-lines -J|--json -r|--tree=t -i|--tree-id=t -p|--tree-parent=t -c|--output-width=n -o|--output-separator=t -s|--separator=t -x|--fillrows",
      operands: "r*",
    };
  },
  "colrm col colcrt ul"() {
    return {
      source: bsdutils,
      class: "read",
      options: "-b|--no-backspaces -f|--fine -h|--tabs -l|--lines=n -p|--pass -x|--spaces -i -t=t",
      operands: "r*",
    };
  },
  shuf() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-e|--echo -i|--input-range=t -n|--head-count=n -o|--output=w!write --random-source=r -r|--repeat -z|--zero-terminated",
      operands: "r?",
      forms: [{ if: "--echo", operands: "t*" }],
    };
  },
  tsort() {
    return { source: coreutils, class: "read", options: "-w", operands: "r?" };
  },
  "split csplit"() {
    return {
      source: coreutils,
      class: "write",
      options:
        "-a|--suffix-length=n --additional-suffix=t -b|--bytes=t -C|--line-bytes=t -d --numeric-suffixes[=n] -x --hex-suffixes[=n] -e|--elide-empty-files --filter=x -l|--lines=n -n|--number=t -t|--separator=t -u|--unbuffered --verbose -f|--prefix=w -k|--keep-files -s|--quiet -z",
      operands: "r? w?",
    };
  },
  echo() {
    return { source: "bash 5.2 manual", class: "read", style: "none", operands: "t*" };
  },
  printf() {
    return {
      source: "bash 5.2 manual",
      class: "read",
      style: "posix",
      info: "",
      options: "-v=t!unknown",
      operands: "t*",
    };
  },
  yes() {
    return { source: coreutils, class: "read", style: "none", operands: "t*" };
  },
  seq() {
    return {
      source: coreutils,
      class: "read",
      options: "-f|--format=t -s|--separator=t -w|--equal-width -#",
      operands: "t*",
    };
  },
  numfmt() {
    return {
      source: coreutils,
      class: "read",
      options:
        "--debug -d|--delimiter=t --field=t --format=t --from=t --from-unit=n --grouping --header[=n] --invalid=t --padding=n --round=t --suffix=t --to=t --to-unit=n -z|--zero-terminated -#",
      operands: "t*",
    };
  },
  factor() {
    return { source: coreutils, class: "read", options: "-h|--exponents", operands: "n*" };
  },
  expr() {
    return { source: coreutils, class: "read", style: "none", operands: "t*" };
  },
  bc() {
    return {
      source: "GNU bc 1.07 manual",
      class: "read",
      options: "-i|--interactive -l|--mathlib -q|--quiet -s|--standard -w|--warn",
      operands: "r*",
    };
  },
  "cal ncal"() {
    return {
      source: "bsdmainutils 12 manual page",
      class: "read",
      options:
        "-1|--one -3|--three -n|--months=n -S -s|--sunday -m|--monday -j|--julian -y|--year -Y|--twelve -w|--week[=n] -h -A=n -B=n -M -b --color[=t] -N -e -o -p -C -d=t -H=t",
      operands: "t*",
    };
  },
  look() {
    return {
      source: bsdutils,
      class: "read",
      options: "-a|--alternative -d|--alphanum -f|--ignore-case -t|--terminate=t",
      operands: "t r?",
    };
  },
  hunspell() {
    return {
      source: "hunspell 1.7 manual page",
      class: "write",
      style: "exact-long",
      info: "-h --help -v -vv --version",
      options: "-l -a -D -d=t -G -L -u -1 -t -H -O -X -w -i=t --check-url --check-apostrophe",
      operands: "e*",
      forms: [{ if: "-l -a -D -G -L", class: "read", operands: "r*", does: null }],
      does: "corrects files with who sits there",
    };
  },
  aspell() {
    return {
      source: "aspell 0.60 manual",
      class: "unknown",
      style: "exact-long",
      info: "--help --version -v",
      options: "-a -l|--lang=t -d|--master=t -t -H --mode=t --encoding=t",
      operands: "",
      forms: [
        { if: "=list =config =dicts =dump =soundslike =munch =expand =pipe =help", class: "read", operands: "t t*" },
        { if: "=check =create =merge =clean =combine =munch-list", class: "write", operands: "t e*" },
        { if: "-a", class: "read" },
      ],
    };
  },
};
