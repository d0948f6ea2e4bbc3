import type { Command, Entry, Family } from "./schema.ts";

const GCC = `-c -S -E -o=w -O* -g* -W* -f* -m* -std=t -ansi -pedantic -pedantic-errors -w -v -pipe -I=r -I* -L=r -L* -l=t -l* -D=t -D* -U=t -U* -include=r -isystem=r -iquote=r -idirafter=r -x=t -shared -static -static-* -pthread -r -s -nostdlib -nostdinc -nodefaultlibs -rdynamic -pie -no-pie -M -MM -MD -MMD -MF=w -MT=t -MP -MQ=t
  -arch=t -target=t -isysroot=r -framework=t -undefined=t -Xlinker=t!unknown -Xclang=t!unknown -mllvm=t!unknown -mmlir=t!unknown -B=p -specs=p -wrapper=x -fplugin=s -fplugin-arg-* -T=r -u=t -z=t -save-temps!write -dumpdir=w!write -dumpbase=w!write -dumpbase-ext=t -P -C -CC -H -P`;
const OBJ = `-a|--archive-headers -f|--file-headers -p|--private-headers -P=t -h|--section-headers -x|--all-headers -d|--disassemble[=t] -D|--disassemble-all -S|--source[=t] -s|--full-contents -g|--debugging -e -G -W[=t] --dwarf[=t] -t|--syms -T|--dynamic-syms -r|--reloc -R|--dynamic-reloc -i|--info -l|--line-numbers -M|--disassembler-options=t -m|--architecture=t -C|--demangle[=t] -w|--wide -z --disassemble-zeroes --start-address=t
  --stop-address=t --prefix-addresses --no-show-raw-insn --show-raw-insn -j|--section=t --no-addresses --visualize-jumps[=t] -E -EB -EL -F --no-color --x86-asm-syntax=t -b|--target=t --endian=t --source-comment[=t] --file-start-context --special-syms --inlines --adjust-vma=t --insn-width=n --show-all-symbols --dwarf-depth=n --dwarf-start=n --disassembler-color=t --file-offsets --no-recurse-limit`;
const read = { class: "read", operands: "r*" } as const satisfies Command;
const make: Entry = {
  source: "GNU make 4.4 manual",
  class: "execute",
  info: "-h --help -v --version",
  options:
    "-b -m -B|--always-make -C|--directory=c -d --debug[=t] -e|--environment-overrides -E|--eval=p -f|--makefile|--file=s -i|--ignore-errors -I|--include-dir=p -j|--jobs[=n] --jobserver-style=t -k|--keep-going -l|--load-average[=t] -L -n|--dry-run|--just-print|--recon -o|--old-file=r -O|--output-sync[=t] -p|--print-data-base -q|--question -r|--no-builtin-rules -R|--no-builtin-variables --shuffle[=t] -s|--silent|--quiet -S|--no-keep-going -t|--touch --trace --no-print-directory -w|--print-directory -W|--what-if=r --warn-undefined-variables",
  operands: "t*",
  exact: "launcher",
  projectCode: true,
  does: "runs the project's makefile",
  language: "make",
};

const runner = {
  class: "execute",
  style: "posix",
  info: "-h --help --version",
  operands: "t*",
  exact: "launcher",
  projectCode: true,
} as const satisfies Command;

