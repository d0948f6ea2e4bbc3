// Longer than most: option lists of clients with dozens of subcommands.
import type { Command, Family } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;

const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;

/** An image whose name holds a host is asked of that host. Source: docker 28 reference, "Image references". */
const image = {
  ...remote,
  forms: [
    { if: "~docker://*.*/* ~docker://*:*/*", class: "network", operands: "u*" },
    { if: "~docker://*" },
    { if: "~*.*/* ~*:*/*", class: "network", operands: "u*" },
  ],
} as const satisfies Command;

/** An image that goes to or comes from the host in its name. */
const elsewhere = { ...image, class: "network" } as const satisfies Command;

const write = { class: "write", operands: "t*" } as const satisfies Command;

const network = { class: "network", operands: "t*" } as const satisfies Command;

const destroys = { class: "destructive", operands: "t*", exact: "destructive" } as const satisfies Command;

const enters = {
  class: "execute",
  style: "posix",
  exact: "launcher",
  does: "runs a program in a container",
} as const satisfies Command;

const LIST =
  "-a|--all -q|--quiet -f|--filter=t --format=t --no-trunc -n|--last=n -l|--latest -s|--size --digests --tree --sort=t --noheading -#";

const LOGS =
  "-f|--follow --tail=t -n=t --since=t --until=t -t|--timestamps --details --no-color --no-log-prefix --index=n --names";

const INSPECT = "-f|--format=t -s|--size --type=t --pretty -v|--verbose --platform=t";

const RUN = `-a|--attach=t -d|--detach -i|--interactive -t|--tty --rm --name=t -e|--env=t --env-file=r -p|--publish=t -P|--publish-all --expose=t -w|--workdir=t -u|--user=t --entrypoint=i!execute
  -v|--volume=t!privilege --mount=t!privilege --tmpfs=t --volumes-from=t!privilege --volume-driver=t --network|--net=t --network-alias=t --ip=t --dns=t --link=t -h|--hostname=t --add-host=t --privileged!privilege
  --cap-add=t!privilege --cap-drop=t --device=t!privilege --security-opt=t!privilege --pid=t!privilege --ipc=t!privilege --uts=t!privilege --userns=t!privilege --cgroupns=t!privilege --gpus=t --runtime=t!privilege -m|--memory=t
  --memory-swap=t --cpus=t -c|--cpu-shares=n --shm-size=t --ulimit=t --restart=t --init --platform=t --pull=t -q|--quiet -l|--label=t --read-only --sig-proxy --stop-signal=t --health-cmd=i --health-interval=t --no-healthcheck --log-driver=t --log-opt=t --cidfile=w --group-add=t`;

const EXEC =
  "-d|--detach -i|--interactive -t|--tty -e|--env=t --env-file=r -w|--workdir=t -u|--user=t --privileged!privilege --detach-keys=t -T --no-TTY --index=n";

function single(): Record<string, Command> {
  return {
    ps: { ...read, options: LIST },
    images: { ...read, options: LIST },
    logs: { ...read, options: LOGS },
    inspect: { ...read, options: INSPECT },
    "diff port version info": { ...read, options: "-f|--format=t" },
    // What follows is for `ps`, which shows the environment of programs with `e`.
    top: { class: "read", operands: "t" },
    history: { ...read, options: "-H|--human --no-trunc -q|--quiet --format=t --platform=t" },
    stats: { ...read, options: "-a|--all --no-stream --format=t --no-trunc" },
    events: { ...read, options: "-f|--filter=t --since=t --until=t --format=t" },
    wait: read,
    search: { ...image, options: "-f|--filter=t --format=t --limit=n --no-trunc" },
    "save export": { ...read, options: "-o|--output=w!write --platform=t" },
    run: { ...enters, options: RUN, operands: "t i?" },
    create: { ...enters, options: RUN, operands: "t i?" },
    exec: { ...enters, options: EXEC, operands: "t i?" },
    "start stop restart pause unpause rename tag attach": {
      ...write,
      class: "execute",
      options: "-t|--time=n -s|--signal=t -a|--attach -i|--interactive",
    },
    update: { ...write, class: "execute", options: "-m|--memory=t --cpus=t --restart=t" },
    kill: {
      ...write,
      class: "execute",
      options: "-s|--signal=t",
      exact: "destructive",
      does: "ends containers without letting them save",
    },
    build: {
      class: "execute",
      operands: "R",
      options:
        "-t|--tag=t -f|--file=r --build-arg=t --no-cache --pull --target=t --platform=t -q|--quiet --progress=t --label=t --network=t --load --push!network -o|--output=t!write --cache-from=t --cache-to=t!write --secret=f!secret --ssh=t!secret --rm --iidfile=w!write --metadata-file=w!write --add-host=t --squash --build-context=t --builder=t --provenance=t --sbom=t",
    },
    "pull push": { ...elsewhere, options: "-q|--quiet -a|--all-tags --platform=t --disable-content-trust" },
    login: { ...network, operands: "h?", options: "-u|--username=t -p|--password=t --password-stdin" },
    logout: write,
    "import load": { ...write, operands: "r? t?", options: "-i|--input=r -q|--quiet -c=t -m=t" },
    commit: { ...write, options: "-a|--author=t -c|--change=t -m|--message=t -p|--pause" },
    cp: { class: "write", options: "-a|--archive -L|--follow-link -q|--quiet", operands: "t*", language: "copy-away" },
    rm: { ...destroys, options: "-f|--force -v|--volumes -l|--link", does: "deletes containers" },
    rmi: { ...destroys, options: "-f|--force --no-prune", does: "deletes images" },
  };
}

