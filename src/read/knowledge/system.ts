// Longer than most: option lists of the many small programs of one system.
import type { Command, Family } from "./schema.ts";

const coreutils = "GNU coreutils 9.7 manual";

const utilLinux = "util-linux 2.41 manual pages";

const procps = "procps 4.0 manual pages";

const sysstat = "sysstat 12.7 manual pages";

const read = { class: "read", operands: "t*" } as const satisfies Command;

const privilege = { class: "privilege", operands: "t*" } as const satisfies Command;

const UNITS =
  "-t|--type=t --state=t --failed -p|--property=t -P=t -a|--all -l|--full --no-pager --no-legend --plain -n|--lines=n -o|--output=t -q|--quiet --user --system -r|--recursive --reverse --with-dependencies --value --legend=t --after --before -M|--machine=t!network -H|--host=t!network --root=c --no-ask-password --show-types --show-transaction --timestamp=t";

/** What tells about the machine, and what changes it. */
export const system: Family = {
  "date gdate"() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-d|--date=t --debug -f|--file=r -I[=t] --iso-8601[=t] -R|--rfc-email --rfc-3339=t --resolution -r|--reference=r -s|--set=t!privilege -u|--utc|--universal -j -v=t -n",
      operands: "",
      forms: [
        { if: "=+*", operands: "t?" },
        { if: "-j", operands: "t*" },
        { if: "1+", class: "privilege", operands: "t*", exact: "destructive", does: "sets the clock" },
      ],
    };
  },
  "whoami logname nproc arch hostid groups users tty"() {
    return { source: coreutils, class: "read", options: "--all --ignore=n -s|--silent|--quiet -h", operands: "t*" };
  },
  id() {
    return {
      source: coreutils,
      class: "read",
      options: "-a -Z|--context -g|--group -G|--groups -n|--name -r|--real -u|--user -z|--zero -p -P -F",
      operands: "t*",
    };
  },
  uname() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-a|--all -s|--kernel-name -n|--nodename -r|--kernel-release -v|--kernel-version -m|--machine -p|--processor -i|--hardware-platform -o|--operating-system",
    };
  },
  "hostname domainname dnsdomainname"() {
    return {
      source: "hostname 3.25 manual page",
      class: "read",
      info: "-h --help -V --version",
      options:
        "-a|--alias -A|--all-fqdns -b|--boot!privilege -d|--domain -f|--fqdn|--long -F|--file=r!privilege -i|--ip-address -I|--all-ip-addresses -s|--short -y|--yp|--nis",
      operands: "",
      forms: [{ if: "1+", class: "privilege", operands: "t", exact: "destructive", does: "renames the machine" }],
    };
  },
  "hostnamectl timedatectl localectl loginctl"() {
    return {
      source: "systemd 257 manual pages",
      class: "read",
      info: "-h --help --version",
      options: UNITS,
      subs: {
        "status show list-timezones timesync-status show-timesync list-locales list-keymaps list-sessions list-users list-seats session-status user-status show-session show-user":
          { ...read, options: UNITS },
        "hostname set-hostname set-time set-timezone set-ntp set-locale set-keymap lock-session enable-linger": {
          ...privilege,
          options: UNITS,
        },
        "terminate-session kill-session terminate-user kill-user terminate-seat": {
          ...privilege,
          options: UNITS,
          exact: "destructive",
          does: "ends sessions and all that runs in them",
        },
      },
    };
  },
  uptime() {
    return {
      source: procps,
      class: "read",
      info: "-h --help -V --version",
      options: "-p|--pretty -s|--since -r|--raw",
    };
  },
  w() {
    return {
      source: procps,
      class: "read",
      info: "--help -V --version",
      options:
        "-h|--no-header -u|--no-current -s|--short -f|--from -o|--old-style -i|--ip-addr -p|--pids -c|--container",
      operands: "t?",
    };
  },
  who() {
    return {
      source: coreutils,
      class: "read",
      options:
        "-a|--all -b|--boot -d|--dead -H|--heading --ips -l|--login -m -p|--process -q|--count -r|--runlevel -s|--short -t|--time -T|-w|--mesg|--message|--writable -u|--users",
      operands: "r?",
      // `who am i`, in any two words.
      forms: [{ if: "2+", operands: "t t" }],
    };
  },
  "last lastb"() {
    return {
      source: utilLinux,
      class: "read",
      info: "--help -V --version",
      options:
        "-a|--hostlast -d|--dns!network -f|--file=r -F|--fulltimes -i|--ip -n|--limit=n -# -p|--present=t -R|--nohostname -s|--since=t -t|--until=t --time-format=t -T|--tab-separated -w|--fullnames -x|--system",
      operands: "t*",
    };
  },
  lastlog() {
    return {
      source: "shadow 4.17 manual page",
      class: "read",
      info: "-h --help",
      options: "-b|--before=n -C|--clear!privilege -R|--root=c -S|--set!privilege -t|--time=n -u|--user=t",
    };
  },
  finger() {
    // `finger WORDS@host` sends the words there.
    return { source: "bsd-finger 0.17 manual page", class: "network", options: "-l -m -s -p -h -o", operands: "h*" };
  },
  free() {
    return {
      source: procps,
      class: "read",
      options:
        "-b|--bytes -k|--kibi -m|--mebi -g|--gibi -h|--human -c|--count=n -l|--lohi -s|--seconds=n -t|--total -v|--committed -w|--wide --kilo --mega --giga --tera --peta --kibi --mebi --gibi --tebi --pebi --si -L|--line",
    };
  },
  vmstat() {
    return {
      source: procps,
      class: "read",
      info: "-h --help -V --version",
      options:
        "-a|--active -f|--forks -m|--slabs -n|--one-header -s|--stats -d|--disk -D|--disk-sum -p|--partition=t -S|--unit=t -t|--timestamp -w|--wide -y|--no-first",
      operands: "n*",
    };
  },
  "iostat mpstat"() {
    return {
      source: sysstat,
      class: "read",
      style: "exact-long",
      info: "-V --help",
      options:
        "-A -c -d -h -H -k -m -N[=t] -n -s -t -T -u -x -y -z -I=t -P=t -p[=t] -j=t -o=t -g=t --dec=n --human --pretty",
      operands: "t*",
    };
  },
  pidstat() {
    return {
      source: sysstat,
      class: "read",
      style: "exact-long",
      info: "-V --help",
      options: "-C=t -d -G=t -H -h -I -l -p=t -R -r -s -T=t -t -U[=t] -u -v -w --dec=n --human",
      operands: "t*",
    };
  },
  sar() {
    return {
      source: sysstat,
      class: "read",
      style: "exact-long",
      info: "-V -h --help",
      options:
        "-A -B -b -C -D -d -F -H -m=t -n=t -p -q -R -r -S -t -u -v -W -w -y -z -P=t -I=t -j=t -f=r -s=t -e=t -i=n -o=w!write --dec=n --human --pretty",
      operands: "t*",
    };
  },
  lscpu() {
    return {
      source: utilLinux,
      info: "-h --help -V --version",
      class: "read",
      options:
        "-a|--all -b|--online -B|--bytes -C|--caches[=t] -c|--offline -e|--extended[=t] -J|--json -p|--parse[=t] -r|--raw -s|--sysroot=r -x|--hex -y|--physical --hierarchic[=t] --output-all",
    };
  },
  blkid() {
    return {
      source: utilLinux,
      class: "read",
      info: "-h --help -V --version",
      options:
        "-c|--cache-file=w!write -d|--no-encoding -D|--no-part-details -g|--garbage-collect!write -H|--hint=t -i|--info -k|--list-filesystems -l|--list-one -L|--label=t -n|--match-types=t -o|--output=t -O|--offset=n -p|--probe -s|--match-tag=t -S|--size=n -t|--match-token=t -u|--usages=t -U|--uuid=t -w=w!write",
      operands: "t*",
    };
  },
  findmnt() {
    return {
      source: utilLinux,
      class: "read",
      info: "-h --help -V --version",
      options:
        "-A|--all -a|--ascii -b|--bytes -C|--nocanonicalize -c|--canonicalize -D|--df -d|--direction=t -e|--evaluate -F|--tab-file=r -f|--first-only -i|--invert -J|--json -k|--kernel -l|--list -M|--mountpoint=t -m|--mtab -N|--task=n -n|--noheadings -O|--options=t -o|--output=t --output-all -P|--pairs -p|--poll[=t] --pseudo -Q|--filter=t -R|--submounts -r|--raw --real -S|--source=t -s|--fstab -T|--target=t -t|--types=t --tree -U|--uniq -u|--notruncate -v|--nofsroot --vfs-all -w|--timeout=n -x|--verify --verbose -y|--shell --shadowed",
      operands: "t*",
    };
  },
  "lsblk lsmem lsipc lsns lslocks lsfd"() {
    return {
      source: utilLinux,
      info: "-h --help -V --version",
      class: "read",
      options:
        "-a|--all -A|--noempty -b|--bytes -D|--discard -z|--zoned -d|--nodeps -e|--exclude=t -f|--fs -i|--ascii -I|--include=t -J|--json -l|--list -T|--tree[=t] -m|--perms -M|--merge -n|--noheadings -o|--output=t -O|--output-all -p|--paths -P|--pairs -Q|--filter=t -r|--raw -s|--inverse -S|--scsi -t|--topology -N|--nvme -w|--width=n -x|--sort=t -y|--shell -c -g -L=t -U=t -k -u|--notruncate --df -R|--submounts -v|--invert --summary[=t]",
      operands: "t*",
    };
  },
  "neofetch fastfetch"() {
    return { source: "the tools' own manual pages", class: "read", options: "--json --version", operands: "" };
  },
  lspci() {
    return {
      source: "pciutils 3.13 manual page",
      class: "read",
      info: "--help --version",
      options: "-v -k -n -t -s=t -d=t -D -m -x -b -P -Q!network -q!network -i=r -p=r -F=r",
    };
  },
  lsusb() {
    return {
      source: "usbutils 018 manual page",
      class: "read",
      info: "-h --help -V --version",
      options: "-v|--verbose -s=t -d=t -D=r -t|--tree",
    };
  },
  "lsmod modinfo"() {
    return {
      source: "kmod 34 manual pages",
      class: "read",
      info: "-h --help -V --version",
      options:
        "-a|--author -d|--description -l|--license -p|--parameters -n|--filename -0|--null -F|--field=t -k|--set-version=t -b|--basedir=r",
      operands: "t*",
    };
  },
  lshw() {
    return {
      source: "lshw 02.20 manual page",
      class: "read",
      style: "single-dash",
      info: "-help -version --help --version",
      options:
        "-short -json -html -xml -C=t -c=t -class=t -disable=t -enable=t -businfo -numeric -quiet -sanitize -notime",
    };
  },
  dmidecode() {
    return {
      source: "dmidecode 3.6 manual page",
      class: "read",
      info: "-h --help -V --version",
      options: "-t|--type=t -s|--string=t -H|--handle=t -q|--quiet -u|--dump --no-sysfs --no-quirks",
    };
  },
  sensors() {
    return {
      source: "lm-sensors 3.6 manual page",
      class: "read",
      info: "-h --help -v --version",
      options: "-A|--no-adapter -f|--fahrenheit -j|--json -u -s|--set!privilege",
      operands: "t*",
    };
  },
  "inxi hwinfo"() {
    return {
      source: "inxi 3.3 manual page",
      class: "read",
      style: "exact-long",
      info: "-h --help -V --version",
      // `-i` and `-w` ask servers for the address and the weather.
      options:
        "-A -B -b -C -D -d -E -F -f -G -I -i!network -J -j -L -l -M -m -N -n -o -P -p -R -S -s -u -w!network -x -z --short --cpu --disk --memory --network --usb --pci --gfxcard --bios",
    };
  },
  dmesg() {
    return {
      source: utilLinux,
      info: "-h --help -V --version",
      class: "read",
      options:
        "-C|--clear!privilege -c|--read-clear!privilege -D|--console-off!privilege -d|--show-delta -E|--console-on!privilege -e|--reltime -F|--file=r -f|--facility=t -H|--human -J|--json -k|--kernel -K|--kmsg-file=r -L|--color[=t] -l|--level=t -n|--console-level=t!privilege --noescape -P|--nopager -p|--force-prefix -r|--raw -S|--syslog -s|--buffer-size=n -T|--ctime --since=t --until=t -t|--notime --time-format=t -u|--userspace -w|--follow -W|--follow-new -x|--decode",
    };
  },
  mount() {
    return {
      source: utilLinux,
      class: "read",
      options:
        "-l -v|--verbose -t|--types=t -o|--options=t!privilege -a|--all!privilege -r|--read-only -w|--rw -B|--bind -M|--move -R|--rbind -n -f -L=t -U=t",
      operands: "",
      language: "mount",
      forms: [{ if: "1+", class: "privilege", operands: "t*" }],
    };
  },
  "umount swapon swapoff losetup fdisk sfdisk parted gdisk cfdisk cryptsetup lvm lvs vgs pvs mdadm zfs zpool btrfs hdparm smartctl tune2fs resize2fs e2fsck xfs_repair"() {
    return { source: utilLinux, ...privilege, style: "none" };
  },
  "fsck mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkswap wipefs blkdiscard badblocks lvremove vgremove pvremove mke2fs"() {
    return {
      source: utilLinux,
      class: "destructive",
      style: "none",
      operands: "t*",
      exact: "destructive",
      does: "may erase a file system",
    };
  },
  sysctl() {
    return {
      source: procps,
      class: "read",
      options:
        "-a|-A|-X|--all -b|--binary -d --deprecated -e|--ignore -h|--human -N|--names -n|--values -o -p|--load[=r]!privilege -q|--quiet -r|--pattern=t --system!privilege -w|--write!privilege -x",
      operands: "t*",
      // `kernel.core_pattern=|PROGRAM` is run as root.
      forms: [{ if: "~*=*", class: "privilege", exact: "destructive", does: "changes how the kernel works" }],
    };
  },
  "modprobe insmod rmmod depmod kexec"() {
    return { source: "kmod 34 manual pages", ...privilege, style: "none" };
  },
  "useradd adduser userdel deluser usermod groupadd groupdel groupmod gpasswd passwd chpasswd chsh chfn visudo vipw login newgrp"() {
    return {
      source: "shadow 4.17 manual pages",
      ...privilege,
      style: "none",
      does: "changes accounts, or becomes another user",
    };
  },
  getent() {
    return {
      source: "glibc 2.41 manual page",
      class: "read",
      options: "-i|--no-idn -s|--service=p -A",
      operands: "t t*",
      forms: [
        { if: "=shadow =gshadow", reveals: true },
        { if: "=hosts =ahosts*", class: "network", operands: "t h*" },
      ],
    };
  },
  getconf() {
    return { source: "glibc 2.41 manual page", class: "read", options: "-a -v=t", operands: "t*" };
  },
  locale() {
    return {
      source: "glibc 2.41 manual page",
      class: "read",
      options: "-a|--all-locales -c|--category-name -k|--keyword-name -m|--charmaps -v|--verbose",
      operands: "t*",
    };
  },
  "infocmp xdpyinfo glxinfo vulkaninfo"() {
    return {
      source: "ncurses 6.5 manual pages; the tools' own help",
      class: "read",
      style: "exact-long",
      options: "-1 -x -L -C -I -d -c -n -display=t --summary -B",
      operands: "t*",
    };
  },
  "cloud-init"() {
    return {
      source: "cloud-init 25.1 documentation",
      info: "-h --help -v --version",
      subs: { status: { class: "read", options: "-l|--long -w|--wait --format=t" } },
    };
  },
  "desktop-file-validate"() {
    return {
      source: "desktop-file-utils 0.28 manual page",
      class: "read",
      options: "--no-hints --no-warn-deprecated --warn-kde",
      operands: "r*",
    };
  },
  tput() {
    return {
      source: "ncurses 6.5 manual page",
      class: "read",
      style: "posix",
      info: "-V",
      options: "-T=t -S -x",
      operands: "t*",
    };
  },
  printenv() {
    return {
      source: coreutils,
      class: "read",
      options: "-0|--null",
      operands: "t*",
      reveals: true,
      forms: [
        {
          if: "=PATH =HOME =SHELL =LANG =LC_* =TERM =USER =LOGNAME =PWD =OLDPWD =NODE_ENV =CI =EDITOR =PAGER =*_HOME =*PATH =*_VERSION =HOSTNAME =TZ =TMPDIR =*_DIR =DISPLAY =*ROOT =SHLVL =XDG_* =VIRTUAL_ENV =COLORTERM =GITHUB_ACTIONS =GITHUB_REF* =GITHUB_SHA =RUST_LOG =DEBUG",
          operands: "t",
          reveals: false,
        },
      ],
    };
  },
  "sleep usleep"() {
    return { source: coreutils, class: "read", operands: "t*" };
  },
  "true false :"() {
    return { source: coreutils, class: "read", style: "none", operands: "t*" };
  },
  "test ["() {
    return { source: "bash 5.2 manual", class: "read", style: "none", operands: "t*" };
  },
  ldd() {
    return {
      source: "glibc 2.41 manual page",
      class: "execute",
      options: "-v|--verbose -u|--unused -d|--data-relocs -r|--function-relocs",
      operands: "s*",
      does: "may start the program that it inspects",
    };
  },
  ldconfig() {
    return {
      source: "glibc 2.41 manual page",
      class: "privilege",
      options: "-p|--print-cache -v -N -n -X",
      operands: "t*",
      forms: [{ if: "--print-cache", class: "read" }],
    };
  },
  "ulimit umask"() {
    return { source: "bash 5.2 manual", class: "read", style: "none", operands: "t*" };
  },
  "pbcopy pbpaste xclip xsel wl-copy wl-paste"() {
    return {
      source: "xclip 0.13 manual page",
      class: "read",
      style: "single-dash",
      options: "-selection=t -sel=t -o -out -i -in -b -p -s -n -no-newline -t=t",
      reveals: true,
      operands: "r*",
    };
  },
  "open xdg-open start sensible-browser"() {
    return {
      source: "xdg-utils 1.2 manual page",
      class: "execute",
      style: "none",
      operands: "t*",
      exact: "launcher",
      does: "opens something in another program",
    };
  },
  uuidgen() {
    return {
      source: utilLinux,
      class: "read",
      options:
        "-r|--random -t|--time -6|--time-v6 -7|--time-v7 -m|--md5 -s|--sha1 -n|--namespace=t -N|--name=t -x|--hex -C|--count=n",
    };
  },
  "clear reset"() {
    return { source: "ncurses 6.5 manual pages", class: "read", options: "-x -T=t -q -s -w" };
  },
  stty() {
    return {
      source: coreutils,
      class: "read",
      options: "-a|--all -g|--save",
      operands: "",
      forms: [{ if: "=size =speed", operands: "t" }],
    };
  },
  "vue minio sops swiftlint pod fastlane carthage tuist elm purs swipl vlang ghcup hf huggingface-cli mlflow dvc wandb spack"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help --version" };
  },
  ipcs() {
    return { source: utilLinux, class: "read", options: "-i=n -m -q -s -a -t -p -c -l -u -b --human" };
  },
  "logger write mesg"() {
    return { source: utilLinux, class: "write", style: "none", operands: "t*" };
  },
  wall() {
    return { source: utilLinux, class: "write", options: "-n|--nobanner -t|--timeout=n -g|--group=t", operands: "r?" };
  },
  logrotate() {
    return {
      source: "logrotate 3.22 manual page",
      class: "privilege",
      options:
        "-d|--debug -f|--force -m|--mail=x -s|--state=w!write -v|--verbose -l|--log=w!write --skip-state-lock --wait-for-state-lock",
      // A configuration names the programs that are run.
      operands: "s*",
      exact: "launcher",
    };
  },
  "updatedb ntpdate hwclock tzselect"() {
    return { source: "the tools' own manual pages", ...privilege, style: "none" };
  },
  "auditctl ausearch setenforce semanage restorecon chcon apparmor_status aa-status setcap"() {
    return { source: "the tools' own manual pages", ...privilege, style: "none" };
  },
  "getenforce sestatus getcap"() {
    return { source: "libselinux 3.8, libcap 2.75 manual pages", class: "read", options: "-v -b -n", operands: "r*" };
  },
  capsh() {
    return {
      source: "libcap 2.75 manual page",
      class: "execute",
      style: "none",
      operands: "t*",
      exact: "launcher",
      does: "changes what a shell may do and starts it",
      forms: [{ if: "2+" }, { if: "=--print", class: "read", exact: null, does: null }],
    };
  },
  "pass gopass bw lpass rbw keepassxc-cli"() {
    return {
      source: "the tools' own help",
      class: "privilege",
      style: "posix",
      info: "-h --help --version",
      operands: "t*",
      does: "opens a store of passwords",
      // A rule about the whole of the program does not mean what prints them.
      subs: {
        "show get otp read field clip export search": {
          class: "privilege",
          operands: "t*",
          options: "-* --*",
          reveals: true,
        },
      },
    };
  },
};
