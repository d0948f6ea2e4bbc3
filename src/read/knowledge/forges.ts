// Longer than most: option lists of clients with dozens of subcommands.
import type { Command, Family, Form } from "./schema.ts";

const LISTED = `-L|--limit=n -q|--jq=t -t|--template=t --json=t -s|--state=t -l|--label=t -A|--author=t -a|--assignee=t -B|--base=t -H|--head=t -S|--search=t -d|--draft -m|--milestone=t --mention=t --app=t
  --exclude-drafts --exclude-pre-releases -O|--order=t --order=t --sort=t -u|--user=t -b|--branch=t -c|--commit=t -e|--event=t -W|--workflow=t --created=t --status=t --all --owner=t --visibility=t --fork --source --language=t --topic=t --archived --no-archived --key=t --ref=t --public --secret --env=t --org=t -o=t`;
const LIST = `${LISTED} -w|--web!execute`;
const VIEW =
  "-q|--jq=t -t|--template=t --json=t -c|--comments -w|--web!execute -b|--branch=t --log --log-failed -j|--job=t -v|--verbose --exit-status -a|--attempt=n -y|--yaml -r|--ref=t -f|--filename=t --files -p --raw";
const read = { class: "read", operands: "t*" } as const satisfies Command;
/** `[HOST/]OWNER/REPO` and addresses may name another forge than the one that the user signed in to. */
const ELSEWHERE = [
  { if: "--repo=*://* --repo=*.*/*/*", class: "network" },
  { if: "~https://github.com/* ~https://gitlab.com/*" },
  { if: "~*://* ~*.*/*/*", class: "network" },
] as const satisfies readonly Form[];
const list = {
  class: "remote-read",
  options: LIST,
  operands: "t*",
  aliases: "ls",
  forms: ELSEWHERE,
} as const satisfies Command;
const view = { class: "remote-read", options: VIEW, operands: "t*", forms: ELSEWHERE } as const satisfies Command;
const change = { class: "network", options: "--*", operands: "t*" } as const satisfies Command;
/** With files, or words that lie like files. */
const sends = { ...change, operands: "r*" } as const satisfies Command;
const destroys = {
  class: "destructive",
  options: "-y|--yes --*",
  operands: "t*",
  exact: "destructive",
  does: "deletes something on the forge",
} as const satisfies Command;
const EDIT =
  "create edit close reopen comment lock unlock pin unpin transfer develop merge ready review update-branch revert";

