import type { Command, Entry, Family } from "./schema.ts";

const local = { class: "read", operands: "t*" } as const satisfies Command;

const write = { class: "write", operands: "t*" } as const satisfies Command;

const ESLINT = `-c|--config=s --parser=s --plugin=s --rulesdir=s --resolve-plugins-relative-to=p --fix!write -o|--output-file=w!write -f|--format=s --cache!write --cache-file=w!write
  --cache-location=w!write --init!write --inspect-config!network -* --*`;

const DATABASES =
  "--schema=r --config=s --knexfile=s -d=s --accept-data-loss!destructive --force-reset!destructive --url=u --shadow-database-url=u -* --*";

/** Tools whose configuration is a program of the project. */
function tool(options: string, more: Partial<Entry> = {}): Entry {
  return {
    source: "the tools' own help",
    class: "execute",
    style: "exact-long",
    info: "-h --help -V --version",
    options,
    operands: "r*",
    projectCode: true,
    ...more,
  };
}

/** Checkers, test runners and builders of JavaScript. Most are configured by a program of the project. */
export const bundlers: Family = {
  tsc() {
    return {
      source: "TypeScript 5.9 help",
      class: "write",
      style: "exact-long",
      info: "-h --help -v --version --all --showConfig",
      options: `--noEmit -p|--project=r -w|--watch -b|--build --pretty[=t] --skipLibCheck --strict[=t] --target=t -t=t --module=t -m=t --moduleResolution=t --jsx=t --lib=t --types=t --typeRoots=r --esModuleInterop
      --allowJs --checkJs --declaration -d --emitDeclarationOnly --sourceMap --outDir=w --outFile=w --rootDir=r --baseUrl=r --incremental --tsBuildInfoFile=w!write --composite --listFiles --listFilesOnly
      --listEmittedFiles --traceResolution --explainFiles --diagnostics --extendedDiagnostics --noErrorTruncation --force -f --dry --verbose --clean!destructive --init!write --resolveJsonModule --isolatedModules
      --allowImportingTsExtensions --erasableSyntaxOnly --noImplicitAny --noUnusedLocals --noUnusedParameters --noUncheckedIndexedAccess --exactOptionalPropertyTypes --verbatimModuleSyntax --preserveWatchOutput --generateTrace=w!write --generateCpuProfile=w!write --locale=t --noCheck --ignoreConfig --stopOnBuildErrors`,
      operands: "r* ",
      forms: [
        // `--noEmit false`: a word of these behind a flag is its value.
        // `@file` holds more words.
        { if: "~false ~null ~@*", class: "write" },
        { if: "--dry", class: "read" },
        { if: "--build", class: "write" },
        { if: "--noEmit --listFilesOnly", class: "read" },
      ],
    };
  },
  "tsgo tsgolint"() {
    return {
      source: "the tools' own help",
      class: "write",
      style: "exact-long",
      info: "-h --help -v --version",
      options: "--noEmit -p|--project=r -b|--build --pretty --skipLibCheck",
      operands: "r*",
      forms: [{ if: "~false ~null" }, { if: "--noEmit", class: "read" }],
    };
  },
  "vue-tsc svelte-check"() {
    // The plugins that a project's configuration names, and the configuration of Svelte, are programs of it.
    return tool(
      "--noEmit -p|--project=r -b|--build --pretty --skipLibCheck --tsconfig=r --threshold=t --output=t --workspace=c --fail-on-warnings --no-tsconfig --ignore=t",
      { source: "vue-tsc 3, svelte-check 4 help" },
    );
  },
  "eslint eslint_d"() {
    return tool(ESLINT, { source: "eslint 9 documentation" });
  },
  prettier() {
    return tool("-w|--write!write --config=s --plugin=s --cache!write --cache-location=w!write -* --*", {
      source: "prettier 3 documentation",
      forms: [{ if: "--write", operands: "E*" }],
    });
  },
  oxlint() {
    return tool(
      "-c|--config=s --tsconfig=r -A|--allow=t -W|--warn=t -D|--deny=t --fix!write --fix-suggestions!write --fix-dangerously!write --init!write --ignore-path=r --ignore-pattern=t -f|--format=t --threads=n -* --*",
      { source: "oxlint 1.94 help", operands: "R*." },
    );
  },
  oxfmt() {
    return tool(
      "-c|--config=s --check --list-different --ignore-path=r --threads=n --init!write --migrate=t!write -* --*",
      {
        source: "oxfmt 0.79 help",
        operands: "W*.",
        forms: [{ if: "--check --list-different", operands: "R*." }],
      },
    );
  },
  "stylelint cspell markdownlint-cli2"() {
    return tool(
      "-c|--config=s --config-basedir=r --custom-syntax=s --custom-formatter=s --fix!write --cache!write --cache-location=w!write -o|--output-file=w!write --format -* --*",
      { operands: "R*" },
    );
  },
  biome() {
    return {
      source: "biome 2 documentation",
      info: "-h --help -V --version",
      subs: {
        "check lint format ci": {
          class: "read",
          style: "exact-long",
          options:
            "--write!write --fix!write --unsafe --apply!write --apply-unsafe!write --config-path=p --reporter=t --max-diagnostics=t --diagnostic-level=t --error-on-warnings --no-errors-on-unmatched --files-ignore-unknown=t --changed --since=t --staged --only=t --skip=t --colors=t --verbose --stdin-file-path=t --log-level=t --vcs-enabled=t",
          operands: "R*.",
        },
        "explain rage version": local,
        "init migrate": write,
        search: { class: "read", operands: "t R*." },
      },
    };
  },
  jest() {
    return tool(
      "-c|--config=s --reporters=s --env=s --rootDir=c --globalSetup=s --globalTeardown=s --setupFiles=s --setupFilesAfterEnv=s --runner=s --testEnvironment=s --transform=p --resolver=s --testRunner=s --outputFile=w!write -u|--updateSnapshot!write --clearCache!destructive -* --*",
    );
  },
  vitest() {
    return tool(
      "-c|--config=s -r|--root=c --dir=r --reporter=s --environment=s --globalSetup=s --outputFile=w!write -u|--update!write --ui!network --execArgv=p -* --*",
      { operands: "r*" },
    );
  },
  "mocha ava tap tape nyc c8 karma jasmine uvu"() {
    return tool(
      "-r|--require=s --import=s --loader=s --node-option=p --config=s --reporter=s -R=s --file=s --test-arg=p --node-arg=p -* --*",
      { info: "", operands: "s*" },
    );
  },
  "playwright cypress"() {
    return tool("-c|--config=s --reporter=s --output=w!write -u|--update-snapshots[=t]!write -* --*", {
      operands: "r*",
    });
  },
  "vite webpack rollup esbuild parcel rspack rolldown swc tsup tsdown ng next nuxt astro remix svelte-kit react-scripts storybook turbo gulp"() {
    return tool(
      "--config=s -c=s --gulpfile=s --gruntfile=s --require=s --outDir=w --outdir=w --outfile=w --dist-dir=w --host[=t]!network --plugin=s -* --*",
      { operands: "t*" },
    );
  },
  "grunt vue-cli-service gatsby docusaurus"() {
    // Help too comes from the project's tasks and plugins.
    return tool("--config=s -c=s --gruntfile=s --require=s --outDir=w --out-dir=w --dest=w --plugin=s -* --*", {
      operands: "t*",
      info: "",
    });
  },
  "tsx ts-node ts-node-esm swc-node babel-node nodemon"() {
    return tool(
      "-e|--eval=p -p|--print=p -r|--require=s --import=s --tsconfig=r -P|--project=r -T|--transpile-only --esm --files --watch -w=r --ext=t -x|--exec=x --no-warnings --env-file=r",
      { style: "posix", operands: "s t*", exact: "launcher", stdin: "code" },
    );
  },
  "knip depcheck madge dependency-cruiser depcruise syncpack publint attw size-limit npm-check-updates ncu license-checker"() {
    return tool("--fix!write -u!write --upgrade!write --config=s -c=s --image=w!write -* --*", { operands: "t*" });
  },
  "drizzle-kit typeorm knex"() {
    return tool(DATABASES, { operands: "t*", projectCode: false });
  },
  "prisma sequelize"() {
    // Their configuration is loaded before anything else, also by `--version`.
    return tool(DATABASES, { operands: "t*", projectCode: false, info: "" });
  },
  "nx lerna"() {
    return { source: "the tools' own help", class: "execute", style: "posix", operands: "t*", exact: "launcher" };
  },
  "rush just-scripts zx lefthook husky lint-staged commitlint changeset release-it semantic-release standard-version"() {
    return { source: "the tools' own help", class: "execute", style: "posix", operands: "t*", exact: "launcher" };
  },
};