const prune = {
  ...destroys,
  options: "-f|--force -a|--all --volumes --filter=t",
  does: "deletes what is not in use",
} as const;

const ls = { ...read, options: LIST, aliases: "list" } as const;

const inspect = { ...read, options: INSPECT } as const;

const removes = { ...destroys, options: "-f|--force", aliases: "remove", does: "deletes it for good" } as const;

const SETUP =
  "--driver=t -d=t --opt=t -o=t --label=t --name=t --subnet=t --gateway=t --attachable --internal --ipv6 --docker=t!network --description=t --from=t --use --append";

function compose(): Command {
  return {
    options:
      "-f|--file=r -p|--project-name=t --profile=t --env-file=r --project-directory=c --ansi=t --progress=t --compatibility --parallel=n --all-resources --dry-run",
    subs: {
      ps: { ...read, options: `${LIST} --services --status=t --orphans=t` },
      logs: { ...read, options: LOGS },
      "images top port ls events version stats volumes": {
        ...read,
        options: `${LIST} --json --protocol=t --index=n --short --no-stream --since=t --until=t`,
      },
      config: {
        ...read,
        options:
          "--services --volumes --images --profiles --networks --hash=t --format=t -q|--quiet --no-interpolate --no-normalize --no-path-resolution --no-consistency --resolve-image-digests -o|--output=w!write --environment!secret --variables --lock-image-digests",
        // What `.env` and the environment hold is put in.
        reveals: true,
        forms: [
          { if: "--services --volumes --images --profiles --networks --hash --quiet --variables", reveals: false },
        ],
        aliases: "convert",
      },
      exec: { ...enters, options: EXEC, operands: "t i?" },
      run: {
        ...enters,
        language: "compose",
        options: `${RUN} --no-deps --service-ports --build --remove-orphans -T --use-aliases --quiet-pull --quiet-build`,
        operands: "t i?",
      },
      "up build start restart create watch": {
        class: "execute",
        language: "compose",
        operands: "t*",
        options:
          "-d|--detach --build --no-build --force-recreate --no-recreate --no-deps --wait --wait-timeout=n --remove-orphans -V|--renew-anon-volumes --scale=t --timeout=n -t=n --pull=t --no-cache --abort-on-container-exit --exit-code-from=t --attach=t --no-attach=t --no-log-prefix --no-color --no-start --quiet-pull -q|--quiet --build-arg=t --watch -w --menu=t --no-log-prefix --push!network --with-dependencies",
      },
      "stop pause unpause scale": {
        class: "execute",
        operands: "t*",
        options: "-t|--timeout=n --no-deps",
      },
      kill: {
        class: "execute",
        operands: "t*",
        options: "-s|--signal=t --remove-orphans",
        exact: "destructive",
        does: "ends containers without letting them save",
      },
      "pull push": {
        ...network,
        options: "-q|--quiet --ignore-pull-failures --include-deps --policy=t --ignore-buildable",
      },
      cp: {
        class: "write",
        options: "-a|--archive -L|--follow-link --index=n --all",
        operands: "t*",
        language: "copy-away",
      },
      down: {
        class: "execute",
        operands: "t*",
        options: "-v|--volumes --remove-orphans --rmi=t -t|--timeout=n",
        does: "stops and removes the project's containers",
        forms: [
          {
            if: "--volumes --rmi",
            class: "destructive",
            exact: "destructive",
            does: "deletes volumes or images with their data",
          },
        ],
      },
      rm: { ...destroys, options: "-f|--force -s|--stop -v|--volumes", does: "deletes containers" },
    },
  };
}

