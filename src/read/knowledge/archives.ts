import type { Family, Form } from "./schema.ts";

const GZIP =
  "-c|--stdout|--to-stdout -d|--decompress|--uncompress -f|--force -k|--keep -l|--list -n|--no-name -N|--name -q|--quiet -r|--recursive+deep --rsyncable -S|--suffix=t --synchronous -t|--test -v|--verbose -# --fast --best -a|--ascii";
const STDOUT = { if: "--stdout --list --test", operands: "r*" } as const;
/** The last of these letters counts: `xz -t -z x` packs and deletes `x`. */
const MIXED = {
  if: "--list&--compress --list&--decompress --list&--uncompress --test&--compress --test&--decompress --test&--uncompress",
  class: "write",
  operands: "e*",
  does: "replaces files by packed or unpacked ones",
} as const;
const REPLACES = {
  if: "1+",
  class: "write",
  operands: "e*",
  does: "replaces files by packed or unpacked ones",
} as const;
const CAT = { class: "read", operands: "r*", options: "-f|--force -q -v -t" } as const;

/** What packs and unpacks. A compressor replaces its file: the original goes. */
const MORE_WORDS = { if: "~--* ~@*", class: "unknown" } as const satisfies Form;

export const archives: Family = {
  "tar gtar bsdtar"() {
    return {
      // To bsdtar, which is the tar of Macs, `-W` is any long option without its dashes, and `-s` changes names.
      source: "GNU tar 1.35 manual",
      class: "unknown",
      language: "tar",
      options: `-A|--catenate|--concatenate -c|--create -d|--diff|--compare --delete!destructive -r|--append -t|--list --test-label -u|--update -x|--extract|--get --show-defaults
      --usage --check-device --no-check-device -g|--listed-incremental=w!write -G|--incremental --ignore-failed-read --level=n -n|--seek --no-seek
      --occurrence[=n] --sparse-version=t -S|--sparse --hole-detection=t --add-file=R -C|--directory=c --exclude=t --exclude-backups --exclude-caches
      --exclude-caches-all --exclude-caches-under --exclude-ignore=t --exclude-ignore-recursive=t --exclude-tag=t
      --exclude-tag-all=t --exclude-tag-under=t --exclude-vcs --exclude-vcs-ignores --no-null --no-recursion --recursion --no-unquote --unquote
      --null --verbatim-files-from --no-verbatim-files-from -T|--files-from=l -X|--exclude-from=r --anchored --no-anchored --ignore-case --no-ignore-case --no-wildcards
      --wildcards --no-wildcards-match-slash --wildcards-match-slash --keep-directory-symlink -k|--keep-old-files --keep-newer-files
      --no-overwrite-dir --one-top-level[=w] --overwrite --overwrite-dir --recursive-unlink!destructive --remove-files!destructive --skip-old-files
      -U|--unlink-first --verify -W=p -O|--to-stdout --to-command=x --ignore-command-error --no-ignore-command-error --atime-preserve[=t] --clamp-mtime
      --delay-directory-restore --no-delay-directory-restore --group=t --group-map=r --mode=t --mtime=t -m|--touch --no-same-owner -o --no-same-permissions
      --numeric-owner --owner=t --owner-map=r -p|--preserve-permissions|--same-permissions --same-owner --preserve-order|--same-order -s=p
      --sort=t --acls --no-acls --selinux --no-selinux --xattrs --no-xattrs --xattrs-exclude=t --xattrs-include=t --force-local -f|--file=t -F|--info-script|--new-volume-script=x
      -L|--tape-length=t -M|--multi-volume --rmt-command=x --rsh-command=x --volno-file=w!write -b|--blocking-factor=n -B|--read-full-records
      -i|--ignore-zeros --record-size=t -H|--format=t --old-archive --portability --pax-option=t --posix -V|--label=t -a|--auto-compress
      --no-auto-compress -I|--use-compress-program=x -j|--bzip2 -J|--xz --lzip --lzma --lzop --zstd -z|--gzip|--gunzip|--ungzip -Z|--compress|--uncompress
      --backup[=t] --suffix=t --checkpoint[=n] --checkpoint-action=p --full-time --index-file=w!write -l|--check-links --no-quote-chars=t --quote-chars=t
      --quoting-style=t -R|--block-number --show-omitted-dirs --show-stored-names|--show-transformed-names --strip-components=n --totals[=t]
      --transform|--xform=p --utc -v|--verbose --warning=t -w|--interactive|--confirmation -h|--dereference --hard-dereference -N|--newer|--after-date=t --newer-mtime=t
      --one-file-system -P|--absolute-names -K|--starting-file=t --set-mtime-command=x --set-mtime-format=t`,
      operands: "t*",
    };
  },
  "gzip gunzip uncompress"() {
    return {
      source: "gzip 1.13 manual page",
      info: "-h --help -V --version",
      class: "read",
      options: GZIP,
      operands: "",
      language: "replaced",
      forms: [STDOUT, REPLACES],
    };
  },
  "pigz unpigz"() {
    return {
      source: "pigz 2.8 manual page",
      info: "-h --help -V --version",
      class: "read",
      options: `${GZIP} -p=n -b=n -i -z -R`,
      operands: "",
      language: "replaced",
      forms: [MIXED, STDOUT, REPLACES],
    };
  },
  "zcat gzcat xzcat lzcat"() {
    return { source: "gzip 1.13, xz 5.8 manual pages", ...CAT, options: `${CAT.options} -S=t` };
  },
  "bzcat zstdcat lz4cat bsdcat"() {
    return { source: "bzip2 1.0.8, zstd 1.5, lz4 1.10, libarchive 3.8 manual pages", ...CAT };
  },
  "bzip2 bunzip2"() {
    return {
      source: "bzip2 1.0.8 manual page",
      info: "-h --help -V --version",
      class: "read",
      options:
        "-c|--stdout -d|--decompress -z|--compress -f|--force -k|--keep -t|--test -s|--small -q|--quiet -v|--verbose -# --fast --best",
      operands: "",
      language: "replaced",
      forms: [MIXED, STDOUT, REPLACES],
    };
  },
  "xz unxz lzma unlzma"() {
    return {
      source: "xz 5.8 manual page",
      info: "-h --help --long-help -V --version",
      class: "read",
      options:
        "-z|--compress -d|--decompress|--uncompress -t|--test -l|--list -k|--keep -f|--force -c|--stdout|--to-stdout --single-stream --no-sparse -S|--suffix=t -F|--format=t -C|--check=t --ignore-check -# --fast --best -e|--extreme -T|--threads=n --block-size=t -M|--memlimit=t -q|--quiet -v|--verbose -Q|--no-warn --robot --info-memory --memlimit-compress=t --memlimit-decompress=t",
      operands: "",
      language: "replaced",
      forms: [MIXED, STDOUT, REPLACES],
    };
  },
  "zstd unzstd"() {
    return {
      source: "zstd 1.5.7 manual page",
      info: "-h -H --help -V --version",
      class: "read",
      style: "exact-long",
      options:
        "-c|--stdout -d|--decompress|--uncompress -z|--compress -t|--test -l|--list -k|--keep -f|--force -# -q|--quiet -v|--verbose -T* --threads=n --single-thread --auto-threads=t --ultra --fast[=n] --long[=n] --max -D=r --patch-from=r --rm!destructive -o|--output=w!write --output-dir-flat=W!write --output-dir-mirror=W!write -r+deep --filelist=l -M* --memory=t --format=t --rsyncable --[no-]adapt --[no-]check --[no-]progress --[no-]sparse --[no-]asyncio --[no-]content-size --exclude-compressed --stream-size=t --size-hint=t",
      operands: "",
      language: "replaced",
      forms: [{ if: "--output", class: "write", operands: "r*" }, MIXED, STDOUT, REPLACES],
    };
  },
  "lz4 unlz4"() {
    return {
      source: "lz4 1.10 manual page",
      info: "-h --help -V --version",
      class: "read",
      style: "exact-long",
      // `-l` packs, in an older format; without `-m` the second operand is written.
      options:
        "-c|--stdout|--to-stdout -d|--decompress|--uncompress -z|--compress -t|--test --list -k|--keep -f|--force -# -q|--quiet -v|--verbose -l -m|--multiple -r+deep -D=r -B* --best --fast[=n] --rm!destructive --[no-]sparse --[no-]frame-crc --[no-]content-size --favor-decSpeed",
      operands: "",
      language: "replaced",
      forms: [
        MIXED,
        { if: "--list --test&--multiple", operands: "r*" },
        { if: "--stdout --test", operands: "r" },
        REPLACES,
      ],
    };
  },
  brotli() {
    return {
      source: "brotli 1.1 manual page",
      info: "-h --help -V --version",
      class: "read",
      style: "exact-long",
      options:
        "-c|--stdout -d|--decompress -t|--test -k|--keep -f|--force -# -q|--quality=n -v|--verbose -w|--lgwin=n --large_window=n -D|--dictionary=r -S|--suffix=t -n|--no-copy-stat -Z|--best -j|--rm!destructive -o|--output=w!write",
      operands: "",
      language: "replaced",
      forms: [{ if: "--output", class: "write", operands: "r*" }, MIXED, STDOUT, REPLACES],
    };
  },
  zip() {
    return {
      source: "zip 3.0 manual page",
      class: "write",
      options:
        "-# -A -b|--temp-path=c -c -d|--delete!destructive -db -dc -dd -dg -ds|--dot-size=t -du -dv -D -DF -e|--encrypt -F -FF -FI -FS!destructive -f|--freshen -fd -fz -g|--grow -h2 -i|--include=t -j|--junk-paths -J -k -l -ll -lf|--logfile-path=w -la -li -L -m|--move!destructive -MM -n|--suffixes=t -nw -o -O|--out=w -p -P|--password=t -q|--quiet -r|--recurse-paths+deep -R|--recurse-patterns+deep -RE -s|--split-size=t -sp -sv -sb -sc -sd -sf -so -su -sU -S -t|--from-date=t -tt|--before-date=t -T -TT|--unzip-command=x -u|--update -U -UN|--unicode=t -v|--verbose -V -w -wl -wn -ws -ww -x|--exclude=t -X|--no-extra -y|--symlinks -z -Z=t -@",
      style: "exact-long",
      operands: "w r*",
    };
  },
  unzip() {
    return {
      source: "unzip 6.0 manual page",
      class: "write",
      style: "exact-long",
      info: "-h --help -hh",
      options:
        "-l -t -z -Z -1 -2 -v -p -c -T!write -f -u -n -o -q -a -aa -b -j -U -UU -C -L -X -K -V -M -W -d=U -x=t -P=t -s -m -i -: -^ -D -I=t -O=t -B",
      operands: "r t*",
      language: "unpack-here",
      forms: [
        { if: "-d -o -n -f -u -B", class: "write" },
        { if: "-l -t -z -Z -v -p -c", class: "read" },
      ],
    };
  },
  zipinfo() {
    return {
      source: "zipinfo 3.0 manual page",
      class: "read",
      style: "exact-long",
      options: "-1 -2 -s -m -l -v -h -M -t -T -U -C -z -x=t",
      operands: "r t*",
    };
  },
  "unrar rar"() {
    return {
      source: "unrar 7 manual",
      style: "exact-long",
      subs: {
        "l lb lt la v vb vt t p": { class: "read", style: "exact-long", options: "-p=t -y -r", operands: "r t*" },
        "x e": { class: "write", style: "exact-long", options: "-p=t -y -r -m*", operands: "r t*", language: "unrar" },
        a: { class: "write", style: "exact-long", options: "-p=t -y -r -m*", operands: "w R*" },
      },
    };
  },
  "7z 7za 7zr 7zz p7zip"() {
    return {
      source: "7-Zip 24 manual",
      style: "single-dash",
      info: "--help -h -?",
      subs: {
        "l t i": {
          class: "read",
          options:
            "-slt -p* -r* -x* -i* -t* -ba -bb* -bd -so -scrc* -sccUTF-8 -y -ssc* -bs* -m* -an -ai* -ax* -spd -sns* -stl* -sni -slp -spf*",
          operands: "r t*",
        },
        h: { class: "read", options: "-scrc* -r* -x* -i* -ba", operands: "r*" },
        b: { class: "read", options: "-m* -mm* -mmt* -md*", operands: "t*" },
        "x e": {
          class: "write",
          options: "-o* -p* -y -r* -x* -i* -ao* -t* -bd -ba -bb* -bs* -so",
          operands: "r t*",
          language: "7z",
          forms: [{ if: "-so", class: "read" }],
        },
        "a u rn": {
          class: "write",
          options: "-t* -m* -p* -r* -x* -i* -y -bd -v* -sfx* -ssw -stl -mhe*",
          operands: "w R*",
        },
        d: {
          class: "destructive",
          options: "-r* -x* -i* -y",
          operands: "e t*",
          exact: "destructive",
          does: "deletes files from an archive",
        },
      },
    };
  },
  "ar gcc-ar llvm-ar"() {
    return {
      source: "binutils 2.44 manual page",
      style: "none",
      subs: {
        // `--plugin` loads a library and `@file` holds more words, wherever they stand.
        "t tv p pv": { class: "read", operands: "r t*", forms: [MORE_WORDS] },
        "x xv xo": {
          class: "write",
          style: "exact-long",
          options: "--output=U",
          operands: "r t*",
          language: "unpack-here",
          forms: [MORE_WORDS],
        },
        "r rc rcs cr crs q s d m": { class: "write", operands: "e r*", forms: [MORE_WORDS] },
      },
    };
  },
  pax() {
    return {
      source: "POSIX.1-2024, pax",
      class: "read",
      info: "",
      options: "-r -w -a -f=t -v -c -d -k -n -u -t -X -H -L -P -l -z -j -J -b=t -o=t -p=t -x=t -s=p",
      operands: "t*",
      language: "pax",
    };
  },
  star() {
    return {
      source: "star 1.6 manual page",
      class: "unknown",
      style: "exact-long",
      info: "",
      options: "-c|--create -x|--extract -t|--list -f|--file=t -C|--directory=c -v|--verbose -z -j -J -k -m -n -p",
      operands: "t*",
      language: "star",
    };
  },
  "lha lzh"() {
    return {
      source: "LHa for UNIX 1.14i manual page",
      style: "none",
      subs: {
        "l lv v t p": { class: "read", operands: "r t*" },
        "x e xv xf xq xqf": { class: "write", operands: "r t*", language: "unpack-here" },
        "a c u av cv uv": { class: "write", operands: "w R*" },
        d: {
          class: "destructive",
          operands: "e t*",
          exact: "destructive",
          does: "deletes files from an archive",
        },
      },
    };
  },
  "cpio gcpio bsdcpio"() {
    return {
      source: "GNU cpio 2.15 manual",
      class: "unknown",
      options:
        "-t|--list -i|--extract -p|--pass-through -v|--verbose --quiet -I=r -F|--file=r -d|--make-directories -m|--preserve-modification-time -u|--unconditional -0|--null -L|--dereference -D|--directory=c",
      operands: "t*",
      language: "cpio",
      forms: [{ if: "--list", class: "read" }],
    };
  },
  unsquashfs() {
    return {
      source: "squashfs-tools 4.6 manual pages",
      class: "write",
      style: "single-dash",
      options:
        "-l|-ls -ll|-lls -lln -s|-stat -d|-dest=U -f|-force -i|-info -n|-no-progress -q|-quiet -p|-processors=n -no-xattrs -x|-xattrs -user-xattrs",
      operands: "r t*",
      language: "unsquashfs",
      forms: [{ if: "-l -ll -lln -s", class: "read" }],
    };
  },
  mksquashfs() {
    return {
      source: "squashfs-tools 4.6 manual pages",
      class: "write",
      style: "single-dash",
      options:
        "-comp=t -b=t -noappend -all-root -root-owned -no-progress -quiet -info -no-xattrs -processors=n -mem=t -no-duplicates -noI -noD -noF -noX -nopad -no-exports -reproducible -wildcards -ef=r",
      operands: "R* w",
    };
  },
  unar() {
    return {
      source: "unar 1.10 manual page",
      class: "write",
      style: "single-dash",
      options:
        "-o|-output-directory=U -f|-force-overwrite -r|-force-rename -s|-force-skip -d|-force-directory -D|-no-directory -p|-password=t -e|-encoding=t -q|-quiet -nr|-no-recursion",
      operands: "r t*",
      language: "unpack-here",
    };
  },
  lsar() {
    return {
      source: "lsar 1.10 manual page",
      class: "read",
      style: "single-dash",
      options: "-l|-long -L|-verylong -t|-test -p|-password=t -e|-encoding=t -j|-json -nr|-no-recursion",
      operands: "r t*",
    };
  },
  cabextract() {
    return {
      source: "cabextract 1.11 manual page",
      class: "write",
      options:
        "-d|--directory=U -f|--fix -F|--filter=t -L|--lowercase -l|--list -p|--pipe -q|--quiet -s|--single -t|--test",
      operands: "r*",
      language: "unpack-here",
      forms: [{ if: "--list --pipe --test", class: "read" }],
    };
  },
};
