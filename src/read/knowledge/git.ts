// Longer than most: one program with some ninety subcommands, whose option lists are the point of the file.
import type { Command, Family, Form } from "./schema.ts";

const DIFF = `-p|-u|--patch -s|--no-patch -U|--unified[=n] --output=w!write --output-indicator-new=t --output-indicator-old=t
  --output-indicator-context=t --raw --patch-with-raw --[no-]indent-heuristic --minimal --patience --histogram --anchored=t
  --diff-algorithm=t --stat[=t] --stat-width=n --stat-name-width=n --stat-count=n --stat-graph-width=n --compact-summary
  --numstat --shortstat -X|--dirstat[=t] --cumulative --dirstat-by-file[=t] --summary --patch-with-stat -z --name-only
  --name-status --submodule[=t] --color[=t] --no-color --color-moved[=t] --no-color-moved --color-moved-ws=t
  --no-color-moved-ws --word-diff[=t] --word-diff-regex=t --color-words[=t] --renames --no-renames --[no-]rename-empty --check
  --ws-error-highlight=t --full-index --binary --abbrev[=n] --no-abbrev -B|--break-rewrites[=t] -M|--find-renames[=t]
  -C|--find-copies[=t] --find-copies-harder -D|--irreversible-delete -l=n --diff-filter=t -S=t -G=t --find-object=t
  --pickaxe-all --pickaxe-regex -O=r --skip-to=t --rotate-to=t -R --relative[=t] --no-relative -a|--text
  --ignore-cr-at-eol --ignore-space-at-eol -b|--ignore-space-change -w|--ignore-all-space --ignore-blank-lines
  -I|--ignore-matching-lines=t --inter-hunk-context=n -W|--[no-]function-context --exit-code --quiet --ext-diff!execute
  --no-ext-diff --textconv!execute --no-textconv --ignore-submodules[=t] --src-prefix=t --dst-prefix=t --no-prefix --default-prefix
  --line-prefix=t --ita-invisible-in-index --ita-visible-in-index --max-depth=n --no-stat`;

const REVS = `-#  -n|--max-count=n --skip=n --since=t --after=t --since-as-filter=t --until=t --before=t --max-age=t --min-age=t
  --author=t --committer=t --grep-reflog=t --grep=t --all-match --invert-grep -i|--regexp-ignore-case --basic-regexp
  -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp --remove-empty --merges --no-merges --min-parents=n
  --max-parents=n --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not --all --branches[=t]
  --tags[=t] --remotes[=t] --glob=t --exclude=t --exclude-hidden=t --reflog --alternate-refs --single-worktree
  --ignore-missing --bisect --stdin --cherry-mark --cherry-pick --left-only --right-only --cherry -g|--walk-reflogs --merge
  --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path[=t]
  --date-order --author-date-order --topo-order --reverse --no-walk[=t] --do-walk --pretty[=t] --format=t
  --[no-]abbrev-commit --oneline --encoding=t --expand-tabs[=n] --no-expand-tabs --notes[=t] --no-notes
  --show-notes-by-default --show-notes[=t] --[no-]standard-notes --show-signature --relative-date --date=t --parents
  --children --left-right --[no-]graph --show-linear-break[=t] --count --use-bitmap-index`;

const LOG = `${DIFF} ${REVS} -c --cc --combined-all-paths -m --diff-merges=t --no-diff-merges --dd --remerge-diff -t
  --[no-]follow --decorate[=t] --no-decorate --decorate-refs=t --decorate-refs-exclude=t --clear-decorations --source
  --[no-]mailmap --[no-]use-mailmap --[no-]full-diff --log-size -L=v -q --root --walk-reflogs --show-forced-updates`;

const REF_FILTER = `--contains[=t] --no-contains[=t] --merged[=t] --no-merged[=t] --points-at=t --sort=t --format=t
  --color[=t] --no-color --column[=t] --no-column -i|--ignore-case --omit-empty`;

const MERGE = `--[no-]commit -e|--[no-]edit --cleanup=t --[no-]ff --ff-only -S|--gpg-sign[=t] --no-gpg-sign --log[=n] --no-log
  --[no-]signoff --[no-]stat -n --[no-]summary --[no-]squash --[no-]verify -s|--strategy=t -X|--strategy-option=t
  --[no-]verify-signatures -q|--quiet -v|--verbose --[no-]progress --[no-]autostash --allow-unrelated-histories -m|--message=t
  -F|--file=r --into-name=t --[no-]rerere-autoupdate --[no-]overwrite-ignore --[no-]compact-summary`;

const FETCH = `-a|--append --[no-]all --[no-]atomic --depth=n --deepen=n --shallow-since=t --shallow-exclude=t --unshallow
  --update-shallow --negotiation-tip=t --negotiate-only --dry-run --porcelain --[no-]write-fetch-head -f|--force -k|--keep
  --multiple --[no-]auto-maintenance --[no-]auto-gc --[no-]write-commit-graph --prefetch -p|--prune -P|--prune-tags
  -n|--no-tags -t|--tags --refmap=t --recurse-submodules[=t] --no-recurse-submodules --submodule-prefix=t -j|--jobs=n
  --recurse-submodules-default=t -u|--update-head-ok --upload-pack=x -q|--quiet -v|--verbose --[no-]progress
  -o|--server-option=t --[no-]show-forced-updates -4|--ipv4 -6|--ipv6 --stdin --set-upstream --filter=t --refetch
  --bundle-uri=u`;

