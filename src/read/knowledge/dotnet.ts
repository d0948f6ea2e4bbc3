import type { Command, Family } from "./schema.ts";

const OUT =
  "-c|--configuration=t -f|--framework=t -r|--runtime=t -v|--verbosity=t -o|--output=w --nologo --no-restore --no-build --no-incremental --no-dependencies --force --interactive -a|--arch=t --os=t --self-contained[=t] --no-self-contained --tl[=t] -p=t -p:* -m:* -bl*!write --source=u --disable-build-servers --version-suffix=t";
const builds: Command = {
  class: "execute",
  options: OUT,
  operands: "r*",
  projectCode: true,
  does: "runs the project's build",
};
const read = { class: "read", operands: "t*" } as const satisfies Command;

/** .NET. A project file is a program of the build. */
export const dotnet: Family = {
  dotnet() {
    return {
      source: ".NET SDK 9 documentation",
      style: "exact-long",
      info: "-h --help -? --version --info --list-sdks --list-runtimes",
      globals:
        "-d|--diagnostics --roll-forward=t --fx-version=t --additionalprobingpath=p --depsfile=p --runtimeconfig=p",
      subs: {
        "build clean restore pack publish msbuild": builds,
        test: {
          ...builds,
          options: `${OUT} --filter=t -l|--logger=t -t|--list-tests -s|--settings=p --collect=t --blame --blame-hang --results-directory=w!write --environment=t -e=t -d=t --test-adapter-path=p`,
          does: "runs the project's tests",
        },
        run: {
          class: "execute",
          style: "posix",
          options: `${OUT} --project=r --launch-profile=t --no-launch-profile --file=s`,
          operands: "t*",
          projectCode: true,
        },
        watch: {
          class: "execute",
          style: "posix",
          options: "--project=r -q --verbose --no-hot-reload --non-interactive",
          operands: "t*",
          projectCode: true,
        },
        list: {
          class: "read",
          options: "--format=t",
          operands: "r? t*",
          forms: [{ if: "1+", operands: "r? t*" }],
          subs: {
            reference: { ...read, options: "--framework=t --project=r -v=t" },
            // It brings the packages up to date first. Source: .NET 10, "dotnet package list".
            package: {
              ...builds,
              operands: "t*",
              options:
                "--outdated!network --deprecated!network --vulnerable!network --include-transitive --framework=t --format=t --project=r -v=t --include-prerelease --highest-minor --highest-patch",
            },
          },
        },
        sln: {
          operands: "r?",
          subs: {
            list: { ...read, options: "--solution-folders" },
            "add remove migrate": { class: "write", operands: "t*", options: "--in-root -s|--solution-folder=t" },
          },
        },
        "add remove reference package": {
          class: "network",
          options:
            "-v|--version=t -f|--framework=t -n|--no-restore -s|--source=u --package-directory=w --prerelease --interactive --project=r",
          operands: "t*",
        },
        tool: {
          subs: {
            list: { ...read, options: "-g|--global --local --tool-path=r --format=t" },
            search: {
              class: "remote-read",
              operands: "t*",
              options: "--detail --author=t --take=n --skip=n --prerelease",
            },
            "install update uninstall restore": {
              class: "execute",
              operands: "t*",
              options:
                "-g|--global!write --local --version=t --tool-path=w --add-source=u --configfile=p --prerelease --create-manifest-if-needed",
            },
            run: { class: "execute", style: "posix", operands: "t*", exact: "launcher" },
          },
        },
        nuget: {
          subs: {
            "list why": {
              operands: "t*",
              class: "read",
              subs: { source: { ...read, options: "--format=t" } },
              options: "--format=t",
            },
            locals: { ...read, options: "-l|--list -c|--clear!destructive" },
            "push delete add remove update sign verify": {
              class: "network",
              operands: "t*",
              options: "-k=t -s=u --skip-duplicate",
            },
          },
        },
        workload: {
          subs: {
            list: read,
            search: { class: "remote-read", operands: "t*" },
            "install update uninstall repair": { class: "execute", operands: "t*" },
          },
        },
        new: {
          class: "write",
          options:
            "-n|--name=t -o|--output=w -f|--framework=t -lang=t --language=t --force --dry-run --no-restore --use-program-main --*",
          operands: "t*",
          subs: {
            list: { ...read, options: "--*" },
            search: { class: "remote-read", operands: "t*", options: "--*" },
            "install uninstall update": { class: "execute", operands: "t*" },
          },
        },
        format: {
          ...builds,
          options: `${OUT} --verify-no-changes --include=t --exclude=t --diagnostics=t --severity=t --report=w!write --binarylog[=w]!write`,
          subs: {
            "whitespace style analyzers": {
              ...builds,
              options: `${OUT} --verify-no-changes --include=t --exclude=t --severity=t --diagnostics=t`,
            },
          },
        },
        ef: { class: "execute", style: "posix", operands: "t*", exact: "launcher" },
        "dev-certs user-secrets": { class: "unknown", reveals: true },
        "*": { class: "execute", style: "posix", operands: "t*", exact: "launcher" },
      },
    };
  },
  "msbuild xbuild csc fsc fsi csi nuget paket"() {
    return {
      source: ".NET SDK 9 documentation",
      class: "execute",
      style: "none",
      operands: "t*",
      projectCode: true,
      exact: "launcher",
    };
  },
};
