import type { Family } from "./schema.ts";

const coreutils = "GNU coreutils 9.7 manual";

const bsdutils = "bsdextrautils 2.41 manual pages";

const DIGEST =
  "-b|--binary -c|--check --tag -t|--text -z|--zero --ignore-missing --quiet --status --strict -w|--warn -l|--length=n";

const DIFF = `--normal -q|--brief -s|--report-identical-files -c -C=n --context[=n] -u -U=n --unified[=n] -e|--ed -n|--rcs -y|--side-by-side
  -W|--width=n --left-column --suppress-common-lines -p|--show-c-function -F|--show-function-line=t --label=t -L=t -t|--expand-tabs
  -T|--initial-tab --tabsize=n --suppress-blank-empty -l|--paginate!execute -r|--recursive+deep --no-dereference -N|--new-file
  --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case -x|--exclude=t -X|--exclude-from=r -S|--starting-file=t
  --from-file=r --to-file=r -i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space -b|--ignore-space-change
  -w|--ignore-all-space -B|--ignore-blank-lines -I|--ignore-matching-lines=t -a|--text --strip-trailing-cr -D|--ifdef=t
  --old-group-format=t --new-group-format=t --unchanged-group-format=t --changed-group-format=t --line-format=t --old-line-format=t
  --new-line-format=t --unchanged-line-format=t -d|--minimal --horizon-lines=n --speed-large-files --color[=t] --palette=t -# -v`;