const COMMIT = `-a|--all -p|--patch -C|--reuse-message=t -c|--reedit-message=t --fixup=t --squash=t --reset-author --short --branch
  --porcelain --long -z|--null -F|--file=r --author=t --date=t -m|--message=t -t|--template=r -s|--[no-]signoff --trailer=t
  -n|--no-verify --verify --allow-empty --allow-empty-message --cleanup=t -e|--[no-]edit -i|--include -o|--only
  --pathspec-from-file=r --pathspec-file-nul -u|--untracked-files[=t] -v|--verbose -q|--quiet --dry-run --[no-]status
  -S|--gpg-sign[=t] --no-gpg-sign --[no-]ahead-behind --[no-]post-rewrite -U|--unified=n --inter-hunk-context=n`;

const SWITCH = `-t|--track[=t] --no-track --[no-]guess -d|--detach -q|--quiet --[no-]progress -m|--merge --conflict=t --orphan=t
  --[no-]recurse-submodules --[no-]overwrite-ignore --ignore-other-worktrees -f|--force|--discard-changes`;

const SEQUENCE = `--continue --skip --quit --abort --[no-]edit -e -n|--[no-]commit -s|--[no-]signoff -m|--mainline=n
  -S|--gpg-sign[=t] --no-gpg-sign -x --ff --strategy=t -X|--strategy-option=t --[no-]rerere-autoupdate --allow-empty
  --allow-empty-message --keep-redundant-commits --empty=t --cleanup=t --reference`;

/** What of git-lfs fetches, pulls and pushes. */
const LFS = "-a|--all -r|--recent -p|--prune -I|--include=t -X|--exclude=t --dry-run";

const PATHSPEC = `--pathspec-from-file=r --pathspec-file-nul`;

/** With one of these it prints changes; `--no-stat` and `--patch` do so beside the next ones as well. git 2.39, tried. */
const PATCHES =
  "--patch --unified --patch-with-raw --patch-with-stat --binary -c --cc --dd --diff-merges --remerge-diff --no-stat";

/** With one of these and none of the others it does not. */
const NAMES =
  "--no-patch --raw --stat --compact-summary --numstat --shortstat --dirstat --cumulative --dirstat-by-file --summary --name-only --name-status --quiet -q";

/** Prints changes unless told otherwise. */
const PRINTS: readonly Form[] = [{ if: PATCHES }, { if: NAMES, prints: false }];

/** Prints changes only where told to; `-L` names the file. */
const PRINTS_ASKED: readonly Form[] = [{ if: "-L" }, { if: PATCHES, prints: true }];

/** Shows changes piece by piece. */
const HUNKS = { if: "--patch --interactive", prints: true } as const satisfies Form;

/** What sets changes aside takes them out of the files. */
const stashes = {
  class: "write",
  options: `-p|--patch -S|--staged -k|--[no-]keep-index -q|--quiet -u|--[no-]include-untracked -a|--all -m|--message=t ${PATHSPEC}`,
  operands: "t*",
  changes: true,
  forms: [HUNKS],
} as const satisfies Command;

/** Git refuses it beside any other thing to do. */
const SHOWS_PATCH = {
  if: "--show-current-patch",
  class: "read",
  operands: "",
  exact: null,
  does: null,
  prints: true,
  changes: false,
} as const satisfies Form;

const log: Command = { class: "read", options: LOG, operands: "v*", forms: PRINTS_ASKED };
const plumbingDiff: Command = {
  class: "read",
  options: `${DIFF} -r -t --root --stdin -m -c --cc --combined-all-paths --no-commit-id --always --pretty[=t] --format=t -v
    --merge-base --cached -q -0 -1 -2 -3 --base --ours --theirs --diff-merges=t --combined --oneline --notes[=t]`,
  operands: "v*",
  forms: PRINTS_ASKED,
};
const discards = "discards changes that are not committed";

/** Another branch of this repository is set to what comes, or deleted; what only follows the remote is no work. */
const OVERWRITES: readonly Form[] = [
  { if: "~*:refs/remotes/*" },
  {
    if: "~+*:* --force&~*:* --prune&~*:*",
    class: "destructive",
    exact: "destructive",
    does: "overwrites branches of this repository",
  },
];

const GIVES_UP: Form = { if: "--abort --skip", class: "destructive", exact: "destructive", does: discards };

