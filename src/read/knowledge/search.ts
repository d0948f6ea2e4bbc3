import type { Family, Form } from "./schema.ts";

const GREP = `-E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -e|--regexp=t+first -f|--file=r+first
  -i|-y|--ignore-case --no-ignore-case -w|--word-regexp -x|--line-regexp -z|--null-data -s|--no-messages -v|--invert-match
  -m|--max-count=n -b|--byte-offset -n|--line-number --line-buffered -H|--with-filename -h|--no-filename --label=t
  -o|--only-matching -q|--quiet|--silent --binary-files=t -a|--text -I -d|--directories=t -D|--devices=t -r|--recursive+deep
  -R|--dereference-recursive+deep --include=t --exclude=t --exclude-from=r --exclude-dir=t -L|--files-without-match
  -l|--files-with-matches -c|--count -T|--initial-tab -Z|--null -B|--before-context=n -A|--after-context=n -C|--context=n -#
  --color[=t] --colour[=t] -U|--binary -u --group-separator=t --no-group-separator --exclude-vcs`;

/** Without a file it searches the working directory. */
const GREP_BELOW: Form = { if: "--recursive --dereference-recursive", operands: "t r*." };

/** What finds files and lines. */
export const search: Family = {
  "grep egrep fgrep rgrep ggrep"() {
    return {
      source: "GNU grep 3.11 manual",
      info: "-V --help --version",
      class: "read",
      options: GREP,
      operands: "t r*",
      forms: [GREP_BELOW],
    };
  },
  "zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep"() {
    return { source: "gzip 1.13 manual page", class: "read", options: GREP, operands: "t r*" };
  },
  pdfgrep() {
    return {
      source: "pdfgrep 2.2 manual page",
      class: "read",
      options:
        "-i|--ignore-case -F -P -H -h -n -c -o -r|--recursive+deep -R+deep -A=n -B=n -C=n -m|--max-count=n -p|--page-count --pcre --with-filename --no-filename --page-number --count --quiet --dereference-recursive+deep --color=t --include=t --exclude=t --cache!write -q",
      operands: "t r*",
    };
  },
  rg() {
    return {
      source: "ripgrep 14.1 manual page",
      class: "read",
      style: "exact-long",
      info: "-h --help -V --version",
      options: `-A|--after-context=n -B|--before-context=n -C|--context=n --auto-hybrid-regex --binary --[no-]block-buffered -b|--byte-offset
      -s|--case-sensitive --color=t --colors=t --column --no-column --context-separator=t --no-context-separator -c|--count
      --count-matches --[no-]crlf --debug --dfa-size-limit=t -E|--encoding=t --no-encoding --engine=t --field-context-separator=t
      --field-match-separator=t -f|--file=r+first --files+first -l|--files-with-matches --files-without-match -F|--[no-]fixed-strings
      -L|--[no-]follow --generate=t -g|--glob=t --[no-]glob-case-insensitive --[no-]heading -.|--[no-]hidden --hostname-bin=x
      --hyperlink-format=t --iglob=t -i|--ignore-case --ignore-file=r --[no-]ignore-file-case-insensitive
      --[no-]include-zero -v|--[no-]invert-match --[no-]json --[no-]line-buffered -n|--line-number -N|--no-line-number -x|--line-regexp
      -M|--max-columns=n --[no-]max-columns-preview -m|--max-count=n -d|--max-depth=n --maxdepth=n --max-filesize=t --[no-]mmap
      -U|--[no-]multiline --[no-]multiline-dotall --no-config --no-ignore --ignore --no-ignore-dot --ignore-dot --no-ignore-exclude
      --ignore-exclude --no-ignore-files --ignore-files --no-ignore-global --ignore-global --no-ignore-messages --ignore-messages
      --no-ignore-parent --ignore-parent --no-ignore-vcs --ignore-vcs --no-messages --messages --no-require-git --require-git
      --no-unicode --unicode -0|--null --null-data --one-file-system --no-one-file-system -o|--only-matching --path-separator=t
      --passthru --passthrough -P|--[no-]pcre2 --pcre2-version --pre=x --no-pre --pre-glob=t -p|--pretty -q|--quiet --regex-size-limit=t
      -e|--regexp=t+first -r|--replace=t -z|--search-zip!execute --no-search-zip -S|--smart-case --sort=t --sortr=t --[no-]stats
      --stop-on-nonmatch -a|--[no-]text -j|--threads=n --trace --[no-]trim -t|--type=t --type-add=t --type-clear=t --type-list -T|--type-not=t
      -u|--unrestricted --vimgrep -H|--with-filename -I|--no-filename -w|--word-regexp --no-json --no-hidden --sort-files`,
      operands: "t R*.",
      forms: [{ if: "--type-list --pcre2-version --generate", operands: "" }],
    };
  },
  rga() {
    return { source: "ripgrep-all 0.10 help", class: "unknown" };
  },
  ag() {
    return {
      source: "ag 2.2 manual page",
      class: "read",
      style: "exact-long",
      options: `-A=n --after[=n] -B=n --before[=n] -C=n --context[=n] -c|--count --color --[no-]color --nocolor --column --filename --nofilename --group --nogroup
      -g=t+first -H --heading --noheading -l|--files-with-matches -L|--files-without-matches --numbers --nonumbers -o|--only-matching
      --print-long-lines --print-all-files --stats --stats-only --vimgrep -0|--null -a|--all-types --depth=n -D|--debug -f|--follow -F|--fixed-strings|--literal
      -G|--file-search-regex=t --hidden -i|--ignore-case --ignore=t --ignore-dir=t -m|--max-count=n -p|--path-to-ignore=r -Q -s|--case-sensitive
      -S|--smart-case -t|--all-text -u|--unrestricted -U|--skip-vcs-ignores -v|--invert-match -w|--word-regexp -W|--width=n -z|--search-zip
      --silent --workers=n --one-device --js --ts --py --python --go --rust --java --cpp --cc --html --css --json --ruby --php --md --list-file-types -n|--norecurse
      -h --nobreak --break -r|-R|--recurse`,
      operands: "t R*.",
    };
  },
  ack() {
    return {
      source: "ack 3.7 manual page",
      class: "read",
      style: "exact-long",
      options: `-A|--after-context[=n] -B|--before-context[=n] -C|--context[=n] -c|--count --color --nocolor --column --nocolumn -H|--with-filename -h|--no-filename
      --filter --nofilter --follow --nofollow -f+first --files-from=l -g --group --nogroup --heading --noheading --break --nobreak -i|--ignore-case -I|--no-ignore-case
      --ignore-directory=t --ignore-dir=t --ignore-file=t -k|--known-types -l|--files-with-matches -L|--files-without-matches -m|--max-count=n -n|--no-recurse
      -o --output=t -p|--proximate[=n] -P|--no-proximate --passthru --print0 --pager=x --nopager -Q|--literal -r|-R|--recurse -s|-S|--smart-case --sort-files
      --show-types -t|--type=t -T -u|--underline -v|--invert-match -w|--word-regexp -x -1 --js --ts --py --python --go --rust --java --cpp --cc --html
      --css --json --ruby --php --md --help-types --dump --noenv --env --ackrc=p --cathy`,
      operands: "t R*.",
    };
  },
  "find gfind bfs"() {
    return {
      source: "GNU findutils 4.10 manual",
      class: "read",
      style: "single-dash",
      language: "find",
      info: "-help -version --help --version",
      options: `-H -L -P -D=t -O* -daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -maxdepth=n -mindepth=n -mount
      -xdev -noleaf -regextype=t -warn -nowarn -amin=t -anewer=r -atime=t -cmin=t -cnewer=r -ctime=t -empty -executable -false
      -fstype=t -gid=t -group=t -ilname=t -iname=t -inum=t -ipath=t -iregex=t -iwholename=t -links=t -lname=t -mmin=t -mtime=t
      -name=t -newer=r -newer*=t -nogroup -nouser -path=t -perm=t -readable -regex=t -samefile=r -size=t -true -type=t -uid=t
      -used=t -user=t -wholename=t -writable -xtype=t -context=t -delete!destructive -exec=a -execdir=a -ok=a -okdir=a -fls=w!write
      -fprint=w!write -fprint0=w!write -fprintf=wt!write -ls -print -print0 -printf=t -prune -quit -a -and -o -or -not -E -x -s`,
      operands: "R*.",
    };
  },
  "fd fdfind"() {
    return {
      source: "fd 10.2 manual page",
      equals: true,
      class: "read",
      style: "exact-long",
      info: "-h --help -V --version",
      options: `-H|--[no-]hidden -I|--no-ignore --ignore --no-ignore-vcs --ignore-vcs --[no-]require-git --no-ignore-parent -u|--unrestricted
      --no-global-ignore-file -s|--case-sensitive -i|--ignore-case -g|--glob --regex -F|--fixed-strings --literal --and=t
      -a|--absolute-path --relative-path -l|--list-details -L|--[no-]follow -p|--full-path -0|--print0 -d|--max-depth=n --min-depth=n --exact-depth=n
      -E|--exclude=t --prune -t|--type=t -e|--extension=t -S|--size=t --changed-within=t --newer=t --changed-after=t
      --changed-before=t --older=t -o|--owner=t --format=t -x|--exec=a -X|--exec-batch=a --batch-size=n --ignore-file=r -c|--color=t
      --hyperlink[=t] -j|--threads=n --max-results=n -1 -q|--quiet --show-errors --path-separator=t
      --search-path=R --strip-cwd-prefix[=t] --one-file-system --mount --xdev --gen-completions[=t] -C|--base-directory=c`,
      operands: "t? R*.",
    };
  },
  "locate mlocate plocate mdfind"() {
    return {
      source: "plocate 1.1 manual page",
      class: "read",
      options:
        "-A|--all -b|--basename -c|--count -d|--database=r -e|--existing -i|--ignore-case -l|--limit=n -N|--literal -0|--null -r|--regexp=t --regex -w|--wholename -n=n -name=t -onlyin=r -live",
      operands: "t*",
    };
  },
  "which gwhich"() {
    return {
      source: "debianutils 5.21 manual page",
      class: "read",
      options:
        "-a|--all -s -v --skip-alias --skip-functions --read-alias --read-functions --skip-dot --skip-tilde --show-dot --show-tilde --tty-only",
      operands: "t*",
    };
  },
  whereis() {
    return {
      source: "util-linux 2.41 manual page",
      class: "read",
      options: "-b -m -s -u -g -l -B=t -M=t -S=t -f",
      operands: "t*",
    };
  },
  "whatis apropos"() {
    return {
      source: "man-db 2.13 manual page",
      class: "read",
      options:
        "-d -e|--exact -w|--wildcard -r|--regex -l|--long -a|--and -s|--sections=t -m|--systems=t -L|--locale=t -v|--verbose -M=p -C=p",
      operands: "t*",
    };
  },
  man() {
    return {
      source: "man-db 2.13 manual page",
      style: "posix",
      class: "read",
      options: `-C|--config-file=p -d|--debug -D|--default --warnings[=t] -f|--whatis -k|--apropos -K|--global-apropos -l|--local-file
      -w|--where|--path|--location -W|--where-cat|--location-cat -c|--catman!unknown -R|--recode=t -L|--locale=t -m|--systems=t
      -M|--manpath=p -S|-s|--sections=t -e|--extension=t -i|--ignore-case -I|--match-case --regex --wildcard --names-only
      -a|--all -u|--update --no-subpages -P|--pager=x -r|--prompt=p -7|--ascii -E|--encoding=t --no-hyphenation --nh
      --no-justification --nj -p|--preprocessor=p -t|--troff -T|--troff-device[=t] -H|--html[=x]!execute -X|--gxditview[=t]!execute -Z|--ditroff
      -# -V`,
      operands: "t*",
      forms: [{ if: "--local-file", operands: "r*" }],
    };
  },
  info() {
    return {
      source: "texinfo 7.1 manual page",
      class: "read",
      options:
        "-a|--all -k|--apropos=t -f|--file=r -n|--node=t --index-search=t -o|--output=w!write --subnodes -w|--where --usage -O|--show-options",
      operands: "t*",
    };
  },
  "tldr cheat"() {
    return {
      source: "tealdeer 1.7 manual",
      class: "read",
      style: "exact-long",
      options:
        "-l|--list -p|--platform=t -L|--language=t -u|--update!network -c --show-paths -q --quiet --color=t -r --raw",
      operands: "t*",
    };
  },
  "ctags etags"() {
    return {
      source: "universal-ctags 6.1 manual page",
      class: "write",
      options: "-R+deep -a -f=w -o=w --languages=t --exclude=t -e -x --list-languages --list-kinds[=t]",
      operands: "R*",
    };
  },
  fzf() {
    return {
      source: "fzf 0.60 manual page",
      class: "read",
      style: "exact-long",
      info: "-h --help --version --man --bash --zsh --fish",
      options: `-x|--extended -e|--exact -i|--ignore-case +i --no-ignore-case --smart-case --scheme=t --literal -n|--nth=t --with-nth=t --accept-nth=t -d|--delimiter=t -s|--sort[=n] +s --no-sort --tail=n --tac --track --disabled --tiebreak=t --read0 --print0 --ansi --sync --no-tty-default
      --color=t --no-color --style=t --no-bold --black --height=t --min-height=t --tmux[=t] --layout=t --reverse --margin=t --padding=t --border[=t] --border-label=t --border-label-pos=t -m|--multi[=n] +m --no-multi --highlight-line --cycle --wrap --wrap-sign=t --no-multi-line --raw --gap[=n] --gap-line=t --freeze-left=n --freeze-right=n --keep-right --scroll-off=n
      --no-hscroll --hscroll-off=n --jump-labels=t --gutter=t --pointer=t --marker=t --marker-multi-line=t --ellipsis=t --tabstop=n --scrollbar=t --no-scrollbar --list-border[=t] --list-label=t --list-label-pos=t --no-input --prompt=t --info=t --info-command=x --separator=t --no-separator --ghost=t --filepath-word --input-border[=t] --input-label=t
      -q|--query=t -1|--select-1 -0|--exit-0 -f|--filter=t --print-query --expect=t --preview=x --preview-window=t --preview-border[=t] --preview-label=t --preview-label-pos=t --header=t --header-lines=n --header-first --header-border[=t] --header-lines-border[=t] --header-label=t --footer=t --footer-border[=t] --footer-label=t
      --bind=p --history=w!write --history-size=n --listen[=t]!network --listen-unsafe[=t]!execute --with-shell=p --walker=t --walker-root=R --walker-skip=t --no-mouse --no-unicode --ambidouble`,
    };
  },
  "ast-grep"() {
    return {
      source: "ast-grep 0.38 help",
      class: "read",
      style: "exact-long",
      options:
        "-p|--pattern=t -l|--lang=t -r|--rewrite=t -U|--update-all!write -i|--interactive!write --json[=t] -A=n -B=n -C=n --globs=t --no-ignore=t --heading=t --color=t --debug-query[=t]",
      operands: "R*.",
      subs: {
        run: {
          class: "read",
          style: "exact-long",
          options:
            "-p|--pattern=t -l|--lang=t -r|--rewrite=t -U|--update-all!write -i|--interactive!write --json[=t] -A=n -B=n -C=n --globs=t --no-ignore=t --heading=t --color=t",
          operands: "R*.",
        },
      },
    };
  },
  semgrep() {
    return { source: "semgrep 1.120 help", class: "unknown" };
  },
};
