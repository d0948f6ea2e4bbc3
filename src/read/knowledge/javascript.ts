// Longer than most: option lists of package managers with dozens of subcommands.
import type { Command, Family, Form } from "./schema.ts";

const NPM = `--registry=u!network --userconfig=p --globalconfig=p --script-shell=p --node-options=p --shell=p --cache=w!write --prefix=c -C=c
  --json --long -l --parseable -p --depth=n -a|--all -g|--global -L|--location=t --omit=t --include=t --production[=t] --dev --only=t
  -w|--workspace=t -ws|--workspaces[=t] --include-workspace-root -s|--silent -q|--quiet -d -dd -ddd --verbose --loglevel=t --color[=t] --no-color
  --[no-]progress --no-audit --audit --no-fund --fund --offline --prefer-offline --prefer-online --no-update-notifier --unicode
  --tag=t --package-lock-only --legacy-peer-deps --strict-peer-deps --force -f --dry-run --yes -y --timing --no-package-lock
  --ignore-scripts --no-save --save -S --save-dev -D --save-optional -O --save-peer --save-exact -E --save-prod -P --no-bin-links
  --engine-strict --foreground-scripts --if-present --audit-level=t --before=t --no-optional --scope=t --access=t --otp=t --install-strategy=t
  --workspaces-update --no-shrinkwrap --searchlimit=n --no-description --description --fetch-timeout=n --fetch-retries=n --save-bundle -B --cpu=t --os=t`;

const local = { class: "read", operands: "t*" } as const satisfies Command;

/** One that is named like a login shows it. */
const settings = {
  ...local,
  forms: [{ if: "~*_auth* ~*oken* ~*assword* ~*ecret*", reveals: true }],
} as const satisfies Command;

const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;

/** What the file imports is fetched, from wherever it says. */
const REMOTE_IMPORTS = { if: "1+", class: "network" } as const satisfies Form;

const write = { class: "write", operands: "t*" } as const satisfies Command;

/** For all projects of the user, which a rule about installing in this one does not cover. */
const EVERYWHERE = "-g|--global!write -L|--location=t!write";

const installs = {
  class: "execute",
  operands: "k*",
  options: EVERYWHERE,
  does: "downloads packages and runs their install scripts",
} as const satisfies Command;

/** `prepack`, `prepare` and `postpack` of the project, for a dry run too. */
const packs = {
  class: "execute",
  operands: "k*",
  projectCode: true,
  does: "runs scripts of the project's package.json",
} as const satisfies Command;

const publishes = {
  class: "network",
  operands: "t*",
  forms: [{ if: "~*:*", operands: "k*" }],
} as const satisfies Command;

/** The address that a package names, which may be any. */
const OPENS = { class: "execute", does: "opens a page of a package in the browser" } as const;

const RUNS = "runs a script of the project's package.json";

const anyScript = {
  class: "execute",
  style: "posix",
  operands: "t*",
  exact: "launcher",
  projectCode: true,
  does: RUNS,
} as const satisfies Command;

/** Lists the scripts where none is named. */
const script: Command = {
  class: "read",
  style: "posix",
  operands: "",
  forms: [{ if: "1+", class: "execute", operands: "t*", exact: "launcher", projectCode: true, does: RUNS }],
};

/** Falls back to any program of the PATH, so that the consent to the project's code does not cover it. */
const anyProgram = { class: "execute", style: "posix", operands: "t*", exact: "launcher" } as const satisfies Command;

const ownScript = {
  class: "execute",
  style: "posix",
  operands: "t*",
  projectCode: true,
  does: RUNS,
} as const satisfies Command;

const NODE_FLAGS = `--check-prefix --test-only --test-name-pattern=t --test-reporter=s --test-reporter-destination=w!write --test-concurrency=n --test-timeout=n --watch --watch-path=r
  --env-file=s --env-file-if-exists=s --max-old-space-size=n --max-semi-space-size=n --stack-size=n --stack-trace-limit=n --no-warnings --no-deprecation --trace-warnings --trace-deprecation
  --trace-uncaught --unhandled-rejections=t --enable-source-maps --expose-gc --experimental-strip-types --experimental-transform-types --no-experimental-strip-types
  --experimental-vm-modules --experimental-sqlite --experimental-test-coverage --experimental-json-modules --experimental-specifier-resolution=t -C|--conditions=t --input-type=t --preserve-symlinks
  --inspect[=t]!network --inspect-brk[=t]!network --cpu-prof!write --heap-prof!write --prof!write --harmony --throw-deprecation --dns-result-order=t --icu-data-dir=r
  --openssl-config=p --use-openssl-ca --tls-min-v1.2 --disable-warning=t --permission --allow-fs-read=t --allow-fs-write=t --allow-child-process --no-addons`;

