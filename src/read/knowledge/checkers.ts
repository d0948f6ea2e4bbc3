import type { Command, Entry, Family } from "./schema.ts";

const local = { class: "read", operands: "t*" } as const satisfies Command;

const PYTEST = `-k=t -m=t -n=t -r=t -W=t -p=p --pdbcls=p -c|--config-file=s --rootdir=c --confcutdir=s --override-ini=p -o=p --tx=p --basetemp=d!destructive --cache-clear!write --junitxml|--junit-xml=w!write --log-file=w!write
  --cov-config=s --snapshot-update!write --inline-snapshot=t!write --debug[=w]!write --pastebin=t!network --pyargs!unknown -* --*`;

const RUFF_LINT = `--fix!write --fix-only!write --unsafe-fixes --no-unsafe-fixes --show-fixes --diff -w|--watch --select=t --ignore=t --extend-select=t --extend-ignore=t --per-file-ignores=t --extend-per-file-ignores=t --fixable=t --unfixable=t --output-format=t -o|--output-file=w!write
  --target-version=t --preview --no-preview --config=r --isolated --exclude=t --extend-exclude=t --respect-gitignore --no-respect-gitignore --force-exclude -n|--no-cache --cache-dir=w!write --statistics --add-noqa!write --show-files --show-settings -e|--exit-zero --exit-non-zero-on-fix
  --ignore-noqa --stdin-filename=t --extension=t -v|--verbose -q|--quiet -s|--silent --line-length=n --no-fix`;

/** Checkers that read the project and load no code of it. */
function reader(options: string, more: Partial<Entry> = {}): Entry {
  return {
    source: "the tools' own help",
    class: "read",
    style: "exact-long",
    info: "-h --help -V --version",
    options,
    operands: "R*.",
    ...more,
  };
}

