// Longer than most: the option lists of the file utilities are the point of the file.
import type { Family } from "./schema.ts";

const coreutils = "GNU coreutils 9.7 manual";
const DU = `-0|--null -a|--all --apparent-size -B|--block-size=t -b|--bytes -c|--total -D|--dereference-args -H -d|--max-depth=n
  --files0-from=l -h|--human-readable --inodes -k -L|--dereference -l|--count-links -m -P|--no-dereference -S|--separate-dirs
  --si -s|--summarize -t|--threshold=t --time[=t] --time-style=t -X|--exclude-from=r --exclude=t -x|--one-file-system`;
const COPY = `-b --backup[=t] --debug -f|--force -i|--interactive -n|--no-clobber --strip-trailing-slashes -S|--suffix=t
  -t|--target-directory=t+last -T|--no-target-directory -u|--update[=t] -v|--verbose -Z|--context[=t]`;
const OWNER = `-c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --no-preserve-root!destructive
  --preserve-root --reference=r+first -R|--recursive+deep -H -L -P`;
const deletes = { class: "destructive", exact: "destructive" } as const;

/** What lists, names, copies, moves and removes files. */
export const files: Family = {
  "ls dir vdir gls"() {
    return {
      source: coreutils,
      class: "read",
      options: `-a|--all -A|--almost-all --author -b|--escape --block-size=t -B|--ignore-backups -c -C --color[=t] -d|--directory
      -D|--dired -f -F|--classify[=t] --file-type --format=t --full-time -g --group-directories-first -G|--no-group
      -h|--human-readable --si -H|--dereference-command-line --dereference-command-line-symlink-to-dir --hide=t --hyperlink[=t]
      --indicator-style=t -i|--inode -I|--ignore=t -k|--kibibytes -l -L|--dereference -m -n|--numeric-uid-gid -N|--literal -o
      -p -q|--hide-control-chars --show-control-chars -Q|--quote-name --quoting-style=t -r|--reverse -R|--recursive -s|--size -S
      --sort=t --time=t --time-style=t -t -T|--tabsize=n -u -U -v -w|--width=n -x -X -Z|--context --zero -1 -@ -e -O`,
      operands: "r*.",
    };
  },
  "exa eza lsd"() {
    return {
      source: "eza 0.23 manual page",
      class: "read",
      style: "exact-long",
      options: `-1|--oneline -l|--long -G|--grid -x|--across -R|--recurse -T|--tree -X|--dereference -F|--classify[=t] --color=t --colour=t
      --icons[=t] --no-icons --hyperlink -a|--all -A|--almost-all -d|--list-dirs -D|--only-dirs -f|--only-files -L|--level=n -r|--reverse
      -s|--sort=t --group-directories-first -I|--ignore-glob=t --git-ignore -b|--binary -B|--bytes -g|--group -h|--header -H|--links
      -i|--inode -m|--modified -S|--blocksize -t|--time=t -u|--accessed -U|--created --time-style=t --no-permissions --no-filesize
      --no-user --no-time --git --git-repos -@|--extended -n|--numeric --total-size -Z|--context --absolute[=t] --stdin -w|--width=n`,
      operands: "r*.",
    };
  },
  tree() {
    return {
      source: "tree 2.1.0 manual page",
      class: "read",
      style: "exact-long",
      options: `-a -d -l -f -x -L=n -R!execute -P=t -I=t --gitignore --gitfile=r --ignore-case --matchdirs --metafirst --prune --info
      --infofile=r --noreport --charset=t --filelimit=n -o=w!write -q -N -Q -p -u -g -s -h --si --du -D --timefmt=t -F --inodes
      --device -v -t -c -U -r --dirsfirst --filesfirst --sort=t -i -A -S -n -C -X -J -H=t -T=t --nolinks --hintro=r --houtro=r
      --fromfile --fromtabfile --fflinks --compress=n --hyperlink --scheme=t --authority=t`,
      operands: "r*.",
    };
  },
  pwd() {
    return { source: coreutils, class: "read", options: "-L|--logical -P|--physical" };
  },
  stat() {
    return {
      source: coreutils,
      class: "read",
      options: "-L|--dereference -f|--file-system --cached=t -c|--format=t --printf=t -t|--terse -x -s -F -n -r -l",
      operands: "r*",
    };
  },
  readlink() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-f|--canonicalize -e|--canonicalize-existing -m|--canonicalize-missing -n|--no-newline -q|--quiet -s|--silent -v|--verbose -z|--zero",
      operands: "r*",
    };
  },
  realpath() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-E -e|--canonicalize-existing -m|--canonicalize-missing -L|--logical -P|--physical -q|--quiet --relative-to=r --relative-base=r -s|--strip|--no-symlinks -z|--zero",
      operands: "r*",
    };
  },
  basename() {
    return { source: coreutils, class: "read", options: "-a|--multiple -s|--suffix=t -z|--zero", operands: "t*" };
  },
  dirname() {
    return { source: coreutils, class: "read", options: "-z|--zero", operands: "t*" };
  },
  pathchk() {
    return { source: coreutils, class: "read", options: "-p -P --portability", operands: "t*" };
  },
  du() {
    return { source: coreutils, class: "read", options: DU, operands: "r*." };
  },
  df() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-a|--all -B|--block-size=t -h|--human-readable -H|--si -i|--inodes -k -l|--local --no-sync --output[=t] -P|--portability --sync --total -t|--type=t -T|--print-type -x|--exclude-type=t -v -m -g",
      // It tells of the file system that a path lies on, nothing of the path.
      operands: "t*",
    };
  },
  file() {
    return {
      source: "file 5.46 manual page",
      class: "read",
      style: "exact-long",
      options: `-b|--brief -C|--compile!write --checking-printout -c -d|--debug -E -e|--exclude=t --exclude-quiet=t --extension -F|--separator=t -f|--files-from=l
      -h|--no-dereference -I -i|--mime --mime-type --mime-encoding -k|--keep-going -L|--dereference -l|--list -m|--magic-file=r
      -N|--no-pad -n|--no-buffer -p|--preserve-date -P|--parameter=t -r|--raw -S|--no-sandbox -s|--special-files -v -z|--uncompress
      -Z|--uncompress-noreport -0|--print0`,
      operands: "r*",
    };
  },
  "cp gcp"() {
    return {
      source: coreutils,
      class: "write",
      options: `${COPY} -a|--archive+deep --attributes-only --copy-contents -d -H -l|--link -L|--dereference --no-dereference -P -p --preserve[=t] --no-preserve=t --parents -R|-r|--recursive+deep --reflink[=t] --remove-destination --sparse=t -s|--symbolic-link -x|--one-file-system --keep-directory-symlink -X -c`,
      operands: "r* t",
      language: "copy",
    };
  },
  "mv gmv"() {
    return {
      source: coreutils,
      class: "write",
      options: `${COPY} --exchange --no-copy`,
      operands: "m* t",
      language: "move",
    };
  },
  mkdir() {
    return {
      source: coreutils,
      class: "write",
      options: "-m|--mode=t -p|--parents -v|--verbose -Z --context[=t]",
      operands: "w*",
    };
  },
  touch() {
    return {
      source: coreutils,
      class: "write",
      options: "-a -c|--no-create -d|--date=t -f -h|--no-dereference -m -r|--reference=r -t=t --time=t -A=t",
      operands: "e*",
    };
  },
  "rm grm"() {
    return {
      source: coreutils,
      ...deletes,
      options:
        "-f|--force -i -I --interactive[=t] --one-file-system --no-preserve-root --preserve-root[=t] -r|-R|--recursive+deep -d|--dir -v|--verbose -P -W -x",
      operands: "d*",
      does: "deletes files for good",
    };
  },
  rmdir() {
    return {
      source: coreutils,
      ...deletes,
      options: "--ignore-fail-on-non-empty -p|--parents -v|--verbose",
      operands: "d*",
      does: "deletes empty directories",
    };
  },
  unlink() {
    return { source: coreutils, ...deletes, operands: "d", does: "deletes a file for good" };
  },
  shred() {
    return {
      source: coreutils,
      ...deletes,
      options:
        "-f|--force -n|--iterations=n --random-source=r -s|--size=t -u --remove[=t] -v|--verbose -x|--exact -z|--zero",
      operands: "e*",
      forms: [{ if: "-u --remove", operands: "d*", does: "overwrites files and deletes them for good" }],
      does: "overwrites files so that they cannot be restored",
    };
  },
  "wipe srm"() {
    return {
      source: "wipe 0.24 manual page",
      ...deletes,
      options: "-f -r+deep -c -q -s -v -z",
      operands: "d*",
      does: "overwrites files so that they cannot be restored",
    };
  },
  "trash trash-put gio-trash"() {
    return {
      source: "trash-cli 0.24 manual page",
      class: "destructive",
      options: "-f -v -r -d -i",
      operands: "D*",
      exact: "destructive",
      does: "moves files to the trash",
    };
  },
  truncate() {
    return {
      source: coreutils,
      ...deletes,
      options: "-c|--no-create -o|--io-blocks -r|--reference=r -s|--size=t",
      operands: "e*",
      does: "cuts files off, so that what stood there is lost",
    };
  },
  "ln gln"() {
    return {
      source: coreutils,
      class: "write",
      options: `-b --backup[=t] -d -F --directory -f|--force -i|--interactive -L|--logical -n|--no-dereference -P|--physical -r|--relative -s|--symbolic -S|--suffix=t -t|--target-directory=t+last -T|--no-target-directory -v|--verbose -h`,
      operands: "r",
      language: "copy",
      forms: [{ if: "2+ --target-directory", operands: "r* t" }],
    };
  },
  "link glink"() {
    return { source: coreutils, class: "write", operands: "r t", language: "copy" };
  },
  "install ginstall"() {
    return {
      source: coreutils,
      class: "write",
      options:
        "-b --backup[=t] -c -C|--compare -d|--directory+last -D -g|--group=t -m|--mode=t -o|--owner=t -p|--preserve-timestamps -s|--strip --strip-program=x -S|--suffix=t -t|--target-directory=t+last -T|--no-target-directory -v|--verbose --preserve-context -Z --context[=t]",
      operands: "r* t",
      language: "copy",
      forms: [{ if: "--directory", operands: "w* w" }],
    };
  },
  "chmod gchmod"() {
    return {
      source: coreutils,
      class: "write",
      options:
        "-c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --no-preserve-root --preserve-root --reference=r+first -R|--recursive+deep -H -L -P -r -w -x -X -s -t -u -g -o -#",
      operands: "t e*",
    };
  },
  "chown gchown"() {
    return { source: coreutils, class: "privilege", options: `${OWNER} --from=t`, operands: "t e*" };
  },
  chgrp() {
    return { source: coreutils, class: "privilege", options: OWNER, operands: "t e*" };
  },
  setfacl() {
    return {
      source: "acl 2.3 manual page",
      class: "write",
      options:
        "-m|--modify=t -M|--modify-file=r -x|--remove=t -X|--remove-file=r -b|--remove-all -k|--remove-default -n|--no-mask --mask -d|--default -R|--recursive+deep -L|--logical -P|--physical --set=t --set-file=r --restore=r --test",
      operands: "e*",
    };
  },
  getfacl() {
    return {
      source: "acl 2.3 manual page",
      class: "read",
      options:
        "-a|--access -d|--default -c|--omit-header -e|--all-effective -E|--no-effective -s|--skip-base -R|--recursive -L|--logical -P|--physical -t|--tabular -p|--absolute-names -n|--numeric",
      operands: "r*",
    };
  },
  chattr() {
    return { source: "e2fsprogs 1.47 manual page", class: "privilege", style: "none", operands: "t e*" };
  },
  lsattr() {
    return { source: "e2fsprogs 1.47 manual page", class: "read", options: "-R -V -a -d -l -p -v", operands: "r*." };
  },
  getfattr() {
    return {
      source: "attr 2.5 manual page",
      class: "read",
      options:
        "-n|--name=t -d|--dump -e|--encoding=t -h|--no-dereference -m|--match=t --absolute-names --only-values -R|--recursive -L -P",
      operands: "r*",
    };
  },
  xattr() {
    return {
      source: "macOS xattr manual page",
      class: "read",
      options: "-l -r -s -v -x -p -w -d -c",
      operands: "r*",
      forms: [
        { if: "-w -d -c", class: "write", operands: "t e*" },
        { if: "-p", operands: "t r*" },
      ],
    };
  },
  mkfifo() {
    return { source: coreutils, class: "write", options: "-m|--mode=t -Z --context[=t]", operands: "w*" };
  },
  mknod() {
    return { source: coreutils, class: "privilege", options: "-m|--mode=t -Z --context[=t]", operands: "w t t? t?" };
  },
  mktemp() {
    return {
      source: coreutils,
      class: "write",
      options: "-d|--directory -u|--dry-run -q|--quiet --suffix=t -p=w --tmpdir[=w] -t",
      // Without a folder of its own the template is a path.
      operands: "w?",
      forms: [
        { if: "--dry-run -u", class: "read", operands: "t?" },
        { if: "-t -p --tmpdir", operands: "t?" },
      ],
    };
  },
  tee() {
    return {
      source: coreutils,
      class: "write",
      options: "-a|--append -i|--ignore-interrupts -p --output-error[=t]",
      operands: "w*",
    };
  },
  "dd gdd"() {
    return {
      source: coreutils,
      ...deletes,
      style: "none",
      operands: "t*",
      does: "copies raw data over a file or device",
      language: "dd",
    };
  },
  "rename prename perl-rename"() {
    return { source: "rename 2.02 manual page", class: "unknown", exact: "launcher" };
  },
  namei() {
    return {
      source: "util-linux 2.41 manual page",
      class: "read",
      options: "-l|--long -m|--modes -n|--nosymlinks -o|--owners -v|--vertical -x|--mountpoints",
      operands: "r*",
    };
  },
  sync() {
    return { source: coreutils, class: "read", options: "-d|--data -f|--file-system", operands: "r*" };
  },
  rsync() {
    return {
      source: "rsync 3.4 manual page",
      class: "write",
      language: "rsync",
      options: `-v|--verbose -q|--quiet -c|--checksum -a|--archive+deep -r|--recursive+deep -R|--relative -b|--backup --backup-dir=w --suffix=t -u|--update --inplace --append --append-verify -d|--dirs -l|--links -L|--copy-links --copy-unsafe-links --safe-links -k|--copy-dirlinks -K|--keep-dirlinks -H|--hard-links -p|--perms -E|--executability --chmod=t -A|--acls -X|--xattrs -o|--owner -g|--group -D --devices --specials -t|--times -O|--omit-dir-times -J|--omit-link-times -S|--sparse --preallocate -n|--dry-run -W|--whole-file -x|--one-file-system -e|--rsh=x --rsync-path=x --existing --ignore-existing --remove-source-files!destructive --delete!destructive --delete-before!destructive --delete-during!destructive --del!destructive --delete-delay!destructive --delete-after!destructive --delete-excluded!destructive --delete-missing-args!destructive --ignore-errors --force!destructive --max-delete=n --max-size=t --min-size=t --partial --partial-dir=w --delay-updates -m|--prune-empty-dirs --numeric-ids --usermap=t --groupmap=t --chown=t --timeout=n --contimeout=n -I|--ignore-times --size-only -@|--modify-window=n -T|--temp-dir=w -y|--fuzzy --compare-dest=r --copy-dest=r --link-dest=t -z|--compress --compress-choice=t --compress-level=n -C|--cvs-exclude -f|--filter=t -F --exclude=t --exclude-from=r --include=t --include-from=r --files-from=l -0|--from0 --port=n --sockopts=t --blocking-io --outbuf=t --stats -8|--8-bit-output -h|--human-readable --progress -P -i|--itemize-changes -M|--remote-option=p --out-format=t --log-file=w!write --log-file-format=t --password-file=r --list-only --bwlimit=t --stop-after=n --stop-at=t --write-batch=w!write --only-write-batch=w!write --read-batch=r --protocol=n --iconv=t --checksum-seed=n -4|--ipv4 -6|--ipv6 --info=t --debug=t --no-*`,
      operands: "r* t",
      forms: [
        { if: "~*:*", class: "network", operands: "t*" },
        {
          if: "--delete --delete-before --delete-during --del --delete-delay --delete-after --delete-excluded",
          class: "destructive",
          exact: "destructive",
          does: "deletes what the source does not have",
        },
      ],
    };
  },
};