/** What only looks at the repository. */
function reads(): Record<string, Command> {
  return {
    status: {
      class: "read",
      options: `-s|--short -b|--branch --show-stash --porcelain[=t] --long -v|--verbose -u|--untracked-files[=t] --no-untracked-files
      --ignore-submodules[=t] --ignored[=t] -z|--null --column[=t] --no-column --[no-]ahead-behind --[no-]renames
      -M|--find-renames[=t]`,
      operands: "v*",
      forms: [{ if: "--verbose", prints: true }],
    },
    "log whatchanged": log,
    show: { class: "read", options: LOG, operands: "v*", prints: true, forms: PRINTS },
    diff: {
      class: "read",
      options: `${DIFF} --cached|--staged --merge-base --no-index -0 -1|--base -2|--ours -3|--theirs -c --cc
      --combined-all-paths -q -r --diff-merges=t -m -t`,
      operands: "v*",
      prints: true,
      forms: [{ if: "--no-index", operands: "R*", prints: false }, ...PRINTS],
    },
    "diff-tree diff-index diff-files": plumbingDiff,
    "range-diff": {
      class: "read",
      options: `${DIFF} --creation-factor=n --[no-]dual-color --left-only --right-only --notes[=t] --no-notes --diff-merges=t --remerge-diff`,
      operands: "v*",
      prints: true,
      forms: [{ if: NAMES, prints: false }],
    },
    blame: {
      class: "read",
      options: `-b --root --show-stats -L=t -l -t -S=r --reverse -p|--porcelain --line-porcelain -c --first-parent --[no-]progress
      -M[=n] -C[=n] -s -f|--show-name -n|--show-number -e|--show-email -w --abbrev[=n] --incremental --date=t --contents=r
      --score-debug --ignore-rev=t --ignore-revs-file=r --color-lines --color-by-age --minimal --since=t --diff-algorithm=t
      --encoding=t --[no-]indent-heuristic --no-abbrev --no-contents --histogram --patience`,
      aliases: "annotate",
      operands: "v*",
    },
    "rev-parse": {
      class: "read",
      options: `--sq-quote --keep-dashdash --stop-at-non-option --stuck-long --revs-only --no-revs --flags --no-flags --default=t
      --prefix=t --verify -q|--quiet --sq --short[=n] --not --abbrev-ref[=t] --symbolic --symbolic-full-name --output-object-format=t
      --all --branches[=t] --tags[=t] --remotes[=t] --glob=t --exclude=t --exclude-hidden=t --disambiguate=t --local-env-vars
      --path-format=t --git-dir --git-common-dir --resolve-git-dir=r --git-path=t --show-toplevel
      --show-superproject-working-tree --shared-index-path --absolute-git-dir --is-inside-git-dir --is-inside-work-tree
      --is-bare-repository --is-shallow-repository --show-cdup --show-prefix --show-object-format[=t] --show-ref-format
      --since=t --after=t --until=t --before=t --end-of-options --bisect`,
      operands: "v*",
    },
    "rev-list": {
      class: "read",
      options: `${REVS} --header --timestamp --objects --objects-edge --objects-edge-aggressive --in-commit-order --indexed-objects
      --unpacked --filter=t --no-filter --filter-provided-objects --filter-print-omitted --missing=t --exclude-promisor-objects
      --no-object-names --object-names --disk-usage[=t] --no-commit-header --commit-header --bisect-vars --bisect-all --quiet
      --use-bitmap-index --progress=t --abbrev=n --no-abbrev -z --maximal-only`,
      operands: "v*",
    },
    "ls-files": {
      class: "read",
      options: `-z -t -v -f -c|--cached -d|--deleted -m|--modified -o|--others -i|--ignored -s|--stage -k|--killed -u|--unmerged
      --directory --[no-]eol --no-empty-directory --empty-directory --resolve-undo -x|--exclude=t -X|--exclude-from=r
      --exclude-per-directory=t --exclude-standard --full-name --[no-]recurse-submodules --error-unmatch --with-tree=t --abbrev[=n]
      --debug --deduplicate --sparse --format=t`,
      operands: "v*",
    },
    "ls-tree": {
      class: "read",
      options:
        "-d -r -t -z -l|--long --name-only --name-status --object-only --full-name --full-tree --abbrev[=n] --format=t",
      operands: "v*",
    },
    "cat-file": {
      class: "read",
      options: `-t -s -e -p -Z -z --allow-unknown-type --[no-]mailmap --[no-]use-mailmap --textconv!execute --filters --path=t --batch[=t]
      --batch-check[=t] --batch-command[=t] --batch-all-objects --buffer --unordered --follow-symlinks --filter=t`,
      operands: "v*",
      prints: true,
      forms: [{ if: "-t -s -e --batch-check", prints: false }],
      language: "git-batch",
    },
    grep: {
      class: "read",
      options: `--cached --untracked --no-index --[no-]exclude-standard --[no-]recurse-submodules -a|--text --textconv!execute --no-textconv
      -i|--ignore-case -I --max-depth=n -r|--[no-]recursive -w|--word-regexp -v|--invert-match -h -H --full-name
      -E|--extended-regexp -G|--basic-regexp -P|--perl-regexp -F|--fixed-strings -n|--line-number --column
      -l|--files-with-matches|--name-only -L|--files-without-match -O|--open-files-in-pager[=x]!execute --ext-grep!execute -z|--null
      -o|--only-matching -c|--count -m|--max-count=n --color[=t] --no-color --break --heading -p|--show-function -#
      -C|--context=n -A|--after-context=n -B|--before-context=n -W|--function-context --threads=n -f=r+first -e=t+first --and --or --not
      --all-match -q|--quiet`,
      operands: "t v*",
      language: "git-grep",
    },
    shortlog: {
      class: "read",
      options: `${LOG} -n|--numbered -s|--summary -e|--email --group=t -c|--committer -w[=t]`,
      operands: "v*",
    },
    "merge-base": {
      class: "read",
      options: "-a|--all --octopus --independent --is-ancestor --fork-point",
      operands: "t*",
    },
    "check-ignore": {
      class: "read",
      options: "-q|--quiet -v|--verbose --stdin -z -n|--non-matching --no-index --index",
      operands: "t*",
    },
    "check-attr": { class: "read", options: "-a|--all --cached --stdin -z --source=t", operands: "t*" },
    "check-mailmap": { class: "read", options: "--stdin --mailmap-file=r --mailmap-blob=v", operands: "t*" },
    "check-ref-format": {
      class: "read",
      options: "--[no-]allow-onelevel --refspec-pattern --normalize --print --branch",
      operands: "t*",
    },
    "name-rev": {
      class: "read",
      options:
        "--tags --refs=t --exclude=t --all --annotate-stdin --stdin --name-only --no-undefined --undefined --always",
      operands: "t*",
    },
    describe: {
      class: "read",
      options:
        "--dirty[=t] --broken[=t] --all --tags --contains --abbrev[=n] --no-abbrev --candidates=n --exact-match --debug --long --match=t --no-match --exclude=t --no-exclude --always --first-parent",
      operands: "t*",
    },
    "for-each-ref": {
      class: "read",
      options: `${REF_FILTER} --count=n --shell -s --perl -p --python --tcl --exclude=t --stdin --include-root-refs --start-after=t`,
      operands: "t*",
    },
    "show-ref": {
      class: "read",
      options:
        "--head --branches|--heads --tags -d|--dereference -s|--hash[=n] --verify --exists --abbrev[=n] -q|--quiet --exclude-existing[=t]",
      operands: "t*",
    },
    "show-branch": {
      class: "read",
      options:
        "-r|--remotes -a|--all --current --topo-order --date-order --sparse --more[=n] --list --merge-base --independent --no-name --sha1-name --topics -g|--reflog[=t] --color[=t] --no-color",
      operands: "t*",
    },
    "count-objects": { class: "read", options: "-v|--verbose -H|--human-readable" },
    var: { class: "read", options: "-l", operands: "t?" },
    help: {
      class: "read",
      options:
        "-a|--all --[no-]external-commands --[no-]aliases --verbose -v -c|--config -g|--guides -i|--info!execute -m|--man -w|--web!execute --user-interfaces --developer-interfaces",
      operands: "t?",
    },
    version: { class: "read", options: "--build-options" },
    "verify-commit verify-tag": { class: "read", options: "--raw -v|--verbose --format=t", operands: "t*" },
    "verify-pack": { class: "read", options: "-v|--verbose -s|--stat-only", operands: "r*" },
    fsck: {
      class: "read",
      options:
        "--tags --root --unreachable --cache --[no-]reflogs --[no-]full --[no-]connectivity-only --strict -v|--verbose --lost-found!write --[no-]dangling --[no-]progress --[no-]name-objects --[no-]references",
      operands: "t*",
    },
    cherry: { class: "read", options: "-v|--verbose --abbrev[=n]", operands: "t*" },
    "patch-id get-tar-commit-id": { class: "read", options: "--[no-]stable --unstable --verbatim" },
    stripspace: { class: "read", options: "-s|--strip-comments -c|--comment-lines" },
    column: { class: "read", options: "--command=t --mode=t --raw-mode=n --width=n --indent=t --nl=t --padding=n" },
    "interpret-trailers": {
      class: "read",
      options:
        "--in-place!write --trim-empty --trailer=t --where=t --no-where --if-exists=t --no-if-exists --if-missing=t --no-if-missing --only-trailers --only-input --unfold --parse --no-divider",
      operands: "r*",
    },
    "hash-object": {
      class: "read",
      options: "-t=t -w!write --stdin --stdin-paths --path=t --no-filters --literally",
      operands: "r*",
    },
    "diff-pairs": plumbingDiff,
    "ls-remote": {
      class: "remote-read",
      options:
        "--branches|-h|-b|--heads -t|--tags --refs --upload-pack=x --exec=x -q|--quiet --exit-code --get-url --sort=t --symref -o|--server-option=t",
      operands: "u? t*",
      // What follows the remote are patterns of names.
      forms: [{ if: "=*:* =*/*", class: "network" }],
    },
    "unpack-file": { class: "write", operands: "t" },
  };
}

