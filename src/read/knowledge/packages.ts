import type { Command, Family } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;

const installs = {
  class: "privilege",
  operands: "t*",
  does: "installs or removes software of the system",
} as const satisfies Command;

/** What installs the software of a system. */
export const packages: Family = {
  "update-alternatives"() {
    return {
      source: "dpkg 1.22 manual page",
      class: "privilege",
      style: "single-dash",
      options: "-display -list -query -get-selections -config",
      operands: "t*",
      forms: [{ if: "-display -list -query -get-selections", class: "read" }],
    };
  },
  dpkg() {
    return {
      source: "dpkg 1.22 manual page",
      class: "privilege",
      options:
        "-l|--list -L|--listfiles -s|--status -S|--search -p|--print-avail -I|--info -c|--contents -f|--field -C|--audit -V|--verify --get-selections --print-architecture --print-foreign-architectures --compare-versions --no-pager -W|--show -x|--extract!write -X|--vextract!write -i|--install -r|--remove -P|--purge --configure --unpack -a|--pending",
      operands: "t*",
      forms: [
        { if: "--install --remove --purge --configure --unpack", class: "privilege" },
        { if: "--extract --vextract", class: "write", operands: "r U" },
        {
          if: "--list --listfiles --status --search --print-avail --info --contents --field --audit --verify --get-selections --print-architecture --print-foreign-architectures --compare-versions",
          class: "read",
        },
      ],
    };
  },
  "dpkg-query"() {
    return {
      source: "dpkg 1.22 manual page",
      class: "read",
      options:
        "-l|--list -L|--listfiles -s|--status -S|--search -W|--show -p|--print-avail -c|--control-path --control-list --control-show -f|--showformat=t --no-pager --load-avail",
      operands: "t*",
    };
  },
  "dpkg-deb"() {
    return {
      source: "dpkg 1.22 manual page",
      class: "read",
      options:
        "-c|--contents -I|--info -f|--field -W|--show --showformat=t --fsys-tarfile --ctrl-tarfile -x|--extract!write -e|--control!write -X|--vextract!write -b|--build!write -R|--raw-extract!write -v|--verbose",
      operands: "r t*",
      forms: [
        { if: "--extract --vextract --raw-extract", operands: "r U" },
        { if: "--control", operands: "r W?" },
        { if: "--build", operands: "R w?" },
      ],
    };
  },
  "apt-cache apt-file"() {
    return {
      source: "apt 3.0 manual pages",
      info: "-h --help --version",
      anywhere:
        "-q|--quiet -n|--names-only -f|--full -a|--all-versions -i|--important -c|--config-file=p -o|--option=p --no-all-versions -g --installed",
      subs: {
        "show search policy depends rdepends pkgnames madison showpkg stats dump unmet xvcg showsrc showauto list find":
          read,
        update: installs,
      },
    };
  },
  "apt apt-get aptitude"() {
    return {
      source: "apt 3.0 manual pages",
      info: "-h --help --version",
      anywhere:
        "-y|--yes|--assume-yes -q|--quiet -qq -s|--simulate|--dry-run --no-install-recommends --installed --upgradable --all-versions -a --names-only -n -f -V --reinstall --only-upgrade --purge --allow-downgrades --allow-unauthenticated -c|--config-file=p -o|--option=p -t=t --fix-broken -d --download-only --no-upgrade --manual-installed -v --verbose --full --fix-missing --auto-remove --print-uris -m",
      subs: {
        "list show search policy depends rdepends showsrc changelog moo": read,
        "install remove purge upgrade full-upgrade dist-upgrade autoremove autopurge reinstall": {
          ...installs,
          forms: [{ if: "--dry-run", class: "read", does: null }],
        },
        "update clean autoclean edit-sources build-dep source download satisfy dselect-upgrade check hold unhold":
          installs,
      },
    };
  },
  "apt-mark apt-key apt-config add-apt-repository"() {
    return {
      source: "apt 3.0 manual pages",
      class: "privilege",
      style: "none",
      operands: "t*",
      forms: [{ if: "=showmanual =showauto =showhold =showinstall =dump", class: "read" }],
    };
  },
  rpm() {
    return {
      source: "rpm 4.20 manual page",
      class: "privilege",
      style: "exact-long",
      options:
        "-q|--query -a|--all -i|--info -l|--list -f|--file -c|--configfiles -d|--docfiles --requires --provides --changelog --scripts -p|--package -V|--verify --qf=t --queryformat=t -qa -qi -ql -qf -qip -qlp -qpl -qpi -qc -qd -qR -qal -qil -v --whatprovides --whatrequires --last --eval=p --pipe=x",
      operands: "t*",
      forms: [
        { if: "--query -qa -qi -ql -qf -qip -qlp -qpl -qpi -qc -qd -qR -qal -qil", class: "read", operands: "r*" },
        // A package that is no installed one brings its own script of verification.
        { if: "--verify&--package", class: "execute", exact: "launcher" },
        { if: "--verify", class: "read" },
      ],
    };
  },
  "yum dnf microdnf zypper apk snap port pkg"() {
    return {
      source: "the tools' own manual pages",
      info: "-h --help -V --version",
      // `-c FILE` of yum and zypper names settings, which load plugins.
      anywhere: "-y -q --quiet -v -C --installed --available -n --no-refresh -a -c=p",
      subs: {
        history: {
          class: "privilege",
          operands: "t*",
          options: "--reverse",
          forms: [
            { if: "=list =info =userinstalled", class: "read" },
            { if: "1+" },
            { if: "--reverse", class: "read" },
          ],
        },
        "list info search repolist provides repoquery deplist check-update show se lr lu if find policy stats version installed outdated contents dependents variants":
          { class: "read", operands: "t*" },
        "*": { ...installs, info: "-h --help" },
      },
      class: "privilege",
      operands: "t*",
    };
  },
  pacman() {
    return {
      source: "pacman 7.0 manual page",
      ...installs,
      info: "-h --help -V --version",
      options:
        "-Q|--query -S|--sync -F|--files -T|--deptest -i|--info -l|--list -s|--search -o|--owns -e|--explicit -m|--foreign -n|--native -k|--check -d|--deps -t|--unrequired -g|--groups -u|--upgrades -q|--quiet -x|--regex -y|--refresh!privilege --color=t --noconfirm --needed",
      forms: [
        { if: "--query", class: "read", operands: "r*", does: null },
        {
          if: "--sync&--search --sync&--info --sync&--list --sync&--groups --files --deptest",
          class: "read",
          does: null,
        },
      ],
    };
  },
  flatpak() {
    return {
      source: "flatpak 1.16 manual page",
      info: "-h --help --version",
      subs: {
        "list info search history remotes remote-ls ps": {
          class: "read",
          options: "-d --app --runtime --user --system --columns=t -a",
          operands: "t*",
        },
        run: { class: "execute", style: "posix", exact: "launcher", options: "--command=i --*", operands: "t i?" },
        enter: { class: "execute", style: "posix", exact: "launcher", operands: "t i?" },
        "*": { ...installs, info: "-h --help" },
      },
    };
  },
  brew() {
    return {
      source: "Homebrew 4.5 manual page",
      style: "exact-long",
      globals: "-v|--verbose -q|--quiet -d|--debug",
      anywhere:
        "-v|--verbose -q|--quiet -d|--debug --cask --casks --formula --formulae --json[=t] -1 -l -r -t --versions --full-name --multiple --pinned --installed --eval-all --all --tree --include-build --include-optional --include-test --skip-recommended --direct --for-each --union --topological -n --1 --desc --name --description --analytics --greedy --fetch-HEAD --strict --online --new --audit-debug --installed-on-request --installed-as-dependency --poured-from-bottle --built-from-source --declared --annotate --graph --dot --recursive --missing --hide=t --search -s --open --closed --pull-request --days=n --patch --stat --max-count=n --oneline --category=t --no-linkage --since=t --dates -p -g --greedy-latest --greedy-auto-updates --build-from-source --unbrewed",
      info: "-h --help --version --env --config --taps",
      class: "unknown",
      options: "--prefix --cellar --cache --caskroom --repository --repo",
      operands: "k*",
      forms: [{ if: "--prefix --cellar --cache --caskroom --repository --repo", class: "read" }],
      subs: {
        "list ls info abv deps uses desc search config doctor dr leaves outdated missing log cat formula formulae casks commands command help livecheck options linkage tap-info shellenv which-formula source":
          {
            ...read,
            // A formula is a program in Ruby; one of a tap is fetched first.
            forms: [{ if: "~*/* ~*.rb", class: "execute", does: "loads a formula from elsewhere" }],
          },
        tap: {
          class: "read",
          forms: [{ if: "1+", class: "execute", operands: "t*", does: "adds a source of programs" }],
        },
        services: {
          class: "read",
          subs: { "list info": read, "start stop restart run kill cleanup": { class: "execute", operands: "t*" } },
        },
        bundle: {
          class: "execute",
          options: "--file=r --global --no-upgrade",
          subs: {
            "list check": { ...read, options: "--all --file=s --global --brews --taps --mas --vscode --no-upgrade" },
            "install dump cleanup exec edit sh add remove": { class: "execute", operands: "t*" },
          },
        },
        "install reinstall upgrade up update uninstall remove rm untap link ln unlink unln pin unpin cleanup autoremove fetch edit create extract migrate postinstall switch unpack test tap-new vendor-gems sh irb ruby":
          {
            class: "execute",
            operands: "t*",
            options:
              "-f|--force --force-bottle --build-from-source -s --HEAD --dry-run -n --overwrite --ignore-dependencies --zap -i --prune=t --no-quarantine --appdir=w --adopt --only-dependencies --no-audit --auto-update --merge --preinstall --deps --retry --bottle-tag=t",
            does: "installs or removes software",
          },
      },
    };
  },
};
