import type { Command, Family } from "./schema.ts";

const help = "the tools' own help";

const asks = { class: "remote-read", operands: "t*" } as const satisfies Command;

/** What of svn writes to the repository or from it. */
const SVN = "-m|--message=t -F|--file=r -r|--revision=t --force --depth=t --parents -N --accept=t";

const sends = { class: "network", operands: "t*" } as const satisfies Command;

const destroys = { class: "destructive", operands: "t*", exact: "destructive" } as const satisfies Command;

/** Command lines of servers, queues and object stores: those of their questions that are asked most. */
export const clients: Family = {
  etcdctl() {
    return {
      source: "etcd 3.6 documentation",
      style: "exact-long",
      info: "-h --help",
      globals:
        "--endpoints=u!network -w|--write-out=t --user=t --password=t --cacert=r --cert=r --key=r --dial-timeout=t --command-timeout=t --hex",
      subs: {
        get: {
          ...asks,
          options:
            "--prefix --keys-only --count-only --from-key --limit=n --order=t --sort-by=t --print-value-only --rev=n --consistency=t -w|--write-out=t",
          // A cluster keeps its secrets there, and not sealed.
          forms: [{ if: "--keys-only --count-only" }, { if: "~*secret* ~/registry*", reveals: true }],
        },
        "version alarm": { class: "remote-read", subs: { list: asks } },
        endpoint: { subs: { "health status hashkv": { ...asks, options: "--cluster -w|--write-out=t" } } },
        member: {
          subs: {
            list: { ...asks, options: "-w|--write-out=t --linearizable" },
            "add update promote": sends,
            remove: { ...destroys, does: "removes a member of the cluster" },
          },
        },
        "put txn lease compaction": sends,
        del: { ...destroys, does: "deletes keys", options: "--prefix --from-key --prev-kv" },
      },
    };
  },
  "rabbitmqctl rabbitmq-diagnostics"() {
    return {
      source: "RabbitMQ 4.1 manual pages",
      style: "exact-long",
      info: "--help",
      globals: "-n|--node=t -q|--quiet -s|--silent -l|--longnames -t|--timeout=n --formatter=t -p|--vhost=t",
      subs: {
        "status cluster_status ping version alarms listeners check_running check_local_alarms memory_breakdown server_version os_env help node_health_check list_*":
          {
            ...asks,
            options: "-p|--vhost=t --formatter=t --online --offline --local --no-table-headers -q|--quiet -s|--silent",
          },
        // Settings and addresses with the passwords that are in them.
        "environment report list_parameters list_global_parameters": { class: "remote-read", reveals: true },
        "stop stop_app shutdown reset force_reset forget_cluster_node": {
          ...destroys,
          does: "stops the broker or empties it",
        },
        "delete_queue purge_queue delete_user delete_vhost clear_permissions": {
          ...destroys,
          options: "-p|--vhost=t",
          does: "deletes queues, users or rights",
        },
        "add_user change_password set_permissions set_policy start_app set_parameter add_vhost": sends,
        eval: { ...sends, operands: "p" },
      },
    };
  },
  "kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh"() {
    return {
      source: "Apache Kafka 4.0 documentation",
      class: "network",
      style: "exact-long",
      info: "--help --version",
      options:
        "--bootstrap-server=u --command-config=p --list --describe --topic=t --group=t --all-groups --members --verbose --state=t --exclude-internal --under-replicated-partitions --entity-type=t --entity-name=t --all --create --alter --partitions=n --replication-factor=n --config=t --add-config=t --delete!destructive --delete-config=t!destructive --delete-offsets!destructive --reset-offsets!destructive --execute --timeout=n",
      operands: "",
      forms: [
        { if: "--create --alter --delete --delete-config --delete-offsets --reset-offsets" },
        { if: "--list --describe", class: "remote-read" },
      ],
    };
  },
  "s3cmd s5cmd"() {
    const lists = { ...asks, options: "-r|--recursive -H|--human-readable-sizes -l|--long-listing" } as const;
    return {
      source: help,
      style: "exact-long",
      info: "-h --help --version",
      globals: "-c|--config=p --profile=t -v|--verbose -q|--quiet --json --no-progress -H|--human-readable-sizes",
      subs: {
        "ls la du info head": lists,
        "put get cp mv sync mb": sends,
        "del rm rb": { ...destroys, options: "-r|--recursive -f|--force", does: "deletes objects of a store" },
      },
    };
  },
  rclone() {
    return {
      source: "rclone 1.70 documentation",
      info: "-h --help -V --version",
      subs: {
        "ls lsl lsd lsf lsjson size tree about": {
          class: "remote-read",
          options:
            "-R|--recursive --max-depth=n --human-readable --include=t --exclude=t --json --format=t --files-only --dirs-only -l|--long --full -v|--verbose -q|--quiet",
          operands: "R",
          // `:http,url="…":` reaches what it spells; a name before the colon is a store that the person set up. What
          // follows a comma changes it, down to the program that reaches it (`ssh=…`).
          forms: [
            { if: "~*,*", class: "unknown" },
            { if: "=:*", class: "network" },
          ],
        },
        "listremotes version": { class: "read", options: "--long" },
        config: {
          class: "write",
          operands: "t*",
          subs: { "show dump redacted": { class: "read", operands: "t*", reveals: true }, file: { class: "read" } },
        },
        "copy copyto sync move moveto bisync cat rcat copyurl mkdir": sends,
        "delete deletefile purge rmdir rmdirs cleanup": { ...destroys, does: "deletes files of a store" },
      },
    };
  },
  mc() {
    return {
      source: "MinIO client documentation",
      style: "exact-long",
      info: "-h --help -v --version",
      globals: "--json -q|--quiet --no-color -C|--config-dir=p --insecure --debug",
      subs: {
        "ls du stat tree find version": {
          class: "remote-read",
          options:
            "-r|--recursive --versions -d|--depth=n --name=t --older-than=t --newer-than=t --exec=x --watch!network",
          operands: "R*",
        },
        admin: { subs: { info: asks } },
        "cp mv mirror put get mb cat head": sends,
        "rm rb": { ...destroys, options: "-r|--recursive --force", does: "deletes objects of a store" },
        alias: {
          class: "write",
          operands: "t*",
          subs: { "list ls": { class: "read", operands: "t*", reveals: true } },
        },
      },
    };
  },
  tailscale() {
    return {
      source: "tailscale 1.84 help",
      style: "single-dash",
      info: "-h -help",
      subs: {
        "status ip version netcheck whois": { ...asks, options: "-json -active -peers -self -4 -6 -1 -daemon" },
        dns: { subs: { status: asks } },
        "up down login logout set serve funnel switch lock cert file": {
          class: "privilege",
          operands: "t*",
          options: "--*",
        },
        ping: { ...sends, operands: "h" },
        ssh: { class: "network", exact: "launcher", style: "posix", operands: "h i" },
      },
    };
  },
  hg() {
    const shows = {
      class: "read",
      options:
        "-r|--rev=t -c|--change=t -l|--limit=n -p|--patch -g|--git --stat -b|--branch=t -u|--user=t -k|--keyword=t -f|--follow -M|--no-merges -G|--graph -T|--template=f -A|--all -n|--no-status -m|--modified -a|--added -d|--deleted -q|--quiet -v|--verbose -i|--id -t|--tags -B|--bookmarks",
      operands: "r*",
    } as const;
    return {
      source: "Mercurial 7.0 manual",
      info: "--help --version",
      globals: "-R|--repository=c --cwd=c --config=p -q|--quiet -v|--verbose --debug --pager=t -y|--noninteractive",
      subs: {
        "status st": {
          class: "read",
          options:
            "-A|--all -m|--modified -a|--added -r|--removed -d|--deleted -c|--clean -u|--unknown -i|--ignored -n|--no-status -t|--terse=t -C|--copies -0|--print0 --rev=t --change=t -I|--include=t -X|--exclude=t -S|--subrepos -T|--template=f",
          operands: "r*",
        },
        "log history diff annotate blame cat files manifest locate": shows,
        // Another repository may be named, also of another machine.
        "identify id": {
          class: "read",
          options: "-n -i -b -t -B -r|--rev=t -q -v",
          operands: "u?",
          forms: [{ if: "1+", class: "network" }],
        },
        "summary root heads tip parents paths version help": {
          class: "read",
          options: "-n -i -b -t -B -r|--rev=t -q -v",
          operands: "t*",
        },
        "update up revert purge strip rollback": {
          ...destroys,
          options: "-C|--clean -r|--rev=t -a|--all",
          does: "discards changes that are not committed",
          changes: true,
        },
        "pull push clone incoming outgoing": sends,
        "add remove rm commit ci merge rebase graft branch bookmark tag shelve": {
          class: "write",
          options: "-m|--message=t -A|--addremove -u|--user=t -r|--rev=t",
          operands: "t*",
        },
      },
    };
  },
  svn() {
    return {
      source: "Subversion 1.14 manual",
      info: "--version",
      anywhere:
        "-q|--quiet -v|--verbose --non-interactive --username=t --password=t --no-auth-cache --config-dir=p --config-option=p",
      subs: {
        "status st stat": {
          class: "read",
          options: "-u|--show-updates!network -N --depth=t --no-ignore --xml --ignore-externals",
          operands: "r*",
        },
        info: { ...asks, options: "-r|--revision=t -R|--recursive --xml --show-item=t --no-newline", operands: "u*" },
        "log list ls cat blame annotate propget pg proplist pl mergeinfo": {
          class: "remote-read",
          options:
            "-r|--revision=t -l|--limit=n -g --stop-on-copy --xml --diff -R|--recursive -c|--change=t --search=t",
          operands: "u*",
        },
        diff: {
          class: "remote-read",
          options: "-r|--revision=t -c|--change=t --summarize --diff-cmd=x -x|--extensions=t --git --no-diff-deleted",
          operands: "u*",
        },
        help: { class: "read", operands: "t*" },
        "update up switch merge": { ...sends, options: SVN, changes: true },
        "add delete rm commit ci checkout co copy cp move mv mkdir import export lock unlock propset ps propdel relocate resolve resolved changelist":
          { ...sends, options: SVN },
        "revert cleanup": {
          ...destroys,
          options: "-R|--recursive --remove-unversioned --remove-ignored",
          does: "discards changes that are not committed",
        },
      },
    };
  },
};
