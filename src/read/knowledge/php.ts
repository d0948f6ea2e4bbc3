import type { Command, Family } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;
const installs = {
  class: "execute",
  operands: "t*",
  does: "downloads packages and runs their scripts",
} as const satisfies Command;
/** Plugins that lie in the project are loaded first. */
const plugged = {
  class: "execute",
  operands: "t*",
  projectCode: true,
  does: "loads plugins that lie in the project",
  forms: [{ if: "--no-plugins", class: "read", projectCode: false, does: null }],
} as const satisfies Command;
const UPDATE =
  "--no-dev --dev --no-scripts --no-plugins --prefer-dist --prefer-source --prefer-install=t --dry-run --optimize-autoloader -o -a --classmap-authoritative --ignore-platform-reqs --ignore-platform-req=t --no-progress --no-autoloader --no-suggest --no-install --no-update -w -W --with-dependencies --with-all-dependencies --prefer-stable --prefer-lowest --lock --no-audit --audit --sort-packages --fixed --root-reqs";

/** PHP and Composer. */
export const php: Family = {
  php() {
    return {
      source: "PHP 8.4 manual page",
      class: "execute",
      style: "posix",
      info: "-h --help -v --version",
      options:
        "-i|--info -m|--modules --ini -l|--syntax-check --rf=t --rc=t --re=t --rz=t --ri=t -q -n|--no-php-ini -c|--php-ini=p -d|--define=p -s|--syntax-highlight -w|--strip -f|--file=s+first -r|--run=p+first -B|--process-begin=p -R|--process-code=p -F|--process-file=s -E|--process-end=p -S|--server=t!network -t|--docroot=R -a|--interactive -z|--zend-extension=p -H",
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      forms: [
        { if: "--run --process-code --process-begin --process-end", projectCode: false },
        { if: "--info", class: "read", exact: null, reveals: true },
        { if: "--modules --ini --rf --rc --re --rz --ri", class: "read", exact: null, operands: "" },
        { if: "--syntax-check", class: "read", exact: null, projectCode: false, operands: "r*" },
      ],
    };
  },
  composer() {
    return {
      source: "composer 2.8 documentation",
      globals:
        "-q|--quiet -n|--no-interaction --profile --no-plugins --no-scripts -d|--working-dir=c --no-cache --ansi --no-ansi -v -vv -vvv --verbose",
      anywhere:
        "-q|--quiet -n|--no-interaction --no-plugins --no-scripts -d|--working-dir=c --ansi --no-ansi -v -vv -vvv",
      info: "-h --help -V --version",
      subs: {
        show: {
          ...plugged,
          aliases: "info",
          options:
            "-i|--installed -t|--tree -l|--latest -o|--outdated -D|--direct -N|--name-only -P|--path -s|--self -f|--format=t -a|--available --all --locked -p|--platform --no-dev --strict -M -m --ignore=t",
        },
        "about help": { ...read, options: "-f|--format=t" },
        "validate licenses fund list suggests check-platform-reqs diagnose status": {
          ...plugged,
          options:
            "-f|--format=t --no-dev --strict --no-check-all --no-check-publish --no-check-lock --with-dependencies --all --list",
        },
        "why why-not depends prohibits": { ...plugged, options: "-r|--recursive -t|--tree --locked" },
        browse: { class: "execute", operands: "t*", does: "opens a page of a package in the browser" },
        "outdated search audit": {
          class: "remote-read",
          operands: "t*",
          options:
            "-D|--direct -f|--format=t -a|--all -m|--minor-only -M --no-dev --locked -N|--only-name -t=t --strict -p|--patch-only --ignore=t -H",
        },
        config: {
          class: "read",
          operands: "t*",
          options:
            "-g|--global -l|--list!secret -a|--auth!secret -e|--editor!execute --unset!write --absolute --source -f|--file=e --json -m --merge --append",
          forms: [
            { if: "2+", class: "write", operands: "p*" },
            // What `auth.json` holds is told by its name as well.
            { if: "~*auth* ~*token* ~http-basic* ~bearer*", reveals: true },
          ],
        },
        install: { ...installs, options: UPDATE, aliases: "i" },
        update: { ...installs, options: UPDATE, aliases: "u upgrade" },
        require: { ...installs, options: UPDATE, aliases: "r" },
        "create-project global reinstall": { ...installs, options: UPDATE },
        remove: { ...installs, options: UPDATE, aliases: "rm uninstall" },
        "dump-autoload": { class: "execute", options: UPDATE, projectCode: true, aliases: "dumpautoload" },
        "run-script": {
          class: "execute",
          style: "posix",
          options: "-l|--list --timeout=n --no-dev --dev",
          operands: "t*",
          projectCode: true,
          exact: "launcher",
          aliases: "run",
        },
        exec: { class: "execute", style: "posix", options: "-l|--list", operands: "i?", exact: "launcher" },
        "init bump archive clear-cache clearcache": { class: "write", operands: "t*" },
        "self-update selfupdate": { class: "network", operands: "t*" },
        "*": {
          class: "execute",
          style: "posix",
          operands: "t*",
          projectCode: true,
          exact: "launcher",
          info: "-h --help",
        },
      },
    };
  },
  "phpunit pest phpstan psalm phpcs phpcbf php-cs-fixer rector phan pint"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "exact-long",
      info: "-h --help -V --version",
      options: "-c|--configuration=s --config=s --bootstrap=s -a|--autoload-file=s -d=p -* --*",
      operands: "r*",
      projectCode: true,
    };
  },
  "artisan drush wp symfony"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      info: "-h --help -V --version",
      operands: "t*",
      exact: "launcher",
    };
  },
};
