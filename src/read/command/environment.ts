/**
 * Which variables change how programs run, and not only what they compute. Names that are known to be read as data come
 * first; what is left is risky by its family, by a word in it, or by a syllable. Source: rules.md, "Reading a command".
 */

const HARMLESS = new Set(
  (
    "TZ LANG LANGUAGE CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES PORT DEBUG VERBOSE NODE_ENV " +
    "RUST_LOG RUST_BACKTRACE CARGO_TERM_COLOR PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 " +
    "PYTHONHASHSEED PYTHONNOUSERSITE PYTHONSAFEPATH PYTHONFAULTHANDLER PYTHONDEVMODE PYTHONOPTIMIZE PYTHONASYNCIODEBUG RAILS_ENV MIX_ENV RACK_ENV APP_ENV FLASK_ENV DJANGO_DEBUG GOOS GOARCH CGO_ENABLED GO111MODULE " +
    "DEBIAN_FRONTEND GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS NEXT_TELEMETRY_DISABLED HUSKY POSIXLY_CORRECT " +
    "GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE " +
    "GH_PROMPT_DISABLED GH_NO_UPDATE_NOTIFIER TF_IN_AUTOMATION TF_INPUT HOMEBREW_NO_AUTO_UPDATE CLOUDSDK_CORE_DISABLE_PROMPTS " +
    "PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_INPUT NODE_NO_WARNINGS CARGO_NET_OFFLINE DOCKER_CLI_HINTS MYSQL_PWD REDISCLI_AUTH " +
    "FOO BAR BAZ HEADLESS TIMEOUT RETRIES UPDATE_SNAPSHOTS BABEL_ENV NPM_CONFIG_LOGLEVEL npm_config_loglevel"
  ).split(" "),
);

/** Beginnings and ends of families of settings that are read as data. */
const HARMLESS_SHAPES =
  /^(LC_[A-Z]+|(MY|TEST|DEMO)_[A-Z0-9_]*|[A-Z0-9_]+_(LOG|LOG_LEVEL|LOGLEVEL|PORT|DEBUG|VERBOSE|TIMEOUT|DISABLED|COLOR))$/;

/** Values that make a dangerous variable harmless. */
const HARMLESS_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ["PAGER", ["cat", ""]],
  ["GIT_PAGER", ["cat", ""]],
  ["AWS_PAGER", ["cat", ""]],
  ["GH_PAGER", ["cat", ""]],
  ["GLAB_PAGER", ["cat", ""]],
  ["SYSTEMD_PAGER", ["cat", ""]],
  ["PSQL_PAGER", ["cat", ""]],
  ["MANPAGER", ["cat", ""]],
  ["GIT_EDITOR", ["true", ":"]],
  ["EDITOR", ["true", ":"]],
  ["IFS", [""]],
  ["PGHOST", ["localhost", "127.0.0.1"]],
  ["GOTOOLCHAIN", ["local", "auto"]],
  ["GOWORK", ["off"]],
  ["RUSTUP_TOOLCHAIN", ["stable", "beta", "nightly"]],
  ["PYTHONWARNINGS", ["default", "error", "always", "module", "once", "ignore"]],
]);

/** Which of the accounts, places and databases is meant that the person has set up: a name, and nothing that a name could not be. */
const CHOICES = new Set(
  (
    "AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION AWS_DEFAULT_OUTPUT CLOUDSDK_CORE_PROJECT CLOUDSDK_COMPUTE_REGION CLOUDSDK_COMPUTE_ZONE " +
    "GOOGLE_CLOUD_PROJECT TF_WORKSPACE HELM_NAMESPACE"
  ).split(" "),
);
const PLAIN_NAME = /^[\w-][\w.-]*$/;

/** Parts of a name, between `_`, that say that programs take more than data from it. */
const RISKY_WORDS = new Set(
  (
    "RC ENV SHELL CC CXX LD AR AS IFS PS4 INIT LESS LESSOPEN LESSCLOSE VISUAL BROWSER HOST PROMPT HISTFILE INPUTRC TERMINFO TERMCAP " +
    "RUSTC TUNABLES CONF KEYLOGFILE MODULE MODULES LIBRARY LOADER AGENT RSH SSH BIN LAUNCHER PROFILER MIRROR INDEX REGISTRY ENDPOINT TMPDIR TMP TEMP ZDOTDIR TARGET"
  ).split(" "),
);
const RISKY_SYLLABLES =
  /PATH|PRELOAD|OPTIONS|OPTS?$|FLAGS|PAGER|EDITOR|SHELLOPTS|BASHOPTS|COMMAND|CMD|EXEC|HOOK|PROXY|CONFIG|HOME|ASKPASS|STARTUP|WRAPPER|PLUGIN|PERL5|RUBYLIB|ALIASES|COMPILER|INTERPRETER|SCRIPT|DRIVER|TOOLCHAIN|(?<!S)RC$|INIT$|HISTFILE|RCFILE|^(?:LESS(?!ON)|HG|PYTHON|PERL|RUBY|RUST|TEX)/;