/** One word, two acts: looking and changing. */
function mixed(): Record<string, Command> {
  return {
    branch: {
      class: "read",
      options: `${REF_FILTER} -a|--all -r|--remotes -l|--list --show-current -v|--verbose -q|--quiet --abbrev[=n] --no-abbrev
      -d|--delete -D -m|--move -M -c|--copy -C -f|--force -u|--set-upstream-to=t --unset-upstream
      -t|--track[=t]!write --no-track --edit-description!write --create-reflog!write --recurse-submodules`,
      operands: "",
      forms: [
        {
          if: "--delete -D -M -C --force",
          class: "destructive",
          operands: "t*",
          exact: "destructive",
          does: "deletes or overwrites a branch",
        },
        { if: "--move --copy", class: "write", operands: "t*" },
        { if: "--set-upstream-to --unset-upstream --edit-description", class: "write", operands: "t*" },
        { if: "--list --contains --no-contains --merged --no-merged --points-at --show-current", operands: "t*" },
        { if: "1+", class: "write", operands: "t t?" },
      ],
    },
    tag: {
      class: "read",
      options: `${REF_FILTER} -l|--list -n[=n] -a|--annotate -s|--sign --no-sign -u|--local-user=t -f|--force -d|--delete
      -v|--verify -m|--message=t -F|--file=r -e|--edit!write --trailer=t --cleanup=t --create-reflog!write`,
      operands: "",
      forms: [
        {
          if: "--delete --force",
          class: "destructive",
          operands: "t*",
          exact: "destructive",
          does: "deletes or moves a tag",
        },
        { if: "--annotate --sign --local-user --message --file --edit", class: "write", operands: "t*" },
        { if: "--list -n --contains --no-contains --merged --no-merged --points-at --verify", operands: "t*" },
        { if: "1+", class: "write", operands: "t t?" },
      ],
    },
    remote: {
      class: "read",
      options: "-v|--verbose",
      subs: {
        show: { class: "remote-read", options: "-n", operands: "u*", forms: [{ if: "-n", class: "read" }] },
        "get-url": { class: "read", options: "--push --all", operands: "t" },
        add: { class: "write", options: "-t=t -m=t -f!network --tags --no-tags --mirror[=t]", operands: "t u" },
        rename: { class: "write", options: "--[no-]progress", operands: "t t" },
        remove: { class: "write", aliases: "rm", operands: "t" },
        "set-url": { class: "write", options: "--push --add --delete", operands: "t u t?" },
        "set-head": { class: "write", options: "-d|--delete -a|--auto!network", operands: "t t?" },
        "set-branches": { class: "write", options: "--add", operands: "t t*" },
        prune: { class: "network", options: "-n|--dry-run", operands: "t*" },
        update: { class: "network", options: "-p|--prune", operands: "t*" },
      },
    },
    stash: {
      class: "write",
      options: "-p|--patch -S|--staged -k|--[no-]keep-index -q|--quiet -u|--include-untracked -a|--all -m|--message=t",
      changes: true,
      forms: [HUNKS],
      subs: {
        list: log,
        show: {
          class: "read",
          options: `${LOG} -u|--include-untracked --only-untracked`,
          operands: "t*",
          forms: PRINTS_ASKED,
        },
        push: { ...stashes, language: "git-paths" },
        // Its words are a message.
        save: stashes,
        "apply pop": { class: "write", options: "--index -q|--quiet", operands: "t?", changes: true },
        branch: { class: "write", operands: "t t?", changes: true },
        "create store": { class: "write", options: "-m|--message=t -q|--quiet", operands: "t*" },
        drop: {
          class: "destructive",
          options: "-q|--quiet",
          operands: "t?",
          exact: "destructive",
          does: "throws stashed changes away",
        },
        clear: { class: "destructive", exact: "destructive", does: "throws all stashed changes away" },
        export: { class: "write", options: "--print --to-ref=t", operands: "t*" },
      },
    },
    config: {
      class: "unknown",
      options: `--global --system --local --worktree -f|--file=r --blob=v --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool
      -l|--list -z|--null --name-only --show-origin --show-scope --[no-]includes --default=t --type=t --no-type --bool --int
      --bool-or-int --bool-or-str --path --expiry-date --all --value=t --fixed-value --regexp --url=t --replace-all!write --add!write --append!write
      --unset!write --unset-all!write --rename-section!write --remove-section!write -e|--edit!write --comment=t`,
      operands: "t*",
      forms: [
        { if: "--replace-all --add --rename-section --remove-section --edit", class: "write", operands: "p*" },
        { if: "--unset --unset-all =user.name&2+ =user.email&2+", class: "write" },
        { if: "--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --list", class: "read" },
        { if: "2+", class: "write", operands: "p*" },
        { if: "1+", class: "read" },
      ],
      subs: {
        "get list": {
          class: "read",
          options: `--global --system --local --worktree -f|--file=r --blob=v -z|--null --name-only --show-origin --show-scope --[no-]show-names
          --[no-]includes --default=t --type=t --no-type --all --value=t --fixed-value --regexp --url=t --bool --int --path`,
          operands: "t*",
        },
        "set unset rename-section remove-section edit": {
          class: "write",
          options: `--global --system --local --worktree -f|--file=w --blob=v --type=t --no-type --all --value=t --fixed-value --append --comment=t`,
          operands: "p*",
          forms: [{ if: "=user.name =user.email", operands: "t*" }],
        },
      },
    },
    reflog: {
      class: "read",
      options: LOG,
      operands: "t*",
      forms: PRINTS_ASKED,
      subs: {
        show: log,
        list: { class: "read" },
        exists: { class: "read", operands: "t" },
        "expire delete drop": {
          class: "destructive",
          options:
            "--all --single-worktree --expire=t --expire-unreachable=t --updateref --stale-fix -n|--dry-run -v|--verbose --rewrite",
          operands: "t*",
          exact: "destructive",
          does: "throws the record of earlier states away",
        },
      },
    },
    worktree: {
      subs: {
        list: { class: "read", options: "--porcelain -z -v|--verbose --expire=t" },
        add: {
          class: "write",
          options:
            "-f|--force -b=t -B=t!destructive -d|--detach --[no-]checkout --lock --reason=t --orphan -q|--quiet --[no-]track --[no-]guess-remote --[no-]relative-paths",
          operands: "w t?",
        },
        "lock unlock": { class: "write", options: "--reason=t", operands: "t" },
        move: { class: "write", options: "-f|--force", operands: "W w" },
        repair: { class: "write", operands: "t*" },
        remove: {
          class: "destructive",
          options: "-f|--force",
          operands: "D",
          exact: "destructive",
          does: "deletes a working tree",
        },
        prune: { class: "write", options: "-n|--dry-run -v|--verbose --expire=t" },
      },
    },
    submodule: {
      class: "read",
      options: "-q|--quiet --cached",
      subs: {
        status: { class: "read", options: "--cached --recursive -q|--quiet", operands: "t*" },
        summary: { class: "read", options: "--cached --files -n|--summary-limit=n", operands: "t*" },
        foreach: {
          class: "execute",
          style: "posix",
          options: "--recursive -q|--quiet",
          operands: "x*",
          exact: "launcher",
        },
        update: {
          class: "network",
          options:
            "--init --remote -N|--no-fetch --[no-]recommend-shallow -f|--force!destructive --checkout --merge --rebase --reference=r --dissociate --recursive --depth=n -j|--jobs=n --[no-]single-branch --filter=t --progress -q|--quiet",
          operands: "t*",
          changes: true,
        },
        add: {
          class: "network",
          options: "-b|--branch=t -f|--force --name=t --reference=r --depth=n --ref-format=t -q|--quiet",
          operands: "u w?",
        },
        "init sync absorbgitdirs": { class: "write", options: "--recursive -q|--quiet", operands: "t*" },
        deinit: {
          class: "destructive",
          options: "-f|--force --all -q|--quiet",
          operands: "t*",
          exact: "destructive",
          does: "deletes a submodule's working tree",
        },
        "set-branch set-url": { class: "write", options: "-b|--branch=t -d|--default -q|--quiet", operands: "t u?" },
      },
    },
    "symbolic-ref": {
      class: "read",
      options: "-d|--delete!write -q|--quiet --short --[no-]recurse -m=t!write",
      operands: "t t?",
      forms: [{ if: "2+", class: "write" }],
    },
    notes: {
      class: "read",
      options: "--ref=t",
      subs: {
        list: { class: "read", operands: "t?" },
        show: { class: "read", operands: "t?" },
        "get-ref": { class: "read" },
        "add append edit copy merge": {
          class: "write",
          options:
            "-f|--force -m|--message=t -F|--file=r -C|--reuse-message=t -c|--reedit-message=t --allow-empty --separator=t --stdin -s|--strategy=t --commit --abort -q -v",
          operands: "t*",
        },
        "remove prune": {
          class: "destructive",
          options: "--ignore-missing --stdin -n|--dry-run -v|--verbose",
          operands: "t*",
          exact: "destructive",
          does: "deletes notes",
        },
      },
    },
    bisect: {
      subs: {
        "log terms": { class: "read", options: "--term-good --term-bad --term-old --term-new" },
        // With a word in front it runs that command of git, or the program of that name. Source: bisect--helper of git 2.39.
        "view visualize": {
          class: "read",
          options: "--stat",
          operands: "t*",
          forms: [{ if: "1+", class: "execute", operands: "p*" }],
        },
        "start bad new good old skip reset next replay": {
          class: "write",
          options: "--term-new=t --term-bad=t --term-old=t --term-good=t --[no-]checkout --first-parent",
          operands: "v*",
          changes: true,
        },
        run: { class: "write", style: "posix", operands: "a", changes: true },
      },
    },
    lfs: {
      subs: {
        "ls-files status env version": {
          class: "read",
          options:
            "-l|--long -s|--size -d|--debug -a|--all -n|--name-only -I|--include=t -X|--exclude=t --deleted -p|--porcelain -j|--json",
          operands: "t*",
        },
        "track untrack": {
          class: "write",
          options: "-l|--lockable --not-lockable -v|--verbose -d|--dry-run --filename",
          operands: "t*",
        },
        "install uninstall": {
          class: "write",
          options: "--local --global --system --worktree -m|--manual --skip-repo --skip-smudge -f|--force",
          operands: "t*",
          edits: ".git/hooks/pre-push",
        },
        "fetch push": { class: "network", options: LFS, operands: "t*" },
        pull: { class: "network", options: LFS, operands: "t*", changes: true },
        checkout: { class: "write", operands: "t*", changes: true },
      },
    },
    "sparse-checkout": {
      subs: {
        list: { class: "read" },
        "init set add reapply disable check-rules": {
          class: "write",
          options: "--[no-]cone --[no-]sparse-index --stdin --skip-checks -z --rules-file=r",
          operands: "t*",
          changes: true,
        },
      },
    },
    bundle: {
      subs: {
        "verify list-heads": { class: "read", options: "-q|--quiet", operands: "r t*" },
        create: {
          class: "write",
          options: `${REVS} -q|--quiet --quiet --progress --all-progress --version=n`,
          operands: "w v*",
          prints: true,
        },
        unbundle: { class: "write", options: "--progress", operands: "r t*" },
      },
    },
    archive: {
      class: "read",
      options:
        "--format=t -l|--list -v|--verbose --prefix=t -o|--output=w!write --add-file=r --add-virtual-file=t --worktree-attributes --mtime=t -# --remote=u!network --exec=x",
      operands: "v*",
      prints: true,
      forms: [{ if: "--list", prints: false }],
    },
    rerere: {
      class: "write",
      subs: {
        "status remaining": { class: "read" },
        diff: { class: "read", prints: true },
        clear: { class: "destructive", exact: "destructive", does: "throws recorded conflict resolutions away" },
        forget: { class: "write", operands: "t*" },
        gc: { class: "write" },
      },
    },
    maintenance: {
      subs: {
        run: { class: "write", options: "--auto --schedule[=t] --[no-]quiet --task=t" },
        // They change the person's own settings, and what runs on a schedule.
        "start stop register unregister": {
          class: "privilege",
          options: "--scheduler=t --force --config-file=w",
          edits: ".git/config",
        },
      },
    },
    credential: { subs: { "fill approve reject capability": { class: "unknown", reveals: true } } },
    "format-patch": {
      class: "write",
      prints: true,
      forms: [{ if: "--stdout", class: "read" }],
      options: `${LOG} -o|--output-directory=w!write --stdout -N|--no-numbered -n|--numbered -k|--keep-subject --attach[=t] --inline[=t] --thread[=t] --no-thread
      --in-reply-to=t --ignore-if-in-upstream --always --cover-letter --cover-from-description=t --rfc[=t] --subject-prefix=t
      --filename-max-length=n -v|--reroll-count=t --to=t --cc=t --add-header=t --from[=t] --[no-]signature[=t] --signature-file=r --suffix=t
      --numbered-files --start-number=n --interdiff=t --range-diff=t --creation-factor=n --zero-commit --base=t --progress -s|--signoff`,
      operands: "v*",
    },
  };
}