function groups(docker: Record<string, Command>): Record<string, Command> {
  return {
    compose: compose(),
    container: { subs: { ...docker, ls, prune, rm: docker["rm"]! } },
    image: {
      subs: {
        ls: { ...ls, operands: "t*" },
        inspect,
        history: docker["history"]!,
        save: docker["save export"]!,
        prune,
        rm: removes,
        build: docker["build"]!,
        "pull push": docker["pull push"]!,
        tag: write,
        "import load": docker["import load"]!,
      },
    },
    // What a file or standard input holds is kept.
    "config secret": {
      subs: { ls, inspect, prune, rm: removes, create: { ...write, options: SETUP, operands: "t r?" } },
    },
    network: {
      subs: {
        ls,
        inspect,
        prune,
        rm: removes,
        "create connect disconnect update": { ...write, options: `${SETUP} -o|--opt=t!privilege` },
      },
    },
    // A driver's options may name a folder of this machine: `-o device=/ -o o=bind`.
    volume: {
      subs: {
        ls,
        inspect,
        prune,
        rm: removes,
        "create update": { ...write, options: `${SETUP} -d|--driver=t!privilege -o|--opt=t!privilege` },
      },
    },
    context: {
      subs: {
        ls,
        inspect,
        show: read,
        rm: removes,
        "create use update import": { ...write, class: "privilege", options: SETUP },
        export: { ...write, reveals: true },
      },
    },
    plugin: {
      subs: {
        ls,
        inspect,
        rm: removes,
        "install enable disable upgrade set create push": { class: "privilege", operands: "t*", exact: "launcher" },
      },
    },
    system: {
      subs: {
        df: { ...read, options: "-v|--verbose --format=t" },
        info: { ...read, options: "-f|--format=t" },
        events: docker["events"]!,
        prune,
      },
    },
    buildx: {
      subs: {
        ls,
        "du version inspect": { ...read, options: "--verbose --filter=t --format=t --builder=t --bootstrap!execute" },
        imagetools: { subs: { inspect: { ...image, options: "--raw --format=t" }, create: network } },
        "build bake": docker["build"]!,
        prune,
        rm: removes,
        "use stop": { ...write, class: "execute", options: SETUP },
        create: {
          class: "execute",
          options: `${RUN} --replicas=n`,
          operands: "t i?",
          exact: "launcher",
          style: "posix",
        },
      },
    },
    builder: {
      subs: { prune, build: docker["build"]!, du: { ...read, options: "--verbose --filter=t --format=t" } },
    },
    manifest: {
      subs: {
        inspect: { ...image, options: "-v|--verbose --insecure" },
        "create annotate push": network,
        rm: removes,
      },
    },
    "node service stack swarm": {
      subs: {
        ls,
        inspect,
        "ps services tasks": { ...read, options: LIST },
        logs: { ...read, options: LOGS },
        rm: removes,
        // A program of its own, as by `run`.
        "create deploy": { ...enters, style: "gnu", options: "--* -*", operands: "t i?" },
        "update scale rollback init join leave promote demote": { ...network, class: "execute" },
      },
    },
    // podman's own.
    pod: { subs: { ps: ls, inspect, "top stats logs": { ...read, options: LOGS } } },
    machine: { subs: { ls, "info inspect": inspect } },
    help: read,
    trust: { subs: { inspect: { ...image, options: "--pretty" }, "sign revoke": network } },
    scout: {
      subs: {
        "cves quickview recommendations version": { ...image, options: "--format=t --only-severity=t --only-fixed" },
      },
    },
  };
}

function dockerCommands(): Record<string, Command> {
  const docker = single();
  return { ...docker, ...groups(docker) };
}

/** Containers and what orchestrates them, and infrastructure as code. */
export const containers: Family = {
  "docker podman nerdctl"() {
    return {
      source: "docker 28 and podman 5 documentation",
      equals: true,
      globals:
        "--config=p -c|--context=t -D|--debug -H|--host=u!network -l|--log-level=t --tls --tlscacert=r --tlscert=r --tlskey=r --tlsverify -n|--namespace=t -r|--remote --url=u!network --root=c --runroot=c --storage-opt=t --hooks-dir=p --runtime=p",
      info: "-h --help -v --version",
      subs: dockerCommands(),
    };
  },
  "docker-compose podman-compose"() {
    return {
      source: "docker compose 2.35 documentation",
      equals: true,
      info: "-h --help -v --version",
      globals: compose().options!,
      subs: compose().subs!,
    };
  },
  "skopeo crane regctl oras"() {
    return {
      source: "skopeo 1.18 manual",
      equals: true,
      info: "-h --help --version",
      subs: {
        config: { ...image, options: "--platform=t --tls-verify=t", subs: { set: network } },
        "inspect list-tags digest ls": {
          ...image,
          options: "--raw --config --format=t --no-tags --creds=t --tls-verify=t --platform=t",
        },
        manifest: { ...image, options: "--platform=t --format=t", subs: { "put push delete": network } },
        "copy sync delete push pull append login tag tags": network,
      },
    };
  },
  buildah() {
    return {
      source: "buildah 1.39 manual",
      equals: true,
      subs: {
        "images containers ps inspect version info": { ...read, options: LIST },
        "bud build run from commit push pull": { class: "execute", operands: "t*" },
      },
    };
  },
  crictl() {
    return {
      source: "cri-tools 1.33 help",
      style: "exact-long",
      info: "-h --help -v --version",
      globals: "-r|--runtime-endpoint=u!network -i|--image-endpoint=u!network -c|--config=p -D|--debug -t|--timeout=t",
      subs: {
        "ps pods images image img inspect inspecti inspectp imagefsinfo info stats statsp version logs": {
          ...read,
          options:
            "-a|--all -q|--quiet -o|--output=t --name=t --state=t -s=t --label=t --tail=n -f|--follow --since=t -t -p|--previous --id=t --no-trunc -v|--verbose",
        },
        exec: {
          class: "execute",
          style: "posix",
          exact: "launcher",
          options: "-i -t -s -r=t --timeout=n",
          operands: "t i",
        },
      },
    };
  },
  "dive trivy grype syft dockle"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help --version" };
  },
};