/** Builders and compilers, and what looks into what they made. */
export const build: Family = {
  "make gmake bmake"() {
    return make;
  },
  just() {
    return {
      source: "just 1.40 manual",
      class: "execute",
      style: "posix",
      info: "-h --help -V --version",
      options:
        "-l|--list --summary --dump --evaluate -s|--show=t --usage=t --groups --variables -n|--dry-run -f|--justfile=s -d|--working-directory=c -q|--quiet -v|--verbose -u|--unsorted --color=t --list-heading=t --list-prefix=t --dump-format=t --set=tt --shell=p --shell-arg=p --choose --chooser=p -c|--command=a -e|--edit!execute --init!write --fmt!write --check --unstable --yes --no-deps -g|--global-justfile --dotenv-path=r --timestamp --one",
      operands: "t*",
      exact: "launcher",
      projectCode: true,
      forms: [
        {
          if: "--list --summary --dump --show --groups --variables",
          class: "read",
          exact: null,
          operands: "t*",
          does: null,
        },
      ],
    };
  },
  "task go-task"() {
    return {
      ...runner,
      source: "Task 3 manual",
      options: "-l --list -a --list-all -n --dry -j -C=n -v -s -f -t=s -d=c",
      // Variables that a program gives are made for the names of `dotenv`, also where tasks are only listed.
      forms: [{ if: "--list --list-all -l -a", exact: null, operands: "" }],
    };
  },
  "rake-task mask tup scons waf meson ninja xmake premake5 b2 bjam"() {
    // `ninja -l 4` and `b2 -l 9` build: to them it is a limit.
    return { ...runner, source: "the tools' own help", options: "-n --dry -j=n -C=c -v -t=t -k=n -l=n" };
  },
  cmake() {
    return {
      source: "cmake 3.31 manual",
      class: "execute",
      style: "posix",
      info: "-h --help -version --version -V --help-full --help-manual-list --help-command-list --help-module-list --help-property-list --help-variable-list",
      options:
        "-S=r -B=w -G=t -D=t -D* -U* -A=t -T=t -C=s --build=w -j=n --parallel[=n] --target=t -t=t --config=t --clean-first --verbose -v --install=w --prefix=w --preset[=t] --workflow --fresh -W* -L -LA -LAH -LH -N --trace --toolchain=s -E=t+end -P=s+end --open=r --list-presets[=t] --log-level=t",
      operands: "r*",
      projectCode: true,
      exact: "launcher",
      forms: [{ if: "-E", projectCode: false }],
    };
  },
  "ctest cpack"() {
    return {
      source: "cmake 3.31 manual",
      class: "execute",
      style: "exact-long",
      info: "-h --help -version --version",
      options:
        "-N -j=n -R=t -E=t -L=t -C=t -V -VV --output-on-failure --rerun-failed --test-dir=c --stop-on-failure --timeout=n -Q --verbose --parallel=n --preset=t --output-junit=w!write -G=t",
      operands: "t*",
      projectCode: true,
    };
  },
  "autoconf automake autoreconf libtool libtoolize aclocal autoheader configure bootstrap"() {
    return {
      source: "autoconf 2.72 manual",
      class: "execute",
      style: "none",
      operands: "t*",
      projectCode: true,
      exact: "launcher",
      forms: [{ if: "=--version =--help", class: "read", exact: null, projectCode: false }],
    };
  },
  "gcc g++ cc c++ clang clang++ gfortran tcc emcc em++"() {
    return {
      source: "GCC 14 manual",
      class: "write",
      style: "single-dash",
      info: "-help --help -version --version -dumpversion -dumpmachine -dumpfullversion -print-search-dirs -print-libgcc-file-name -print-multiarch -print-sysroot -print-targets -print-supported-cpus",
      options: GCC,
      operands: "r*",
    };
  },
  "ld ld.lld lld gold as nasm yasm strip objcopy ranlib dlltool windres install_name_tool patchelf include-what-you-use"() {
    return { source: "binutils 2.44 manual pages", class: "unknown", info: "--help --version" };
  },
  "objdump llvm-objdump"() {
    return { source: "binutils 2.44 manual page", ...read, info: "-H --help -V --version", options: OBJ };
  },
  "nm llvm-nm"() {
    return {
      source: "binutils 2.44 manual page",
      ...read,
      info: "--help -V --version",
      options:
        "-a|--debug-syms -A|-o|--print-file-name -B -C|--demangle[=t] --no-demangle -D|--dynamic -e -f|--format=t -F=t --target=t -g|--extern-only -l|--line-numbers -n|-v|--numeric-sort -p|--no-sort -P|--portability -r|--reverse-sort -S|--print-size -s|--print-armap --size-sort -t|--radix=t -u|--undefined-only --defined-only -U -W --special-syms --with-symbol-versions --no-weak --quiet --no-recurse-limit --synthetic --just-symbols -j",
    };
  },
  "readelf llvm-readelf"() {
    return {
      source: "binutils 2.44 manual page",
      ...read,
      info: "-H --help --version",
      options:
        "-a|--all -h|--file-header -l|--program-headers|--segments -S|--section-headers|--sections -g|--section-groups -t|--section-details -e|--headers -s|--syms|--symbols --dyn-syms --lto-syms -n|--notes -r|--relocs -u|--unwind -d|--dynamic -V|--version-info -A|--arch-specific -c|--archive-index -D|--use-dynamic -x|--hex-dump=t -p|--string-dump=t -R|--relocated-dump=t -z|--decompress -w[=t] --debug-dump[=t] -I|--histogram -W|--wide -C|--demangle[=t] -T|--silent-truncation -L|--lint|--enable-checks --no-demangle --no-recurse-limit -P|--process-links --sym-base=n --dwarf-depth=n --dwarf-start=n",
    };
  },
  "llvm-dwarfdump dwarfdump"() {
    return {
      source: "LLVM 19 documentation",
      ...read,
      style: "single-dash",
      info: "-h -help -version --help --version",
      options:
        "-a -all -arch=t -c -show-children -p -show-parents -n=t -name=t -f=t -find=t -i -ignore-case -x -regex -s -summarize-types -statistics -verify -quiet -diff -o=w!write -out-file=w!write -debug-info[=t] -debug-line[=t] -debug-abbrev -debug-str -debug-frame -debug-loc -debug-ranges -eh-frame -lookup=t -uuid -u -v -verbose",
    };
  },
  elfedit() {
    return { source: "binutils 2.44 manual page", class: "unknown", info: "-h --help -v --version" };
  },
  "size addr2line c++filt llvm-size"() {
    return {
      source: "binutils 2.44 manual pages",
      ...read,
      info: "-h -H --help --version",
      options:
        "-A -B -G --format=t -d -o -x --radix=n --common -t|--totals -a|--addresses -b|--target=t -C|--demangle[=t] -e|--exe=r -f|--functions -s|--basenames -i|--inlines -j|--section=t -p|--pretty-print -n -_",
    };
  },
  "pkg-config pkgconf"() {
    return {
      source: "pkgconf 2.4 manual page",
      class: "read",
      style: "exact-long",
      info: "-h --help --version --about",
      options:
        "--modversion --exists --cflags --libs --cflags-only-I --cflags-only-other --libs-only-l --libs-only-L --libs-only-other --variable=t --print-variables --list-all --list-package-names --atleast-version=t --exact-version=t --max-version=t --print-errors --silence-errors --short-errors --print-provides --print-requires --print-requires-private --static --define-variable=t --validate --path --uninstalled --errors-to-stdout",
      operands: "t*",
    };
  },
  "clang-format"() {
    return {
      source: "clang-format 20 manual",
      class: "read",
      style: "single-dash",
      info: "-help --help -version --version -h",
      options:
        "-style=t -i!write -n -dry-run -Werror -dump-config -assume-filename=t -lines=t -offset=n -length=n -files=r -verbose -fallback-style=t -sort-includes -output-replacements-xml -fail-on-incomplete-format -ferror-limit=n -cursor=n",
      operands: "r*",
    };
  },
  shfmt() {
    return {
      source: "shfmt 3.11 manual",
      class: "read",
      style: "single-dash",
      info: "-h -help --help -version --version",
      options:
        "-l -w!write -d -s -mn -ln=t -p -filename=t -i=n -bn -ci -sr -kp -fn -f -tojson -exp.*=t -list -write!write -diff -simplify -minify -indent=n -binary-next-line -case-indent -space-redirects -func-next-line -language-dialect=t -posix -find -apply-ignore",
      operands: "R*",
    };
  },
  "kubeval kubeconform"() {
    return {
      source: "kubeconform 0.7 help",
      class: "network",
      style: "single-dash",
      info: "-h -help --help -v -version --version",
      options:
        "-strict -summary -verbose -output=t -o=t -n=n -ignore-missing-schemas -ignore-filename-pattern=t -kubernetes-version=t -kind=t -skip=t -reject=t -exit-on-error -quiet",
      operands: "R*",
      does: "fetches the schemas that the files name",
    };
  },
  jsonlint() {
    return {
      source: "jsonlint 1.6 help",
      class: "read",
      style: "exact-long",
      info: "-h --help -v --version",
      options:
        "-s|--sort-keys -i|--in-place!write -t|--indent=t -c|--compact -q|--quiet -p|--pretty-print -V|--validate=r -e|--environment=t",
      operands: "r?",
      forms: [{ if: "--in-place", class: "write", operands: "e?" }],
    };
  },
  vale() {
    return {
      source: "vale 3 help",
      class: "read",
      style: "exact-long",
      info: "-h --help -v --version",
      options:
        "--config=r --ext=t --filter=f --glob=t --ignore-syntax --minAlertLevel=t --no-exit --no-wrap --output=f --path=r --no-global",
      operands: "R*",
      subs: { sync: { class: "network" }, "ls-config ls-metrics ls-dirs ls-vars": { class: "read", operands: "r*" } },
    };
  },
  tflint() {
    return {
      source: "tflint 0.55 help",
      class: "execute",
      style: "exact-long",
      info: "-h --help -v --version",
      options: "--*",
      does: "runs the rules that its configuration names",
    };
  },
  taplo() {
    return {
      source: "taplo 0.9 help",
      style: "exact-long",
      info: "-h --help -V --version",
      options: "--colors=t --verbose --log-spans",
      subs: {
        get: { class: "read", options: "-f|--file-path=r -o|--output-format=t", operands: "t" },
        "lint check validate": { class: "network", options: "--schema=u --*", operands: "R*." },
        "format fmt": {
          class: "write",
          options: "--check --diff -o|--option=t --config=r --no-auto-config -f|--force",
          operands: "E*.",
          forms: [{ if: "--check", class: "read", operands: "R*." }],
        },
      },
    };
  },
  // Their configuration and rules are programs.
  "markdownlint textlint alex checkov"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      info: "-h --help -V --version",
      options: "-* --*",
      operands: "R*",
      projectCode: true,
      exact: "launcher",
    };
  },
  // What it is given is the command that builds, under a compiler that looks on.
  "scan-build"() {
    return {
      source: "LLVM 19 documentation",
      class: "execute",
      style: "posix",
      info: "-h --help",
      options: "-o=w!write -v -V -k|--keep-going --status-bugs --use-cc=p",
      operands: "a",
      exact: "launcher",
    };
  },
  lychee() {
    return {
      source: "lychee 0.18 help",
      class: "network",
      style: "exact-long",
      info: "-h --help -V --version",
      options: "--offline --dump!network -o|--output=w!write --*",
      operands: "R*",
      does: "asks every address that the files name",
    };
  },
  hyperfine() {
    return {
      source: "hyperfine 1.19 manual page",
      class: "execute",
      info: "-h --help -V --version",
      options:
        "-w|--warmup=n -m|--min-runs=n -M|--max-runs=n -r|--runs=n -s|--setup=x -p|--prepare=x -c|--cleanup=x -C|--conclude=x -P|--parameter-scan=t -D=t -L|--parameter-list=tt -S|--shell=x -N -i|--ignore-failure --style=t --sort=t -u|--time-unit=t --export-asciidoc=w!write --export-csv=w!write --export-json=w!write --export-markdown=w!write --export-orgmode=w!write --show-output --output=w!write --input=r -n|--command-name=t --reference=x",
      operands: "x*",
      exact: "launcher",
    };
  },
  direnv() {
    return {
      source: "direnv 2.35 manual page",
      info: "--help --version -h",
      subs: {
        "status version help": { class: "read" },
        "allow deny permit grant block revoke reload edit": {
          class: "execute",
          operands: "r?",
          does: "lets a project's file set the environment",
        },
        exec: { class: "execute", style: "posix", operands: "c a", exact: "launcher" },
        "hook stdlib export dump": { class: "unknown" },
      },
    };
  },
  "nvidia-smi"() {
    return {
      source: "nvidia-smi 570 manual page",
      class: "read",
      style: "exact-long",
      info: "-h --help --version",
      options:
        "-L|--list-gpus -B|--list-excluded-gpus -q|--query -x|--xml-format -u|--unit -i|--id=t -d|--display=t -f|--filename=w!write -l|--loop=n --query-gpu=t --query-compute-apps=t --format=t",
      operands: "",
    };
  },
  lsb_release() {
    return {
      source: "lsb_release 12 manual page",
      class: "read",
      info: "-h --help -v --version",
      options: "-a|--all -i|--id -d|--description -r|--release -c|--codename -s|--short",
      operands: "",
    };
  },
  // To `rocm-smi` `-r` resets the clocks.
  "nvcc rocm-smi"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help -V --version" };
  },
};
