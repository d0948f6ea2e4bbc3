import type { Family } from "./schema.ts";

const coreutils = "GNU coreutils 9.7 manual";
const utilLinux = "util-linux 2.41 manual pages";
const bsdutils = "bsdextrautils 2.41 manual pages";
const DIGEST = "-b|--binary -c|--check --tag -t|--text -z|--zero --ignore-missing --quiet --status --strict -w|--warn -l|--length=n";
const DIFF = `--normal -q|--brief -s|--report-identical-files -c -C|--context[=n] -u -U|--unified[=n] -e|--ed -n|--rcs -y|--side-by-side
  -W|--width=n --left-column --suppress-common-lines -p|--show-c-function -F|--show-function-line=t --label=t -L=t -t|--expand-tabs
  -T|--initial-tab --tabsize=n --suppress-blank-empty -l|--paginate!execute -r|--recursive+deep --no-dereference -N|--new-file
  --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case -x|--exclude=t -X|--exclude-from=r -S|--starting-file=t
  --from-file=r --to-file=r -i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space -b|--ignore-space-change
  -w|--ignore-all-space -B|--ignore-blank-lines -I|--ignore-matching-lines=t -a|--text --strip-trailing-cr -D|--ifdef=t
  --old-group-format=t --new-group-format=t --unchanged-group-format=t --changed-group-format=t --line-format=t --old-line-format=t
  --new-line-format=t --unchanged-line-format=t -d|--minimal --horizon-lines=n --speed-large-files --color[=t] --palette=t -# -v`;