/** Command lines of the code forges. */
export const forges: Family = {
  gh() {
    return {
      source: "GitHub CLI 2.72 manual",
      equals: true,
      style: "exact-long",
      anywhere: "-R|--repo=t --hostname=h!network",
      info: "-h --help --version",
      subs: {
        pr: {
          subs: {
            list,
            view,
            diff: {
              class: "remote-read",
              options: "--color=t --name-only --patch -w|--web!execute -e|--exclude=t",
              operands: "t?",
              forms: ELSEWHERE,
            },
            checks: {
              class: "remote-read",
              options:
                "--watch -i|--interval=n --fail-fast --required -q|--jq=t -t|--template=t --json=t -w|--web!execute",
              operands: "t?",
              forms: ELSEWHERE,
            },
            status: { class: "remote-read", options: "-c|--conflict-status -q|--jq=t -t|--template=t --json=t" },
            checkout: {
              class: "write",
              options: "-b|--branch=t --detach -f|--force!destructive --recurse-submodules",
              operands: "t?",
              aliases: "co",
              changes: true,
            },
            [EDIT]: change,
          },
        },
        issue: {
          subs: {
            list,
            view,
            status: view,
            [EDIT]: change,
            develop: { ...change, options: "-l|--list --*", forms: [{ if: "--list", class: "remote-read" }] },
            delete: destroys,
          },
        },
        run: {
          subs: {
            list: { ...list, options: `${LISTED} -w|--workflow=t` },
            view,
            watch: { class: "remote-read", options: "--exit-status -i|--interval=n --compact", operands: "t?" },
            download: { class: "write", options: "-D|--dir=w -n|--name=t -p|--pattern=t", operands: "t?" },
            "rerun cancel": change,
            delete: destroys,
          },
        },
        workflow: { subs: { list: { ...list, options: `${LIST} -a|--all` }, view, "run enable disable": change } },
        repo: {
          subs: {
            list,
            view,
            clone: {
              class: "network",
              options: "-u|--upstream-remote-name=t --no-upstream",
              operands: "t w? t*",
              language: "clone",
            },
            "license gitignore autolink deploy-key": { subs: { list, view } },
            "create sync edit rename archive unarchive set-default": change,
            fork: { ...change, language: "clone" },
            delete: destroys,
          },
        },
        release: {
          subs: {
            list,
            view,
            "verify verify-asset": view,
            download: {
              class: "write",
              options: "-D|--dir=w -p|--pattern=t -A|--archive=t -O|--output=w --clobber --skip-existing",
              operands: "t?",
            },
            "create upload": sends,
            edit: change,
            "delete delete-asset": destroys,
          },
        },
        gist: {
          subs: {
            list,
            view,
            clone: { class: "network", operands: "t w? t*", language: "clone" },
            "create edit": sends,
            rename: change,
            delete: destroys,
          },
        },
        label: { subs: { list, "create edit clone": change, delete: destroys } },
        secret: { subs: { list, set: change, delete: { ...destroys, aliases: "remove" } } },
        variable: {
          subs: {
            list,
            get: { ...view, options: `${VIEW} -e|--env=t -o|--org=t` },
            set: change,
            delete: { ...destroys, aliases: "remove" },
          },
        },
        cache: { subs: { list, delete: destroys } },
        ruleset: { aliases: "rs", subs: { list, view, check: view } },
        project: {
          subs: {
            list: { ...list, options: `${LIST} --format=t --closed` },
            view: { ...view, options: `${VIEW} --owner=t --format=t` },
            "field-list item-list": {
              ...list,
              aliases: "",
              options: "--owner=t --format=t -L|--limit=n -q|--jq=t -t|--template=t",
            },
            "create edit close copy link unlink item-add item-create item-edit item-archive field-create mark-template":
              change,
            "delete item-delete field-delete": destroys,
          },
        },
        search: {
          subs: {
            "code commits issues prs repos": { class: "remote-read", options: `${LIST} --repo=t --*`, operands: "t*" },
          },
        },
        "org ssh-key gpg-key": { subs: { list, add: sends, delete: destroys } },
        codespace: {
          aliases: "cs",
          subs: {
            list,
            view: { ...view, options: `${VIEW} -c=t` },
            logs: { class: "remote-read", options: "-c|--codespace=t -f|--follow" },
            ports: { class: "remote-read", options: "-c|--codespace=t --json=t" },
            "create edit stop rebuild code jupyter": { ...change, class: "execute" },
            "ssh cp": { ...change, class: "execute", exact: "launcher", operands: "i?" },
            delete: destroys,
          },
        },
        attestation: {
          aliases: "at",
          subs: {
            "verify trusted-root inspect": { class: "remote-read", options: "--* -o=t -R=t", operands: "r*" },
            download: { class: "write", options: "--* -o=t -R=t", operands: "r*" },
          },
        },
        status: { class: "remote-read", options: "-e|--exclude=t -o|--org=t" },
        api: {
          class: "remote-read",
          language: "gh-api",
          options: `-X|--method=t -f|--raw-field=t!network -F|--field=t!network --input=r!network -H|--header=t -i|--include -q|--jq=t -t|--template=t --paginate --slurp --silent --verbose --cache=t -p|--preview=t`,
          operands: "t",
          forms: [{ if: "--method=GET --method=get --method=HEAD" }, { if: "--method", class: "network" }],
        },
        auth: {
          subs: {
            status: {
              class: "remote-read",
              options: "-h|--hostname=t -t|--show-token!secret -a|--active --json=t -q=t",
            },
            token: { class: "read", options: "-u|--user=t", reveals: true },
            "setup-git": { class: "write", edits: "~/.gitconfig", options: "-h|--hostname=t -f|--force" },
            "login logout refresh switch": { class: "network", options: "--* -h=h -s=t -w -p=t" },
          },
        },
        config: {
          subs: {
            "get list": { ...read, options: "-h|--host=t", forms: [{ if: "~*token*", reveals: true }] },
            set: { class: "write", options: "-h|--host=t", operands: "p*" },
            "clear-cache": { class: "write" },
          },
        },
        alias: {
          subs: {
            list: read,
            set: {
              class: "write",
              options: "-s|--shell --clobber",
              operands: "t p",
              does: "defines a command that later runs",
            },
            import: {
              class: "write",
              options: "--clobber",
              operands: "p?",
              does: "defines commands that later run",
            },
            delete: { class: "write", options: "--all", operands: "t*" },
          },
        },
        extension: {
          aliases: "extensions ext",
          subs: {
            list: { ...read, aliases: "ls" },
            search: list,
            "install upgrade exec create browse": {
              class: "execute",
              options: "--*",
              operands: "t*",
              exact: "launcher",
              does: "downloads a program and lets it run",
            },
            remove: { class: "write", operands: "t*" },
          },
        },
        browse: {
          class: "execute",
          options:
            "-n|--no-browser -b|--branch=t -c|--commit[=t] -p|--projects -r|--releases -s|--settings -w|--wiki -a|--actions",
          operands: "t*",
          forms: [{ if: "--no-browser", class: "remote-read" }],
        },
        "version completion help": { ...read, options: "-s|--shell=t" },
        preview: { class: "unknown" },
      },
    };
  },
  glab() {
    const lists = {
      ...list,
      options: `${LIST} -F|--output=t -P|--per-page=n -p|--page=n --merged -M --closed -c --opened --reviewer=t --source-branch=t --target-branch=t -G -g|--group=t --not-label=t --mine`,
    } as const;
    const views = { ...view, options: `${VIEW} -F|--output=t -s|--system-logs -P|--per-page=n` } as const;
    return {
      source: "GitLab CLI 1.55 manual",
      equals: true,
      style: "exact-long",
      anywhere: "-R|--repo=t",
      info: "-h --help -v --version",
      subs: {
        "mr issue incident": {
          subs: {
            list: lists,
            view: views,
            diff: { class: "remote-read", options: "--color=t --raw", operands: "t?" },
            "approvers issues": views,
            [`${EDIT} update approve revoke note rebase subscribe unsubscribe todo for`]: change,
            checkout: { class: "write", operands: "t?", options: "-b=t -u", changes: true },
            delete: destroys,
          },
        },
        ci: {
          aliases: "pipe pipeline",
          subs: {
            "list status get lint": {
              class: "remote-read",
              options: `${LIST} -F|--output=t --live --compact -p|--page=n -P|--per-page=n -b|--branch=t -d|--with-job-details --pipeline-id=n --dry-run`,
              operands: "t*",
            },
            trace: views,
            "view run retry trigger cancel create": change,
            delete: destroys,
          },
        },
        repo: {
          aliases: "project",
          subs: {
            list: lists,
            view: views,
            search: lists,
            contributors: lists,
            clone: { class: "network", operands: "t w? t*", language: "clone" },
            "create fork archive transfer update mirror": change,
            delete: destroys,
          },
        },
        release: {
          subs: {
            list: lists,
            view: views,
            download: { class: "write", options: "-D|--dir=w -n=t", operands: "t?" },
            "create upload": sends,
            delete: destroys,
          },
        },
        snippet: { subs: { list: lists, get: views, create: sends, edit: change, delete: destroys } },
        "label milestone schedule iteration deploy-key ssh-key": {
          subs: { list: lists, get: views, "create edit": change, delete: destroys },
        },
        variable: {
          subs: {
            list: { ...list, reveals: true },
            "get export": { ...view, reveals: true },
            "set update": change,
            delete: destroys,
          },
        },
        api: {
          class: "remote-read",
          language: "gh-api",
          options:
            "-X|--method=t -f|--raw-field=t!network -F|--field=t!network --input=r!network -H|--header=t -i|--include --paginate --silent --output=t",
          operands: "t",
          // The variables of a project are shown as they are.
          forms: [
            { if: "~*variables* --raw-field=*ciVariables*", reveals: true },
            { if: "--method=GET --method=get" },
            { if: "--method", class: "network" },
          ],
        },
        auth: {
          subs: {
            status: { class: "remote-read", options: "-h|--hostname=t -t|--show-token!secret -a|--all" },
            "login logout": change,
          },
        },
        config: {
          subs: {
            get: { ...read, options: "-g|--global -h|--host=t", forms: [{ if: "~*token*", reveals: true }] },
            set: { class: "write", operands: "p*", options: "-g|--global -h|--host=t" },
          },
        },
        alias: {
          subs: {
            list: read,
            set: { class: "write", options: "-s|--shell", operands: "t p" },
            delete: { class: "write", operands: "t" },
          },
        },
        "version completion check-update help": read,
      },
    };
  },
  "hub tea bb jira linear act"() {
    return {
      source: "the tools' own help",
      info: "-h --help --version",
      subs: {
        version: read,
        "pr issue issues pulls": {
          subs: { list, show: view, view: { ...view, options: `${VIEW} --plain --comments=n` } },
        },
        "sprint epic board": {
          operands: "",
          subs: { list: { ...list, operands: "", options: "--plain --table --current --prev --next" } },
        },
      },
    };
  },
};
