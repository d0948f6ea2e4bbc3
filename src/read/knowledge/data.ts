import type { Command, Entry, Family } from "./schema.ts";

const CSV =
  "-d|--delimiter=t -t|--tabs -q|--quotechar=t -u|--quoting=n -b|--no-doublequote -p|--escapechar=t -z|--maxfieldsize=n -e|--encoding=t -L|--locale=t -S|--skipinitialspace --blanks -H|--no-header-row -K|--skip-lines=n -v|--verbose -l|--linenumbers --zero -y|--snifflimit=n -I|--no-inference";
const csvkit = {
  source: "csvkit 2.0 manual",
  class: "read",
  info: "-h --help -V --version",
  operands: "r*",
} as const satisfies Entry;

/** What reads structured data and its own small languages. */
export const data: Family = {
  "sed gsed"() {
    return {
      source: "GNU sed 4.9 manual",
      class: "read",
      language: "sed",
      options:
        "-n|--quiet|--silent --debug -e|--expression=t+first -f|--file=s+first --follow-symlinks -i|--in-place[=t]!write -l|--line-length=n --posix -E|-r|--regexp-extended -s|--separate --sandbox -u|--unbuffered -z|--null-data -b|--binary",
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
      options:
        "-f|--file=s+first -F|--field-separator=t -v|--assign=t -b|--characters-as-bytes -c|--traditional -C|--copyright -d|--dump-variables[=w]!write -D|--debug[=s]!unknown -e|--source=t+first -E|--exec=s+first -g|--gen-pot -i|--include=s -I|--trace -k|--csv -l|--load=p -L|--lint[=t] -M|--bignum -N|--use-lc-numeric -n|--non-decimal-data -o|--pretty-print[=w]!write -O|--optimize -p|--profile[=w]!write -P|--posix -r|--re-interval -s|--no-optimize -S|--sandbox -t|--lint-old",
      operands: "t r*",
      forms: [{ if: "--include=inplace --include=*/inplace", class: "write", operands: "t e*" }],
    };
  },
  "jq gojq jaq"() {
    return {
      source: "jq 1.7 manual",
      class: "read",
      style: "exact-long",
      language: "jq",
      options:
        "-n|--null-input -R|--raw-input -s|--slurp -c|--compact-output -r|--raw-output -j|--join-output --raw-output0 -a|--ascii-output -S|--sort-keys -C|--color-output -M|--monochrome-output --tab --indent=n --unbuffered --stream --stream-errors --seq -f|--from-file=s+first -L|--library-path=p -e|--exit-status --binary -b -h --arg=tt --argjson=tt --slurpfile=tr --rawfile=tr --args --jsonargs -V --build-configuration",
      operands: "t? r*",
    };
  },
  yq() {
    return {
      source: "yq 4.45 manual",
      equals: true,
      class: "read",
      style: "exact-long",
      language: "yq",
      info: "-h --help -V --version",
      options:
        "-C|--colors -M|--no-colors -e|--exit-status --expression=t+first --from-file=s+first -f|--front-matter=t --header-preprocess -I|--indent=n -i|--inplace!write -p|--input-format=t --lua-globals -N|--no-doc -n|--null-input -o|--output-format=t -P|--prettyPrint -s|--split-exp=t!write --split-exp-file=r!write --string-interpolation --tsv-auto-parse --csv-auto-parse -r|--unwrapScalar[=t] -v|--verbose --xml-attribute-prefix=t --xml-keep-namespace --xml-raw-token -0|--nul-output --properties-separator=t --shell-key-separator=t --yaml-fix-merge-anchor-to-spec -y|--yaml-output -c -j --tojson",
      operands: "t? r*",
      subs: {
        eval: {
          aliases: "e",
          class: "read",
          options:
            "-C -M -e|--exit-status -I|--indent=n -i|--inplace!write -n|--null-input -o|--output-format=t -p|--input-format=t -P|--prettyPrint -N|--no-doc -r|--unwrapScalar[=t] -s|--split-exp=t!write --from-file=s -j",
          operands: "t? r*",
          language: "yq",
        },
        "eval-all": {
          aliases: "ea",
          class: "read",
          options:
            "-C -M -e|--exit-status -I|--indent=n -i|--inplace!write -n|--null-input -o|--output-format=t -p|--input-format=t -P|--prettyPrint -N|--no-doc -r|--unwrapScalar[=t] -j",
          operands: "t? r*",
          language: "yq",
        },
      },
    };
  },
  fx() {
    // Its arguments, and a file of the working directory, are programs in JavaScript.
    return { source: "fx 36 documentation", class: "unknown", info: "-h --help -v --version" };
  },
  dasel() {
    return {
      source: "dasel 2.8 manual",
      class: "read",
      style: "exact-long",
      info: "-h --help -v --version",
      options:
        "-r|--read=t -w|--write=t -c|--compact -f|--file=r -s|--selector=t -n|--null -p|--parser=t --pretty --colour",
      operands: "t?",
      language: "reads-files",
      subs: {
        "put delete": { class: "unknown" },
        select: {
          class: "read",
          operands: "t?",
          options: "-f|--file=r -s|--selector=t -r|--read=t -w|--write=t",
          language: "reads-files",
        },
      },
    };
  },
  "tomlq xq"() {
    return {
      source: "yq 3.4 manual",
      class: "read",
      style: "exact-long",
      options: "-r|--raw-output -c|--compact-output -n|--null-input -s|--slurp -e|--exit-status -S|--sort-keys",
      operands: "t? r*",
      // dasel has subcommands that alter the file in place.
      forms: [{ if: "=put =delete =put-* =delete-*", class: "unknown" }],
      language: "jq",
    };
  },
  "jp jmespath"() {
    return { source: "jp 0.2 help", class: "read", options: "-u -f=r -c -e=r", operands: "t?" };
  },
  gron() {
    return {
      source: "gron 0.7 help",
      class: "read",
      options: "-u -c -s -j -v --ungron --stream --no-sort -m --monochrome --json --values",
      operands: "r?",
      forms: [{ if: "~*://*", class: "network", operands: "u" }],
    };
  },
  xmllint() {
    return {
      source: "libxml2 2.12 manual page",
      class: "read",
      style: "single-dash",
      options:
        "-auto -c14n -catalogs -debug -dropdtd -dtdattr!network -encode=t -format -noblanks -noout -nowarning -nonet -html -xmlout -recover -stream -valid!network -version -xpath=t -pretty=n -quiet -noent!unknown -output=w!write -o=w!write -schema=r -relaxng=r -schematron=r -dtdvalid=r -dtdvalidfpi=t -timing -memory -push -testIO -walker -pattern=t -nsclean -noenc -nocatalogs -nodefdtd -nodict -sax -sax1 -compact",
      operands: "r*",
    };
  },
  xmlstarlet() {
    return {
      source: "xmlstarlet 1.6 manual",
      info: "--help --version",
      style: "single-dash",
      subs: {
        sel: {
          class: "read",
          options:
            "-Q -C -comp -R -root -T -text -I -indent -D -xml-decl -B -noblanks -E|-encode=t -N=t -t|-template -c|-copy-of=t -v|-value-of=t -o|-output=t -n|-nl -f|-inp-name -m|-match=t -i|-if=t -elif=t -else -e|-elem=t -a|-attr=t -b|-break -s|-sort=tt",
          operands: "r*",
          language: "reads-files",
        },
        el: { class: "read", options: "-a -u -v -d", operands: "r*" },
        val: {
          class: "read",
          options:
            "-w|-well-formed -d|-dtd=r -s|-xsd=r -E|-embed -r|-relaxng=r -e|-err -S|-stop -b|-list-bad -g|-list-good -q|-quiet",
          operands: "r*",
        },
        fo: {
          class: "read",
          options:
            "-n|-noindent -t|-indent-tab -s|-indent-spaces=n -o|-omit-decl -R|-recover -D|-dropdtd -C|-nocdata -N|-nsclean -e|-encode=t -H|-html",
          operands: "r*",
        },
        ed: { class: "unknown" },
      },
    };
  },
  "csvlook csvcut csvstat csvjson csvjoin"() {
    return {
      ...csvkit,
      options: `${CSV} -c|--columns=t -C|--not-columns=t -x -n|--names -i|--indent=n -k|--key=t --max-rows=n --max-columns=n --max-column-width=n --csv --json --type --nulls --unique --min --max --sum --mean --median --stdev --len --freq --freq-count=n --count --stream --outer --left --right`,
    };
  },
  csvgrep() {
    return {
      ...csvkit,
      options: `${CSV} -n|--names -c|--columns=t -m|--match=t -r|--regex=t -f|--file=r -i|--invert-match -a|--any-match`,
    };
  },
  csvsort() {
    return { ...csvkit, options: `${CSV} -n|--names -c|--columns=t -r|--reverse -i|--ignore-case` };
  },
  csvstack() {
    return { ...csvkit, options: `${CSV} -g|--groups=t -n|--group-name=t --filenames` };
  },
  in2csv() {
    return {
      source: "csvkit 2.0 manual",
      class: "read",
      style: "exact-long",
      options:
        "-d|--delimiter=t -t|--tabs -e|--encoding=t -H|--no-header-row -K=n -v -l|--linenumbers --zero -n|--names -f|--format=t -k|--key=t -s|--schema=r --sheet=t --use-sheet-names --write-sheets=t!write -y|--snifflimit=n -I|--no-inference --skip-lines=n",
      operands: "r?",
    };
  },
  // Beside what it counts it keeps files of counts and indexes.
  qsv() {
    return { source: "qsv 5 help", class: "unknown", info: "-h --help --version --list" };
  },
  xsv() {
    const asks = (options: string, operands = "r*"): Command => ({
      class: "read",
      style: "exact-long",
      options: `-d|--delimiter=t -n|--no-headers -o|--output=w!write ${options}`,
      operands,
    });
    return {
      source: "xsv 0.13 help",
      info: "-h --help --version --list",
      subs: {
        count: asks(""),
        headers: asks("-j|--just-names --intersect"),
        stats: asks("-s|--select=t -j|--jobs=n --everything --mode --cardinality --median --nulls"),
        frequency: asks("-s|--select=t -j|--jobs=n -l|--limit=n -a|--asc --no-nulls"),
        flatten: asks("-c|--condense=n -s|--separator=t"),
        table: asks("-w|--width=n -p|--pad=n -c|--condense=n"),
        slice: asks("-s|--start=n -e|--end=n -l|--len=n -i|--index=n"),
        sample: asks("", "n r?"),
        select: asks("", "t r?"),
        search: asks("-s|--select=t -i|--ignore-case -v|--invert-match", "t r?"),
      },
    };
  },
  "mlr miller"() {
    return {
      source: "miller 6.13 manual",
      class: "read",
      style: "posix",
      options:
        "--icsv --ojson --ijson --ocsv --opprint --ixtab --oxtab --c2j --c2p --c2t --j2c --icsvlite --itsv --otsv --csv --json --tsv --from=r -n",
      operands: "t*",
      language: "mlr",
    };
  },
  iconv() {
    return {
      source: "glibc 2.41 manual page",
      class: "read",
      options:
        "-f|--from-code=t -t|--to-code=t -l|--list -c -o|--output=w!write -s|--silent --verbose --byte-subst=t --unicode-subst=t",
      operands: "r*",
    };
  },
  "dos2unix unix2dos"() {
    return {
      source: "dos2unix 7.5 manual page",
      class: "write",
      // Each option is for the files behind it.
      style: "posix",
      options: "-q|--quiet -k|--keepdate -f|--force -v|--verbose -b --keep-bom -e -i|--info[=t] -n -o -c=t -l -m -r -s",
      operands: "e*",
      forms: [{ if: "--info", class: "read", operands: "r*" }],
    };
  },
  envsubst() {
    return { source: "gettext 0.23 manual", class: "read", options: "-v|--variables", operands: "t?", reveals: true };
  },
  "tokei loc"() {
    return {
      source: "tokei 12 help",
      class: "read",
      style: "exact-long",
      options:
        "-C|--compact -e|--exclude=t -f|--files -t|--type=t -s|--sort=t -o|--output=t --hidden --no-ignore -c|--columns=n -n|--num-format=t",
      operands: "R*.",
    };
  },
  cloc() {
    return {
      source: "cloc 2.04 help",
      class: "read",
      style: "exact-long",
      options:
        "--by-file --by-file-by-lang --exclude-dir=t --exclude-ext=t --exclude-lang=t --include-lang=t --include-ext=t --not-match-d=t --not-match-f=t --match-f=t --match-d=t --json --yaml --csv --md --quiet --vcs=t",
      operands: "R*.",
      forms: [{ if: "--vcs=git --vcs=svn --vcs=auto" }, { if: "--vcs", class: "execute", exact: "launcher" }],
    };
  },
  scc() {
    return {
      source: "scc 3.4 help",
      class: "read",
      style: "exact-long",
      options:
        "-f|--format=t -s|--sort=t -i|--include-ext=t -x|--exclude-ext=t -n|--exclude-file=t -M|--not-match=t -o|--output=w!write -c|--no-complexity -d|--no-duplicates -l|--languages -p|--percent -u|--uloc -v|--verbose -w|--wide --by-file --exclude-dir=t --no-cocomo --no-ignore",
      operands: "R*.",
    };
  },
};
