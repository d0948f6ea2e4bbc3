import type { Command, Family } from "./schema.ts";

const coreutils = "GNU coreutils 9.7 manual";
const utilLinux = "util-linux 2.41 manual pages";
const procps = "procps 4.0 manual pages";
const read = { class: "read", operands: "t*" } as const satisfies Command;
const privilege = { class: "privilege", operands: "t*" } as const satisfies Command;
const installs = { class: "privilege", operands: "t*", does: "installs or removes software of the system" } as const satisfies Command;
const UNITS = "-t|--type=t --state=t --failed -p|--property=t -P=t -a|--all -l|--full --no-pager --no-legend --plain -n|--lines=n -o|--output=t -q|--quiet --user --system -r|--recursive --reverse --with-dependencies --value --legend=t --after --before -M|--machine=t!network -H|--host=t!network --root=c --no-ask-password --show-types --show-transaction --timestamp=t";

/** What tells about the machine, and what changes it. */
export const system: Family = {
  "date gdate"() {
    return { source: coreutils, class: "read", options: "-d|--date=t --debug -f|--file=r -I[=t] --iso-8601[=t] -R|--rfc-email --rfc-3339=t --resolution -r|--reference=r -s|--set=t!privilege -u|--utc|--universal -j -v=t -n", operands: "", forms: [{ if: "=+*", operands: "t?" }, { if: "-j", operands: "t*" }, { if: "1+", class: "privilege", operands: "t*" }] };
  },
  "whoami logname nproc arch hostid groups users tty"() {
    return { source: coreutils, class: "read", options: "--all --ignore=n -s|--silent|--quiet -h", operands: "t*" };
  },
  id() {
    return { source: coreutils, class: "read", options: "-a -Z|--context -g|--group -G|--groups -n|--name -r|--real -u|--user -z|--zero -p -P -F", operands: "t*" };
  },
  uname() {
    return { source: coreutils, class: "read", options: "-a|--all -s|--kernel-name -n|--nodename -r|--kernel-release -v|--kernel-version -m|--machine -p|--processor -i|--hardware-platform -o|--operating-system" };
  },
  "hostname domainname dnsdomainname"() {
    return { source: "hostname 3.25 manual page", class: "read", info: "-h --help -V --version", options: "-a|--alias -A|--all-fqdns -b|--boot!privilege -d|--domain -f|--fqdn|--long -F|--file=r!privilege -i|--ip-address -I|--all-ip-addresses -s|--short -y|--yp|--nis", operands: "", forms: [{ if: "1+", class: "privilege", operands: "t" }] };
  },
  "hostnamectl timedatectl localectl loginctl"() {
    return { source: "systemd 257 manual pages", class: "read", info: "-h --help --version", options: UNITS, subs: { "status show list-timezones timesync-status show-timesync list-locales list-keymaps list-sessions list-users list-seats session-status user-status show-session show-user": { ...read, options: UNITS }, "hostname set-hostname set-time set-timezone set-ntp set-locale set-keymap terminate-session kill-session terminate-user lock-session enable-linger": { ...privilege, options: UNITS } } };
  },
  uptime() {
    return { source: procps, class: "read", info: "-h --help -V --version", options: "-p|--pretty -s|--since -r|--raw" };
  },
  "w who last lastb lastlog finger"() {
    return { source: procps, class: "read", options: "-h|--no-header -u|--no-current -s|--short -f|--from -o|--old-style -i|--ip-addr -p|--pids -a|--all -b|--boot -d|--dead -H|--heading -l|--login -m -q|--count -r|--runlevel -t|--time -T -w -n=n -# -F|--fulltimes -R -x -S=t", operands: "t*" };
  },
  free() {
    return { source: procps, class: "read", options: "-b|--bytes -k|--kibi -m|--mebi -g|--gibi -h|--human -c|--count=n -l|--lohi -s|--seconds=n -t|--total -v|--committed -w|--wide --kilo --mega --giga --si -L|--line" };
  },
  "vmstat iostat mpstat pidstat sar"() {
    return { source: `${procps}; sysstat 12.7 manual pages`, class: "read", options: "-a|--active -f|--forks -m|--slabs -n|--one-header -s|--stats -d|--disk -D|--disk-sum -p=t -S|--unit=t -t|--timestamp -w|--wide -y|--no-first -x -c -k -h -z -P=t -u -r -N -j=t", operands: "n*" };
  },
  ps() {
    return { source: procps, class: "read", options: "-A -a -d -e -f -F -j -l -M -N -y -H -w -ww -c -L -T -Z -C=t -G|--Group=t -g|--group=t -p|--pid=t -q|--quick-pid=t -s|--sid=t -t|--tty=t -u|--user=t -U|--User=t --ppid=t -n=t -O=t -o|--format=t --cols=n --columns=n --cumulative --deselect --forest --headers --no-headers --lines=n --rows=n --sort=t --width=n --context --info -m -x -r -S -v -X -#", operands: "t*", forms: [{ if: "~*e*", reveals: true }] };
  },
  pstree() {
    return { source: "psmisc 23.7 manual page", class: "read", info: "-h --help -V --version", options: "-a|--arguments -A|--ascii -c|--compact-not -C|--color=t -g|--show-pgids -G|--vt100 -h|--highlight-all -H|--highlight-pid=n -l|--long -n|--numeric-sort -N|--ns-sort=t -p|--show-pids -s|--show-parents -S|--ns-changes -t|--thread-names -T|--hide-threads -u|--uid-changes -U|--unicode -Z|--security-context", operands: "t*" };
  },
  "pgrep pidof"() {
    return { source: procps, class: "read", info: "--help -V --version", options: "-c|--count -d|--delimiter=t -l|--list-name -a|--list-full -v|--inverse -w|--lightweight -f|--full -g|--pgroup=t -G|--group=t -i|--ignore-case -n|--newest -o|--oldest -O|--older=n -P|--parent=t -s|--session=t -t|--terminal=t -u|--euid=t -U|--uid=t -x|--exact -F|--pidfile=r -L|--logpidfile -r|--runstates=t -A|--ignore-ancestors --ns=n --nslist=t -q -S -z -Q", operands: "t*" };
  },
  "top htop btop atop glances"() {
    return { source: procps, class: "unknown", options: "-b|--batch -n=n -d=t -p=t -u=t -U=t -o=t -c -H -i -w[=n] -1 -E=t -e=t -S -O -l=n -s=n", operands: "", forms: [{ if: "-b -n -l", class: "read" }] };
  },
  pmap() {
    return { source: procps, class: "read", info: "-h --help -V --version", options: "-x|--extended -d|--device -q|--quiet -A|--range=t -X -XX -p|--show-path", operands: "n*" };
  },
  kill() {
    return { source: "bash 5.2 manual", class: "execute", style: "exact-long", options: "-l -L -s|--signal=t -n=n -# -HUP -INT -QUIT -KILL -TERM -STOP -CONT -USR1 -USR2 -SIG* -h -p -q=n --table", operands: "t*", does: "ends processes", forms: [{ if: "-l -L --table", class: "read" }] };
  },
  "pkill killall skill"() {
    return { source: procps, class: "execute", style: "exact-long", options: "-f|--full -x|--exact -u|--euid=t -U=t -s|--signal=t -# -HUP -INT -KILL -TERM -USR1 -USR2 -SIG* -n -o -P=t -e|--echo -i -I -g -q -r -v -w -y=t", operands: "t*", does: "ends processes by their name" };
  },
  fuser() {
    return { source: "psmisc 23.7 manual page", class: "read", options: "-a|--all -k|--kill!execute -i|--interactive -l|--list-signals -m|--mount -M -n|--namespace=t -s|--silent -u|--user -v|--verbose -w -4 -6", operands: "t*" };
  },
  lscpu() {
    return { source: utilLinux, class: "read", options: "-a|--all -b|--online -B|--bytes -C|--caches[=t] -c|--offline -e|--extended[=t] -J|--json -p|--parse[=t] -r|--raw -s|--sysroot=r -x|--hex -y|--physical --hierarchic[=t] --output-all" };
  },
  "lsblk blkid findmnt lsmem lsipc lsns lslocks lsfd"() {
    return { source: utilLinux, class: "read", options: "-a|--all -A|--noempty -b|--bytes -D|--discard -z|--zoned -d|--nodeps -e|--exclude=t -f|--fs -i|--ascii -I|--include=t -J|--json -l|--list -T|--tree[=t] -m|--perms -M|--merge -n|--noheadings -o|--output=t -O|--output-all -p|--paths -P|--pairs -Q|--filter=t -r|--raw -s|--inverse -S|--scsi -t|--topology -N|--nvme -w|--width=n -x|--sort=t -y|--shell -c -g -L=t -U=t -k -u|--notruncate --df -R|--submounts -v|--invert --summary[=t]", operands: "t*" };
  },
  "lspci lsusb lsmod lshw dmidecode hwinfo inxi sensors modinfo neofetch fastfetch"() {
    return { source: "the tools' own manual pages", class: "read", options: "-v -vv -vvv -k -nn -n -t -s=t -d=t -D -mm -q -x -short -json -C=t -class=t -businfo -quiet -sanitize -F -a -m -i -c=n -f=t -l -A -u -j", operands: "t*" };
  },
  dmesg() {
    return { source: utilLinux, class: "read", options: "-C|--clear!privilege -c|--read-clear!privilege -D|--console-off!privilege -d|--show-delta -E|--console-on!privilege -e|--reltime -F|--file=r -f|--facility=t -H|--human -J|--json -k|--kernel -K|--kmsg-file=r -L|--color[=t] -l|--level=t -n|--console-level=t!privilege --noescape -P|--nopager -p|--force-prefix -r|--raw -S|--syslog -s|--buffer-size=n -T|--ctime --since=t --until=t -t|--notime --time-format=t -u|--userspace -w|--follow -W|--follow-new -x|--decode" };
  },
  journalctl() {
    return { source: "systemd 257 manual pages", class: "read", info: "-h --help --version", options: "--system --user -M|--machine=t -m|--merge -D|--directory=r -i|--file=r --root=r --image=r --namespace=t -S|--since=t -U|--until=t -c|--cursor=t --after-cursor=t --show-cursor --cursor-file=w!write -b|--boot[=t] -u|--unit=t --user-unit=t -# -t|--identifier=t -T|--exclude-identifier=t -p|--priority=t --facility=t -g|--grep=t --case-sensitive[=t] -k|--dmesg -o|--output=t --output-fields=t -n|--lines[=t] -r|--reverse --utc -x|--catalog --no-hostname --no-full -l|--full -a|--all -f|--follow --no-tail -q|--quiet --no-pager -e|--pager-end -N|--fields -F|--field=t --list-boots --list-invocations --list-catalog --dump-catalog --disk-usage --header --verify --verify-key=t --vacuum-size=t!destructive --vacuum-time=t!destructive --vacuum-files=n!destructive --rotate!privilege --sync!privilege --flush!privilege --relinquish-var!privilege --smart-relinquish-var!privilege --setup-keys!privilege --update-catalog!privilege --force --truncate-newline --synchronize-on-exit=t --interval=t -I --invocation=t", operands: "t*" };
  },
  systemctl() {
    return {
    source: "systemd 257 manual pages",
    class: "read",
    options: UNITS,
    info: "-h --help --version",
    subs: {
      "status show cat list-units list-unit-files list-timers list-sockets list-jobs list-dependencies list-machines list-automounts list-paths is-active is-enabled is-failed is-system-running get-default show-environment help whoami": { ...read, options: UNITS },
      "start stop restart reload try-restart reload-or-restart kill clean freeze thaw set-property bind isolate enable disable reenable preset mask unmask link revert add-wants add-requires edit daemon-reload daemon-reexec set-environment unset-environment import-environment set-default default rescue emergency halt poweroff reboot kexec soft-reboot exit switch-root suspend hibernate hybrid-sleep cancel reset-failed preset-all log-level": { ...privilege, options: `${UNITS} --now -f|--force --runtime --global -s|--signal=t --kill-whom=t --no-block --no-reload --job-mode=t --what=t -i -T --drop-in=t --full` },
    },
    };
  },
  "service rc-service rcctl launchctl initctl"() {
    return { source: "init-system-helpers 1.68 manual page", class: "privilege", style: "none", operands: "t*", forms: [{ if: "=list =print =--status-all =blame =dumpstate =print-disabled =print-cache =hostinfo =procinfo =error =version", class: "read" }] };
  },
  "shutdown reboot halt poweroff init telinit"() {
    return { source: "systemd 257 manual pages", class: "privilege", style: "none", operands: "t*", does: "stops or restarts the machine" };
  },
  mount() {
    return { source: utilLinux, class: "read", options: "-l -v|--verbose -t|--types=t -o|--options=t!privilege -a|--all!privilege -r -w -B --bind -M -R -n -f -L=t -U=t", operands: "", forms: [{ if: "1+", class: "privilege", operands: "t*" }] };
  },
  "umount swapon swapoff losetup fdisk sfdisk parted gdisk cfdisk cryptsetup lvm lvs vgs pvs mdadm zfs zpool btrfs hdparm smartctl tune2fs resize2fs e2fsck xfs_repair"() {
    return { source: utilLinux, ...privilege, style: "none" };
  },
  "fsck mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkswap wipefs blkdiscard badblocks lvremove vgremove pvremove mke2fs"() {
    return { source: utilLinux, class: "destructive", style: "none", operands: "t*", exact: "destructive", does: "may erase a file system" };
  },
  sysctl() {
    return { source: procps, class: "read", options: "-a|-A|-X|--all -b|--binary -d --deprecated -e|--ignore -h|--human -N|--names -n|--values -o -p|--load[=r]!privilege -q|--quiet -r|--pattern=t --system!privilege -w|--write!privilege -x", operands: "t*", forms: [{ if: "~*=*", class: "privilege" }] };
  },
  "modprobe insmod rmmod depmod kexec"() {
    return { source: "kmod 34 manual pages", ...privilege, style: "none" };
  },
  "useradd adduser userdel deluser usermod groupadd groupdel groupmod gpasswd passwd chpasswd chsh chfn visudo vipw su login newgrp"() {
    return { source: "shadow 4.17 manual pages", ...privilege, style: "none", does: "changes accounts, or becomes another user" };
  },
  getent() {
    return { source: "glibc 2.41 manual page", class: "read", options: "-i|--no-idn -s|--service=t -A", operands: "t t*", forms: [{ if: "=shadow =gshadow", reveals: true }, { if: "=hosts =ahosts*", class: "network", operands: "t h*" }] };
  },
  getconf() {
    return { source: "glibc 2.41 manual page", class: "read", options: "-a -v=t", operands: "t*" };
  },
  locale() {
    return { source: "glibc 2.41 manual page", class: "read", options: "-a|--all-locales -c|--category-name -k|--keyword-name -m|--charmaps -v|--verbose", operands: "t*" };
  },
  printenv() {
    return { source: coreutils, class: "read", options: "-0|--null", operands: "t*", reveals: true, forms: [{ if: "=PATH =HOME =SHELL =LANG =LC_* =TERM =USER =LOGNAME =PWD =OLDPWD =NODE_ENV =CI =EDITOR =PAGER =*_HOME =*PATH =*_VERSION =HOSTNAME =TZ =TMPDIR =*_DIR =DISPLAY =*ROOT =SHLVL =XDG_* =VIRTUAL_ENV =COLORTERM =GITHUB_ACTIONS =GITHUB_REF* =GITHUB_SHA =RUST_LOG =DEBUG", operands: "t", reveals: false }] };
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
    return { source: "glibc 2.41 manual page", class: "execute", options: "-v|--verbose -u|--unused -d|--data-relocs -r|--function-relocs", operands: "s*", does: "may start the program that it inspects" };
  },
  ldconfig() {
    return { source: "glibc 2.41 manual page", class: "privilege", options: "-p|--print-cache -v -N -n -X", operands: "t*", forms: [{ if: "--print-cache", class: "read" }] };
  },
  "update-alternatives"() {
    return { source: "dpkg 1.22 manual page", class: "privilege", style: "single-dash", options: "-display -list -query -get-selections -config", operands: "t*", forms: [{ if: "-display -list -query -get-selections", class: "read" }] };
  },
  dpkg() {
    return { source: "dpkg 1.22 manual page", class: "privilege", options: "-l|--list -L|--listfiles -s|--status -S|--search -p|--print-avail -I|--info -c|--contents -f|--field -C|--audit -V|--verify --get-selections --print-architecture --print-foreign-architectures --compare-versions --no-pager -W|--show -i|--install -r|--remove -P|--purge --configure --unpack -a|--pending", operands: "t*", forms: [{ if: "--install --remove --purge --configure --unpack", class: "privilege" }, { if: "--list --listfiles --status --search --print-avail --info --contents --field --audit --verify --get-selections --print-architecture --print-foreign-architectures --compare-versions", class: "read" }] };
  },
  "dpkg-query dpkg-deb"() {
    return { source: "dpkg 1.22 manual page", class: "read", options: "-l|--list -L|--listfiles -s|--status -S|--search -W|--show -f|--showformat=t -c|--contents -I|--info -p --no-pager -x!write -e!write -X!write -b!write -R!write --fsys-tarfile --field", operands: "r*" };
  },
  "apt-cache apt-file"() {
    return { source: "apt 3.0 manual pages", info: "-h --help -v --version", anywhere: "-q|--quiet -n|--names-only -f|--full -a|--all-versions -i|--important -c|--config-file=p -o|--option=p --no-all-versions -g --installed", subs: { "show search policy depends rdepends pkgnames madison showpkg stats dump unmet xvcg showsrc showauto list find": read, update: installs } };
  },
  "apt apt-get aptitude"() {
    return { source: "apt 3.0 manual pages", info: "-h --help -v --version", anywhere: "-y|--yes|--assume-yes -q|--quiet -qq -s|--simulate|--dry-run --no-install-recommends --installed --upgradable --all-versions -a --names-only -n -f -V --reinstall --only-upgrade --purge --allow-downgrades --allow-unauthenticated -c|--config-file=p -o|--option=p -t=t --fix-broken -d --download-only --no-upgrade --manual-installed -v --verbose --full --fix-missing --auto-remove --print-uris -m", subs: { "list show search policy depends rdepends showsrc changelog moo": read, "install remove purge update upgrade full-upgrade dist-upgrade autoremove autopurge clean autoclean edit-sources build-dep source download satisfy reinstall dselect-upgrade check hold unhold": installs } };
  },
  "apt-mark apt-key apt-config add-apt-repository"() {
    return { source: "apt 3.0 manual pages", class: "privilege", style: "none", operands: "t*", forms: [{ if: "=showmanual =showauto =showhold =showinstall =dump", class: "read" }] };
  },
  rpm() {
    return { source: "rpm 4.20 manual page", class: "privilege", style: "exact-long", options: "-q|--query -a|--all -i|--info -l|--list -f|--file -c|--configfiles -d|--docfiles --requires --provides --changelog --scripts -p|--package -V|--verify --qf=t --queryformat=t -qa -qi -ql -qf -qip -qlp -qpl -qpi -qc -qd -qR -qal -qil -v --whatprovides --whatrequires --last --eval=p --pipe=x", operands: "t*", forms: [{ if: "--query -qa -qi -ql -qf -qip -qlp -qpl -qpi -qc -qd -qR -qal -qil", class: "read", operands: "r*" }, { if: "--verify", class: "read" }] };
  },
  "yum dnf microdnf zypper pacman apk snap flatpak port nix nix-env pkg emerge xbps-install"() {
    return { source: "the tools' own manual pages", info: "-h --help -V --version", anywhere: "-y -q --quiet -v -C --installed --available -n --no-refresh -a -c", subs: { "list info search repolist history provides repoquery deplist check-update show se lr lu if find policy stats version": { class: "read", operands: "t*" }, "*": installs }, options: "-Q -Qi -Ql -Qs -Qo -Qe -Qq -Qu -Qm -Qk -Qdt -Ss -Si -F -Fy!network", class: "privilege", operands: "t*", forms: [{ if: "-Q -Qi -Ql -Qs -Qo -Qe -Qq -Qu -Qm -Qk -Qdt", class: "read" }, { if: "-Ss -Si", class: "read" }] };
  },
  brew() {
    return {
    source: "Homebrew 4.5 manual page",
    style: "exact-long",
    globals: "-v|--verbose -q|--quiet -d|--debug",
    anywhere: "-v|--verbose -q|--quiet -d|--debug --cask --casks --formula --formulae --json[=t] -1 -l -r -t --versions --full-name --multiple --pinned --installed --eval-all --all --tree --include-build --include-optional --include-test --skip-recommended --direct --for-each --union --topological -n --1 --desc --name --description --analytics --github --greedy --fetch-HEAD --strict --online --new --audit-debug --installed-on-request --installed-as-dependency --poured-from-bottle --built-from-source --declared --annotate --graph --dot --recursive --missing --hide=t --search -s --open --closed --pull-request --repology --days=n --patch --stat --max-count=n --oneline --category=t --no-linkage --since=t --dates",
    info: "-h --help --version --prefix --cellar --cache --repository --repo --env --config --taps --caskroom",
    subs: {
      "list ls info abv deps uses desc search home config doctor dr leaves outdated missing log cat formula formulae casks commands command help livecheck options linkage tap-info shellenv docs which-formula source": read,
      tap: { class: "read", forms: [{ if: "1+", class: "execute", operands: "t*", does: "adds a source of programs" }] },
      services: { class: "read", subs: { "list info": read, "start stop restart run kill cleanup": { class: "execute", operands: "t*" } } },
      bundle: { class: "execute", options: "--file=r --global --no-upgrade", subs: { "list check": { ...read, options: "--all --file=r --global --brews --taps --mas --vscode --no-upgrade" }, "install dump cleanup exec edit sh add remove": { class: "execute", operands: "t*" } } },
      "install reinstall upgrade up update uninstall remove rm untap link ln unlink unln pin unpin cleanup autoremove fetch edit create extract migrate postinstall switch unpack test tap-new vendor-gems sh irb ruby": { class: "execute", operands: "t*", options: "-f|--force --force-bottle --build-from-source -s --HEAD --dry-run -n --overwrite --ignore-dependencies --zap -i --prune=t --no-quarantine --appdir=w --adopt --only-dependencies --no-audit --auto-update --merge --preinstall --deps --retry --bottle-tag=t", does: "installs or removes software" },
    },
    };
  },
  crontab() {
    return { source: "cron 3.0 manual page", class: "execute", options: "-l -u=t!privilege -e -r -i", operands: "r?", does: "changes what runs on a schedule", forms: [{ if: "-r -e -i 1+", class: "execute" }, { if: "-l", class: "read", operands: "" }] };
  },
  "at batch atq atrm"() {
    return { source: "at 3.2 manual page", class: "execute", options: "-l -d -r -f=s -m -M -q=t -t=t -v -c!unknown -V", operands: "t*", stdin: "code", forms: [{ if: "-l", class: "read" }] };
  },
  tmux() {
    return { source: "tmux 3.5 manual page", info: "-V", class: "execute", exact: "launcher", options: "-2 -C -D -l -N -u -v -c=x -f=s -L=t -S=r -T=t", operands: "", subs: { "ls list-sessions list-windows lsw list-panes lsp list-clients lsc list-buffers lsb list-keys lsk show-options show display-message-p has-session has info server-info show-environment-names list-commands lscm": { class: "read", options: "-F=t -f=t -a -s -t=t -N -g -v -w -p -q -T=t -P=t", operands: "t*" }, "capture-pane capturep": { class: "read", options: "-a -e -p -q -C -J -N -P -T -b=t -E=t -S=t -t=t", forms: [] }, "*": { class: "execute", style: "none", operands: "t*", exact: "launcher" } } };
  },
  "screen zellij"() {
    return { source: "screen 5.0 manual page", class: "execute", style: "posix", info: "-v --version --help", options: "-ls -list -S=t -X -d -m -r[=t] -x -D -R -L -p=t -t=t -c=s -q -dmS=t -h=n -s=x", operands: "t*", exact: "launcher", forms: [{ if: "-ls -list", class: "read", exact: null, operands: "" }] };
  },
  "ulimit umask"() {
    return { source: "bash 5.2 manual", class: "read", style: "none", operands: "t*" };
  },
  "pbcopy pbpaste xclip xsel wl-copy wl-paste"() {
    return { source: "xclip 0.13 manual page", class: "read", style: "single-dash", options: "-selection=t -sel=t -o -out -i -in -b -p -s -n -no-newline -t=t", reveals: true, operands: "r*" };
  },
  "open xdg-open start sensible-browser"() {
    return { source: "xdg-utils 1.2 manual page", class: "execute", style: "none", operands: "t*", exact: "launcher", does: "opens something in another program" };
  },
  ipcs() {
    return { source: utilLinux, class: "read", options: "-i=n -m -q -s -a -t -p -c -l -u -b --human" };
  },
  "logger wall write mesg"() {
    return { source: utilLinux, class: "write", style: "none", operands: "t*" };
  },
  "logrotate updatedb ntpdate hwclock tzselect"() {
    return { source: "the tools' own manual pages", ...privilege, style: "none" };
  },
  "auditctl ausearch getenforce setenforce sestatus semanage restorecon chcon apparmor_status aa-status getcap setcap capsh"() {
    return { source: "the tools' own manual pages", ...privilege, style: "none", forms: [] };
  },
};