/** What prints, cuts, sorts and compares text. */
export const text: Family = {
  "cat gcat"() {
    return { source: coreutils, class: "read", options: "-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u -v|--show-nonprinting", operands: "r*" };
  },
  tac() {
    return { source: coreutils, class: "read", options: "-b|--before -r|--regex -s|--separator=t", operands: "r*" };
  },
  rev() {
    return { source: utilLinux, class: "read", options: "-0|--zero", operands: "r*" };
  },
  nl() {
    return { source: coreutils, class: "read", options: "-b|--body-numbering=t -d|--section-delimiter=t -f|--footer-numbering=t -h|--header-numbering=t -i|--line-increment=n -l|--join-blank-lines=n -n|--number-format=t -p|--no-renumber -s|--number-separator=t -v|--starting-line-number=n -w|--number-width=n", operands: "r*" };
  },
  head() {
    return { source: coreutils, class: "read", options: "-# -c|--bytes=t -n|--lines=t -q|--quiet|--silent -v|--verbose -z|--zero-terminated", operands: "r*" };
  },
  tail() {
    return { source: coreutils, class: "read", options: "-# -c|--bytes=t -f --follow[=t] -F -n|--lines=t --max-unchanged-stats=n --pid=n -q|--quiet|--silent --retry -s|--sleep-interval=n -v|--verbose -z|--zero-terminated -r", operands: "r*", forms: [{ if: "=+*", operands: "t r*" }] };
  },
  "bat batcat"() {
    return {
    source: "bat 0.25 manual page",
    class: "read",
    style: "exact-long",
    options: "-A|--show-all --nonprintable-notation=t -p|--plain -l|--language=t -H|--highlight-line=t --file-name=t -d|--diff --diff-context=n --tabs=n --wrap=t -S|--chop-long-lines --terminal-width=n -n|--number --color=t --italic-text=t --decorations=t -f|--force-colorization --paging=t -P|--no-paging --pager=x -m|--map-syntax=t --theme=t --list-themes -s|--squeeze-blank --style=t -r|--line-range=t -L|--list-languages --diagnostic -u|--unbuffered --ignored-suffix=t --strip-ansi=t",
    operands: "r*",
    };
  },
  more() {
    return { source: utilLinux, class: "read", options: "-d|--silent -l|--logical -f|--no-pause -p|--print-over -c|--clean-print -s|--squeeze -u|--plain -e|--exit-on-eof -n|--lines=n -#", operands: "r*", forms: [{ if: "~+*", class: "unknown" }] };
  },
  "less zless"() {
    return {
    source: "less 668 manual page",
    class: "read",
    options: "-a|--search-skip-screen -c|--clear-screen -e|--quit-at-eof -E|--QUIT-AT-EOF -F|--quit-if-one-screen -f|--force -g|--hilite-search -G|--HILITE-SEARCH -i|--ignore-case -I|--IGNORE-CASE -J|--status-column -j|--jump-target=t -K|--quit-on-intr -k|--lesskey-file=p -L|--no-lessopen --lesskey-src=p --lesskey-content=p -M|--LONG-PROMPT -m|--long-prompt -N|--LINE-NUMBERS -n|--line-numbers -O|--LOG-FILE=w!write -o|--log-file=w!write -p|--pattern=t -P|--prompt=t -Q|--QUIET -q|--quiet -R|--RAW-CONTROL-CHARS -r|--raw-control-chars -S|--chop-long-lines -s|--squeeze-blank-lines -t|--tag=t -T|--tag-file=r -U|--UNDERLINE-SPECIAL -u -w -W -X|--no-init -x|--tabs=t -y|--max-forw-scroll=n -z|--window=n -~|--tilde -#",
    operands: "r*",
    forms: [{ if: "~+*", class: "unknown" }],
    };
  },
  "wc gwc"() {
    return { source: coreutils, class: "read", options: "-c|--bytes -m|--chars -l|--lines --files0-from=r -L|--max-line-length -w|--words --total=t --debug", operands: "r*" };
  },
  "sort gsort"() {
    return {
    source: coreutils,
    class: "read",
    options: `-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort -i|--ignore-nonprinting -M|--month-sort
      -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort --random-source=r -r|--reverse --sort=t -V|--version-sort --batch-size=n
      -c --check[=t] -C --compress-program=x --debug --files0-from=r -k|--key=t -m|--merge -o|--output=w!write -s|--stable
      -S|--buffer-size=t -t|--field-separator=t -T|--temporary-directory=w!write --parallel=n -u|--unique -z|--zero-terminated`,
    operands: "r*",
    };
  },
  "uniq guniq"() {
    return { source: coreutils, class: "read", options: "-c|--count -d|--repeated -D --all-repeated[=t] -f|--skip-fields=n --group[=t] -i|--ignore-case -s|--skip-chars=n -u|--unique -z|--zero-terminated -w|--check-chars=n -#", operands: "r? w?", forms: [{ if: "2+", class: "write" }] };
  },
  comm() {
    return { source: coreutils, class: "read", options: "-1 -2 -3 --check-order --nocheck-order --output-delimiter=t --total -z|--zero-terminated -i", operands: "r r" };
  },
  "cut gcut"() {
    return { source: coreutils, class: "read", options: "-b|--bytes=t -c|--characters=t -d|--delimiter=t -f|--fields=t -n --complement -s|--only-delimited --output-delimiter=t -z|--zero-terminated -w", operands: "r*" };
  },
  paste() {
    return { source: coreutils, class: "read", options: "-d|--delimiters=t -s|--serial -z|--zero-terminated", operands: "r*" };
  },
  join() {
    return { source: coreutils, class: "read", options: "-a=n -e=t -i|--ignore-case -j=n -o=t -t=t -v=n -1=n -2=n --check-order --nocheck-order --header -z|--zero-terminated", operands: "r r" };
  },
  "tr gtr"() {
    return { source: coreutils, class: "read", options: "-c|-C|--complement -d|--delete -s|--squeeze-repeats -t|--truncate-set1", operands: "t t?" };
  },
  fold() {
    return { source: coreutils, class: "read", options: "-b|--bytes -c|--characters -s|--spaces -w|--width=n -#", operands: "r*" };
  },
  fmt() {
    return { source: coreutils, class: "read", options: "-c|--crown-margin -p|--prefix=t -s|--split-only -t|--tagged-paragraph -u|--uniform-spacing -w|--width=n -g|--goal=n -#", operands: "r*" };
  },
  pr() {
    return { source: coreutils, class: "read", options: "-a|--across -c|--show-control-chars -d|--double-space -D|--date-format=t -e|--expand-tabs[=t] -F|-f|--form-feed -h|--header=t -i|--output-tabs[=t] -J|--join-lines -l|--length=n -m|--merge -n|--number-lines[=t] -N|--first-line-number=n -o|--indent=n -r|--no-file-warnings -s|--separator[=t] -S|--sep-string[=t] -t|--omit-header -T|--omit-pagination -v|--show-nonprinting -w|--width=n -W|--page-width=n -# --columns=n", operands: "r*" };
  },
  "expand unexpand"() {
    return { source: coreutils, class: "read", options: "-i|--initial -t|--tabs=t -a|--all --first-only -#", operands: "r*" };
  },
  column() {
    return { source: bsdutils, class: "read", options: "-t|--table -n|--table-name=t -O|--table-order=t -C|--table-column=t -N|--table-columns=t -l|--table-columns-limit=n -E|--table-noextreme=t -d|--table-noheadings -m|--table-maxout -e|--table-header-repeat -H|--table-hide=t -R|--table-right=t -T|--table-truncate=t -W|--table-wrap=t -L|--keep-empty-lines -J|--json -r|--tree=t -i|--tree-id=t -p|--tree-parent=t -c|--output-width=n -o|--output-separator=t -s|--separator=t -x|--fillrows", operands: "r*" };
  },
  "colrm col colcrt ul"() {
    return { source: bsdutils, class: "read", options: "-b|--no-backspaces -f|--fine -h|--tabs -l|--lines=n -p|--pass -x|--spaces -i -t=t", operands: "r*" };
  },
  shuf() {
    return { source: coreutils, class: "read", options: "-e|--echo -i|--input-range=t -n|--head-count=n -o|--output=w!write --random-source=r -r|--repeat -z|--zero-terminated", operands: "r?", forms: [{ if: "--echo", operands: "t*" }] };
  },
  tsort() {
    return { source: coreutils, class: "read", options: "-w", operands: "r?" };
  },
  "split csplit"() {
    return { source: coreutils, class: "write", options: "-a|--suffix-length=n --additional-suffix=t -b|--bytes=t -C|--line-bytes=t -d --numeric-suffixes[=n] -x --hex-suffixes[=n] -e|--elide-empty-files --filter=x -l|--lines=n -n|--number=t -t|--separator=t -u|--unbuffered --verbose -f|--prefix=w -k|--keep-files -s|--quiet -z", operands: "r? w?" };
  },
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum"() {
    return { source: coreutils, class: "read", options: DIGEST, operands: "r*" };
  },
  "cksum sum"() {
    return { source: coreutils, class: "read", options: `${DIGEST} -a|--algorithm=t --base64 --raw --untagged --debug -r -s|--sysv`, operands: "r*" };
  },
  shasum() {
    return { source: "Digest::SHA 6.04 manual page", class: "read", options: "-a|--algorithm=n -b|--binary -c|--check -t|--text -U|--UNIVERSAL -0|--01 --tag --ignore-missing -q|--quiet -s|--status --strict -w|--warn", operands: "r*" };
  },
  md5() {
    return { source: "macOS md5 manual page", class: "read", options: "-p -q -r -t -x -s=t -c=t", operands: "r*" };
  },
  "base64 base32 basenc gbase64"() {
    return { source: `${coreutils}; macOS base64 manual page`, class: "read", options: "-d|-D|--decode -i|--ignore-garbage -w|--wrap=n --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58 -o|--output=w!write -b|--break=n --input=r -I=r", operands: "r?" };
  },
  xxd() {
    return { source: "xxd 2024 manual page", class: "read", style: "exact-long", options: "-a|-autoskip -b|-bits -c|-cols=n -C|-capitalize -d -e -E|-EBCDIC -g|-groupsize=n -h -i|-include -l|-len=n -n|-name=t -o=n -p|-ps|-postscript|-plain -r|-revert!write -R=t -s|-seek=t -u|-uppercase -v", operands: "r? w?", forms: [{ if: "2+", class: "write" }] };
  },
  "hexdump hd"() {
    return { source: bsdutils, class: "read", options: "-b|--one-byte-octal -X|--one-byte-hex -c|--one-byte-char -C|--canonical -d|--two-bytes-decimal -o|--two-bytes-octal -x|--two-bytes-hex -L|--color[=t] -e|--format=t -f|--format-file=r -n|--length=t -s|--skip=t -v|--no-squeezing", operands: "r*" };
  },
  od() {
    return { source: coreutils, class: "read", options: "-A|--address-radix=t --endian=t -j|--skip-bytes=t -N|--read-bytes=t -S|--strings[=n] -t|--format=t -v|--output-duplicates -w|--width[=n] --traditional -a -b -c -d -f -i -l -o -s -x", operands: "r*" };
  },
  strings() {
    return { source: "binutils 2.44 manual page", class: "read", options: "-a|--all -d|--data -f|--print-file-name -n|--bytes=n -# -o -t|--radix=t -U|--unicode=t -e|--encoding=t -T|--target=t -w|--include-all-whitespace -s|--output-separator=t", operands: "r*" };
  },
  "diff gdiff"() {
    return { source: "GNU diffutils 3.10 manual", class: "read", options: DIFF, operands: "r*" };
  },
  colordiff() {
    return { source: "colordiff 1.0 manual page", class: "read", options: `${DIFF} --color=t --difftype=t --fakeexitcode`, operands: "r*" };
  },
  diff3() {
    return { source: "GNU diffutils 3.10 manual", class: "read", options: "-A|--show-all -e|--ed -E|--show-overlap -3|--easy-only -x|--overlap-only -X -i -m|--merge -a|--text --strip-trailing-cr -T|--initial-tab --diff-program=x -L|--label=t", operands: "r r r" };
  },
  sdiff() {
    return { source: "GNU diffutils 3.10 manual", class: "read", options: "-o|--output=w!write -i|--ignore-case -E|--ignore-tab-expansion -Z -b|--ignore-space-change -W|--ignore-all-space -B|--ignore-blank-lines -I|--ignore-matching-lines=t --strip-trailing-cr -a|--text -w|--width=n -l|--left-column -s|--suppress-common-lines -t|--expand-tabs --tabsize=n -d|--minimal -H|--speed-large-files --diff-program=x", operands: "r r" };
  },
  cmp() {
    return { source: "GNU diffutils 3.10 manual", class: "read", options: "-b|--print-bytes -i|--ignore-initial=t -l|--verbose -n|--bytes=t -s|--quiet|--silent", operands: "r r? t? t?" };
  },
  wdiff() {
    return { source: "GNU wdiff 1.2 manual", class: "read", options: "-1|--no-deleted -2|--no-inserted -3|--no-common -a|--auto-pager!execute -d|--diff-input -i|--ignore-case -l|--less-mode -n|--avoid-wraps -p|--printer -s|--statistics -t|--terminal -w|--start-delete=t -x|--end-delete=t -y|--start-insert=t -z|--end-insert=t", operands: "r*" };
  },
  "delta difft"() {
    return { source: "delta 0.18, difftastic 0.64 help", class: "read", style: "exact-long", options: "-n|--line-numbers -s|--side-by-side --light --dark --color-only --paging=t --pager=x --config=r --diff-so-fancy --display=t --color=t --context=n --width=n --skip-unchanged --ignore-comments --list-languages", operands: "r*" };
  },
  patch() {
    return { source: "GNU patch 2.8 manual page", class: "write", options: "-b|--backup --backup-if-mismatch --no-backup-if-mismatch -B|--prefix=t -c|--context -d|--directory=c -D|--ifdef=t --dry-run -e|--ed!execute -E|--remove-empty-files -f|--force -F|--fuzz=n -g|--get=n -i|--input=r -l|--ignore-whitespace --merge[=t] -n|--normal -N|--forward -o|--output=w -p|--strip=n -#  --posix --quoting-style=t -r|--reject-file=w -R|--reverse --read-only=t --reject-format=t -s|--quiet -t|--batch -T|--set-time -u|--unified -V|--version-control=t --verbose -Y|--basename-prefix=t -z|--suffix=t -Z|--set-utc", operands: "e? r?" };
  },
  "sed gsed"() {
    return {
    source: "GNU sed 4.9 manual",
    class: "read",
    language: "sed",
    options: "-n|--quiet|--silent --debug -e|--expression=t+first -f|--file=s+first --follow-symlinks -i|--in-place[=t]!write -l|--line-length=n --posix -E|-r|--regexp-extended -s|--separate --sandbox -u|--unbuffered -z|--null-data -b|--binary",
    operands: "t r*",
    forms: [{ if: "--in-place", class: "write", operands: "t e*" }],
    };
  },
  "awk gawk mawk nawk original-awk"() {
    return {
    info: "-h --help -V --version",
    source: "gawk 5.2 and mawk 1.3 manual pages",
    class: "read",
    style: "posix",
    language: "awk",
    options: "-f|--file=s+first -F|--field-separator=t -v|--assign=t -b|--characters-as-bytes -c|--traditional -C|--copyright -d|--dump-variables[=w]!write -D|--debug[=s]!unknown -e|--source=t+first -E|--exec=s+first -g|--gen-pot -i|--include=s -I|--trace -k|--csv -l|--load=p -L|--lint[=t] -M|--bignum -N|--use-lc-numeric -n|--non-decimal-data -o|--pretty-print[=w]!write -O|--optimize -p|--profile[=w]!write -P|--posix -r|--re-interval -s|--no-optimize -S|--sandbox -t|--lint-old",
    operands: "t r*",
    };
  },
  "jq gojq jaq"() {
    return {
    source: "jq 1.7 manual",
    class: "read",
    style: "exact-long",
    language: "jq",
    options: "-n|--null-input -R|--raw-input -s|--slurp -c|--compact-output -r|--raw-output -j|--join-output --raw-output0 -a|--ascii-output -S|--sort-keys -C|--color-output -M|--monochrome-output --tab --indent=n --unbuffered --stream --stream-errors --seq -f|--from-file=s+first -L|--library-path=p -e|--exit-status --binary -b -h --arg=tt --argjson=tt --slurpfile=tr --rawfile=tr --args --jsonargs -V --build-configuration",
    operands: "t? r*",
    };
  },
  yq() {
    return {
    source: "yq 4.45 manual",
    class: "read",
    style: "exact-long",
    language: "yq",
    info: "-h --help -V --version",
    options: "-C|--colors -M|--no-colors -e|--exit-status --expression=t+first --from-file=s+first -f|--front-matter=t --header-preprocess -I|--indent=n -i|--inplace!write -p|--input-format=t --lua-globals -N|--no-doc -n|--null-input -o|--output-format=t -P|--prettyPrint -s|--split-exp=t!write --split-exp-file=r!write --string-interpolation --tsv-auto-parse --csv-auto-parse -r|--unwrapScalar[=t] -v|--verbose --xml-attribute-prefix=t --xml-keep-namespace --xml-raw-token -0|--nul-output --properties-separator=t --shell-key-separator=t --yaml-fix-merge-anchor-to-spec -y|--yaml-output -c -j --tojson",
    operands: "t? r*",
    subs: {
      eval: { aliases: "e", class: "read", options: "-C -M -e|--exit-status -I|--indent=n -i|--inplace!write -n|--null-input -o|--output-format=t -p|--input-format=t -P|--prettyPrint -N|--no-doc -r|--unwrapScalar[=t] -s|--split-exp=t!write --from-file=s -j", operands: "t? r*", language: "yq" },
      "eval-all": { aliases: "ea", class: "read", options: "-C -M -e|--exit-status -I|--indent=n -i|--inplace!write -n|--null-input -o|--output-format=t -p|--input-format=t -P|--prettyPrint -N|--no-doc -r|--unwrapScalar[=t] -j", operands: "t? r*", language: "yq" },
    },
    };
  },
  "tomlq xq dasel fx"() {
    return { source: "yq 3.4, dasel 2.8 manuals", class: "read", style: "exact-long", options: "-r|--raw-output -c|--compact-output -f=r -s|--selector=t -n|--null -p|--parser=t", operands: "t? r*", language: "jq" };
  },
  "jp jmespath"() {
    return { source: "jp 0.2 help", class: "read", options: "-u -f=r -c -e=t", operands: "t?" };
  },
  gron() {
    return { source: "gron 0.7 help", class: "read", options: "-u -c -s -j -v --ungron --stream --no-sort -m --monochrome --json --values", operands: "r?", forms: [{ if: "~*://*", class: "network", operands: "u" }] };
  },
  xmllint() {
    return { source: "libxml2 2.12 manual page", class: "read", style: "single-dash", options: "-auto -c14n -catalogs -debug -dropdtd -dtdattr -encode=t -format -noblanks -noout -nowarning -nonet -html -xmlout -recover -stream -valid -version -xpath=t -pretty=n -quiet -noent!unknown -output=w!write -o=w!write -schema=r -relaxng=r -schematron=r -dtdvalid=r -dtdvalidfpi=t -timing -memory -push -testIO -walker -pattern=t -nsclean -noenc -nocatalogs -nodefdtd -nodict -sax -sax1 -compact", operands: "r*" };
  },
  xmlstarlet() {
    return { source: "xmlstarlet 1.6 manual", info: "--help --version", subs: { "sel el val fo c14n": { class: "read", style: "none", operands: "t*" }, ed: { class: "unknown" } } };
  },
  "csvlook csvcut csvstat csvgrep csvsort csvjson csvjoin csvstack"() {
    return { source: "csvkit 2.0 manual", class: "read", options: "-d|--delimiter=t -t|--tabs -q|--quotechar=t -u|--quoting=n -b -p -z -e|--encoding=t -L -S -H|--no-header-row -K=n -v -l|--linenumbers --zero -n|--names -c|--columns=t -C|--not-columns=t -x -m|--match=t -r|--regex=t -i|--invert-match -a|--any-match -y|--snifflimit=n -I|--no-inference --max-rows=n --max-columns=n --max-column-width=n --csv --json --type --nulls --unique --min --max --sum --mean --median --stdev --len --freq --count", operands: "r*" };
  },
  "mlr miller"() {
    return { source: "miller 6.13 manual", class: "read", style: "posix", options: "--icsv --ojson --ijson --ocsv --opprint --ixtab --oxtab --c2j --c2p --c2t --j2c --icsvlite --itsv --otsv --csv --json --tsv --from=r -n", operands: "t*", language: "mlr" };
  },
  iconv() {
    return { source: "glibc 2.41 manual page", class: "read", options: "-f|--from-code=t -t|--to-code=t -l|--list -c -o|--output=w!write -s|--silent --verbose --byte-subst=t --unicode-subst=t", operands: "r*" };
  },
  "dos2unix unix2dos"() {
    return { source: "dos2unix 7.5 manual page", class: "write", options: "-q|--quiet -k|--keepdate -f|--force -v|--verbose -b --keep-bom -e -i|--info[=t] -n -o -c=t -l -m -r -s", operands: "e*" };
  },
  envsubst() {
    return { source: "gettext 0.23 manual", class: "read", options: "-v|--variables", operands: "t?", reveals: true };
  },
  echo() {
    return { source: "bash 5.2 manual", class: "read", style: "none", operands: "t*" };
  },
  printf() {
    return { source: "bash 5.2 manual", class: "read", style: "posix", info: "", options: "-v=t!unknown", operands: "t*" };
  },
  yes() {
    return { source: coreutils, class: "read", style: "none", operands: "t*" };
  },
  seq() {
    return { source: coreutils, class: "read", options: "-f|--format=t -s|--separator=t -w|--equal-width -#", operands: "t*" };
  },
  numfmt() {
    return { source: coreutils, class: "read", options: "--debug -d|--delimiter=t --field=t --format=t --from=t --from-unit=n --grouping --header[=n] --invalid=t --padding=n --round=t --suffix=t --to=t --to-unit=n -z|--zero-terminated -#", operands: "t*" };
  },
  factor() {
    return { source: coreutils, class: "read", options: "-h|--exponents", operands: "n*" };
  },
  expr() {
    return { source: coreutils, class: "read", style: "none", operands: "t*" };
  },
  bc() {
    return { source: "GNU bc 1.07 manual", class: "read", options: "-i|--interactive -l|--mathlib -q|--quiet -s|--standard -w|--warn", operands: "r*" };
  },
  dc() {
    return { source: "GNU dc 1.5 manual", class: "unknown" };
  },
  "cal ncal"() {
    return { source: "bsdmainutils 12 manual page", class: "read", options: "-1|--one -3|--three -n|--months=n -S -s|--sunday -m|--monday -j|--julian -y|--year -Y|--twelve -w|--week[=n] -h -A=n -B=n -M -b --color[=t] -N -e -o -p -C -d=t -H=t", operands: "t*" };
  },
  look() {
    return { source: bsdutils, class: "read", options: "-a|--alternative -d|--alphanum -f|--ignore-case -t|--terminate=t", operands: "t r?" };
  },
  "aspell hunspell"() {
    return { source: "hunspell 1.7 manual page", class: "read", style: "exact-long", options: "-l -a -D -d=t -G -L -u -1 --lang=t -t -H --mode=t", operands: "t*" };
  },
  "tokei cloc scc loc"() {
    return { source: "tokei 12, cloc 2.04, scc 3.4 help", class: "read", style: "exact-long", options: "-C|--compact -e|--exclude=t -f|--files -t|--type=t -s|--sort=t -o=t --hidden --no-ignore --by-file --exclude-dir=t --include-lang=t --exclude-lang=t --json --yaml --csv --md --quiet --vcs=t --not-match-d=t --not-match-f=t --match-f=t --match-d=t --by-file-by-lang --no-cocomo --no-complexity -i|--include-ext=t -w|--wide", operands: "R*." };
  },
};