const RISKY_FAMILIES =
  /^(LD|DYLD|GIT|BASH|ZSH|NODE|NPM|YARN|PNPM|PYTHON|PERL|RUBY|BUNDLE|GEM|JAVA|JDK|_JAVA|MAVEN|MVN|GRADLE|GCONV|GLIBC|MALLOC|SSH|SSL|OPENSSL|CURL|WGET|AWS|AZURE|GOOGLE|CLOUDSDK|DOCKER|BUILDKIT|COMPOSE|KUBE|HELM|TF|PIP|UV|POETRY|CONDA|CARGO|RUST|GO|CGO|XDG|TAR|ZIP|UNZIP|GZIP|RIPGREP|GREP|FZF|MAN|PROMPT|GH|GLAB|FLY|FLYCTL|NETLIFY|WRANGLER|ARGOCD|ETCDCTL|PYENV|RBENV|NODENV|NVM|VOLTA|ASDF|MISE|KUBECTL|KUBERNETES|RSYNC|SVN|CVS|HG|ANSIBLE|VAULT|PHP|CCACHE|SCCACHE|DISTCC|COR|CORECLR|VIRTUALENV|PIPENV|CLIPPY|MVNW|BAZEL|BAZELISK|JUST|PARALLEL|R|GS|GST|QEMU|VALGRIND|MAGICK|LIBVIRT|CONTAINER|CONTAINERS|PODMAN|BUILDAH|BUILDX|DEBUGINFOD|CONSUL|NOMAD|PULUMI|GCC|DBUS|NVIM|WINE|ERL|LUA|OPAM|CABAL|GHC|ZIG|ADB|DPKG|APT|HOMEBREW|NIX|REDISCLI|KRB5|SUDO|MAKE|CMAKE|PG|MYSQL|PSQL|ELECTRON|DENO|BUN|LC)(_|$)/;

/** Names that no rule above tells: of files that are loaded or written, and of places that programs come from. */
const RISKY_NAMES = new Set(
  (
    "TAPE MAKEFILES FFREPORT SSLKEYLOGFILE LLVM_PROFILE_FILE GCOV_PREFIX GMON_OUT_PREFIX GHCRTS OCAMLRUNPARAM RANDFILE " +
    "COMPOSER COMPOSER_VENDOR_DIR COMPOSER_BIN_DIR DOTNET_ROOT STACK_ROOT STACK_YAML BATPIPE VIM VIMRUNTIME EMACSDATA " +
    "REQUESTS_CA_BUNDLE MAILCAP MAILCAPS LYNX_CFG NMAPDIR WINEDLLOVERRIDES COLLECT_GCC OPENOUT_ANY OPENIN_ANY " +
    "SENTRY_URL CLOUDFLARE_API_BASE_URL PGSERVICEFILE PGSYSCONFDIR PGPASSFILE PGHOST PGHOSTADDR " +
    "GOROOT GOENV GOWORK GOBIN GOCACHE GOMODCACHE GOCACHEPROG GOVCS GOTMPDIR GOAUTH GOPRIVATE GOSUMDB GOINSECURE GCCGO"
  ).split(" "),
);

/** A variable that a program will find in its environment. */
export function reachesPrograms(name: string, value: string | null): boolean {
  if (value !== null && HARMLESS_VALUES.get(name)?.includes(value)) return false;
  if (value !== null && CHOICES.has(name) && PLAIN_NAME.test(value)) return false;
  // Shells before September 2014 run what follows such a value (CVE-2014-6271).
  if (value !== null && /^\s*\(\)\s*\{/.test(value)) return true;
  if (HARMLESS.has(name) || HARMLESS_SHAPES.test(name)) return false;
  return isRisky(name);
}

/** A variable of the shell, which reaches programs only where it was exported before: in lower case it never was. */
export function changesShell(name: string, value: string | null): boolean {
  const lower = name === name.toLowerCase() && !/proxy|^npm_/.test(name) && !isZshPath(name);
  return !lower && reachesPrograms(name, value);
}

function isRisky(name: string): boolean {
  if (isZshPath(name)) return true;
  const upper = name.toUpperCase();
  return (
    RISKY_NAMES.has(upper) ||
    RISKY_FAMILIES.test(upper) ||
    RISKY_SYLLABLES.test(upper) ||
    upper.split("_").some((word) => RISKY_WORDS.has(word))
  );
}

/** Tables of zsh that say what a name runs or where it leads. Source: zshmodules 5.9, zsh/parameter and zsh/mapfile. */
const ZSH_TABLES = new Set(
  "functions aliases galiases saliases dis_functions dis_aliases dis_galiases dis_saliases commands options nameddirs dirstack mapfile".split(
    " ",
  ),
);

export function isZshTable(name: string): boolean {
  return ZSH_TABLES.has(name);
}

/**
 * Numbers of the shell: what they are given is computed. Sources: zshparam 5.9; bash 5.2, where some of these are, tried.
 */
const NUMBERS = new Set("RANDOM SRANDOM SECONDS LINENO OPTIND HISTCMD BASHPID UID EUID PPID".split(" "));
const ZSH_NUMBERS = new Set(
  "COLUMNS LINES HISTSIZE SAVEHIST GID EGID ERRNO SHLVL KEYTIMEOUT LISTMAX MAILCHECK REPORTTIME TMOUT FUNCNEST DIRSTACKSIZE BAUD TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT".split(
    " ",
  ),
);

export function isShellNumber(name: string, shell: string): boolean {
  return NUMBERS.has(name) || (shell === "zsh" && ZSH_NUMBERS.has(name));
}

/** Arrays that zsh ties to `PATH` and the like. */
function isZshPath(name: string): boolean {
  return ["path", "fpath", "cdpath", "module_path", "argv", "prompt"].includes(name);
}
