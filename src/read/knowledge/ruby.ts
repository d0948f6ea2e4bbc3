import type { Command, Entry, Family } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;
const installs = {
  class: "execute",
  operands: "t*",
  does: "downloads packages and runs their build code",
} as const satisfies Command;

/** Compilers and build tools that run what the project holds, or what they are given. */
const compiler = {
  source: "the tools' own help",
  class: "execute",
  style: "posix",
  info: "-h --help -V --version --numeric-version",
  operands: "t*",
  exact: "launcher",
} as const satisfies Entry;

/** Ruby, Perl, Lua, R, Elixir and their package managers. */
export const ruby: Family = {
  "ruby jruby truffleruby"() {
    return {
      source: "ruby 3.4 manual page",
      class: "execute",
      style: "posix",
      info: "-h --help --version --copyright",
      options:
        "-v -c -w -W[=t] -n -p -a -l -e=p+first -r=s -I=p -i[=t]!write -0[=t] -F=t -C=c -E=t -s -S -x[=c] --enable=t --disable=t --yjit --jit -d -U --encoding=t",
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      // Alone it tells its version and ends; with a script it runs that as well.
      forms: [
        { if: "-i&-e", operands: "s e*", projectCode: false },
        { if: "-i", operands: "s e*" },
        { if: "-e -r -n -p", projectCode: false },
        { if: "1+" },
        { if: "-v", class: "read", exact: null, projectCode: false },
      ],
    };
  },
  "rspec rubocop standardrb minitest cucumber jekyll middleman brakeman reek"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "exact-long",
      info: "-h --help -V --version",
      options:
        "-r|--require=s -I=p -c|--config=s -O|--options=s -a!write -A!write --auto-correct!write --autocorrect!write -o|--out=w!write -* --*",
      operands: "r*",
      projectCode: true,
    };
  },
  "irb pry rails rake puma sidekiq foreman guard spring hanami sorbet srb"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      info: "-h --help -V --version",
      operands: "t*",
      exact: "launcher",
    };
  },
  erb() {
    return {
      source: "ruby 3.4 manual page",
      class: "execute",
      style: "none",
      operands: "t*",
      exact: "launcher",
      projectCode: true,
    };
  },
  gem() {
    return {
      source: "RubyGems 3.6 command reference",
      info: "-h --help -v --version",
      anywhere: "-V|--verbose -q|--quiet --silent --config-file=p --backtrace --debug --norc",
      subs: {
        "list contents dependency which specification environment help stale": {
          ...read,
          options:
            "-i|--installed -a|--all -v|--version=t --details -d -l|--local -r|--remote -b|--both -e|--exact --prerelease --versions --no-versions -R|--reverse-dependencies -p|--pipe -s|--spec-dir=r --lib-only --prefix --yaml --ruby --marshal -f=t --all-versions",
          aliases: "",
          forms: [{ if: "--remote --both", class: "remote-read" }],
        },
        env: read,
        "search outdated info": {
          class: "remote-read",
          operands: "t*",
          options:
            "-r|--remote -l|--local -a|--all -d|--details -e|--exact -v=t --list --versions --pre --prerelease --update!network -c!write",
        },
        owner: {
          class: "remote-read",
          operands: "t",
          options: "-a|--add=t!network -r|--remove=t!network -k=t --host=u --otp=t",
        },
        sources: {
          class: "read",
          operands: "",
          options:
            "-l|--list -a|--add=u!write --append=u!write --prepend=u!write -r|--remove=u!write -c|--clear-all!write -u|--update!network -f|--force",
        },
        "install update fetch": {
          ...installs,
          options:
            "-v|--version=t -i=w --install-dir=w -n=w --bindir=w --no-document -N --user-install --force -f --source=u -s=u --clear-sources --conservative --pre --prerelease -g[=r] --file[=r] --system[=t] -P=t --platform=t --without=t --default --development --ignore-dependencies",
        },
        "uninstall cleanup pristine": {
          class: "write",
          operands: "t*",
          options: "-a -x -I -v=t --all --executables --force -n",
        },
        build: { class: "execute", operands: "s", projectCode: true, options: "-o=w --strict -C=c --force" },
        "push yank signin signout cert exec": {
          class: "network",
          operands: "t*",
          options: "-k=t --host=u -v=t --otp=t",
        },
      },
    };
  },
  "bundle bundler"() {
    return {
      source: "bundler 2.6 manual pages",
      class: "execute",
      does: "downloads packages and runs their build code",
      options: "--jobs=n --retry=n --path=w --without=t --with=t --deployment --quiet --local --frozen --gemfile=s",
      info: "-h --help --version",
      subs: {
        // The Gemfile is a program.
        "list show info check env platform licenses doctor": {
          ...read,
          class: "execute",
          projectCode: true,
          options:
            "--name-only --paths --path --version --verbose --only-group=t --without-group=t --dry-run --gemfile=s --ruby --outdated",
        },
        "version help": read,
        outdated: {
          class: "execute",
          projectCode: true,
          operands: "t*",
          options:
            "--strict --parseable --group=t --groups --pre --source=t --local --only-explicit --filter-major --filter-minor --filter-patch --update-strict",
        },
        config: {
          class: "read",
          operands: "t*",
          options: "--global --local --delete!write --parseable",
          forms: [{ if: "2+", class: "write", operands: "p*" }],
          subs: {
            "get list": { ...read, options: "--parseable" },
            "set unset": { class: "write", operands: "p*", options: "--global --local" },
          },
        },
        "install update add lock cache pristine clean": {
          ...installs,
          options:
            "--jobs=n --retry=n --path=w --without=t --with=t --deployment --quiet --local --frozen --gemfile=s --all --conservative --group=t --version=t -v=t --git=u --source=u --require=t --skip-install --full-index --redownload --force --dry-run --update[=t] --print --add-platform=t --patch --minor --major --strict",
        },
        remove: { class: "write", operands: "t*", options: "--install" },
        exec: {
          class: "execute",
          style: "posix",
          options: "--keep-file-descriptors --gemfile=s",
          operands: "a",
          exact: "launcher",
          projectCode: true,
          aliases: "e ex exe",
          language: "uv-run",
        },
        "init gem binstubs open console plugin": { class: "execute", operands: "t*" },
      },
    };
  },
  "rbenv rvm chruby asdf mise"() {
    const changes = {
      class: "execute",
      operands: "t*",
      options: "-g --global -y --yes -f --force -v -q --pin",
    } as const;
    return {
      source: "rbenv 1.3, asdf 0.16, mise 2025 documentation",
      info: "-h --help -V --version",
      subs: {
        "versions version which whence root shims help current where list ls latest doctor": {
          ...read,
          options: "--bare -l --all -J --json -c --current -i --installed -g --global --missing",
        },
        settings: { ...read, operands: "", subs: { "ls list get": { ...read, options: "-l --all -J --json" } } },
        env: { class: "unknown" },
        "ls-remote list-all outdated": { class: "remote-read", operands: "t*" },
        "uninstall global local shell rehash use reshim set upgrade up trust sync prune unuse": changes,
        install: {
          ...changes,
          options: `${changes.options} -l|--list`,
          forms: [{ if: "1+" }, { if: "--list", class: "read" }],
        },
        plugin: { ...changes, subs: { list: read } },
        "exec x": { class: "execute", style: "posix", options: "-c|--command=i", operands: "i?", exact: "launcher" },
        "run r tasks": { class: "execute", style: "posix", operands: "t*", exact: "launcher", projectCode: true },
      },
    };
  },
  perl() {
    return {
      source: "perl 5.40 manual page",
      class: "execute",
      style: "posix",
      info: "-h --help -v --version",
      options:
        "-c -w -W -X -n -p -a -l[=t] -0[=t] -F=t -e=p+first -E=p+first -i[=t]!write -M=p -m=p -I=p -s -S -T -t -U -u -x[=c] -C[=t] -d[=t]!execute -D=t -V[=t] -f",
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      forms: [
        { if: "-i&-e -i&-E", operands: "s e*", projectCode: false },
        { if: "-i", operands: "s e*" },
        { if: "-e -E", projectCode: false },
        { if: "-V", class: "read", exact: null },
      ],
    };
  },
  prove() {
    return {
      source: "perl 5.40 manual pages",
      class: "execute",
      style: "posix",
      info: "-h --help --version -V",
      options:
        "-v|--verbose -l|--lib -b|--blib -r|--recurse -q|--quiet -j|--jobs=n -s|--shuffle -f|--failures --timer --color -I=s",
      operands: "s*",
      projectCode: true,
    };
  },
  // What they fetch runs while it is installed, and `perldoc -f` and its like load what is found.
  "cpan cpanm carton perldoc"() {
    return {
      source: "perl 5.40 manual pages",
      class: "execute",
      style: "posix",
      info: "-h --help --version -V",
      operands: "k*",
    };
  },
  luac() {
    return {
      source: "lua 5.4 manual page",
      class: "write",
      style: "posix",
      options: "-l -o=w -p -s -v",
      operands: "r*",
      edits: "luac.out",
      forms: [{ if: "-p", class: "read", edits: "" }],
    };
  },
  "lua luajit lua5.1 lua5.3 lua5.4"() {
    return {
      source: "lua 5.4 manual page",
      class: "execute",
      style: "posix",
      options: "-v -e=p+first -l=s -i -E -W -p -o=w",
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
      forms: [
        { if: "-e -l -i", projectCode: false },
        { if: "1+" },
        { if: "-v", class: "read", exact: null, projectCode: false },
      ],
    };
  },
  luarocks() {
    return {
      source: "luarocks 3.11 documentation",
      info: "--help --version",
      subs: {
        "list show path which": read,
        config: { ...read, operands: "t?" },
        doc: { class: "execute", operands: "t*", does: "opens a page of a package in the browser" },
        search: { class: "remote-read", operands: "t*" },
        "install remove make build upload": installs,
      },
    };
  },
  "R Rscript julia octave ghci runghc"() {
    return {
      source: "R 4.4, julia 1.11 manual pages",
      class: "execute",
      style: "posix",
      info: "-h --help --version",
      options: "-e=p+first -E=p+first --vanilla --no-save --slave -q --quiet -f|--file=s --project[=t] -L=s -t=n",
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      stdin: "code",
    };
  },
  "elixir iex mix rebar3 erl erlc gleam"() {
    return {
      source: "elixir 1.18 documentation",
      class: "execute",
      style: "posix",
      info: "-h --help --version",
      options: "-e=p+first -r=s -S=t",
      operands: "t*",
      exact: "launcher",
    };
  },
  "ghc cabal stack hlint ormolu fourmolu nimble nim crystal shards swift swiftc pub opam dune ocaml sbcl guile racket stylua luacheck"() {
    return compiler;
  },
  zig() {
    return {
      ...compiler,
      source: "zig 0.14 help",
      subs: {
        "version env targets zen help": { class: "read" },
        fmt: {
          class: "write",
          options: "--color=t --stdin --check --ast-check --exclude=r --zon",
          operands: "W*",
          forms: [{ if: "--check --stdin", class: "read", operands: "R*" }],
        },
        "ast-check": { class: "read", options: "--color=t -t --zon", operands: "r*" },
      },
    };
  },
  "dart flutter"() {
    return {
      ...compiler,
      source: "dart 3.7 and flutter 3.29 help",
      subs: {
        "doctor devices emulators help": { class: "read", options: "-v|--verbose --machine -d=t --device-timeout=n" },
        format: {
          class: "write",
          style: "exact-long",
          options:
            "-o|--output=t --show=t --summary=t --set-exit-if-changed --fix -l|--line-length=n --page-width=n --language-version=t",
          operands: "W*",
          forms: [{ if: "--output=none --output=show --output=json", class: "read", operands: "R*" }],
        },
      },
    };
  },
  xcodebuild() {
    return {
      ...compiler,
      source: "Xcode 16 manual page",
      style: "single-dash",
      info: "-help -version -showsdks -license",
      options: "-*",
    };
  },
};
