// Longer than most: option lists of package managers with dozens of subcommands.
import type { Command, Entry, Family, Form } from "./schema.ts";

const local = { class: "read", operands: "t*" } as const satisfies Command;

const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;

const installs = {
  class: "execute",
  operands: "k*",
  does: "downloads packages and runs their build code",
} as const satisfies Command;

const write = { class: "write", operands: "t*" } as const satisfies Command;

/** Runs the words behind it in an environment of the project. */
const runsWords = {
  class: "execute",
  style: "posix",
  operands: "a",
  exact: "launcher",
  projectCode: true,
  language: "uv-run",
} as const satisfies Command;

const INDEX = `-i|--index-url=u --extra-index-url=u --no-index -f|--find-links=u --trusted-host=h`;

const REQUIRE = `${INDEX} -r|--requirement=r -c|--constraint=r -e|--editable=k --pre --no-deps --no-binary=t --only-binary=t --prefer-binary --require-hashes
  --no-build-isolation --use-pep517 --no-clean --platform=t --python-version=t --implementation=t --abi=t --config-settings=t -C=t --src=w --group=t`;

const LISTING = `-o|--outdated -u|--uptodate -e|--editable --local -l --user --path=r --pre --format=t --not-required --exclude-editable --include-editable --exclude=t ${INDEX}`;

const PYTHON = `-b -bb -B -d -E -i -I -O -OO -P -q -s -S -u -v -vv -x -X=t -W=t --check-hash-based-pycs=t`;

const UV = `-q|--quiet -v|--verbose --color=t --native-tls --offline --no-progress --no-cache -n --cache-dir=w!write --python-preference=t --no-python-downloads --allow-insecure-host=h --directory=c --project=c --config-file=p --no-config -p|--python=t
  --index=u --default-index=u ${INDEX}`;

const UV_SYNC = `--frozen --locked --no-sync --all-extras --extra=t --no-extra=t --dev --no-dev --only-dev --group=t --no-group=t --all-groups --only-group=t --no-default-groups --package=t --all-packages --no-install-project --no-install-workspace --inexact --exact --upgrade -U --upgrade-package=t -P=t
  --resolution=t --prerelease=t --reinstall --active --no-build --no-binary --link-mode=t --compile-bytecode --dry-run --check --no-editable --refresh`;

/** To know an interpreter that is not named by its version uv starts it. Source: uv 0.9, "Python versions". */
const interpreter = (given: string): Form => ({
  if: given,
  class: "execute",
  exact: "launcher",
  does: "runs that interpreter",
});

const UV_RUN = `${UV} ${UV_SYNC} --with=t!network --with-editable=R!execute --with-requirements=r!network --isolated --env-file=r --no-env-file --no-project --script=s`;

/** What installs the packages of a project and knows its environment. */
function manager(): Entry {
  return {
    source: "poetry 2.1, pdm 2.22 documentation",
    globals:
      "-q|--quiet -n|--no-interaction --no-ansi --ansi --no-plugins --no-cache -P|--project=c -C|--directory=c -v -vv -vvv --verbose",
    anywhere: "-q|--quiet -n|--no-interaction --no-ansi --ansi -v -vv -vvv",
    info: "-h --help -V --version --venv --where --py",
    subs: {
      show: {
        ...local,
        options:
          "-t|--tree -l|--latest -o|--outdated -a|--all -T|--top-level --why --only=t --without=t --with=t --no-truncate -f|--format=t",
      },
      check: { ...local, options: "--lock --strict" },
      "about list help graph info": {
        ...local,
        options: "--tree --graph --fields=t --json --freeze --csv --markdown",
      },
      env: {
        subs: {
          "info list show find": { ...local, options: "-p|--path -e|--executable --full-path" },
          "use remove create prune activate": { class: "execute", operands: "t*" },
        },
      },
      version: {
        class: "read",
        options: "-s|--short --dry-run",
        operands: "t?",
        forms: [{ if: "1+", class: "write" }],
      },
      search: remote,
      config: {
        class: "write",
        options: "--list --unset --local --migrate",
        operands: "p*",
        forms: [{ if: "--list&1+" }, { if: "--list", class: "read" }],
      },
      "install add update sync lock upgrade": {
        ...installs,
        options:
          "--no-root --only-root --only=t --without=t --with=t -E|--extras=t --all-extras --all-groups --sync --dry-run --compile -G|--group=t -D|--dev -d -e|--editable --optional --allow-prereleases --source=t --lock --regenerate --no-update -r=r --deploy --system --no-self --prod --frozen-lockfile --check",
      },
      "remove uninstall clean": { ...write, options: "-G|--group=t -D|--dev -d --dry-run --all" },
      run: runsWords,
      source: {
        class: "write",
        subs: {
          show: local,
          add: { class: "write", options: "-p|--priority=t", operands: "t u?" },
          remove: { class: "write", operands: "t" },
        },
      },
      "build export init new cache self shell": {
        class: "execute",
        operands: "t*",
        options: "-f|--format=t -o|--output=w --without-hashes --with=t --without=t --name=t",
      },
      publish: { class: "network", options: "--build --dry-run -r=t -u=t -p=t --skip-existing", operands: "t*" },
    },
  };
}