/** Checkers, test runners and applications of Python. */
export const checkers: Family = {
  "pytest py.test python:pytest"() {
    return {
      source: "pytest 8.4 documentation",
      class: "execute",
      style: "exact-long",
      info: "",
      options: PYTEST,
      operands: "t*",
      language: "pytest",
      projectCode: true,
      does: "runs the project's tests",
    };
  },
  // Its configuration names the program that checks.
  pyre() {
    return reader("-* --*", { class: "execute", projectCode: true });
  },
  "tox nox"() {
    return {
      source: "tox 4, nox 2025 documentation",
      class: "execute",
      style: "posix",
      options: "-e=t -r -q -v -p=t -s=t -l --list -k=t",
      operands: "t*",
      projectCode: true,
    };
  },
  coverage() {
    return {
      source: "tox 4, coverage 7 documentation",
      class: "execute",
      style: "posix",
      options: "-e=t -r -q -v -p=t -s=t -l --list -k=t",
      operands: "t*",
      projectCode: true,
      subs: {
        // Its configuration names modules of the project that are loaded.
        "report debug": {
          class: "execute",
          projectCode: true,
          options:
            "-m|--show-missing -i --include=t --omit=t --format=t --precision=n --skip-covered --skip-empty --sort=t --fail-under=n --data-file=r",
          operands: "t*",
        },
        "html xml json lcov": {
          class: "execute",
          options: "-d|--directory=w -o=w -q -i",
          operands: "t*",
          projectCode: true,
        },
        "combine erase": { class: "write", options: "--keep -q", operands: "r*" },
        run: {
          class: "execute",
          style: "posix",
          options: "-m=t+first+end --source=t --branch -a --omit=t --include=t -p",
          operands: "s t*",
          projectCode: true,
          exact: "launcher",
        },
      },
    };
  },
  "ruff python:ruff"() {
    return {
      source: "ruff 0.11 documentation",
      globals: "-v|--verbose -q|--quiet -s|--silent --config=r --isolated --color=t",
      info: "-h --help -V --version",
      subs: {
        check: {
          class: "read",
          style: "exact-long",
          options: RUFF_LINT,
          operands: "R*.",
          aliases: "lint",
          // `--config 'fix = true'` is a setting, and not a file.
          forms: [{ if: "--config=*=*", class: "write" }],
        },
        format: {
          class: "write",
          style: "exact-long",
          options:
            "--check --diff -n|--no-cache --cache-dir=w!write --respect-gitignore --exclude=t --force-exclude --line-length=n --stdin-filename=t --range=t --target-version=t --preview --config=r --isolated -q|--quiet -v|--verbose -s|--silent --exit-non-zero-on-format",
          operands: "W*.",
          forms: [{ if: "--check --diff", class: "read", operands: "R*." }],
        },
        "rule config linter version help": { class: "read", options: "--output-format=t --all", operands: "t*" },
        clean: { class: "write" },
        server: { class: "read", options: "--preview" },
        analyze: {
          subs: {
            graph: {
              class: "read",
              options: "--direction=t --detect-string-imports --min-dots=n --preview --target-version=t --python=t",
              operands: "R*.",
            },
          },
        },
      },
    };
  },
  "black python:black"() {
    return {
      source: "black 25 documentation",
      class: "write",
      style: "exact-long",
      info: "-h --help --version",
      options:
        "-c|--code=t -l|--line-length=n -t|--target-version=t --pyi --ipynb -S|--skip-string-normalization -C|--skip-magic-trailing-comma --preview --unstable --check --diff --color --no-color --fast --safe --required-version=t --exclude=t --extend-exclude=t --force-exclude=t --include=t --stdin-filename=t -W|--workers=n -q|--quiet -v|--verbose --config=r --line-ranges=t",
      operands: "W*",
      forms: [{ if: "--check --diff --code", class: "read", operands: "R*" }],
    };
  },
  "isort python:isort"() {
    return {
      source: "isort 6 documentation",
      class: "write",
      style: "exact-long",
      info: "-h --help -V --version -vn --version-number",
      options:
        "-c|--check|--check-only --diff -d -q|--quiet -v|--verbose --show-files --show-config --profile=t -l|--line-length=n --line-width=n --atomic --stdout --sp|--settings-path|--settings-file|--settings=r -s|--skip=t --sg|--skip-glob=t --gitignore --ext=t -e --cr=r -p|--project=t -o|--thirdparty=t --src=r --sort-order=t --filter-files --color -j=n --overwrite-in-place",
      operands: "W*",
      forms: [{ if: "--check --diff --show-files --show-config --stdout", class: "read", operands: "R*" }],
    };
  },
  "mypy python:mypy dmypy"() {
    return reader(
      "--config-file=s --install-types!execute --cache-dir=w!write --any-exprs-report=w!write --html-report=w!write --txt-report=w!write --junit-xml=w!write --linecount-report=w!write --python-executable=p --shadow-file=tr -* --*",
      { class: "execute", projectCode: true },
    );
  },
  // Its configuration names the interpreter that it starts.
  pyrefly() {
    return {
      source: "pyrefly 0.40 documentation",
      class: "execute",
      style: "exact-long",
      info: "-h --help -V --version",
      options: "--*",
      operands: "t*",
      projectCode: true,
    };
  },
  "pyright basedpyright ty"() {
    return reader(
      "-p|--project=r --pythonpath=x --pythonversion=t --pythonplatform=t --outputjson --stats --verbose --warnings --level=t --skipunannotated --dependencies --verifytypes=t --typeshedpath=r --threads[=n] --output-format=t --exit-zero --python=t",
      {
        subs: {
          check: {
            class: "read",
            style: "exact-long",
            options: "--output-format=t --python=t --project=c --exit-zero --python-version=t -v -q",
            operands: "R*.",
          },
        },
      },
    );
  },
  "flake8 pycodestyle pydocstyle pyflakes python:flake8 python:pyflakes python:pycodestyle"() {
    return reader("--config=s --append-config=s --output-file=w!write -* --*", { class: "execute", projectCode: true });
  },
  "pylint bandit vulture radon xenon python:pylint python:bandit"() {
    return reader("--rcfile=s --load-plugins=s --init-hook=p -c=s -o|--output=w!write -* --*", {
      class: "execute",
      projectCode: true,
    });
  },
  "pydoc pydoc3 python:pydoc"() {
    return reader("-k=t", {
      class: "execute",
      style: "posix",
      options: "-k=t -p=n!network -b!network -w!write -n=h!network",
      operands: "t*",
      projectCode: true,
    });
  },
  "pre-commit"() {
    return {
      source: "pre-commit 4 documentation",
      info: "-h --help -V --version",
      subs: {
        help: local,
        "validate-config validate-manifest": { class: "read", operands: "r*" },
        "sample-config": { class: "read" },
        "run try-repo": {
          class: "execute",
          options:
            "-a|--all-files --files=r --from-ref=t --to-ref=t --hook-stage=t -v|--verbose --show-diff-on-failure -c|--config=s --color=t",
          operands: "t*",
          projectCode: true,
        },
        "install uninstall autoupdate clean gc migrate-config install-hooks init-templatedir": {
          class: "execute",
          options: "-t|--hook-type=t -f|--overwrite --install-hooks --bleeding-edge --freeze --repo=t -c|--config=s",
          operands: "t*",
        },
      },
    };
  },
  "pip-compile pip-sync pip-audit safety pipdeptree"() {
    return {
      source: "pip-tools 7, pip-audit 2 documentation",
      class: "execute",
      style: "exact-long",
      info: "-h --help -V --version",
      options:
        "-r=r -o|--output-file=w!write -f=t --format=t -l|--local --json -p=t --reverse --upgrade -U --generate-hashes --dry-run --fix!write --desc --strict",
      operands: "r*",
    };
  },
  twine() {
    return {
      source: "twine 6 documentation",
      subs: {
        check: { class: "read", options: "--strict", operands: "r*" },
        "upload register": {
          class: "network",
          options:
            "-r=t --repository=t --repository-url=u -u=t -p=t --skip-existing --verbose --non-interactive --config-file=r",
          operands: "r*",
        },
      },
    };
  },
  "django-admin manage.py flask alembic celery gunicorn uvicorn hypercorn streamlit jupyter ipython invoke fab scrapy dbt airflow mkdocs sphinx-build"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      operands: "t*",
      exact: "launcher",
      info: "--version",
    };
  },
};