/** What changes the repository, its history or its remote. */
function changes(): Record<string, Command> {
  return {
    add: {
      class: "write",
      options: `-n|--dry-run -v|--verbose -i|--interactive -p|--patch -e|--edit -f|--force -u|--update --renormalize -N|--intent-to-add
      -A|--all|--no-ignore-removal --no-all --ignore-removal --refresh --ignore-errors --ignore-missing --sparse --chmod=t ${PATHSPEC}`,
      operands: "v*",
      aliases: "stage",
      forms: [{ if: "--dry-run", class: "read" }, HUNKS],
    },
    commit: {
      class: "write",
      options: `${COMMIT} --amend`,
      operands: "v*",
      forms: [
        { if: "--dry-run&--verbose", class: "read", prints: true },
        { if: "--dry-run", class: "read" },
        { if: "--amend", class: "destructive", exact: "destructive", does: "replaces the last commit" },
        HUNKS,
      ],
    },
    push: {
      class: "network",
      options: `--all|--branches --prune --mirror -n|--dry-run --porcelain -d|--delete --tags --follow-tags --signed[=t] --no-signed
      --[no-]atomic -o|--push-option=t --receive-pack=x --exec=x --force-with-lease[=t] --no-force-with-lease -f|--force --force-if-includes
      --no-force-if-includes --repo=u -u|--set-upstream --[no-]thin -q|--quiet -v|--verbose --[no-]progress
      --recurse-submodules=t --no-recurse-submodules --[no-]verify -4|--ipv4 -6|--ipv6`,
      operands: "u? t*",
      implies: "+* --force",
      forms: [
        {
          if: "--force --force-with-lease --mirror ~+*",
          class: "destructive",
          exact: "destructive",
          does: "discards commits on the remote that are not in yours",
        },
        {
          if: "--delete --prune ~:*",
          class: "destructive",
          exact: "destructive",
          does: "deletes branches or tags on the remote",
        },
      ],
    },
    fetch: { class: "network", options: FETCH, operands: "u? t*", forms: OVERWRITES },
    pull: {
      class: "network",
      options: `${MERGE} ${FETCH} -r|--rebase[=t] --no-rebase`,
      operands: "u? t*",
      changes: true,
      forms: OVERWRITES,
    },
    clone: {
      class: "network",
      options: `-l|--local --no-local --no-hardlinks -s|--shared --reference=r --reference-if-able=r --dissociate -q|--quiet -v|--verbose --progress
      --server-option=t -n|--no-checkout --[no-]reject-shallow --bare --sparse --filter=t --also-filter-submodules --mirror -o|--origin=t
      -b|--branch=t --revision=t -u|--upload-pack=x --template=p -c|--config=p --depth=n --shallow-since=t --shallow-exclude=t
      --[no-]single-branch --no-tags --tags --recurse-submodules[=t] --recursive --[no-]shallow-submodules --[no-]remote-submodules
      --separate-git-dir=w --ref-format=t -j|--jobs=n --bundle-uri=u -4|--ipv4 -6|--ipv6`,
      operands: "u w?",
    },
    init: {
      class: "write",
      options:
        "-q|--quiet --bare --template=p --separate-git-dir=w --object-format=t --ref-format=t -b|--initial-branch=t --shared[=t]",
      operands: "w?.",
      aliases: "init-db",
    },
    merge: {
      class: "write",
      options: `${MERGE} --continue --abort --quit`,
      operands: "t*",
      changes: true,
      forms: [GIVES_UP],
    },
    "cherry-pick revert": { class: "write", options: SEQUENCE, operands: "t*", changes: true, forms: [GIVES_UP] },
    am: {
      class: "write",
      options:
        "-s|--signoff -k|--keep --[no-]keep-cr -c|--[no-]scissors --quoted-cr=t --empty=t -m|--message-id -q|--quiet -u|--[no-]utf8 -3|--[no-]3way --ignore-space-change --ignore-whitespace --whitespace=t -C=n -p=n --directory=t --exclude=t --include=t --reject --patch-format=t -i|--interactive -n|--no-verify --committer-date-is-author-date --ignore-date --skip -S|--gpg-sign[=t] --continue -r --resolved --abort --quit --retry --show-current-patch[=t]",
      operands: "r*",
      language: "git-patch",
      forms: [SHOWS_PATCH, GIVES_UP],
    },
    apply: {
      class: "write",
      options: `--stat --numstat --summary --check --index --cached -N|--intent-to-add -3|--3way --ours --theirs --union --apply --no-add --build-fake-ancestor=w!write
      -R|--reverse --reject -z -p=n -C=n --inaccurate-eof --recount --unidiff-zero --directory=t --exclude=t --include=t
      --ignore-space-change --ignore-whitespace --whitespace=t -v|--verbose -q|--quiet --allow-empty --allow-binary-replacement --binary --unsafe-paths!unknown`,
      operands: "r*",
      language: "git-patch",
      forms: [
        { if: "--apply --index --cached --3way", class: "write" },
        { if: "--check --stat --numstat --summary", class: "read" },
      ],
    },
    rebase: {
      class: "destructive",
      options: `--onto=t --keep-base --continue --abort --quit --edit-todo --show-current-patch --skip --[no-]apply --empty=t --[no-]keep-empty
      --[no-]reapply-cherry-picks --allow-empty-message -m|--merge -s|--strategy=t -X|--strategy-option=t --[no-]rerere-autoupdate
      -S|--gpg-sign[=t] --no-gpg-sign -q|--quiet -v|--verbose --[no-]stat -n --[no-]verify -C=n --[no-]ff -f|--force-rebase --[no-]fork-point
      --ignore-whitespace --whitespace=t --committer-date-is-author-date --ignore-date --reset-author-date --signoff -i|--interactive
      -r|--rebase-merges[=t] --no-rebase-merges -x|--exec=x --root --[no-]autosquash --[no-]autostash --[no-]reschedule-failed-exec --[no-]update-refs`,
      operands: "t*",
      exact: "destructive",
      does: "rewrites the history of the branch",
      changes: true,
      forms: [SHOWS_PATCH],
    },
    reset: {
      class: "write",
      options: `-q|--quiet --refresh --no-refresh --mixed --soft --hard --merge --keep -p|--patch -N|--intent-to-add --[no-]recurse-submodules
      -U|--unified=n --inter-hunk-context=n ${PATHSPEC}`,
      operands: "t*",
      forms: [
        { if: "--hard --merge --keep", class: "destructive", exact: "destructive", does: discards, changes: true },
        HUNKS,
      ],
    },
    checkout: {
      class: "destructive",
      options: `${SWITCH} -b=t -B=t -l -p|--patch -2|--ours -3|--theirs --[no-]overlay --ignore-skip-worktree-bits -U|--unified=n --inter-hunk-context=n ${PATHSPEC}`,
      operands: "t*",
      language: "git-paths",
      exact: "destructive",
      does: "may discard changes that are not committed",
      changes: true,
      forms: [
        { ...HUNKS, does: discards },
        { if: "-B --force --ours --theirs", does: discards },
        { if: "-b&1+", class: "write", exact: null, does: null },
        { if: "-b", class: "write", exact: null, does: null, changes: false },
      ],
    },
    switch: {
      class: "write",
      options: `${SWITCH} -c|--create=t -C|--force-create=t`,
      operands: "t*",
      changes: true,
      forms: [
        { if: "--discard-changes --force-create", class: "destructive", exact: "destructive", does: discards },
        { if: "--create&1+" },
        { if: "--create", changes: false },
      ],
    },
    restore: {
      class: "destructive",
      options: `-s|--source=t -p|--patch -W|--worktree -S|--staged -q|--quiet --[no-]progress --ours --theirs -m|--merge --conflict=t --ignore-unmerged --ignore-skip-worktree-bits --[no-]recurse-submodules --[no-]overlay ${PATHSPEC}`,
      operands: "t*",
      language: "git-paths",
      exact: "destructive",
      does: discards,
      forms: [HUNKS],
    },
    clean: {
      class: "destructive",
      options: "-d -f|--force -i|--interactive -n|--dry-run -q|--quiet -e|--exclude=t -x -X",
      operands: "t*",
      exact: "destructive",
      does: "deletes files that are not tracked",
      changes: true,
      forms: [{ if: "--dry-run", class: "read", exact: null, does: null, changes: false }],
    },
    rm: {
      class: "destructive",
      options: `-f|--force -n|--dry-run -r+deep --cached --ignore-unmatch --sparse -q|--quiet ${PATHSPEC}`,
      operands: "d*",
      exact: "destructive",
      does: "deletes files",
      forms: [{ if: "--dry-run", class: "read", operands: "t*", exact: null, does: null }],
    },
    mv: {
      class: "write",
      options: "-f|--force -k -n|--dry-run -v|--verbose --sparse",
      operands: "m* t",
      language: "move",
      forms: [{ if: "--dry-run", class: "read", operands: "r*" }],
    },
    "update-ref": {
      class: "destructive",
      options: "-m=t -d --no-deref --deref --stdin -z --create-reflog --batch-updates",
      operands: "t*",
      exact: "destructive",
      does: "moves or deletes a branch or tag",
    },
    "update-index": {
      class: "write",
      options:
        "--add --remove --refresh -q --ignore-submodules --unmerged --ignore-missing --cacheinfo=t --chmod=t --[no-]assume-unchanged --[no-]skip-worktree --really-refresh --force-remove --stdin -z",
      operands: "t*",
    },
    "read-tree": {
      class: "write",
      options:
        "-m --reset!destructive -u -i -n|--dry-run -v --trivial --aggressive --prefix=t --index-output=w!write --empty -q|--quiet --[no-]sparse-checkout --[no-]recurse-submodules",
      operands: "t*",
      forms: [{ if: "-u", changes: true }],
    },
    "write-tree": { class: "write", options: "--missing-ok --prefix=t" },
    "commit-tree": { class: "write", options: "-p=t -m=t -F=r -S|--gpg-sign[=t] --no-gpg-sign", operands: "t*" },
    "merge-tree": {
      class: "write",
      options:
        "--write-tree --trivial-merge --[no-]messages -z --name-only --allow-unrelated-histories --merge-base=t -X|--strategy-option=t --stdin --quiet",
      operands: "t*",
      // With three trees it only prints what a merge would be.
      forms: [{ if: "--write-tree --stdin" }, { if: "3+", class: "read", prints: true }],
    },
    "merge-file": {
      class: "write",
      options:
        "-p|--stdout --object-id --diff3 --zdiff3 --ours --theirs --union --diff-algorithm=t --marker-size=n -q|--quiet -L=t",
      operands: "e r r",
      forms: [{ if: "--stdout", class: "read", operands: "r*" }],
    },
    gc: {
      class: "write",
      options:
        "--aggressive --auto --[no-]detach --[no-]cruft --max-cruft-size=t --expire-to=w --prune[=t]!destructive --no-prune --quiet -q --force --keep-largest-pack",
    },
    prune: {
      class: "destructive",
      options: "-n|--dry-run -v|--verbose --progress --expire=t --exclude-promisor-objects",
      operands: "t*",
      exact: "destructive",
      does: "deletes objects that nothing refers to",
    },
    "repack pack-refs": {
      class: "write",
      options:
        "-a -A -d -f -F -l -q|--quiet --all --[no-]prune --auto --include=t --exclude=t --window=n --depth=n --threads=n",
    },
    replace: {
      class: "destructive",
      options: "-f|--force -d|--delete -e|--edit --raw --graft -l|--list --format=t --convert-graft-file",
      operands: "t*",
      exact: "destructive",
      does: "replaces objects of the history",
      forms: [{ if: "--list", class: "read", exact: null, does: null }],
    },
    "filter-branch filter-repo": { class: "unknown", exact: "destructive", does: "rewrites the whole history" },
    "difftool mergetool": {
      class: "execute",
      options: `${DIFF} -y|--no-prompt --prompt -t|--tool=t -x|--extcmd=x -d|--dir-diff -g|--gui --no-gui --tool-help --cached --staged`,
      operands: "v*",
      exact: "launcher",
      prints: true,
      forms: [{ if: "--tool-help", class: "read", exact: null, prints: false }],
    },
    "checkout-index": {
      class: "write",
      options:
        "-u|--index -q|--quiet -f|--force!destructive -a|--all -n|--no-create --prefix=w --stage=t --temp --stdin -z",
      operands: "e*",
      forms: [{ if: "--all --stdin", changes: true }],
    },
  };
}

export const git: Family = {
  git() {
    return {
      source: "git 2.47 manual pages",
      globals: `-C=c -c=p --config-env=p --exec-path[=p] --html-path --man-path --info-path -p|--paginate -P|--no-pager --no-replace-objects
      --no-lazy-fetch --no-optional-locks --no-advice --bare --git-dir=c --work-tree=c --namespace=t --literal-pathspecs
      --glob-pathspecs --noglob-pathspecs --icase-pathspecs --list-cmds=t --attr-source=t`,
      info: "-h --help -v --version",
      subs: { ...reads(), ...mixed(), ...changes() },
    };
  },
};
