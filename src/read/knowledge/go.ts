import type { Command, Family } from "./schema.ts";

const BUILD = `-a -n -p=n -race -msan -asan -cover -covermode=t -coverpkg=t -v -work -x -asmflags=t -buildmode=t -buildvcs[=t] -compiler=t -gccgoflags=p -gcflags=t -installsuffix=t -json -ldflags=p -linkshared -mod=t -modcacherw -modfile=r -overlay=r -pgo=t
  -pkgdir=w!write -tags=t -trimpath -toolexec=x -C=c`;
const TEST = `-bench=t -benchtime=t -benchmem -count=n -cpu=t -failfast -fullpath -fuzz=t -fuzztime=t -fuzzminimizetime=t -list=t -parallel=n -run=t -short -shuffle=t -skip=t -timeout=t -c -args+end -vet=t -exec=p -o=w!write -coverprofile=w!write -blockprofile=w!write
  -cpuprofile=w!write -memprofile=w!write -mutexprofile=w!write -trace=w!write -outputdir=w!write -blockprofilerate=n -memprofilerate=n`;
const read = { class: "read", operands: "t*" } as const satisfies Command;

/** Go. Compiling runs no code of the project; testing, generating and running do. */
export const go: Family = {
  go() {
    return {
      source: "go 1.24 command documentation",
      style: "single-dash",
      globals: "-C=c",
      info: "-h -help --help",
      subs: {
        version: { class: "read", options: "-m -v -json", operands: "r*" },
        env: { ...read, options: "-json -changed -u=t!write -w=p!write" },
        list: {
          ...read,
          options: `${BUILD} -json[=t] -compiled -deps -e -export -f=t -find -m -u -retracted -reuse=r -test -versions`,
          forms: [
            { if: "-mod=mod", class: "write" },
            // Where the proxy does not know a module, the host that its path begins with is asked.
            { if: "-m&~*.*/*", class: "network" },
            { if: "-u -versions -retracted", class: "remote-read" },
          ],
        },
        "doc help": { ...read, options: "-all -c -cmd -short -src -u -http!network" },
        vet: {
          ...read,
          options: `${BUILD} -vettool=x -c=n -fix!write -diff -atomic -bools -composites -copylocks -printf -shadow -unusedresult -structtag -tests -unreachable -unsafeptr`,
        },
        build: { class: "write", options: `${BUILD} -o=w -i`, operands: "t*" },
        test: {
          class: "execute",
          options: `${BUILD} ${TEST}`,
          operands: "t*",
          projectCode: true,
          does: "runs the project's tests",
        },
        run: {
          class: "execute",
          style: "posix",
          options: `${BUILD} -exec=p`,
          operands: "s t*",
          projectCode: true,
          exact: "launcher",
          forms: [{ if: "=*@*", projectCode: false }],
        },
        generate: {
          class: "execute",
          options: `${BUILD} -run=t -skip=t`,
          operands: "t*",
          projectCode: true,
          does: "runs the commands that the sources name",
        },
        install: { class: "execute", options: BUILD, operands: "t*", does: "downloads and builds programs" },
        get: { class: "network", options: `${BUILD} -t -u[=t] -tool -d`, operands: "t*", does: "downloads modules" },
        fmt: { class: "write", options: "-n -x -mod=t", operands: "t*" },
        fix: { class: "write", options: `${BUILD} -diff -fix=t`, operands: "t*" },
        clean: {
          class: "destructive",
          options: `${BUILD} -i -r -cache -testcache -modcache -fuzzcache`,
          operands: "t*",
          exact: "destructive",
          does: "deletes build caches",
        },
        mod: {
          subs: {
            "graph why verify": { ...read, options: "-m -vendor -go=t -x" },
            "tidy download vendor": {
              class: "network",
              options: "-v -x -e -go=t -compat=t -diff -json -reuse=r -o=w",
              operands: "t*",
            },
            "init edit": {
              class: "write",
              edits: "go.mod",
              options:
                "-module=t -go=t -require=t -droprequire=t -exclude=t -dropexclude=t -replace=t -dropreplace=t -retract=t -dropretract=t -fmt -print -json -toolchain=t -tool=t",
              operands: "t*",
              forms: [{ if: "-print -json", class: "read", edits: "" }],
            },
          },
        },
        work: {
          subs: {
            "init use edit sync vendor": {
              class: "write",
              edits: "go.work",
              options: "-r -fmt -print -json -go=t -use=t -dropuse=t -replace=t -v -o=w",
              operands: "t*",
            },
          },
        },
        tool: {
          class: "execute",
          style: "none",
          operands: "t*",
          exact: "launcher",
          forms: [{ if: "=pprof =cover =nm =objdump =buildid =addr2line", class: "execute" }],
          subs: {
            // `-html` opens a browser.
            cover: { class: "read", style: "single-dash", options: "-func=r -html=r!execute -o=w!write", operands: "" },
          },
        },
        "bug telemetry": { class: "network", operands: "t*" },
      },
    };
  },
  "gofmt goimports gofumpt"() {
    return {
      source: "go 1.24 command documentation",
      class: "read",
      style: "single-dash",
      info: "-h -help --help -version",
      options: "-d -e -l -s -w!write -r=t -cpuprofile=w!write -local=t -format-only -v -extra -lang=t -modpath=t",
      operands: "R*",
    };
  },
  "golangci-lint"() {
    return {
      source: "golangci-lint 2.1 documentation",
      equals: true,
      info: "-h --help --version",
      subs: {
        "version help": { ...read, options: "--format=t" },
        // Linters of the project's own are loaded.
        linters: { class: "execute", projectCode: true, options: "-c|--config=s" },
        config: { subs: { "path verify": read } },
        run: { class: "execute", projectCode: true, operands: "R*", options: "--fix!write -c|--config=s -* --*" },
        fmt: {
          class: "write",
          operands: "t*",
          options: "-d|--diff -E=t -c=r",
          forms: [{ if: "--diff", class: "read" }],
        },
        cache: { subs: { status: read, clean: { class: "write" } } },
      },
    };
  },
  "staticcheck errcheck gosec govulncheck revive ineffassign misspell"() {
    return {
      source: "the tools' own help",
      class: "read",
      style: "single-dash",
      info: "-h -help --help -version",
      options:
        "-checks=t -f=t -tests -tags=t -explain=t -fail=t -go=t -show-ignored -ignore=t -blank -asserts -fmt=t -severity=t -confidence=t -quiet -exclude=t -include=t -exclude-dir=t -format=t -json -mode=t -scan=t -show=t -test -C=c -config=r -formatter=t -error -locale=t -i=t -w!write -out=w!write -stdout -no-fail -nosec",
      operands: "t*",
    };
  },
  dlv() {
    return {
      source: "delve 1.24 documentation",
      info: "-h --help",
      subs: {
        version: read,
        "debug test exec attach connect core dap trace": {
          class: "execute",
          style: "posix",
          operands: "t*",
          projectCode: true,
          exact: "launcher",
        },
      },
    };
  },
  buf() {
    const runs = {
      class: "execute",
      options: "-o|--output=w --config=p --template=p --*",
      operands: "t*",
      projectCode: true,
    } as const;
    return {
      source: "buf 1.53 documentation",
      info: "-h --help --version",
      // `buf.yaml` and `buf.gen.yaml` name the plugins that it starts.
      subs: { "build breaking config convert dep format generate lint ls-files": runs },
    };
  },
  protoc() {
    return {
      source: "the tools' own help",
      class: "write",
      style: "exact-long",
      info: "-h --help --version",
      options:
        "-I=R --proto_path=R --descriptor_set_out=w!write --cpp_out=w!write --csharp_out=w!write --go_out=w!write --go-grpc_out=w!write --java_out=w!write --js_out=w!write --kotlin_out=w!write --objc_out=w!write --php_out=w!write --python_out=w!write --pyi_out=w!write --grpc_python_out=w!write --ruby_out=w!write --ts_out=w!write --plugin=p --go_opt=t --go-grpc_opt=t --ts_opt=t",
      operands: "r*",
    };
  },
  "air reflex mage goreleaser ko"() {
    return { source: "the tools' own help", class: "execute", style: "posix", operands: "t*", exact: "launcher" };
  },
};
