import type { Entry, Family } from "./schema.ts";

const coreutils = "GNU coreutils 9.7 manual";
const utilLinux = "util-linux 2.41 manual pages";
const SH =
  "-a -b -e -f -h -k -m -n -p -t -u -v -x -B -C -E -H -P -T -i -l|--login -r|--restricted -s -D -o=t -O=t +o=t +O=t +e +x +u --noprofile --norc --posix --verbose --debugger!unknown --dump-strings --dump-po-strings --noediting --rcfile=s --init-file=s";

const agent = {
  source: "the tools' own help",
  class: "delegate",
  style: "posix",
  info: "--version --help",
  options: "-* --*",
  operands: "t*",
  exact: "launcher",
  does: "starts another agent",
} as const satisfies Entry;

const editor: Entry = {
  source: "the editors' own manuals",
  class: "execute",
  style: "posix",
  info: "--version --help",
  options: "-* --*",
  operands: "t*",
  exact: "launcher",
  language: "editor",
  stdin: "code",
  does: "opens an editor, which can run programs",
};

/** What runs another program, or is itself a place to write programs in. The inner command is read where it can be. */
export const shells: Family = {
  "bash sh dash rbash ksh mksh ash"() {
    return {
      source: "bash 5.2 manual",
      class: "execute",
      style: "posix",
      options: `-c=x+first ${SH}`,
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      forms: [
        { if: "-c -i -s ~+*", projectCode: false },
        // Only checks how the script is written.
        { if: "-n", class: "read", operands: "r t*", exact: null, projectCode: false },
      ],
    };
  },
  zsh() {
    return {
      source: "zsh 5.9 manual",
      class: "execute",
      style: "posix",
      options: `-c=x+first -d -F -N -Y -Z -g -y -w -j -X --no-rcs --emulate=t ${SH}`,
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      forms: [{ if: "-c -i -s", projectCode: false }],
    };
  },
  "fish csh tcsh nu xonsh elvish pwsh powershell cmd wscript cscript mshta osh ysh"() {
    return {
      source: "the shells' own manuals",
      class: "execute",
      style: "none",
      operands: "t*",
      exact: "launcher",
      stdin: "code",
      forms: [{ if: "=--version =--help", class: "read", exact: null, stdin: "data" }],
    };
  },
  "busybox toybox"() {
    return {
      source: "busybox 1.37 help",
      class: "execute",
      style: "posix",
      language: "busybox",
      info: "--help --list --list-full",
      operands: "a",
      exact: "launcher",
    };
  },
  "env genv"() {
    return {
      source: coreutils,
      class: "read",
      style: "posix",
      options:
        "-i|--ignore-environment -0|--null -u|--unset=t -C|--chdir=c -S|--split-string=x --argv0=t -a=t -v|--debug --block-signal[=t] --default-signal[=t] --ignore-signal[=t] --list-signal-handling",
      operands: "t*",
      reveals: true,
      language: "env",
      forms: [{ if: "1+", reveals: false }],
    };
  },
  "timeout gtimeout"() {
    return {
      source: coreutils,
      class: "read",
      style: "posix",
      options: "-k|--kill-after=t -s|--signal=t -f|--foreground -p|--preserve-status -v|--verbose",
      operands: "t a",
    };
  },
  nice() {
    return { source: coreutils, class: "read", style: "posix", options: "-n|--adjustment=n -#", operands: "a?" };
  },
  nohup() {
    return { source: coreutils, class: "write", style: "posix", operands: "a" };
  },
  stdbuf() {
    return {
      source: coreutils,
      class: "read",
      style: "posix",
      options: "-i|--input=t -o|--output=t -e|--error=t",
      operands: "a",
    };
  },
  "time gtime"() {
    return {
      source: "GNU time 1.9 manual page",
      class: "read",
      style: "posix",
      options: "-p|--portability -f|--format=t -o|--output=w!write -a|--append -v|--verbose -q|--quiet -l -h",
      operands: "a",
    };
  },
  ionice() {
    return {
      source: utilLinux,
      class: "read",
      style: "posix",
      options: "-c|--class=t -n|--classdata=n -t|--ignore -p|--pid=n -P|--pgid=n -u|--uid=n",
      operands: "a?",
    };
  },
  chrt() {
    return {
      source: utilLinux,
      class: "privilege",
      style: "posix",
      options: "-a|--all-tasks -b|--batch -d|--deadline -f|--fifo -i|--idle -m|--max -o|--other -p|--pid -r|--rr -R -v",
      operands: "n a",
    };
  },
  taskset() {
    return {
      source: utilLinux,
      class: "read",
      style: "posix",
      options: "-a|--all-tasks -c|--cpu-list -p|--pid",
      operands: "t a",
      forms: [{ if: "--pid", class: "unknown" }],
    };
  },
  numactl() {
    return {
      source: "numactl 2.0 manual page",
      class: "read",
      style: "posix",
      options:
        "-H|--hardware -s|--show -a|--all -b|--balancing -i|--interleave=t -N|--cpunodebind=t -C|--physcpubind=t -m|--membind=t -l|--localalloc -p|--preferred=t",
      operands: "a?",
    };
  },
  cpulimit() {
    return {
      source: "cpulimit 3.1 manual page",
      class: "read",
      style: "posix",
      options:
        "-l|--limit=n -c|--cpu=n -v|--verbose -z|--lazy -i|--include-children -m|--monitor-forks -f|--foreground -q|--quiet",
      operands: "a",
    };
  },
  "setsid linux32 linux64"() {
    return {
      source: utilLinux,
      class: "execute",
      style: "posix",
      options: "-c|--ctty -f|--fork -w|--wait -R|--addr-no-randomize",
      operands: "a",
    };
  },
  sudo() {
    return {
      source: "sudo 1.9 manual page",
      class: "privilege",
      style: "posix",
      info: "-V --version --help",
      options:
        "-A -B -b -C=n -D=c -E --preserve-env[=t] -e -g=t -H -h=h -i -K -k -l -n -P -p=t -R=c -r=t -S -s -T=n -t=t -U=t -u=t -v",
      operands: "a?",
      does: "runs a program as another user",
    };
  },
  doas() {
    return {
      source: "doas 6.8 manual page",
      class: "privilege",
      style: "posix",
      options: "-C=s -L -n -s -u=t -a=t",
      operands: "a?",
      does: "runs a program as another user",
    };
  },
  "xargs gxargs"() {
    return {
      source: "GNU findutils 4.10 manual",
      class: "read",
      style: "posix",
      options:
        "-0|--null -a|--arg-file=r -d|--delimiter=t -E=t -e[=t] --eof[=t] -I=t -i[=t] --replace[=t] -L=n -l[=n] --max-lines[=n] -n|--max-args=n -o|--open-tty -P|--max-procs=n -p|--interactive --process-slot-var=t -r|--no-run-if-empty -s|--max-chars=n --show-limits -t|--verbose -x|--exit -J=t -R=n -S=n",
      operands: "a?",
      language: "xargs",
    };
  },
  "watch viddy"() {
    return {
      source: "procps 4.0 manual page",
      class: "read",
      style: "posix",
      info: "-h --help --version",
      options:
        "-b|--beep -c|--color -C|--no-color -d|--differences[=t] -e|--errexit -f|--follow -g|--chgexit -n|--interval=n -p|--precise -q|--equexit=n -r|--no-rerun -s|--shotsdir=w!write -t|--no-title -w|--no-wrap -x|--exec",
      operands: "x*",
    };
  },
  flock() {
    return {
      source: utilLinux,
      class: "write",
      style: "posix",
      options:
        "-c|--command=x -s|--shared -x|-e|--exclusive -n|--nonblock -w|--timeout=n -o|--close -E|--conflict-exit-code=n -F|--no-fork -u|--unlock -v|--verbose",
      operands: "w a?",
    };
  },
  "script scriptreplay scriptlive"() {
    return {
      source: utilLinux,
      class: "execute",
      style: "posix",
      options: "-a -c|--command=x -e -f -q -t[=w] -O=w -I=w -B=w -E=t -m=t -o=t",
      operands: "w? a?",
      exact: "launcher",
      edits: "typescript",
      forms: [{ if: "1+ -O -I -B", edits: "" }],
    };
  },
  // `-o` stays unknown: a value that begins with `|` is a command. So do `-p` and `-E`: another process, its environment.
  strace() {
    return {
      source: "strace 6.1 manual page",
      info: "-h --help -V --version",
      class: "read",
      style: "posix",
      options:
        "-c -C -d -f -ff|--follow-forks -i -k -n -q -qq -qqq -r -t -tt -ttt -T -v -w -x -xx -y -yy -z -Z -a=n -e|--trace=t -I=n -O=n -s=n -S=t -P=t -b=t -X=t",
      operands: "a",
    };
  },
  ltrace() {
    return {
      source: "ltrace 0.7.3 manual page",
      class: "read",
      style: "posix",
      options: "-a=n -A=n -b -c -C -D=t -e=t -f -i -l=t -L -n=n -r -s=n -S -t -tt -ttt -T -w=n -x=t",
      operands: "a",
    };
  },
  "expect unbuffer tclsh wish"() {
    return {
      source: "expect 5.45 manual page",
      class: "execute",
      style: "posix",
      options: "-c=p -f=s -b=s -d -D=n -i -n -N -v",
      operands: "s? t*",
      exact: "launcher",
      stdin: "code",
    };
  },
  "m4 gm4 dc raku perl6 qjs janet fennel hy micropython clisp ecl gforth sage maxima matlab d8 jshell runhaskell rc es"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      options: "-e=p+first -c=p+first -x=p+first -E=p+first --eval=p+first --batch-string=p+first -f=s -q -i -s",
      operands: "s? t*",
      exact: "launcher",
      stdin: "code",
    };
  },
  "dbus-send gdbus busctl"() {
    return { source: "D-Bus 1.16 manual pages", class: "execute", style: "none", operands: "t*", exact: "launcher" };
  },
  caffeinate() {
    return {
      source: "macOS manual pages",
      class: "read",
      style: "posix",
      options: "-d -i -m -s -u -t=n -w=n",
      operands: "a?",
    };
  },
  "vim vi nvim view vimdiff ex rvim gvim"() {
    return {
      source: "vim 9.1 manual page",
      class: "execute",
      style: "none",
      operands: "t*",
      exact: "launcher",
      language: "editor",
      stdin: "code",
      does: "opens an editor, which can run programs",
      forms: [{ if: "=--version =--help =-h", class: "read", exact: null, does: null, stdin: "data" }],
    };
  },
  "nano emacs emacsclient ed red micro helix hx kak joe jed subl zed idea pycharm webstorm"() {
    return editor;
  },
  "code code-insiders codium cursor windsurf"() {
    return { ...editor, info: "-v --version -h --help -s --status --list-extensions" };
  },
  "claude codex gemini cursor-agent aider goose opencode amp crush qwen llm openhands copilot droid agy"() {
    return agent;
  },
  ollama() {
    return {
      ...agent,
      source: "ollama 0.6 help",
      does: "asks a model",
      subs: {
        "list ls ps show help": {
          class: "remote-read",
          options: "-v|--verbose --modelfile --parameters --template --system --license",
          operands: "t*",
        },
      },
    };
  },
  rtk() {
    return {
      source: "rtk 0.20 help",
      class: "read",
      style: "posix",
      operands: "a",
      subs: { "gain help version": { class: "read" }, proxy: { class: "read", style: "posix", operands: "a" } },
    };
  },
  "dialog whiptail zenity kdialog gum"() {
    return { source: "the tools' own manual pages", class: "unknown" };
  },
};
