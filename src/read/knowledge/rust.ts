import type { Command, Family } from "./schema.ts";

const SELECT = `-p|--package=t --workspace --all --exclude=t --lib --bin[=t] --bins --example[=t] --examples --test[=t] --tests --bench[=t] --benches --all-targets -F|--features=t --all-features --no-default-features --target=t
  --target-dir=w!write -r|--release --profile=t -j|--jobs=t --keep-going --manifest-path=r --message-format=t --future-incompat-report --ignore-rust-version --timings[=t]!write --unit-graph --build-plan --artifact-dir=w!write --lockfile-path=w!write`;
const compile: Command = {
  class: "execute",
  options: SELECT,
  operands: "t*",
  projectCode: true,
  does: "runs the build scripts of the project",
};
const write = { class: "write", operands: "t*" } as const satisfies Command;
const read = { class: "read", operands: "t*" } as const satisfies Command;

/** Rust. Compiling runs build scripts and procedural macros, so even a check runs the project's code. */
export const rust: Family = {
  cargo() {
    return {
      // `tree`, `metadata` and `info` start the compiler that `.cargo/config.toml` or `rust-toolchain.toml` names (`rustc
      // -vV`), and no build script: settings at rest are trusted, and writing them asks. Tried with cargo 1.95.
      source: "cargo 1.86 manual",
      equals: true,
      globals: "+*",
      anywhere: "-v|--verbose -vv -q|--quiet --color=t --locked --offline --frozen --config=p -Z=t -C=c",
      info: "-h --help -V --version --list",
      subs: {
        check: { ...compile, aliases: "c" },
        build: { ...compile, aliases: "b" },
        // What stands after `--` goes to the compiler, which starts a linker.
        "rustc rustdoc": { ...compile, options: `${SELECT} --crate-type=t --print=t --open!execute`, operands: "p*" },
        clippy: { ...compile, options: `${SELECT} --no-deps --fix!write --allow-dirty --allow-staged` },
        doc: { ...compile, options: `${SELECT} --no-deps --document-private-items --open!execute`, aliases: "d" },
        test: {
          ...compile,
          options: `${SELECT} --no-run --no-fail-fast --doc`,
          aliases: "t",
          does: "runs the project's tests",
        },
        bench: { ...compile, options: `${SELECT} --no-run --no-fail-fast` },
        nextest: {
          ...compile,
          subs: {
            "run list archive": {
              ...compile,
              options: `${SELECT} --no-run --no-fail-fast -E=t --retries=n --test-threads=n --no-capture --nocapture --partition=t -P=t --status-level=t --success-output=t --failure-output=t --run-ignored=t`,
            },
            help: read,
            "show-config": { ...compile, subs: { version: read } },
          },
        },
        run: {
          class: "execute",
          style: "posix",
          options: SELECT,
          operands: "t*",
          projectCode: true,
          aliases: "r",
          does: "builds and runs the project",
        },
        fix: {
          ...compile,
          options: `${SELECT} --edition --edition-idioms --allow-dirty --allow-staged --allow-no-vcs --broken-code`,
          does: "builds the project and changes its sources",
        },
        "expand llvm-cov tarpaulin miri udeps bloat flamegraph asm hack semver-checks public-api geiger": {
          ...compile,
          class: "execute",
        },
        // They compare what the lock file names with a list of theirs.
        "audit outdated": {
          class: "remote-read",
          operands: "",
          options:
            "--json -q|--quiet -n|--no-fetch --ignore=t -D|--deny=t -f|--file=r -R|--root-deps-only --format=t -w|--workspace",
        },
        deny: { subs: { "check list": { class: "remote-read", operands: "t*", options: "-f|--format=t" } } },
        machete: { class: "read", operands: "R*.", options: "--fix!write" },
        watch: {
          ...compile,
          class: "execute",
          exact: "launcher",
          language: "cargo-watch",
          options:
            "-x|--exec=t -s|--shell=i -w|--watch=r -i|--ignore=t -d|--delay=n -c|--clear -q|--quiet -C|--workdir=c --why --poll --postpone --no-vcs-ignores --no-dot-ignores --ignore-nothing -N|--notify --no-restart --use-shell=t -E|--env=t --env-file=r --watch-when-idle -L=t -B=t --features=t",
          operands: "i?",
        },
        fmt: {
          class: "write",
          options: "--all -p|--package=t --check --manifest-path=r --message-format=t",
          operands: "t*",
          forms: [{ if: "--check ~--check", class: "read" }],
        },
        tree: {
          ...read,
          // What `--invert` is given.
          operands: "t?",
          options:
            "-e|--edges=t -i|--invert[=t] --prune=t --depth=t --prefix=t --no-dedupe -d|--duplicates --charset=t -f|--format=t -p|--package=t --workspace --exclude=t -F|--features=t --all-features --no-default-features --target=t --manifest-path=r -a --all",
        },
        metadata: {
          ...read,
          options:
            "--no-deps --format-version=n --filter-platform=t -F|--features=t --all-features --no-default-features --manifest-path=r",
        },
        "locate-project pkgid read-manifest verify-project": {
          ...read,
          options: "--workspace --message-format=t -p|--package=t --manifest-path=r",
        },
        "version help": { ...read, options: "" },
        "search info": { class: "remote-read", options: "--limit=n --registry=t --index=u!network", operands: "t*" },
        owner: {
          class: "network",
          options: "-a|--add=t -r|--remove=t -l|--list --registry=t --token=t",
          operands: "t?",
          forms: [
            { if: "--add --remove", class: "network" },
            { if: "--list", class: "remote-read" },
          ],
        },
        add: {
          ...write,
          options:
            "--dev --build --optional --no-optional --path=r --git=u --branch=t --tag=t --rev=t --rename=t -F|--features=t --no-default-features --default-features --dry-run -p|--package=t --target=t --registry=t --manifest-path=r --public --no-public",
        },
        remove: {
          ...write,
          options: "--dev --build --target=t --dry-run -p|--package=t --manifest-path=r",
          aliases: "rm",
        },
        update: {
          class: "network",
          options:
            "--dry-run -p|--package=t --precise=t --recursive --aggressive -w|--workspace --manifest-path=r --breaking",
          operands: "t*",
          aliases: "up",
        },
        "fetch generate-lockfile vendor": {
          class: "network",
          options: "--target=t --manifest-path=r --sync=r --versioned-dirs --no-delete --respect-source-config",
          operands: "w?",
        },
        install: {
          class: "execute",
          options: `${SELECT} --version=t --vers=t --git=u --branch=t --tag=t --rev=t --path=R --root=w -f|--force --no-track --debug --registry=t --index=u --list --dry-run`,
          operands: "t*",
          does: "downloads and builds a program",
          forms: [{ if: "--list", class: "read", does: null }],
        },
        binstall: { class: "execute", options: "-y --no-confirm --version=t --force", operands: "t*" },
        uninstall: { ...write, options: "-p|--package=t --bin=t --root=w" },
        "new init": {
          class: "write",
          options: "--bin --lib --edition=t --name=t --vcs=t --registry=t",
          operands: "w?",
        },
        clean: {
          class: "destructive",
          options:
            "-p|--package=t --manifest-path=r --target=t --target-dir=w -r|--release --profile=t --doc --dry-run -n",
          operands: "",
          exact: "destructive",
          does: "deletes what was built",
        },
        "publish package login logout yank": {
          class: "network",
          options: `${SELECT} --dry-run --token=t --allow-dirty --no-verify --registry=t --index=u -l|--list --no-metadata --exclude-lockfile --undo --version=t`,
          operands: "t*",
        },
      },
    };
  },
  rustc() {
    return {
      source: "rustc 1.86 manual",
      class: "write",
      style: "exact-long",
      info: "-h --help -V --version -vV -Vv",
      options:
        "--crate-name=t --crate-type=t --edition=t --emit=t!write --print=t -g -O -o=w --out-dir=w --explain=t --test --target=t -A=t -W=t -D=t -F=t --cfg=t -L=t -v|--verbose --error-format=t --color=t",
      operands: "r?",
      forms: [
        { if: "--print=*=*", class: "unknown" },
        // These two are printed by linking, so it compiles.
        { if: "--print=*native-static-libs* --print=*link-args*", class: "write" },
        { if: "--print --explain", class: "read" },
      ],
    };
  },
  rustup() {
    return {
      source: "rustup 1.28 manual",
      globals: "-v|--verbose -q|--quiet +*",
      info: "-h --help -V --version",
      subs: {
        show: {
          ...read,
          options: "-v|--verbose",
          subs: { "active-toolchain home profile": { ...read, options: "-v|--verbose" } },
        },
        which: { ...read, options: "--toolchain=t" },
        "doc man": {
          class: "execute",
          operands: "t*",
          options: "--toolchain=t --path",
          does: "opens a page",
          forms: [{ if: "--path", class: "read", does: null }],
        },
        check: { class: "remote-read" },
        "toolchain target component override": {
          subs: {
            list: { ...read, options: "-v|--verbose --installed --toolchain=t -q|--quiet" },
            "install add link set": {
              class: "execute",
              options: "--toolchain=t --profile=t -c=t -t=t --force --no-self-update --path=r",
              operands: "t*",
            },
            "uninstall remove unset": { ...write, options: "--toolchain=t --path=r --nonexistent" },
          },
        },
        run: { class: "execute", style: "posix", options: "--install", operands: "t a", exact: "launcher" },
        "update install default self": { class: "execute", operands: "t*", options: "--no-self-update --force" },
        completions: read,
      },
    };
  },
  rustfmt() {
    return {
      source: "rustfmt 1.8 help",
      class: "write",
      style: "exact-long",
      info: "-h --help -V --version",
      options: "--check --edition=t --emit=t --config=t --config-path=r -l --color=t -q -v --backup",
      operands: "e*",
      forms: [{ if: "--check --emit=stdout", class: "read", operands: "r*" }],
    };
  },
  "wasm-pack trunk cross sqlx diesel"() {
    return { source: "the tools' own help", class: "execute", style: "posix", operands: "t*", exact: "launcher" };
  },
};
