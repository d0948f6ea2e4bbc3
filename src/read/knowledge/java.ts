import type { Command, Family, Form } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;

/** Java and what else runs on its machine. Build files are programs of the project. */
const MORE_WORDS = { if: "~-J* ~--* ~@*", class: "unknown" } as const satisfies Form;

export const java: Family = {
  java() {
    return {
      source: "JDK 24 manual pages",
      class: "execute",
      // What follows the class or the archive are the program's own words.
      style: "posix",
      info: "-h -help --help -? -version --version",
      options:
        "-jar=s+end -showversion --show-version -cp=p -classpath=p -class-path=p -p=p -module-path=p -m=s+end --module=s+end --class-path=p --module-path=p --add-opens=t --add-exports=t --add-modules=t --enable-preview -D* -X* -XX:* -ea* -da* -enableassertions* -javaagent:*!execute -agentlib:*!execute -agentpath:*!execute -add-opens=t -add-exports=t -add-modules=t -enable-preview -verbose* -splash:* -list-modules -dry-run -validate-modules",
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
      forms: [{ if: "-list-modules -validate-modules", class: "read", exact: null }],
    };
  },
  javac() {
    return {
      source: "JDK 24 manual pages",
      class: "write",
      style: "single-dash",
      info: "-help --help -version --version -fullversion",
      options:
        "-d=w -cp=r -classpath=r -sourcepath=r -source=t -target=t -release=t -encoding=t -g* -nowarn -verbose -deprecation -Werror -Xlint* -proc:none -parameters -processor=p -processorpath=p -J*!execute",
      operands: "r*",
    };
  },
  "javap jps jstack jstat"() {
    return {
      source: "JDK 24 manual pages",
      class: "read",
      style: "single-dash",
      info: "-help --help -version --version -?",
      options:
        "-c -l -p -private -public -protected -package -s -v -verbose -sysinfo -constants -cp=r -classpath=r -class-path=r -q -m -e -t -h=n -class -compiler -gc -gccapacity -gccause -gcutil -gcnew -gcold -gcmetacapacity -options -snap",
      operands: "t*",
      // The name of a machine, and of a class file.
      forms: [
        { if: "~*@* ~*:*", class: "network" },
        { if: "~*.class", operands: "r*" },
      ],
    };
  },
  "jinfo jcmd jdeps jmap jarsigner keytool javadoc jlink jpackage"() {
    return {
      source: "JDK 24 manual pages",
      class: "unknown",
      style: "single-dash",
      info: "-help --help -version --version",
    };
  },
  "jar fastjar"() {
    return {
      source: "JDK 24 manual pages",
      style: "none",
      info: "-help --help -version --version",
      subs: {
        // `-J` is for the virtual machine, wherever it stands, and can load an agent; `@file` holds more words.
        "tf tvf -tf -tvf tfv": { class: "read", operands: "r t*", forms: [MORE_WORDS] },
        "xf xvf -xf -xvf": { class: "write", operands: "r t*", language: "unpack-here", forms: [MORE_WORDS] },
        "cf cvf -cf -cvf": { class: "write", operands: "w R*", forms: [MORE_WORDS] },
        "uf uvf -uf -uvf": { class: "write", operands: "e R*", forms: [MORE_WORDS] },
      },
    };
  },
  "mvn mvnw mvnd"() {
    return {
      source: "maven 3.9 documentation",
      class: "execute",
      style: "exact-long",
      info: "-h --help -v --version -version",
      options:
        "-am|--also-make -amd -B|--batch-mode -C -c -Dexec.*!execute -DargLine*!execute -Dmaven.ext.class.path*!execute -D=t -e|--errors -f|--file=s -fae -ff -fn -gs|--global-settings=p -l|--log-file=w!write -llr -N|--non-recursive -ntp|--no-transfer-progress -o|--offline -P=t -pl|--projects=t -q|--quiet -rf=t -s|--settings=p -T=t -t|--toolchains=p -U|--update-snapshots -V|--show-version -X|--debug --fail-fast --fail-at-end --color=t -D*",
      operands: "t*",
      projectCode: true,
      does: "runs the project's build",
      // A plugin may be any program: `exec:exec -Dexec.executable=…`.
      forms: [
        { if: "~deploy ~site-deploy", class: "network", projectCode: false, does: "publishes what was built" },
        { if: "~*:*", projectCode: false },
      ],
    };
  },
  "gradle gradlew"() {
    return {
      source: "gradle 8.13 documentation",
      class: "execute",
      style: "exact-long",
      info: "-h --help -? -v --version",
      options:
        "-V|--show-version -a -b=s -c=s --build-cache --no-build-cache --configuration-cache --no-configuration-cache --configure-on-demand --console=t --continue -Dorg.gradle.jvmargs*!execute -Dorg.gradle.java.home*!execute -D* -d|--debug --daemon --no-daemon --stop --status -g|--gradle-user-home=w -I|--init-script=s -i|--info -m|--dry-run --max-workers=n --offline -P* -p|--project-dir=c --parallel --no-parallel --profile --project-cache-dir=w -q|--quiet --refresh-dependencies --rerun-tasks -S|--full-stacktrace -s|--stacktrace --scan!network --no-scan -t|--continuous --warning-mode=t -w|--warn --write-locks --tests=t -x|--exclude-task=t --all --configuration=t --info --rerun --foreground --priority=t --include-build=c",
      operands: "t*",
      projectCode: true,
      does: "runs the project's build",
    };
  },
  "ant bazel bazelisk buck2 pants"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      options: "-* --*",
      info: "-h -help --help -version --version",
      operands: "t*",
      projectCode: true,
      exact: "launcher",
    };
  },
  "sbt lein scala-cli mill"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      info: "-h -help --help -version --version",
      operands: "t*",
      exact: "launcher",
    };
  },
  "scala scalac kotlin kotlinc groovy clojure clj jbang"() {
    return {
      source: "the tools' own help",
      class: "execute",
      style: "posix",
      info: "-h -help --help -version --version",
      options: "-e=p+first -cp=p -classpath=p -d=w -M* -X* -A* -T*",
      operands: "s t*",
      exact: "launcher",
      projectCode: true,
    };
  },
  "ktlint detekt google-java-format checkstyle spotless"() {
    return {
      source: "the tools' own help",
      class: "read",
      style: "exact-long",
      info: "-h --help --version",
      // What a reporter is given is a file that is written, or an archive that is loaded.
      forms: [
        { if: "--reporter=*,*", class: "execute", exact: "launcher" },
        { if: "=install* =generate*", class: "write" },
      ],
      options:
        "-F|--format!write --color --relative --reporter=t --editorconfig=r --baseline=w!write --log-level=t -i!write --replace!write -n|--dry-run --set-exit-if-changed -l|--limit=n --verbose --quiet",
      operands: "R*",
    };
  },
  "sdk jenv jabba"() {
    return {
      source: "sdkman 5.19 documentation",
      subs: {
        "current version help": read,
        list: { class: "remote-read", operands: "t*" },
        "install uninstall use default update selfupdate upgrade": { class: "execute", operands: "t*" },
      },
    };
  },
};