/** Node, its package managers and the tools around them. */
export const javascript: Family = {
  npm() {
    return {
      source: "npm 11 documentation",
      anywhere: NPM,
      info: "-h -? --help -v --version",
      subs: {
        ls: { ...local, aliases: "list la ll" },
        "root prefix bin help help-search query sbom": local,
        sbom: { ...local, options: "--sbom-format=t --sbom-type=t --omit=t --package-lock-only" },
        fund: { ...local, forms: [{ if: "1+", ...OPENS }] },
        "docs bugs repo home issues": { ...OPENS, operands: "k*" },
        explain: { ...local, aliases: "why" },
        get: settings,
        set: { ...write, operands: "p*" },
        pkg: { subs: { get: local, "set delete fix": { ...write, edits: "package.json" } } },
        config: {
          subs: {
            get: settings,
            list: { ...local, aliases: "ls" },
            set: { class: "write", operands: "p*", does: "changes how npm runs programs" },
            "edit fix": { class: "write", edits: ".npmrc", does: "changes how npm runs programs" },
            delete: { ...write, aliases: "rm del" },
          },
          aliases: "c",
        },
        cache: {
          subs: {
            ls: { ...local, aliases: "list" },
            "add verify": { ...write, operands: "k*" },
            clean: {
              class: "destructive",
              operands: "t*",
              exact: "destructive",
              does: "deletes the download cache",
              aliases: "clear rm",
            },
          },
        },
        "find-dupes doctor stars": remote,
        view: { ...remote, operands: "k t*", aliases: "info show v" },
        search: { ...remote, aliases: "s se find" },
        "outdated ping whoami": remote,
        diff: {
          ...remote,
          options:
            "--diff=k --diff-name-only --diff-unified=n --diff-ignore-all-space --diff-no-prefix --diff-src-prefix=t --diff-dst-prefix=t --diff-text",
          operands: "r*",
        },
        audit: { ...remote, options: "--omit=t --production", subs: { fix: installs, signatures: remote } },
        access: { subs: { "list get ls": remote, "set grant revoke": publishes } },
        owner: { subs: { ls: { ...remote, aliases: "list" }, "add rm": publishes } },
        "dist-tag": { subs: { ls: { ...remote, aliases: "list" }, "add rm": publishes } },
        profile: { subs: { get: remote, "set enable-2fa disable-2fa": publishes } },
        token: {
          subs: { list: { ...remote, aliases: "ls" }, create: { ...publishes, reveals: true }, revoke: publishes },
        },
        team: { subs: { ls: remote, "create destroy add rm": publishes } },
        org: { subs: { ls: remote, "set rm": publishes } },
        version: {
          class: "read",
          options: "--[no-]git-tag-version -m|--message=t --preid=t --allow-same-version",
          operands: "t?",
          forms: [{ if: "1+", class: "execute", projectCode: true, does: "runs version scripts and commits" }],
        },
        install: { ...installs, aliases: "i in ins inst insta instal isnt add" },
        ci: {
          ...installs,
          aliases: "clean-install ic install-clean",
          operands: "",
          does: "deletes node_modules, downloads what the lock file names and runs install scripts",
        },
        update: { ...installs, aliases: "up upgrade udpate" },
        "install-test install-ci-test dedupe rebuild": { ...installs, projectCode: true },
        uninstall: { ...write, options: EVERYWHERE, aliases: "un unlink remove rm r" },
        link: { ...installs, aliases: "ln" },
        "prune shrinkwrap": write,
        pack: packs,
        init: {
          ...installs,
          class: "write",
          style: "posix",
          aliases: "create innit",
          forms: [{ if: "1+", class: "execute", exact: "launcher", does: "downloads a package and runs it" }],
        },
        run: { ...script, style: "exact-long", aliases: "run-script rum urn" },
        test: { ...ownScript, style: "exact-long", aliases: "t tst" },
        "start stop restart": { ...ownScript, style: "exact-long" },
        exec: {
          class: "execute",
          options: "-c|--call=x -p|--package=t -y|--yes --no",
          operands: "t t*",
          exact: "launcher",
          language: "npx",
          aliases: "x",
          does: "runs a package's program, downloading it where it is not installed",
        },
        explore: { class: "execute", style: "posix", operands: "t a", exact: "launcher" },
        "publish deprecate undeprecate star unstar login logout adduser hook": publishes,
        unpublish: {
          class: "destructive",
          operands: "t*",
          exact: "destructive",
          does: "takes a package off the registry",
        },
      },
    };
  },
  "npx pnpx bunx"() {
    return {
      source: "npm 11 documentation",
      class: "execute",
      style: "posix",
      info: "-h --help -v --version",
      options:
        "-c|--call=x -p|--package=t -y|--yes --no --no-install -q|--quiet -w|--workspace=t --ignore-existing --prefer-offline --offline --bun --registry=u!network",
      operands: "t t*",
      exact: "launcher",
      language: "npx",
      does: "runs a package's program, downloading it where it is not installed",
    };
  },
  pnpm() {
    return {
      source: "pnpm 10 documentation",
      globals:
        "-r|--recursive --filter=t -F=t -C|--dir=c -w|--workspace-root --silent -s --color --no-color --loglevel=t --reporter=t --stream --aggregate-output",
      anywhere:
        "--registry=u!network --userconfig=p --json --long --parseable --depth=n -g|--global --prod -P --dev -D --no-optional -r|--recursive --filter=t -w|--workspace-root --frozen-lockfile --no-frozen-lockfile --offline --prefer-offline --ignore-scripts --lockfile-only --silent -O --save-dev --save-exact -E --save-optional --save-peer --latest -L --workspace --store-dir=w!write --fix!write --audit-level=t --compatible --sort-by=t --only-projects --dir=c",
      info: "-h --help -v --version",
      subs: {
        list: { ...local, aliases: "ls la ll" },
        "why licenses root bin help cat-file find-hash": local,
        outdated: remote,
        audit: remote,
        "search whoami ping": remote,
        view: { ...remote, operands: "k t*", aliases: "info show" },
        config: { subs: { get: settings, "list ls": local, set: { class: "write", operands: "p*" }, delete: write } },
        store: { subs: { "path status": local, "add prune": write } },
        install: { ...installs, aliases: "i" },
        add: installs,
        update: { ...installs, aliases: "up upgrade" },
        "rebuild import dedupe fetch": installs,
        remove: { ...write, options: EVERYWHERE, aliases: "rm un uninstall" },
        "link unlink prune patch deploy": write,
        pack: packs,
        run: { ...script, aliases: "run-script" },
        test: { ...ownScript, info: "", aliases: "t" },
        "start restart stop": { ...ownScript, info: "" },
        exec: {
          class: "execute",
          style: "posix",
          options: "-c|--shell-mode -r --parallel",
          operands: "t t*",
          exact: "launcher",
          projectCode: true,
          language: "npx",
        },
        "dlx create": {
          class: "execute",
          style: "posix",
          options: "--package=t -c --shell-mode --allow-build=t",
          operands: "t t*",
          exact: "launcher",
          language: "npx",
        },
        init: write,
        env: { class: "unknown", subs: { list: { ...local, aliases: "ls" } } },
        "publish login logout": publishes,
        setup: { class: "unknown" },
        "*": anyProgram,
      },
    };
  },
  "yarn yarnpkg"() {
    return {
      source: "yarn 4 and 1.22 documentation",
      class: "execute",
      does: "downloads packages and runs their install scripts",
      globals: "--cwd=c --silent -s",
      options:
        "--frozen-lockfile --immutable --immutable-cache --check-cache --production --ignore-scripts --offline --prefer-offline --non-interactive --no-progress --mode=t --inline-builds --json",
      // What `yarnPath` and `plugins` of the project's `.yarnrc.yml` name is loaded by every subcommand, even to tell its
      // version: settings at rest are trusted, and writing them asks. Tried with yarn 1.22 and 4.5.
      info: "-h --help -v --version",
      subs: {
        info: {
          ...remote,
          operands: "k*",
          options:
            "--json -f|--fields=t -A|--all -R|--recursive -X|--extra=t --cache --dependents --manifest --name-only --virtuals",
        },
        "list why licenses": {
          ...local,
          options: "--json --depth=n --pattern=t -A|--all -R|--recursive --dependents --name-only",
        },
        "help bin versions": { ...local, operands: "t*" },
        "outdated audit npm-info": { ...remote, options: "--json --groups=t --level=t" },
        version: { class: "read", forms: [{ if: "1+", class: "write" }], operands: "t*" },
        config: {
          subs: {
            get: { ...settings, options: "--json --why --no-redacted!secret" },
            // Yarn 1 shows the logins of `.npmrc` with it.
            list: { ...local, reveals: true, options: "--json --why" },
            set: { class: "write", operands: "p*" },
            "delete unset": write,
          },
          class: "read",
        },
        cache: {
          subs: {
            "dir list": local,
            clean: { class: "destructive", exact: "destructive", operands: "t*", does: "deletes the download cache" },
          },
        },
        workspaces: {
          subs: {
            info: local,
            list: { ...local, options: "--json -v -R --since[=t]" },
            foreach: {
              class: "execute",
              style: "posix",
              options: "-A|--all -p|--parallel -v -t|--topological -i -j=t --include=t --exclude=t --since[=t] -W",
              operands: "t*",
              exact: "launcher",
            },
          },
        },
        workspace: { class: "execute", style: "posix", operands: "t t*", exact: "launcher" },
        install: {
          ...installs,
          options:
            "--frozen-lockfile --immutable --immutable-cache --check-cache --production --ignore-scripts --offline --non-interactive --mode=t --inline-builds --json",
        },
        "add upgrade up import dedupe rebuild": {
          ...installs,
          options:
            "-D|--dev -E|--exact -P|--peer -O|--optional -T|--tilde -C|--caret -W|--ignore-workspace-root-check --latest -R|--recursive -i",
        },
        "remove unlink link init": { ...write, options: "-y -A -p -2 -W" },
        pack: { ...packs, options: "-f|--filename=w -o|--out=w -n|--dry-run --json" },
        run: script,
        "test start stop build": { ...ownScript, info: "" },
        exec: { class: "execute", style: "posix", operands: "a", exact: "launcher" },
        "dlx create": {
          class: "execute",
          style: "posix",
          options: "-p|--package=t -q",
          operands: "t t*",
          exact: "launcher",
          language: "npx",
        },
        "publish login logout": publishes,
        npm: {
          ...publishes,
          subs: {
            "info audit whoami": {
              ...remote,
              options: "--json -A|--all -R|--recursive --severity=t --environment=t -f|--fields=t",
            },
          },
        },
        plugin: { class: "unknown" },
        set: { class: "unknown" },
        global: installs,
        node: { class: "execute", style: "posix", operands: "s t*", exact: "launcher", projectCode: true },
        "*": anyScript,
      },
    };
  },
  "node nodejs"() {
    return {
      source: "node 24 documentation",
      class: "execute",
      style: "posix",
      info: "-h --help -v --version --v8-options",
      options: `-c|--check -e|--eval=p+first -p|--print=p+first -r|--require=s --import=s --loader=s --experimental-loader=s -i|--interactive --test --run=t+first --build-sea=r ${NODE_FLAGS}`,
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      forms: [
        { if: "--eval --print --interactive", projectCode: false },
        { if: "--test", operands: "s*" },
        { if: "--check", class: "read", exact: null, projectCode: false, operands: "r*" },
      ],
    };
  },
  bun() {
    return {
      source: "bun 1.2 documentation",
      info: "-h --help -v --version --revision",
      globals: "--cwd=c --silent --hot --watch --smol --bun -b -r|--preload=s -e|--eval=p -p|--print=p --env-file=r",
      subs: {
        pm: {
          subs: {
            "ls bin hash hash-string hash-print": { ...local, options: "-g --all" },
            cache: { ...local, operands: "", subs: { rm: write } },
            "view whoami": remote,
            "trust pack migrate": { class: "execute", operands: "t*" },
          },
        },
        "outdated audit info why": { ...remote, options: "--json --filter=t -r" },
        install: {
          ...installs,
          options:
            "-p|--production --frozen-lockfile --ignore-scripts --no-save --dry-run -f --verbose -g|--global!write",
          aliases: "i",
        },
        "add update link": {
          ...installs,
          options: "-d|--dev -D -E|--exact -g|--global!write --optional --peer --latest --ignore-scripts",
        },
        "remove unlink init": { ...write, options: "-g|--global!write -y" },
        run: { ...anyProgram, options: "--silent --bun -b --filter=t --watch --hot --if-present" },
        test: {
          class: "execute",
          options:
            "--watch --coverage --bail[=n] -t|--test-name-pattern=t --timeout=n --only --rerun-each=n -u|--update-snapshots!write --preload=s --coverage-reporter=t --reporter=t --reporter-outfile=w!write --todo",
          operands: "r*",
          projectCode: true,
        },
        build: {
          class: "execute",
          options:
            "--outdir=w --outfile=w --target=t --format=t --minify --sourcemap[=t] --splitting --watch --external=t --compile",
          operands: "r*",
          projectCode: true,
        },
        x: {
          class: "execute",
          style: "posix",
          options: "--bun -p|--package=t",
          operands: "t t*",
          exact: "launcher",
          language: "npx",
        },
        create: {
          class: "execute",
          style: "posix",
          operands: "t t*",
          exact: "launcher",
          language: "npx",
          aliases: "c",
        },
        "upgrade publish": publishes,
        repl: { class: "unknown" },
        "*": anyProgram,
      },
    };
  },
  deno() {
    return {
      source: "deno 2.3 manual",
      info: "-h --help -V --version",
      globals: "-q|--quiet -L|--log-level=t",
      subs: {
        check: {
          class: "network",
          options:
            "--all --doc -q|--quiet -c|--config=r --no-config --no-lock --lock=r --cached-only --no-remote --node-modules-dir[=t] --import-map=r",
          operands: "r*",
        },
        lint: {
          class: "read",
          options:
            "-q|--quiet --fix!write --json --compact --rules --rules-tags=t --rules-include=t --rules-exclude=t --ignore=t --watch -c|--config=r --no-config",
          operands: "r*",
        },
        fmt: {
          class: "write",
          options:
            "--check -q|--quiet --ext=t --ignore=t --line-width=n --indent-width=n --no-semicolons --single-quote --use-tabs --prose-wrap=t -c|--config=r --no-config --watch",
          operands: "e*",
          forms: [{ if: "--check", class: "read", operands: "r*" }],
        },
        info: { class: "read", options: "--json -q|--quiet", operands: "r?", forms: [REMOTE_IMPORTS] },
        "doc types": {
          class: "read",
          options: "--json --private --filter=t --html!write",
          operands: "r*",
          forms: [REMOTE_IMPORTS],
        },
        outdated: { class: "remote-read", options: "-u|--update!write --latest --compatible -r", operands: "t*" },
        "run serve eval repl": {
          class: "execute",
          style: "posix",
          options:
            "-A|--allow-all -R -W -N -E -S -P --allow-read[=f] --allow-write[=f] --allow-net[=t] --allow-env[=t] --allow-run[=t] --allow-sys[=t] --allow-ffi[=t] --watch -c|--config=r --unstable* --no-check --check --env-file[=r] --preload=s --ext=t -p",
          operands: "s t*",
          exact: "launcher",
          projectCode: true,
          stdin: "code",
        },
        task: script,
        "test bench": {
          class: "execute",
          options:
            "-A|--allow-all --allow-read[=f] --allow-net[=t] --allow-env[=t] --allow-write[=f] --allow-run[=t] --filter=t --fail-fast[=n] --watch --coverage[=w] --parallel --no-check --doc --ignore=t --reporter=t",
          operands: "s*",
          projectCode: true,
        },
        "install add remove cache uninstall": {
          ...installs,
          options: "--dev -D -g|--global!write -A|--allow-all --entrypoint -f|--force -n=t",
        },
        "compile bundle vendor init": { class: "write", options: "-o|--output=w -A", operands: "r*" },
        "publish upgrade deploy": publishes,
      },
    };
  },
  // `n current` installs what is current.
  n() {
    return {
      source: "n 10 help",
      class: "unknown",
      info: "-h --help -V --version",
      subs: { "ls list which bin help": local, "ls-remote lsr list-remote": remote },
    };
  },
  "nvm fnm volta corepack nodenv"() {
    return {
      source: "nvm 0.40 help",
      class: "unknown",
      info: "--help --version",
      subs: {
        "ls list current which ls-remote list-remote version versions help": { ...local, options: "--lts[=t]" },
        "install use uninstall alias default pin enable disable prepare": {
          class: "execute",
          operands: "t*",
          does: "changes which Node runs",
        },
      },
    };
  },
};