/** Python, its installers and its checkers. */
export const python: Family = {
  "python python3 python2 pypy pypy3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 py"() {
    return {
      source: "python 3.13 manual page",
      class: "execute",
      style: "posix",
      language: "python",
      info: "-h --help -V -VV --version --help-all --help-env --help-xoptions",
      options: `${PYTHON} -c=p+first+end -m=t+first+end`,
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      forms: [{ if: "-c -m -i", projectCode: false }],
    };
  },
  "python:json.tool"() {
    return {
      source: "python 3.13 documentation",
      class: "read",
      style: "exact-long",
      info: "-h --help",
      options: "--sort-keys --no-ensure-ascii --json-lines --indent=n --tab --no-indent --compact",
      operands: "r? w?",
      forms: [{ if: "2+", class: "write" }],
    };
  },
  "python:tokenize python:ast python:dis python:tabnanny python:site python:sysconfig python:calendar python:platform"() {
    return {
      source: "python 3.13 documentation",
      class: "read",
      style: "exact-long",
      info: "-h --help",
      options: "-e --exact -m=t -a -i=n -v -q --user-base --user-site",
      operands: "r*",
    };
  },
  "python:py_compile python:compileall"() {
    return {
      source: "python 3.13 documentation",
      class: "write",
      style: "exact-long",
      info: "-h --help",
      options: "-l -r=n -f -q -qq -b -j=n -x=t -o=n",
      operands: "r*",
    };
  },
  "python:venv virtualenv python:virtualenv"() {
    return {
      source: "python 3.13 documentation",
      class: "write",
      style: "exact-long",
      info: "-h --help --version",
      options:
        "--system-site-packages --symlinks --copies --clear!destructive --upgrade --without-pip --prompt=t --upgrade-deps -p|--python=t --seeder=t -q",
      operands: "w*",
    };
  },
  "python:http.server"() {
    return {
      source: "python 3.13 documentation",
      class: "network",
      options: "-b|--bind=t -d|--directory=R -p|--protocol=t --cgi!execute",
      operands: "n?",
      does: "serves files over the network",
    };
  },
  "python:unittest python:doctest python:trace python:cProfile python:profile python:pdb python:timeit python:idlelib"() {
    return {
      source: "python 3.13 documentation",
      class: "execute",
      style: "posix",
      operands: "t*",
      projectCode: true,
      exact: "launcher",
    };
  },
  "python:zipfile python:tarfile"() {
    return {
      source: "python 3.13 documentation",
      class: "write",
      options: "-l|--list=r -t|--test=r -e|--extract=r -c|--create=w",
      operands: "t*",
      forms: [
        { if: "--list --test", class: "read" },
        { if: "--extract", operands: "U?." },
        { if: "--create", operands: "R*" },
      ],
    };
  },
  "pip pip3 python:pip pip3.11 pip3.12 pip3.13"() {
    return {
      source: "pip 25 documentation",
      anywhere: `--log=w!write --isolated --require-virtualenv --python=s -v|--verbose -vv -q|--quiet -qq --no-input --proxy=u --retries=n --timeout=n --exists-action=t --cert=r --client-cert=r --cache-dir=w!write --no-cache-dir
      --disable-pip-version-check --no-color --no-python-version-warning --use-feature=t --use-deprecated=t --debug --trusted-host=h --keyring-provider=t --resume-retries=n`,
      info: "-h --help -V --version",
      subs: {
        list: { ...local, options: LISTING, forms: [{ if: "--outdated --uptodate", class: "read" }] },
        show: { ...local, options: "-f|--files" },
        freeze: {
          ...local,
          options: "-r|--requirement=r -l|--local --user --path=r --all --exclude-editable --exclude=t",
        },
        "check debug help inspect": {
          ...local,
          options: "--local --user --path=r --platform=t --python-version=t --implementation=t --abi=t",
        },
        hash: { class: "read", options: "-a|--algorithm=t", operands: "r*" },
        config: {
          options: "--editor=x --global --user --site",
          subs: {
            "get list debug": { ...local, options: "--global --user --site" },
            "set edit": { class: "write", options: "--global --user --site --editor=x", operands: "p*" },
            unset: { ...write, options: "--global --user --site" },
          },
        },
        cache: {
          subs: {
            "dir info list": { ...local, options: "--format=t" },
            remove: write,
            purge: { class: "destructive", exact: "destructive", does: "deletes the download cache" },
          },
        },
        index: {
          subs: {
            versions: {
              ...remote,
              options: `${INDEX} --pre --json --platform=t --python-version=t --ignore-requires-python --only-binary=t --no-binary=t --implementation=t --abi=t`,
            },
          },
        },
        search: { ...remote, options: "-i|--index=u" },
        install: {
          ...installs,
          options: `${REQUIRE} -t|--target=w --user!write --no-user --root=w --prefix=w -U|--upgrade --upgrade-strategy=t --force-reinstall -I|--ignore-installed --ignore-requires-python --compile --no-compile --no-warn-script-location --no-warn-conflicts --break-system-packages --dry-run --report=w!write --progress-bar=t --root-user-action=t --check-build-dependencies --no-cache`,
        },
        "download wheel lock": {
          ...installs,
          options: `${REQUIRE} -d|--dest=w -w|--wheel-dir=w -o|--output=w --progress-bar=t --no-verify --ignore-requires-python`,
        },
        uninstall: {
          ...write,
          options: "-r|--requirement=r -y|--yes --root-user-action=t --break-system-packages",
          aliases: "remove",
        },
        completion: { ...local, options: "-b|--bash -z|--zsh -f|--fish -p|--powershell" },
      },
    };
  },
  uv() {
    return {
      source: "uv 0.7 documentation",
      equals: true,
      globals: UV,
      info: "-h --help -V --version",
      subs: {
        help: local,
        version: {
          ...local,
          options: "--short --output-format=t --bump=t!write --dry-run",
          // A version that is given is written.
          forms: [{ if: "1+", class: "write" }],
        },
        // Both bring the lock file up to date first, which may build what the project names.
        tree: {
          class: "execute",
          operands: "t*",
          projectCode: true,
          forms: [interpreter("--python"), { if: "--frozen", class: "read", does: null, projectCode: false }],
          does: "brings the lock file up to date first",
          style: "exact-long",
          options: `${UV} ${UV_SYNC} -d|--depth=n --prune=t --no-dedupe --invert --outdated --show-sizes --universal --python-version=t --python-platform=t`,
        },
        export: {
          class: "execute",
          projectCode: true,
          forms: [interpreter("--python"), { if: "--frozen", class: "read", does: null, projectCode: false }],
          does: "brings the lock file up to date first",
          options: `${UV} ${UV_SYNC} --format=t --no-hashes --no-header --no-annotate -o|--output-file=w!write --no-emit-project --no-emit-workspace --no-emit-package=t --prune=t`,
          operands: "",
        },
        pip: {
          subs: {
            "list freeze check show tree": {
              ...local,
              forms: [
                interpreter("--python=*/*"),
                { if: "--python=2* --python=3* --python=cpython* --python=pypy*" },
                interpreter("--python"),
              ],
              style: "exact-long",
              options: `${UV} ${LISTING} -f|--files --system --strict --depth=n --no-dedupe --invert --target=r --prefix=r --show-version-specifiers`,
            },
            "install sync": {
              ...installs,
              options: `${UV} ${REQUIRE} ${UV_SYNC} --system!write --break-system-packages --target=w --prefix=w --strict --all-extras`,
            },
            uninstall: {
              ...write,
              options: `${UV} -r|--requirements=r --system!write --break-system-packages --dry-run`,
            },
            compile: {
              ...installs,
              options: `${UV} ${UV_SYNC} -o|--output-file=w!write --universal --generate-hashes --no-header --no-annotate --python-version=t --python-platform=t -c|--constraints=r --annotation-style=t`,
              operands: "r*",
            },
          },
        },
        python: {
          subs: {
            "list find dir": {
              ...local,
              forms: [interpreter("=*/* --python"), { if: "=2* =3* =cpython* =pypy* =>*" }, interpreter("1+")],
              options: `${UV} --all-versions --only-installed --all-platforms --show-urls --output-format=t --bin --system --script=r`,
            },
            "install uninstall pin upgrade": {
              ...installs,
              options: `${UV} --default --reinstall --force -f --all -i=w --rm --resolved`,
            },
          },
        },
        cache: {
          subs: {
            "dir size": local,
            "clean prune": {
              class: "destructive",
              operands: "t*",
              options: `${UV} --ci --force`,
              exact: "destructive",
              does: "deletes the download cache",
            },
          },
        },
        tool: {
          subs: {
            "list dir": {
              ...local,
              options: `${UV} --show-paths --show-version-specifiers --show-with --show-extras --bin`,
            },
            "install upgrade uninstall update-shell": {
              ...installs,
              options: `${UV} ${UV_SYNC} --with=t --from=t --force --all -e`,
            },
            run: {
              class: "execute",
              style: "posix",
              options: `${UV_RUN} --from=t`,
              operands: "t t*",
              exact: "launcher",
              language: "npx",
            },
          },
        },
        sync: { ...installs, options: `${UV} ${UV_SYNC}` },
        lock: { ...remote, class: "network", options: `${UV} ${UV_SYNC} --script=r --check-exists`, operands: "" },
        add: {
          ...installs,
          options: `${UV} ${UV_SYNC} --optional=t --editable -r|--requirements=r -c|--constraints=r --tag=t --branch=t --rev=t --raw --script=e --bounds=t --workspace --marker=t -m=t`,
        },
        remove: { ...write, options: `${UV} ${UV_SYNC} --optional=t --script=e` },
        run: {
          class: "execute",
          style: "posix",
          options: `${UV_RUN} -m|--module=t+first+end`,
          operands: "a",
          exact: "launcher",
          projectCode: true,
          language: "uv-run",
        },
        init: {
          ...write,
          options: `${UV} --lib --app --package --no-package --name=t --bare --no-readme --vcs=t --script=w --build-backend=t --description=t --no-workspace --no-pin-python`,
          operands: "w?",
        },
        venv: {
          class: "write",
          options: `${UV} --seed --allow-existing --clear --prompt=t --system-site-packages --relocatable`,
          operands: "w?",
        },
        build: {
          ...installs,
          options: `${UV} --sdist --wheel -o|--out-dir=w --package=t --all-packages --no-build-isolation`,
          projectCode: true,
        },
        "publish self auth": { class: "network", options: `${UV} --token=t --publish-url=u --dry-run`, operands: "t*" },
      },
    };
  },
  "uvx pipx"() {
    return {
      source: "uv 0.7, pipx 1.7 documentation",
      info: "-h --help -V --version",
      class: "execute",
      style: "posix",
      options: `${UV_RUN} --from=t --spec=t --pip-args=t`,
      operands: "t t*",
      exact: "launcher",
      language: "npx",
      subs: {
        // `uvx list` would be a package.
        list: { class: "execute", style: "posix", options: "--json --short --include-injected", operands: "t*" },
      },
    };
  },
  "poetry pdm rye"() {
    return manager();
  },
  pipenv() {
    const all = manager();
    // It asks another machine what is known of the packages.
    return { ...all, subs: { ...all.subs, check: { class: "network", operands: "t*" } } };
  },
  hatch() {
    // Versions and environments may be worked out by code of the project.
    const runs = { class: "execute", projectCode: true, options: "--json --ascii", operands: "t*" } as const;
    return {
      source: "hatch 1.14 documentation",
      globals: "-q|--quiet -v|--verbose -vv -e|--env=t -p|--project=t --color --no-color --no-interactive",
      info: "-h --help --version",
      subs: {
        "version build fmt test": runs,
        env: { subs: { "show find create prune": runs } },
        run: runsWords,
      },
    };
  },
  "conda mamba micromamba"() {
    return {
      source: "conda 25 documentation",
      anywhere:
        "-v|--verbose -q|--quiet --json -n|--name=t -p|--prefix=c -y|--yes --offline --no-color -d|--dry-run -c|--channel=k --override-channels",
      info: "-h --help -V --version",
      subs: {
        list: {
          ...local,
          options: "--explicit --export -e --md5 -f|--full-name --revisions -r --show-channel-urls --reverse --no-pip",
        },
        info: {
          ...local,
          options: "-a|--all --base -e|--envs -s|--system --unsafe-channels",
          forms: [{ if: "--system --all --unsafe-channels", reveals: true }],
        },
        env: {
          subs: {
            list: local,
            export: { class: "read", options: "--from-history --no-builds -f|--file=w!write --ignore-channels" },
            "create update remove config": { ...installs, options: "-f|--file=r --prune" },
          },
        },
        "search compare notices": { ...remote, options: "-i|--info -f --subdir=t --platform=t --envs" },
        config: {
          class: "write",
          options:
            "--show[=t] --show-sources --get=t --describe --env --system --file=e --append=pp --prepend=pp --add=pp --set=pp --remove=tt --remove-key=t --validate",
          operands: "t*",
          forms: [
            { if: "--append --prepend --add --set --remove --remove-key", class: "write" },
            { if: "--show --show-sources --get --describe --validate", class: "read" },
          ],
        },
        "install update create upgrade": {
          ...installs,
          options:
            "--file=r -f --freeze-installed --no-deps --update-all --all --force-reinstall --clone=t --revision=n",
        },
        "remove uninstall": { ...write, options: "--all" },
        clean: {
          class: "destructive",
          options: "-a|--all -i -p -t -l -f",
          exact: "destructive",
          does: "deletes cached packages",
        },
        run: {
          class: "execute",
          style: "posix",
          options: "-n=t -p=c --no-capture-output --live-stream --cwd=c",
          operands: "a",
          exact: "launcher",
        },
        "activate deactivate init shell": { class: "execute", operands: "t*" },
      },
    };
  },
  pyenv() {
    return {
      source: "pyenv 2.5 manual",
      info: "--help --version",
      subs: {
        "versions version which whence root shims help commands prefix": {
          class: "read",
          options: "--bare --path --all -l --skip-aliases",
          operands: "t*",
        },
        exec: { class: "execute", style: "posix", operands: "i?", exact: "launcher" },
        install: {
          class: "execute",
          options: "-s -f -v -k -l|--list",
          operands: "t*",
          forms: [{ if: "1+" }, { if: "--list", class: "read" }],
        },
        "uninstall global local shell rehash init virtualenv": {
          class: "execute",
          options: "-f -v",
          operands: "t*",
        },
      },
    };
  },
};
