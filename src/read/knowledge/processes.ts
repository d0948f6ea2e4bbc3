import type { Command, Family, Form } from "./schema.ts";

const procps = "procps 4.0 manual pages";

const read = { class: "read", operands: "t*" } as const satisfies Command;

const privilege = { class: "privilege", operands: "t*" } as const satisfies Command;

/** It takes away what others rely on, so a rule must spell what it stops. */
const halts = { ...privilege, exact: "destructive" } as const satisfies Command;

const UNITS =
  "-t|--type=t --state=t --failed -p|--property=t -P=t -a|--all -l|--full --no-pager --no-legend --plain -n|--lines=n -o|--output=t -q|--quiet --user --system -r|--recursive --reverse --with-dependencies --value --legend=t --after --before -M|--machine=t!network -H|--host=t!network --root=c --no-ask-password --show-types --show-transaction --timestamp=t";

const CONTROL = `${UNITS} --now -f|--force --runtime --global -s|--signal=t --kill-whom=t --no-block --no-reload --job-mode=t --what=t -i -T --drop-in=t --full`;

const STOPS = {
  if: "~stop ~unload ~bootout ~kill ~remove ~disable ~reboot ~delete",
  exact: "destructive",
  does: "stops or removes services",
} as const satisfies Form;

/** What tells of processes, and ends or schedules them. */
export const processes: Family = {
  ps() {
    return {
      source: procps,
      class: "read",
      options:
        "-A -a -d -e -f -F -j -l -M -N -y -H -w -ww -c -L -T -Z -C=t -G|--Group=t -g|--group=t -p|--pid=t -q|--quick-pid=t -s|--sid=t -t|--tty=t -u|--user=t -U|--User=t --ppid=t -n=t -O=t -o|--format=t --cols=n --columns=n --cumulative --deselect --forest --headers --no-headers --lines=n --rows=n --sort=t --width=n --context --info -m -x -r -S -v -X -#",
      operands: "t*",
      forms: [{ if: "~*e* --format=*environ*", reveals: true }],
    };
  },
  pstree() {
    return {
      source: "psmisc 23.7 manual page",
      class: "read",
      info: "-h --help -V --version",
      options:
        "-a|--arguments -A|--ascii -c|--compact-not -C|--color=t -g|--show-pgids -G|--vt100 -h|--highlight-all -H|--highlight-pid=n -l|--long -n|--numeric-sort -N|--ns-sort=t -p|--show-pids -s|--show-parents -S|--ns-changes -t|--thread-names -T|--hide-threads -u|--uid-changes -U|--unicode -Z|--security-context",
      operands: "t*",
    };
  },
  "pgrep pidof"() {
    return {
      source: procps,
      class: "read",
      info: "--help -V --version",
      options:
        "-c|--count -d|--delimiter=t -l|--list-name -a|--list-full -v|--inverse -w|--lightweight -f|--full -g|--pgroup=t -G|--group=t -i|--ignore-case -n|--newest -o|--oldest -O|--older=n -P|--parent=t -s|--session=t -t|--terminal=t -u|--euid=t -U|--uid=t -x|--exact -F|--pidfile=r -L|--logpidfile -r|--runstates=t -A|--ignore-ancestors --cgroup=t --ns=n --nslist=t -q -S -z -Q",
      operands: "t*",
    };
  },
  top() {
    return {
      source: `${procps}; macOS manual page`,
      class: "unknown",
      info: "-h -v -V --help --version",
      options: "-b|--batch -n=n -d=t -p=t -u=t -U=t -o=t -c -H -i -w[=n] -1 -E=t -e=t -S -O -l=n -s=n",
      operands: "",
      forms: [
        // `-w 512`, whose width may stand apart.
        { if: "-b&-w -n&-w", class: "read", operands: "n?" },
        { if: "-b -n -l", class: "read" },
      ],
    };
  },
  "htop btop atop glances"() {
    // A file that is written, a server that is opened: each by a letter that means something harmless to another of them.
    return { source: "the tools' own manual pages", class: "unknown", info: "--help --version" };
  },
  pmap() {
    return {
      source: procps,
      class: "read",
      info: "-h --help -V --version",
      options: "-x|--extended -d|--device -q|--quiet -A|--range=t -X -XX -p|--show-path",
      operands: "n*",
    };
  },
  kill() {
    return {
      source: "bash 5.2 manual",
      class: "execute",
      info: "",
      style: "exact-long",
      options:
        "-l -L -s|--signal=t -n=n -# -HUP -INT -QUIT -KILL -TERM -STOP -CONT -USR1 -USR2 -SIG* -h -p -q=n --table",
      operands: "t*",
      does: "ends processes",
      language: "kill",
      forms: [
        { if: "-l -L --table", class: "read", does: null },
        // `%1` is a job that this very shell started.
        { if: "=%*", class: "interact", operands: "t", does: "ends a job of this shell" },
      ],
    };
  },
  "pkill killall skill"() {
    return {
      source: procps,
      class: "execute",
      style: "exact-long",
      options:
        "-f|--full -x|--exact -u|--euid=t -U=t -s|--signal=t -# -HUP -INT -KILL -TERM -USR1 -USR2 -SIG* -n -o -P=t -e|--echo -i -I -g -q -r -v -w -y=t",
      operands: "t*",
      exact: "destructive",
      does: "ends every process of that name",
    };
  },
  fuser() {
    return {
      source: "psmisc 23.7 manual page",
      class: "read",
      options:
        "-a|--all -k|--kill!execute -i|--interactive -l|--list-signals -m|--mount -M -n|--namespace=t -s|--silent -u|--user -v|--verbose -w -4 -6",
      operands: "t*",
    };
  },
  journalctl() {
    return {
      source: "systemd 257 manual pages",
      class: "read",
      info: "-h --help --version",
      options:
        "--system --user -M|--machine=t -m|--merge -D|--directory=r -i|--file=r --root=r --image=r --namespace=t -S|--since=t -U|--until=t -c|--cursor=t --after-cursor=t --show-cursor --cursor-file=w!write -b|--boot[=t] -u|--unit=t --user-unit=t -# -t|--identifier=t -T|--exclude-identifier=t -p|--priority=t --facility=t -g|--grep=t --case-sensitive[=t] -k|--dmesg -o|--output=t --output-fields=t -n|--lines[=t] -r|--reverse --utc -x|--catalog --no-hostname --no-full -l|--full -a|--all -f|--follow --no-tail -q|--quiet --no-pager -e|--pager-end -N|--fields -F|--field=t --list-boots --list-invocations --list-catalog --dump-catalog --disk-usage --header --verify --verify-key=t --vacuum-size=t!destructive --vacuum-time=t!destructive --vacuum-files=n!destructive --rotate!privilege --sync!privilege --flush!privilege --relinquish-var!privilege --smart-relinquish-var!privilege --setup-keys!privilege --update-catalog!privilege --force --truncate-newline --synchronize-on-exit=t --interval=t -I --invocation=t",
      operands: "t*",
    };
  },
  systemctl() {
    return {
      source: "systemd 257 manual pages",
      class: "read",
      options: UNITS,
      info: "-h --help --version",
      subs: {
        "show-environment": { class: "read", reveals: true, options: "--user --system --no-pager -o|--output=t" },
        "status show cat list-units list-unit-files list-timers list-sockets list-jobs list-dependencies list-machines list-automounts list-paths is-active is-enabled is-failed is-system-running get-default help whoami":
          { ...read, options: UNITS },
        "start restart reload try-restart reload-or-restart thaw set-property bind enable reenable preset unmask link add-wants add-requires edit daemon-reload daemon-reexec set-environment unset-environment import-environment set-default reset-failed preset-all log-level":
          // A unit of this path is linked to where the system looks for what it runs.
          { ...privilege, options: CONTROL, forms: [{ if: "~*/*", exact: "launcher" }] },
        "stop kill clean freeze disable mask revert cancel": {
          ...halts,
          options: CONTROL,
          does: "stops or removes services",
        },
        "isolate default rescue emergency halt poweroff reboot kexec soft-reboot exit switch-root suspend hibernate hybrid-sleep suspend-then-hibernate sleep":
          { ...halts, options: CONTROL, does: "stops or restarts the machine" },
      },
    };
  },
  "systemd-analyze"() {
    return {
      source: "systemd 257 manual pages",
      class: "read",
      options: UNITS,
      info: "-h --help --version",
      subs: {
        "time blame critical-chain dot unit-paths exit-status capability calendar timespan timestamp security syscall-filter filesystems":
          {
            ...read,
            options: `${UNITS} --no-pager --order --require --from-pattern=t --to-pattern=t --fuzz=t --iterations=n`,
          },
        "verify cat-config": { class: "read", options: UNITS, operands: "r*" },
      },
    };
  },
  "service rc-service"() {
    return {
      source: "init-system-helpers 1.68 manual page",
      class: "privilege",
      style: "none",
      operands: "t*",
      subs: {
        "--status-all": { class: "read" },
        "*": {
          class: "privilege",
          operands: "t*",
          forms: [STOPS],
          language: "service",
          subs: { status: { class: "read", language: "service" } },
        },
      },
    };
  },
  "rcctl launchctl initctl"() {
    return {
      source: "the tools' own manual pages",
      class: "privilege",
      style: "none",
      operands: "t*",
      forms: [
        { if: "=getenv", class: "read", reveals: true },
        {
          if: "=list =print =blame =dumpstate =print-disabled =print-cache =hostinfo =procinfo =error =version =help =variant =managername =manageruid =managerpid =plist =resolveport =dumpjpcategory",
          class: "read",
        },
        STOPS,
        // What is loaded is started, now or later.
        { if: "=load =bootstrap =submit =bsexec =asuser", class: "execute", exact: "launcher" },
      ],
    };
  },
  "shutdown reboot halt poweroff init telinit"() {
    return {
      source: "systemd 257 manual pages",
      class: "privilege",
      style: "none",
      operands: "t*",
      exact: "destructive",
      does: "stops or restarts the machine",
    };
  },
  crontab() {
    return {
      source: "cron 3.0 manual page",
      class: "execute",
      exact: "launcher",
      options: "-l -u=t!privilege -e -r -i",
      operands: "s?",
      stdin: "code",
      does: "changes what runs on a schedule",
      forms: [
        { if: "-r", class: "destructive", exact: "destructive", does: "removes all that runs on a schedule" },
        { if: "-l", class: "read", operands: "", does: null, exact: null },
      ],
    };
  },
  atq() {
    return { source: "at 3.2 manual page", class: "read", options: "-V -q=t -o=t", operands: "t*" };
  },
  "at batch atrm"() {
    return {
      source: "at 3.2 manual page",
      class: "execute",
      language: "at",
      options: "-l -d -r -f=s -m -M -q=t -t=t -v -c!unknown -V",
      operands: "t*",
      stdin: "code",
      // The last of several acts counts.
      forms: [{ if: "-d -r" }, { if: "-l", class: "read" }],
    };
  },
  tmux() {
    return {
      source: "tmux 3.5 manual page",
      separator: ";",
      info: "-V",
      class: "execute",
      exact: "launcher",
      options: "-2 -C -D -l -N -u -v -c=x -f=s -L=t -S=r -T=t",
      operands: "",
      subs: {
        "ls list-sessions list-windows lsw list-panes lsp list-clients lsc list-buffers lsb list-keys lsk show-options show-option show show-window-options showw show-hooks show-messages show-buffer showb list-hooks has-session has info server-info show-environment-names list-commands lscm":
          {
            class: "read",
            options: "-F=t -f=t -a -s -t=t -N -g -v -w -p -q -T=t -P=t",
            operands: "t*",
            // `#(command)` in a format runs it.
            forms: [{ if: "-F=*#(* -f=*#(* -F=*$* -f=*$* -F=*`* -f=*`*", class: "execute", exact: "launcher" }],
          },
        "display-message display": {
          class: "write",
          options: "-a -I -l -N -p -v -C -c=t -d=n -t=t -F=t",
          operands: "t?",
          forms: [
            { if: "~*#(* ~*$* ~*`* -F=*#(* -F=*$* -F=*`*", class: "execute", exact: "launcher" },
            { if: "-p", class: "read" },
          ],
        },
        "capture-pane capturep": {
          class: "read",
          options: "-a -e -p -q -C -J -N -P -T -b=t -E=t -S=t -t=t",
          forms: [],
        },
        "send-keys send": {
          class: "execute",
          options: "-F -H -K -l -M -R -X -N=n -c=t -t=t",
          operands: "t*",
          exact: "launcher",
          language: "keys",
        },
        "new-session new new-window neww split-window splitw respawn-pane respawnp respawn-window respawnw display-popup popup run-shell run if-shell if pipe-pane pipep":
          {
            class: "execute",
            style: "posix",
            options:
              "-A -B -C -D -E -I -O -P -S -X -Z -a -b -d -f -h -k -o -p -v -c=t -e=t -F=t -l=t -n=t -s=t -t=t -T=t -w=t -x=t -y=t",
            operands: "i?",
            exact: "launcher",
          },
        "*": { class: "execute", style: "none", operands: "t*", exact: "launcher" },
      },
    };
  },
  zellij() {
    return {
      source: "zellij 0.42 help",
      class: "execute",
      style: "posix",
      info: "-h --help -V --version",
      options: "-s|--session=t -l|--layout=s -n|--new-session-with-layout=s -c|--config=s --config-dir=p",
      operands: "i?",
      exact: "launcher",
      subs: { "list-sessions ls": { class: "read", options: "-n|--no-formatting -s|--short -r|--reverse" } },
    };
  },
  screen() {
    return {
      source: "screen 5.0 manual page",
      class: "execute",
      style: "posix",
      info: "--version --help",
      options: "-ls -list -S=t -X -d -m -r[=t] -x -D -R -L -p=t -t=t -c=s -q -dm -dmS=t -h=n -s=x",
      operands: "i?",
      exact: "launcher",
      language: "screen",
      forms: [{ if: "-ls -list", class: "read", exact: null, operands: "" }],
    };
  },
};
