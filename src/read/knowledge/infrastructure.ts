import type { Command, Family } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;

const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;

const write = { class: "write", operands: "t*" } as const satisfies Command;

const network = { class: "network", operands: "t*" } as const satisfies Command;

const destroys = { class: "destructive", operands: "t*", exact: "destructive" } as const satisfies Command;

const ANSIBLE =
  "-i|--inventory=s -C|--check -D|--diff -l|--limit=t -t|--tags=t --skip-tags=t -e|--extra-vars=t -v -vv -vvv -vvvv --list-hosts --list-tasks --list-tags --syntax-check -b|--become!privilege -K -k -u|--user=t -f|--forks=n --start-at-task=t --step -m=t -a=i -M|--module-path=p --vault-password-file=p --private-key=r --ssh-common-args=p --flush-cache --force-handlers -U|--url=u";

/** Infrastructure as code. */
export const infrastructure: Family = {
  // Its configuration runs commands (`run_cmd`, hooks).
  terragrunt() {
    return {
      source: "terragrunt 0.80 documentation",
      class: "execute",
      style: "single-dash",
      info: "-help -h --help -version -v --version",
      options: "-*",
      operands: "t*",
      projectCode: true,
      exact: "launcher",
    };
  },
  "terraform tofu"() {
    return {
      source: "terraform 1.12 documentation",
      style: "single-dash",
      globals: "-chdir=c",
      info: "-help -h --help -version -v --version",
      subs: {
        "version providers modules": {
          ...read,
          options: "-json",
          subs: {
            schema: { class: "read", options: "-json" },
            lock: { class: "network", options: "-platform=t -fs-mirror=R -net-mirror=u", operands: "t*" },
            mirror: { class: "network", operands: "w", options: "-platform=t" },
          },
        },
        validate: {
          class: "read",
          options: "-json -no-color -no-tests -test-directory=t -var=t -var-file=r",
          operands: "r?",
        },
        graph: { class: "read", options: "-type=t -plan=r -draw-cycles" },
        show: { class: "read", options: "-json -no-color", operands: "r?" },
        output: {
          class: "read",
          options: "-json!secret -raw!secret -no-color -state=r",
          operands: "t?",
          // By its name a value is shown that is not among all of them.
          forms: [{ if: "1+", reveals: true }],
        },
        fmt: {
          class: "write",
          options: "-check -diff -list=t -write=t -recursive -no-color",
          operands: "e*",
          forms: [{ if: "-check -write=false", class: "read", operands: "r*" }],
        },
        state: {
          subs: {
            "list show": { ...read, options: "-state=r -id=t -json" },
            pull: { ...read, reveals: true },
            "mv rm push replace-provider": {
              ...destroys,
              options:
                "-lock=t -state=w -dry-run -force -state-out=w -backup=w -lock-timeout=t -ignore-remote-version -auto-approve",
              does: "alters the state that says what exists",
            },
          },
        },
        workspace: {
          subs: {
            "list show": read,
            "select new": { ...write, options: "-or-create -lock=t -state=r" },
            delete: { ...destroys, options: "-force", does: "deletes a workspace" },
          },
        },
        metadata: { subs: { functions: { ...read, options: "-json" } } },
        plan: {
          class: "network",
          options:
            "-out=w!write -var=t -var-file=r -target=t -replace=t -refresh=t -refresh-only -destroy -input=t -lock=t -lock-timeout=t -no-color -json -detailed-exitcode -compact-warnings -parallelism=n -state=r -generate-config-out=w!write -exclude=t -concise",
          operands: "r?",
        },
        apply: {
          ...destroys,
          options:
            "-auto-approve -var=t -var-file=r -target=t -replace=t -refresh=t -refresh-only -destroy -input=t -lock=t -lock-timeout=t -no-color -json -compact-warnings -parallelism=n -state=w -state-out=w -backup=w",
          operands: "r?",
          does: "changes real infrastructure",
        },
        destroy: {
          ...destroys,
          options:
            "-auto-approve -var=t -var-file=r -target=t -refresh=t -input=t -lock=t -lock-timeout=t -no-color -json -parallelism=n -state=w",
          does: "destroys real infrastructure",
        },
        init: {
          class: "network",
          options:
            "-upgrade -backend=t -backend-config=t -reconfigure -migrate-state -force-copy -input=t -no-color -lockfile=t -get=t -from-module=u -plugin-dir=p -lock=t -lock-timeout=t -json",
          operands: "",
          does: "downloads providers and modules",
        },
        get: { class: "network", options: "-update -no-color", operands: "r?" },
        "refresh import taint untaint force-unlock login logout test console": {
          class: "network",
          options:
            "-var=t -var-file=r -target=t -input=t -lock=t -state=w -filter=t -json -verbose -allow-missing -force -no-color -config=r",
          operands: "t*",
        },
      },
    };
  },
  packer() {
    return {
      source: "packer 1.12 documentation",
      style: "single-dash",
      info: "-help -h --help -version --version -v",
      subs: {
        version: read,
        validate: {
          class: "read",
          operands: "r",
          options:
            "-syntax-only -except=t -only=t -var=t -var-file=r -machine-readable -evaluate-datasources!network -no-warn-undeclared-var -use-sequential-evaluation",
        },
        inspect: { class: "read", operands: "r", options: "-var=t -var-file=r -machine-readable" },
        fmt: {
          class: "write",
          operands: "e*",
          options: "-check -diff -recursive -write=t",
          forms: [{ if: "-check -write=false", class: "read", operands: "r*" }],
        },
        plugins: {
          subs: {
            "installed required": { class: "read", operands: "r?" },
            "install remove": { class: "network", operands: "t*" },
          },
        },
        "build init console hcl2_upgrade fix": {
          class: "execute",
          operands: "r*",
          options:
            "-force -debug -only=t -except=t -var=t -var-file=r -on-error=t -parallel-builds=n -upgrade -color=t -timestamp-ui",
        },
      },
    };
  },
  "cdk pulumi cdktf serverless sls sam amplify eb"() {
    return {
      source: "the tools' own help",
      info: "-h --help --version",
      subs: {
        "doctor about whoami version": read,
        "*": { class: "execute", style: "posix", operands: "t*", exact: "launcher", info: "-h --help" },
      },
    };
  },
  vagrant() {
    return {
      source: "vagrant 2.4 documentation",
      info: "-h --help --version",
      subs: {
        "global-status version": read,
        // The Vagrantfile is a program.
        "status port ssh-config validate": { class: "execute", operands: "t*", options: "--*", projectCode: true },
        ssh: { class: "execute", options: "-c|--command=i -t --plain --no-tty", operands: "t*" },
        "up reload provision halt suspend resume box plugin init package": { class: "execute", operands: "t*" },
        destroy: { ...destroys, options: "-f|--force -g|--graceful --parallel", does: "deletes a virtual machine" },
      },
    };
  },
  "ansible-playbook"() {
    return {
      // An inventory that is executable is run; names of files that a playbook includes may hold `lookup("pipe", …)`, which
      // is started when they are read, for `--syntax-check` and `--list-tasks` as well.
      source: "ansible-core 2.18 documentation",
      class: "execute",
      exact: "launcher",
      info: "-h --help --version",
      options: ANSIBLE,
      operands: "s*",
      projectCode: true,
    };
  },
  "ansible ansible-pull ansible-console ansible-test"() {
    return {
      source: "ansible-core 2.18 documentation",
      class: "execute",
      exact: "launcher",
      info: "-h --help --version",
      options: ANSIBLE,
      operands: "t*",
      projectCode: true,
      language: "ansible",
      forms: [{ if: "-m -a --module-path", projectCode: false }],
    };
  },
  "ansible-inventory"() {
    return {
      source: "ansible-core 2.18 documentation",
      class: "execute",
      info: "-h --help --version",
      options: "-i|--inventory=s --list --host=t --graph --yaml -y --toml --export --vars -l=t --output=w!write -v -vv",
      operands: "t*",
      projectCode: true,
    };
  },
  "ansible-doc ansible-config"() {
    return {
      source: "ansible-core 2.18 documentation",
      class: "read",
      info: "-h --help --version",
      options:
        "-l|--list -F|--list_files -s|--snippet -j|--json -t|--type=t -e=t -v -M|--module-path=p --playbook-dir=p -r|--roles-path=p --metadata-dump -c=r --only-changed -f|--format=t",
      operands: "t*",
      subs: {
        "list dump view validate": {
          class: "read",
          options: "--only-changed -f|--format=t -t|--type=t -c|--config=r -v",
          operands: "t*",
        },
        init: { class: "read", options: "--disabled -f=t -t=t" },
      },
    };
  },
  "ansible-galaxy"() {
    return {
      source: "ansible-core 2.18 documentation",
      info: "-h --help --version",
      subs: {
        "role collection": {
          subs: {
            list: { ...read, options: "-p=r --format=t" },
            "info search verify": { ...remote, options: "-v -s=u --offline --author=t" },
            "install download": {
              class: "execute",
              operands: "t*",
              options: "-r=r -p=w -f|--force --force-with-deps --upgrade -U -n",
            },
            "init build publish delete import remove setup": network,
          },
        },
        list: read,
        "info search": remote,
        install: { class: "execute", operands: "t*", options: "-r=r -p=w -f|--force" },
      },
    };
  },
  "ansible-vault"() {
    return {
      source: "ansible-core 2.18 documentation",
      info: "-h --help --version",
      subs: {
        "view decrypt": {
          class: "read",
          operands: "r*",
          reveals: true,
          options: "--vault-password-file=p --vault-id=t --output=w!write -J",
        },
        "create edit encrypt rekey encrypt_string": {
          class: "write",
          operands: "e*",
          options: "--vault-password-file=p --vault-id=t --output=w!write -n=t",
        },
      },
    };
  },
  "ansible-lint"() {
    return {
      source: "ansible-lint 25 documentation",
      class: "execute",
      style: "exact-long",
      info: "-h --help --version",
      options:
        "-p|--parseable -q -v -x=t --skip-list=t -r=s -R -t=t --fix[=t]!write -w=t --exclude=t --profile=t --offline -f=t -L -T -c=s --strict --nocolor --exclude-rules=t -o",
      operands: "r*",
      projectCode: true,
    };
  },
  "nomad vault consul"() {
    const shows = {
      class: "remote-read",
      options:
        "-address=u!network -http-addr=u!network -token=t -namespace=t -format=t -filter=t -verbose -json -short -detailed -stderr -tail -n=n -service=t -kind=t -name=t",
      operands: "t*",
    } as const;
    const verbs = {
      "list status read get inspect members history allocs logs services nodes list-peers": shows,
      // Where a job lies may be an address of any kind (`git::https://…`).
      plan: { ...shows, operands: "r", forms: [{ if: "~*:*", class: "network" }] },
    } as const;
    const noun = { subs: verbs } as const;
    return {
      source: "Vault 1.19, Consul 1.21 and Nomad 1.10 command references",
      info: "-h -help --help -version --version",
      style: "single-dash",
      subs: {
        "status list members info": shows,
        version: read,
        // What `alloc fs` shows are files of a job, those that it logs in with among them.
        "secrets auth namespace policy catalog config job alloc node deployment eval volume service server": noun,
        "acl operator": { subs: { "policy role raft": noun, members: shows } },
        // Of values that may be secrets: their names.
        kv: {
          subs: {
            list: shows,
            metadata: noun,
            get: {
              ...shows,
              reveals: true,
              options: "-keys -separator=t",
              forms: [{ if: "-keys", reveals: false }],
            },
          },
        },
        var: { subs: { list: shows } },
        token: { subs: { capabilities: shows } },
      },
    };
  },
};