/** What prints bytes, hashes and differences. */
export const digests: Family = {
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum"() {
    return { source: coreutils, class: "read", options: DIGEST, operands: "r*" };
  },
  "cksum sum"() {
    return {
      source: coreutils,
      class: "read",
      options: `${DIGEST} -a|--algorithm=t --base64 --raw --untagged --debug -r -s|--sysv`,
      operands: "r*",
    };
  },
  shasum() {
    return {
      source: "Digest::SHA 6.04 manual page",
      class: "read",
      options:
        "-a|--algorithm=n -b|--binary -c|--check -t|--text -U|--UNIVERSAL -0|--01 --tag --ignore-missing -q|--quiet -s|--status --strict -w|--warn",
      operands: "r*",
    };
  },
  md5() {
    return { source: "macOS md5 manual page", class: "read", options: "-p -q -r -t -x -s=t -c=t", operands: "r*" };
  },
  "base64 base32 basenc gbase64"() {
    return {
      source: `${coreutils}; macOS base64 manual page`,
      class: "read",
      options:
        "-d|-D|--decode -i|--ignore-garbage -w|--wrap=n --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58 -o|--output=w!write -b|--break=n --input=r -I=r",
      operands: "r?",
    };
  },
  xxd() {
    return {
      source: "xxd 2024 manual page",
      class: "read",
      style: "posix",
      options:
        "-a|-autoskip -b|-bits -c|-cols=n -C|-capitalize -d -e -E|-EBCDIC -g|-groupsize=n -h -i|-include -l|-len=n -n|-name=t -o=n -p|-ps|-postscript|-plain -r|-revert!write -R=t -s|-seek=t -u|-uppercase -v",
      operands: "r? w?",
      forms: [{ if: "2+", class: "write" }],
    };
  },
  "hexdump hd"() {
    return {
      source: bsdutils,
      class: "read",
      options:
        "-b|--one-byte-octal -X|--one-byte-hex -c|--one-byte-char -C|--canonical -d|--two-bytes-decimal -o|--two-bytes-octal -x|--two-bytes-hex -L|--color[=t] -e|--format=t -f|--format-file=r -n|--length=t -s|--skip=t -v|--no-squeezing",
      operands: "r*",
    };
  },
  od() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-A|--address-radix=t --endian=t -j|--skip-bytes=t -N|--read-bytes=t -S=n --strings[=n] -t|--format=t -v|--output-duplicates -w|--width[=n] --traditional -a -b -c -d -f -i -l -o -s -x",
      operands: "r*",
    };
  },
  strings() {
    return {
      source: "binutils 2.44 manual page",
      class: "read",
      options:
        "-a|--all -d|--data -f|--print-file-name -n|--bytes=n -# -o -t|--radix=t -U|--unicode=t -e|--encoding=t -T|--target=t -w|--include-all-whitespace -s|--output-separator=t",
      operands: "r*",
    };
  },
  "diff gdiff"() {
    return { source: "GNU diffutils 3.10 manual", class: "read", options: DIFF, operands: "r*" };
  },
  colordiff() {
    return {
      source: "colordiff 1.0 manual page",
      class: "read",
      options: `${DIFF} --color=t --difftype=t --fakeexitcode`,
      operands: "r*",
    };
  },
  diff3() {
    return {
      source: "GNU diffutils 3.10 manual",
      class: "read",
      options:
        "-A|--show-all -e|--ed -E|--show-overlap -3|--easy-only -x|--overlap-only -X -i -m|--merge -a|--text --strip-trailing-cr -T|--initial-tab --diff-program=x -L|--label=t",
      operands: "r r r",
    };
  },
  sdiff() {
    return {
      source: "GNU diffutils 3.10 manual",
      class: "read",
      options:
        "-o|--output=w!write -i|--ignore-case -E|--ignore-tab-expansion -Z|--ignore-trailing-space -b|--ignore-space-change -W|--ignore-all-space -B|--ignore-blank-lines -I|--ignore-matching-lines=t --strip-trailing-cr -a|--text -w|--width=n -l|--left-column -s|--suppress-common-lines -t|--expand-tabs --tabsize=n -d|--minimal -H|--speed-large-files --diff-program=x",
      operands: "r r",
    };
  },
  cmp() {
    return {
      source: "GNU diffutils 3.10 manual",
      class: "read",
      options: "-b|--print-bytes -i|--ignore-initial=t -l|--verbose -n|--bytes=t -s|--quiet|--silent",
      operands: "r r? t? t?",
    };
  },
  wdiff() {
    return {
      source: "GNU wdiff 1.2 manual",
      class: "read",
      options:
        "-1|--no-deleted -2|--no-inserted -3|--no-common -a|--auto-pager!execute -d|--diff-input -i|--ignore-case -l|--less-mode -n|--avoid-wraps -p|--printer -s|--statistics -t|--terminal -w|--start-delete=t -x|--end-delete=t -y|--start-insert=t -z|--end-insert=t",
      operands: "r*",
    };
  },
  "delta difft"() {
    return {
      source: "delta 0.18, difftastic 0.64 help",
      class: "read",
      style: "exact-long",
      options:
        "-n|--line-numbers -s|--side-by-side --light --dark --color-only --paging=t --pager=x --config=p --diff-so-fancy --display=t --color=t --context=n --width=n --skip-unchanged --ignore-comments --list-languages",
      operands: "r*",
    };
  },
  "apply_patch applypatch"() {
    return {
      source: "Codex apply_patch instructions",
      class: "read",
      style: "none",
      info: "",
      operands: "t?",
      language: "apply-patch",
    };
  },
  patch() {
    return {
      source: "GNU patch 2.8 manual page",
      class: "write",
      options:
        "-b|--backup --backup-if-mismatch --no-backup-if-mismatch -B|--prefix=t -c|--context -d|--directory=c -D|--ifdef=t --dry-run -e|--ed!execute -E|--remove-empty-files -f|--force -F|--fuzz=n -g|--get=n -i|--input=r -l|--ignore-whitespace --merge[=t] -n|--normal -N|--forward -o|--output=w -p|--strip=n -#  --posix --quoting-style=t -r|--reject-file=w -R|--reverse --read-only=t --reject-format=t -s|--quiet -t|--batch -T|--set-time -u|--unified -V|--version-control=t --verbose -Y|--basename-prefix=t -z|--suffix=t -Z|--set-utc",
      operands: "e? r?",
      language: "patch",
    };
  },
};
