import type { Command, Entry, Family } from "./schema.ts";

const OWN = "the tools' own manual pages";
const UTIL = "util-linux 2.41 manual pages";

/** A program that starts another one by its words, out of sight: it answers for it, and a denial sees it. */
const launches = { class: "execute", style: "posix", operands: "i?", exact: "launcher" } as const satisfies Command;

const as = (source: string, options: string, more: Partial<Entry> = {}): Entry => ({
  source,
  ...launches,
  options,
  ...more,
});

/** The same with the rights of another user, or in another place. */
const raised = (options: string, more: Partial<Entry> = {}): Entry =>
  as(UTIL, options, { class: "privilege", ...more });

/** Everything below is in a group of its own, since one word more or less in front of a command is another command. */
export const launchers: Family = {
  su() {
    return raised("-c|--command=i --session-command=i -l|--login -s|--shell=t -p -m -g=t -G=t -w=t -P|--pty -f", {
      style: "gnu",
      operands: "t*",
      does: "runs a program as another user",
    });
  },
  runuser() {
    return raised("-c|--command=i -u|--user=t -g=t -G=t -l|--login -s|--shell=t -p -m -P|--pty -f", {
      does: "runs a program as another user",
    });
  },
  "pkexec run0 systemd-run systemd-inhibit systemd-cat"() {
    return raised(
      "--user[=t] --disable-internal-agent --keep-cwd -u|--unit=t -p|--property=t --system --scope --slice=t --slice-inherit -d|--same-dir -t|--pty -P|--pipe -q|--quiet -G|--collect -S|--shell --wait --uid=t --gid=t --nice=t -E|--setenv=t --working-directory=c -D|--chdir=c --on-active=t --on-boot=t --on-calendar=t --on-startup=t --on-unit-active=t --timer-property=t --no-block -r|--remain-after-exit --description=t -H|--host=h -M|--machine=t --service-type=t --no-ask-password --background=t --what=t --who=t --why=t --mode=t --identifier=t --priority=t",
    );
  },
  chroot() {
    return raised("--groups=t --userspec=t --skip-chdir", { operands: "r i?" });
  },
  "unshare nsenter"() {
    return raised(
      "-a|--all -t|--target=n -m|--mount[=t] -u|--uts[=t] -i|--ipc[=t] -n|--net[=t] -p|--pid[=t] -U|--user[=t] -C|--cgroup[=t] -T|--time[=t] -f|--fork -F|--no-fork --mount-proc[=t] -r|--map-root-user -c|--map-current-user --map-user=t --map-group=t --map-users=t --map-groups=t --map-auto --keep-caps --kill-child[=t] --propagation=t --setgroups=t -R|--root=t -w|--wd=t -W|--wdns=t -S|--setuid=n -G|--setgid=n -Z|--follow-context --preserve-credentials -e|--env",
    );
  },
  setpriv() {
    return raised(
      "-d|--dump --clear-groups --keep-groups --init-groups --no-new-privs --reset-env --ruid=t --euid=t --reuid=t --rgid=t --egid=t --regid=t --groups=t --ambient-caps=t --inh-caps=t --bounding-set=t --securebits=t --pdeathsig=t --selinux-label=t --apparmor-profile=t",
    );
  },
  "firejail fakeroot proot machinectl"() {
    return raised("-b=t -r=t -q=t -w=t -0 -S=t -R=t -l|--lib=t -i=t -s=t -u --*");
  },
  bwrap() {
    return raised(
      "--ro-bind=tt --bind=tt --dev-bind=tt --ro-bind-try=tt --bind-try=tt --dev-bind-try=tt --symlink=tt --setenv=tt --file=tt --bind-data=tt --ro-bind-data=tt --chmod=tt --dev=t --proc=t --tmpfs=t --dir=t --chdir=t --unsetenv=t --uid=t --gid=t --hostname=t --lock-file=t --mqueue=t --overlay-src=t --seccomp=t --perms=t --size=t --args=t --info-fd=t --sync-fd=t --block-fd=t --cap-add=t --cap-drop=t --exec-label=t --file-label=t --*",
    );
  },
  setarch() {
    return as(UTIL, "-B|--32bit -F|--fdpic-funcptrs -I -L|--addr-compat-layout -R|--addr-no-randomize -v -X -Z", {
      operands: "t i?",
    });
  },
  "i386 x86_64"() {
    return as(UTIL, "-B|--32bit -F|--fdpic-funcptrs -I -L|--addr-compat-layout -R|--addr-no-randomize -v -X -Z");
  },
  "ld.so"() {
    return as("glibc 2.41 manual page", "--library-path=t --preload=p --audit=p --argv0=t --inhibit-cache");
  },
  sg() {
    return raised("-c=i", {
      source: "shadow 4.17 manual page",
      operands: "t i?",
      does: "runs a program as another group",
    });
  },
  "gosu su-exec"() {
    return raised("", { source: OWN, operands: "t i?", does: "runs a program as another user" });
  },
  "tini dumb-init run-one nq tsp pgrphack fghack"() {
    return as(OWN, "-s -v -g -w -c -e=n -p=t -r=t");
  },
  "dtach abduco"() {
    return as(OWN, "-A=w -c=w -n=w -e=t -r=t -z -E -f -q");
  },
  "setlock logsave"() {
    return as(OWN, "-a -s -v -n -N -x -X", { operands: "w i?" });
  },
  "cgexec aa-exec sandbox-exec"() {
    return as(OWN, "-g=t -p|--profile=t -n=t -D=t -f=s -d -i -v --*");
  },
  sshpass() {
    return as("sshpass 1.10 manual page", "-p=t -f=r -d=n -e -v -P=t");
  },
  "rsh slogin"() {
    return as(OWN, "-p=t -l=t -i=r -M=t -f -n -4 -6 --*", { operands: "h i?" });
  },
  "pdsh pssh parallel-ssh clush dsh"() {
    return as(OWN, "-w=t -g=t -H=t -m=t -h=r -l=t -f=n -t=n -i -b -P -a");
  },
  "mpirun mpiexec srun"() {
    return as(OWN, "-n=n -np=n -c=n -N=n -H=t -host=t -x=t -p=t -t=t -w=t --*");
  },
  "apptainer singularity"() {
    const inside = { ...launches, options: "-B|--bind=t -i -t -e --*", operands: "t i?" } as const;
    return { source: OWN, class: "unknown", options: "--*", operands: "t*", subs: { exec: inside, run: inside } };
  },
  "op doppler infisical chamber aws-vault"() {
    const inside = { ...launches, options: "--env-file=r -p|--project=t -c|--config=t --command=i --*" } as const;
    return {
      source: OWN,
      class: "unknown",
      options: "--*",
      operands: "t*",
      subs: { run: inside, exec: { ...inside, operands: "t i?" } },
    };
  },
  "chpst prlimit choom uclampset softlimit"() {
    return as(UTIL, "-u=t -U=t -b=t -e=t -/=t -C=t -n=t -l=t -L=t -m=t -P -v -p|--pid=n --*");
  },
  "envdir envuidgid setuidgid faketime"() {
    return as(OWN, "-f -m -p=n", { operands: "t i?" });
  },
  "valgrind heaptrack rr bpftrace dtruss dtrace truss ktrace uftrace catchsegv"() {
    return as(OWN, "-v -q -d -o=w -p|--pid=n -c=i -e=p --*", { does: "starts or enters a program" });
  },
  "gdb lldb"() {
    return as(
      OWN,
      "-q -quiet -batch -nx -nh -tui -args -ex=p -eval-command=p -iex=p -x|--command=s -p|--pid=n -c|--core=r -s=r -o=p --*",
      {
        does: "starts or enters a program",
      },
    );
  },
  perf() {
    return as(OWN, "-v --*", {
      does: "starts or enters a program",
      operands: "t*",
      subs: {
        "stat record trace kmem lock sched c2c mem": {
          ...launches,
          options:
            "-e|--event=t -p|--pid=t -t|--tid=t -a|--all-cpus -C|--cpu=t -d -g -r|--repeat=n -o|--output=w -F|--freq=t -c=t --call-graph=t -x=t -I=n -v -q -s -S -T -D=n --*",
        },
      },
    });
  },
  "xvfb-run dbus-run-session dbus-launch"() {
    return as(
      OWN,
      "-a|--auto-servernum -e|--error-file=w -f|--auth-file=w -n|--server-num=n -l|--listen-tcp -p|--xauth-protocol=t -s|--server-args=t -w|--wait=n --config-file=r --dbus-daemon=s --*",
    );
  },
  "chronic ifne"() {
    return { source: "moreutils 0.69 manual pages", class: "read", style: "posix", options: "-v -e -n", operands: "a" };
  },
  nocache() {
    return { source: "nocache 1.2 manual page", class: "read", style: "posix", options: "-n=n", operands: "a" };
  },
  eatmydata() {
    return { source: "eatmydata 131 manual page", class: "read", style: "posix", operands: "a" };
  },
  "proxychains proxychains4 torsocks torify rlwrap retry cross-env cross-env-shell env-cmd dotenv dotenvx"() {
    return as(OWN, "-q -f=s -e|--env=r -o -c -v -p -d=t -t=n -m=n -a=t -H=w --*");
  },
  "parallel sem"() {
    return as(
      "GNU parallel 20250322 manual",
      "-j|--jobs=t -P=t -k|--keep-order -N=n -n=n -L=n -a|--arg-file=r -C|--colsep=t -d=t -0|--null -v -q|--quote -S|--sshlogin=t -u -X -m -I=t -i --joblog=w --results=W --halt=t --timeout=t --retries=n --id=t --delay=t --load=t --memfree=t --nice=n --wd=t --workdir=t --env=t --rpl=t --block=t --recstart=t --recend=t --tmpdir=w --tagstring=t --basefile=r --return=t --max-args=n --max-procs=n --pipepart --*",
      { info: "-h --help -V --version" },
    );
  },
  "entr watchexec"() {
    return as(
      "entr 5.7 manual page",
      "-a -c -d -n -p -r -s -x -z -N -e|--exts=t -w|--watch=r -W=r -i|--ignore=t -f|--filter=t -q -E|--env=t -o|--on-busy-update=t --shell=t --signal=t --stop-signal=t --debounce=t --workdir=c --*",
    );
  },
  concurrently() {
    return {
      source: "concurrently 9.1 documentation",
      class: "execute",
      exact: "launcher",
      options:
        "-n|--names=t -c|--prefix-colors=t -p|--prefix=t -l|--prefix-length=n -s|--success=t -m|--max-processes=n -i|--handle-input -k|--kill-others --kill-others-on-fail -r|--raw -g|--group -t|--timestamp-format=t --hide=t --restart-tries=n --restart-after=n --no-color -P|--passthrough-arguments --kill-signal=t --teardown=i",
      operands: "i*",
    };
  },
  pm2() {
    return as(OWN, "--*", {
      subs: {
        start: { ...launches, options: "-n|--name=t -i=n -f --*" },
        // The environment of what runs stands in `show`, `env` and `jlist`.
        "ls list status": { class: "read", operands: "" },
        logs: { class: "read", style: "gnu", operands: "t?", options: "--lines=n --nostream" },
      },
      operands: "t*",
    });
  },
  "start-stop-daemon daemonize runsv supervisorctl forever"() {
    return as(OWN, "-n|--name=t -i=n -f -s -o=w -e=w -p=w -c=t -u=t --*", {
      subs: { start: { ...launches, options: "-n|--name=t -i=n -f --*" } },
      operands: "t*",
    });
  },
  nix() {
    const inShell = { ...launches, style: "exact-long", options: "-c|--command=i+end --*", operands: "t*" } as const;
    return {
      source: "nix 2.28 manual",
      info: "--help --version",
      options: "--extra-experimental-features=t",
      subs: {
        "eval search why-depends path-info": { class: "execute", options: "--*", operands: "t*" },
        "develop shell": inShell,
        hash: {
          class: "read",
          subs: {
            "file path": {
              class: "read",
              options: "--type=t --base16 --base32 --base64 --sri --mode=t",
              operands: "R*",
            },
            "to-sri to-base16 to-base32 to-base64 convert": {
              class: "read",
              options: "--type=t --hash-algo=t --to=t --from=t",
              operands: "t*",
            },
          },
        },
        store: {
          subs: {
            "ping info ls cat path-from-hash-part": {
              class: "read",
              options: "--json -l|--long -R|--recursive",
              operands: "t*",
            },
          },
        },
        "profile registry": {
          subs: {
            "list history": { class: "read", options: "--json" },
            "*": { class: "execute", options: "--*", operands: "t*" },
          },
        },
        "config show-config": {
          class: "read",
          options: "--json",
          subs: { show: { class: "read", options: "--json", operands: "t*" } },
        },
        run: { ...launches, options: "--*", operands: "t i?" },
        "*": { class: "execute", options: "--*", operands: "t*", info: "--help" },
      },
    };
  },
  "nix-env nix-store"() {
    return {
      source: "nix 2.28 manual",
      class: "unknown",
      info: "--help --version",
      options:
        "-q|--query --installed -a|--available -P|--attr-path -s|--status -c|--compare-versions --system --drv-path --out-path --description --meta --json --xml --references -R|--requisites --referrers --referrers-closure -d|--deriver --tree --graph --hash --size --roots --outputs --list-generations",
      operands: "t*",
      // An attribute is looked for in an expression, which a file holds.
      forms: [
        { if: "--query&--available", class: "execute" },
        { if: "--query --list-generations", class: "read" },
      ],
    };
  },
  "nix-shell"() {
    return as("nix 2.28 manual", "--run=i --command=i -p|--packages -I=t -A=t -E|--expr=p --pure --impure -i=t --*", {
      style: "exact-long",
      operands: "t*",
    });
  },
  "gnome-terminal xterm uxterm konsole urxvt rxvt alacritty kitty foot wezterm xfce4-terminal terminator tilix x-terminal-emulator"() {
    return as(OWN, "-e -x -T=t -hold -title=t -geometry=t -fn=t -bg=t -fg=t --*");
  },
  wsl() {
    return as("WSL 2 documentation", "-d|--distribution=t -u|--user=t -e|--exec --cd=c --shell-type=t -l --list --*");
  },
  "lxc incus multipass distrobox toolbox adb"() {
    return {
      source: OWN,
      class: "execute",
      operands: "t*",
      options: "--*",
      exact: "launcher",
      subs: {
        "version devices": { class: "read", options: "-l" },
        exec: { ...launches, options: "--cwd=t --env=t --user=n --group=n --mode=t -T -t -n --*", operands: "t i?" },
        enter: { ...launches, options: "-n=t -e --*", operands: "t i?" },
        run: { ...launches, options: "-c|--container=t -d=t -r=t --*" },
        shell: launches,
      },
    };
  },
};
