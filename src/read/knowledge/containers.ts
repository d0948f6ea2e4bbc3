import type { Command, Family } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;
const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;
const write = { class: "write", operands: "t*" } as const satisfies Command;
const network = { class: "network", operands: "t*" } as const satisfies Command;
const destroys = { class: "destructive", operands: "t*", exact: "destructive" } as const satisfies Command;
const enters = { class: "execute", style: "posix", exact: "launcher", does: "runs a program in a container" } as const satisfies Command;

const LIST = "-a|--all -q|--quiet -f|--filter=t --format=t --no-trunc -n|--last=n -l|--latest -s|--size --digests --tree --sort=t --noheading -#";
const LOGS = "-f|--follow --tail=t -n=t --since=t --until=t -t|--timestamps --details --no-color --no-log-prefix --index=n --names";
const INSPECT = "-f|--format=t -s|--size --type=t --pretty -v|--verbose --platform=t";
const RUN = `-a|--attach=t -d|--detach -i|--interactive -t|--tty --rm --name=t -e|--env=t --env-file=r -p|--publish=t -P|--publish-all --expose=t -w|--workdir=t -u|--user=t --entrypoint=t!execute
  -v|--volume=t!privilege --mount=t!privilege --tmpfs=t --volumes-from=t!privilege --volume-driver=t --network|--net=t --network-alias=t --ip=t --dns=t --link=t -h|--hostname=t --add-host=t --privileged!privilege
  --cap-add=t!privilege --cap-drop=t --device=t!privilege --security-opt=t!privilege --pid=t!privilege --ipc=t!privilege --uts=t!privilege --userns=t!privilege --cgroupns=t!privilege --gpus=t --runtime=t!privilege -m|--memory=t
  --memory-swap=t --cpus=t -c|--cpu-shares=n --shm-size=t --ulimit=t --restart=t --init --platform=t --pull=t -q|--quiet -l|--label=t --read-only --sig-proxy --stop-signal=t --health-cmd=t --health-interval=t --no-healthcheck --log-driver=t --log-opt=t --cidfile=w --group-add=t`;
const EXEC = "-d|--detach -i|--interactive -t|--tty -e|--env=t --env-file=r -w|--workdir=t -u|--user=t --privileged!privilege --detach-keys=t -T --no-TTY --index=n";

function single(): Record<string, Command> {
  return {
  ps: { ...read, options: LIST },
  images: { ...read, options: LIST },
  logs: { ...read, options: LOGS },
  inspect: { ...read, options: INSPECT },
  "top diff port version info": { ...read, options: "-f|--format=t" },
  history: { ...read, options: "-H|--human --no-trunc -q|--quiet --format=t --platform=t" },
  stats: { ...read, options: "-a|--all --no-stream --format=t --no-trunc" },
  events: { ...read, options: "-f|--filter=t --since=t --until=t --format=t" },
  wait: read,
  search: { ...remote, options: "-f|--filter=t --format=t --limit=n --no-trunc" },
  "save export": { ...read, options: "-o|--output=w!write --platform=t" },
  run: { ...enters, options: RUN, operands: "t t*" },
  create: { ...enters, options: RUN, operands: "t t*" },
  exec: { ...enters, options: EXEC, operands: "t t*" },
  "start stop restart pause unpause rename tag attach": { ...write, class: "execute", options: "-t|--time=n -s|--signal=t -a|--attach -i|--interactive" },
  update: { ...write, class: "execute", options: "-m|--memory=t --cpus=t --restart=t" },
  kill: { ...write, class: "execute", options: "-s|--signal=t" },
  build: { class: "execute", operands: "R", projectCode: true, options: "-t|--tag=t -f|--file=r --build-arg=t --no-cache --pull --target=t --platform=t -q|--quiet --progress=t --label=t --network=t --load --push!network -o|--output=t!write --cache-from=t --cache-to=t!write --secret=t!secret --ssh=t!secret --rm --iidfile=w!write --metadata-file=w!write --add-host=t --squash --build-context=t --builder=t --provenance=t --sbom=t" },
  "pull push": { ...network, options: "-q|--quiet -a|--all-tags --platform=t --disable-content-trust" },
  login: { ...network, options: "-u|--username=t -p|--password=t --password-stdin" },
  logout: write,
  "import load": { ...write, options: "-i|--input=r -q|--quiet -c=t -m=t" },
  commit: { ...write, options: "-a|--author=t -c|--change=t -m|--message=t -p|--pause" },
  cp: { class: "write", options: "-a|--archive -L|--follow-link -q|--quiet", operands: "R w" },
  rm: { ...destroys, options: "-f|--force -v|--volumes -l|--link", does: "deletes containers" },
  rmi: { ...destroys, options: "-f|--force --no-prune", does: "deletes images" },
  };
}

const prune = { ...destroys, options: "-f|--force -a|--all --volumes --filter=t", does: "deletes what is not in use" } as const;
const ls = { ...read, options: LIST, aliases: "list" } as const;
const inspect = { ...read, options: INSPECT } as const;
const removes = { ...destroys, options: "-f|--force", aliases: "remove", does: "deletes it for good" } as const;
const SETUP = "--driver=t -d=t --opt=t -o=t --label=t --name=t --subnet=t --gateway=t --attachable --internal --ipv6 --docker=t --description=t --from=t --use --append";

function compose(): Command {
  return {
  options: "-f|--file=r -p|--project-name=t --profile=t --env-file=r --project-directory=c --ansi=t --progress=t --compatibility --parallel=n --all-resources --dry-run",
  subs: {
    ps: { ...read, options: `${LIST} --services --status=t --orphans=t` },
    logs: { ...read, options: LOGS },
    "images top port ls events version stats volumes": { ...read, options: `${LIST} --json --protocol=t --index=n --short --no-stream --since=t --until=t` },
    config: { ...read, options: "--services --volumes --images --profiles --networks --hash=t --format=t -q|--quiet --no-interpolate --no-normalize --no-path-resolution --no-consistency --resolve-image-digests -o|--output=w!write --environment --variables --lock-image-digests", aliases: "convert" },
    exec: { ...enters, options: EXEC, operands: "t t*" },
    run: { ...enters, options: `${RUN} --no-deps --service-ports --build --remove-orphans -T --use-aliases --quiet-pull --quiet-build`, operands: "t t*" },
    "up build start restart create watch": { class: "execute", operands: "t*", projectCode: true, options: "-d|--detach --build --no-build --force-recreate --no-recreate --no-deps --wait --wait-timeout=n --remove-orphans -V|--renew-anon-volumes --scale=t --timeout=n -t=n --pull=t --no-cache --abort-on-container-exit --exit-code-from=t --attach=t --no-attach=t --no-log-prefix --no-color --no-start --quiet-pull -q|--quiet --build-arg=t --watch -w --menu=t --no-log-prefix --push!network --with-dependencies" },
    "stop pause unpause kill scale": { class: "execute", operands: "t*", options: "-t|--timeout=n -s|--signal=t --no-deps --remove-orphans" },
    "pull push": { ...network, options: "-q|--quiet --ignore-pull-failures --include-deps --policy=t --ignore-buildable" },
    cp: { class: "write", options: "-a|--archive -L|--follow-link --index=n --all", operands: "R w" },
    down: { class: "execute", operands: "t*", options: "-v|--volumes --remove-orphans --rmi=t -t|--timeout=n", does: "stops and removes the project's containers", forms: [{ if: "--volumes --rmi", class: "destructive", exact: "destructive", does: "deletes volumes or images with their data" }] },
    rm: { ...destroys, options: "-f|--force -s|--stop -v|--volumes", does: "deletes containers" },
  },
  };
}

function groups(docker: Record<string, Command>): Record<string, Command> {
  return {
  compose: compose(),
  container: { subs: { ...docker, ls, prune, rm: docker["rm"]! } },
  image: { subs: { ls: { ...ls, operands: "t*" }, inspect, history: docker["history"]!, save: docker["save export"]!, prune, rm: removes, build: docker["build"]!, "pull push": docker["pull push"]!, "tag": write, "import load": docker["import load"]! } },
  "network volume config secret": { subs: { ls, inspect, prune, rm: removes, "create connect disconnect update": { ...write, options: SETUP } } },
  context: { subs: { ls, inspect, show: read, rm: removes, "create use update import": { ...write, class: "privilege", options: SETUP }, export: { ...write, reveals: true } } },
  plugin: { subs: { ls, inspect, rm: removes, "install enable disable upgrade set create push": { class: "privilege", operands: "t*" } } },
  system: { subs: { df: { ...read, options: "-v|--verbose --format=t" }, info: { ...read, options: "-f|--format=t" }, events: docker["events"]!, prune } },
  buildx: { subs: { ls, "du version inspect": { ...read, options: "--verbose --filter=t --format=t --builder=t --bootstrap!execute" }, imagetools: { subs: { inspect: { ...remote, options: "--raw --format=t" }, create: network } }, "build bake": docker["build"]!, prune, rm: removes, "create use stop": { ...write, class: "execute", options: SETUP } } },
  builder: { subs: { prune, build: docker["build"]! } },
  manifest: { subs: { inspect: { ...remote, options: "-v|--verbose --insecure" }, "create annotate push": network, rm: removes } },
  "node service stack swarm": { subs: { ls, inspect, "ps services tasks": { ...read, options: LIST }, logs: { ...read, options: LOGS }, rm: removes, "create update scale rollback deploy init join leave promote demote": { ...network, class: "execute" } } },
  trust: { subs: { inspect: { ...remote, options: "--pretty" }, "sign revoke": network } },
  scout: { subs: { "cves quickview recommendations version": { ...remote, options: "--format=t --only-severity=t --only-fixed" } } },
  };
}

function dockerCommands(): Record<string, Command> {
  const docker = single();
  return { ...docker, ...groups(docker) };
}

const DRY_RUN = { if: "--dry-run=client --dry-run=server", class: "remote-read", exact: null, does: null } as const;
const KUBE = `-n|--namespace=t --context=t --cluster=t --user=t --kubeconfig=p --as=t --as-group=t -s|--server=u!network --token=t --request-timeout=t --insecure-skip-tls-verify --certificate-authority=r --client-certificate=r --client-key=r
  --cache-dir=w --tls-server-name=t --match-server-version --profile=t --profile-output=w!write -v|--v=n --warnings-as-errors --disable-compression --log-flush-frequency=t --vmodule=t --kuberc=p`;
const SELECT = "-l|--selector=t --field-selector=t -A|--all-namespaces -f|--filename=r -k|--kustomize=R -R|--recursive --chunk-size=n";
const PRINT = "-o|--output=t --template=t --sort-by=t --show-labels -L|--label-columns=t --no-headers -w|--watch --watch-only --output-watch-events --ignore-not-found --show-kind --show-managed-fields --server-print --raw=t --subresource=t --allow-missing-template-keys";
const DRY = "--dry-run=t --field-manager=t --save-config --validate[=t] --server-side --force-conflicts --wait --timeout=t --overwrite --all --record --local --list -o|--output=t";

/** Containers and what orchestrates them, and infrastructure as code. */
export const containers: Family = {
  "docker podman nerdctl"() {
    return { source: "docker 28 and podman 5 documentation", globals: "--config=p -c|--context=t -D|--debug -H|--host=u!network -l|--log-level=t --tls --tlscacert=r --tlscert=r --tlskey=r --tlsverify -n|--namespace=t -r|--remote --url=u!network --root=c --runroot=c --storage-opt=t --hooks-dir=p --runtime=p", info: "-h --help -v --version", subs: dockerCommands() };
  },
  "docker-compose podman-compose"() {
    return { source: "docker compose 2.35 documentation", info: "-h --help -v --version", globals: compose().options!, subs: compose().subs! };
  },
  "skopeo crane regctl oras"() {
    return { source: "skopeo 1.18 manual", info: "-h --help -v --version", subs: { "inspect list-tags manifest digest ls config tags": { ...remote, options: "--raw --config --format=t --no-tags --creds=t --tls-verify=t --platform=t" }, "copy sync delete push pull append login": network } };
  },
  buildah() {
    return { source: "buildah 1.39 manual", subs: { "images containers ps inspect version info": { ...read, options: LIST }, "bud build run from commit push pull": { class: "execute", operands: "t*" } } };
  },
  "dive trivy grype syft dockle"() {
    return { source: "the tools' own help", class: "unknown", info: "-h --help -v --version" };
  },
  "kubectl oc k3s-kubectl"() {
    return {
    source: "kubectl 1.33 reference",
    anywhere: KUBE,
    info: "-h --help",
    subs: {
      get: { ...remote, options: `${SELECT} ${PRINT}`, forms: [{ if: "~*secret*", reveals: true }] },
      describe: { ...remote, options: `${SELECT} --show-events` },
      logs: { ...remote, options: "-f|--follow --tail=n --since=t --since-time=t --timestamps -c|--container=t --all-containers -p|--previous -l|--selector=t --limit-bytes=n --prefix --max-log-requests=n --pod-running-timeout=t --all-pods --ignore-errors" },
      events: { ...remote, options: `${SELECT} ${PRINT} --for=t --types=t` },
      explain: { ...remote, options: "--recursive --api-version=t -o|--output=t" },
      "api-resources api-versions version": { ...remote, options: `${PRINT} --namespaced[=t] --verbs=t --api-group=t --categories=t --cached --client --short` },
      "cluster-info": { class: "remote-read", subs: { dump: { ...remote, options: `${SELECT} --output-directory=w!write --namespaces=t -o|--output=t --pod-running-timeout=t` } } },
      top: { subs: { "node nodes no pod pods po": { ...remote, options: "-l|--selector=t -A|--all-namespaces --containers --sort-by=t --no-headers --sum --use-protocol-buffers --field-selector=t --show-capacity" } } },
      auth: { subs: { "can-i whoami": { ...remote, options: "--list -q|--quiet -A|--all-namespaces --subresource=t --no-headers -o|--output=t" }, reconcile: { ...network, options: "-f|--filename=r" } } },
      rollout: { subs: { "status history": { ...remote, options: `${SELECT} --revision=n -w|--watch[=t] --timeout=t -o|--output=t` }, undo: { ...destroys, options: "--to-revision=n --dry-run=t", does: "rolls a deployment back" }, "restart pause resume": { ...network, options: SELECT } } },
      config: {
        subs: {
          view: { ...remote, class: "read", options: "--minify --flatten --raw!secret --merge -o|--output=t --template=t --show-managed-fields" },
          "current-context get-contexts get-clusters get-users": { ...read, options: "-o|--output=t --no-headers" },
          "use-context use set-context set-cluster set-credentials set unset rename-context": { ...write, options: "--current --server=t --user=t --cluster=t --token=t --embed-certs --exec-command=x" },
          "delete-context delete-cluster delete-user": { ...destroys, does: "deletes an entry of the cluster configuration" },
        },
      },
      diff: { ...remote, options: `${SELECT} --server-side --field-manager=t --force-conflicts --prune --concurrency=n --show-managed-fields` },
      wait: { ...remote, options: `${SELECT} --for=t --timeout=t --all -o|--output=t` },
      kustomize: { class: "read", operands: "R?", options: "-o|--output=w!write --enable-helm!execute --helm-command=x --enable-alpha-plugins!execute --enable-exec!execute --network!network --mount=t --env=t -e=t --load-restrictor=t --as-current-user --helm-kube-version=t --enable-star" },
      completion: read, options: read, plugin: { subs: { list: { ...read, options: "--name-only" } }, class: "read" },
      "apply create replace patch": { ...network, options: `${SELECT} ${DRY} --prune!destructive --prune-allowlist=t --force!destructive --cascade=t --grace-period=n -p|--patch=t --patch-file=r --type=t --image=t --replicas=n --from-literal=t --from-file=t --from-env-file=r --port=t --schedule=t --command --tcp=t --docker-server=t --docker-username=t --docker-password=t --clusterrole=t --role=t --serviceaccount=t --verb=t --resource=t --edit`, operands: "t*", forms: [DRY_RUN] },
      "label annotate set scale autoscale expose taint cordon uncordon": { ...network, options: `${SELECT} ${DRY} --replicas=n --current-replicas=n --min=n --max=n --cpu-percent=n --port=t --target-port=t --type=t --name=t --resource-version=t -c=t --containers=t --from=t -e=t --env=t --limits=t --requests=t` },
      delete: { ...destroys, options: `${SELECT} --all --force --grace-period=n --cascade[=t] --now --ignore-not-found --wait[=t] --timeout=t --dry-run=t -o|--output=t -i --raw=t`, does: "deletes objects from the cluster", forms: [DRY_RUN] },
      drain: { ...destroys, options: `${SELECT} --force --ignore-daemonsets --delete-emptydir-data --grace-period=n --timeout=t --dry-run=t --disable-eviction`, does: "evicts everything from a node" },
      exec: { ...enters, options: "-c|--container=t -i|--stdin -t|--tty -q|--quiet -f|--filename=r --pod-running-timeout=t", operands: "t t*" },
      run: { ...enters, style: "gnu", options: "--image=t --rm -i|--stdin -t|--tty --restart=t --command --env=t --port=t --labels=t -l=t --dry-run=t -o|--output=t --overrides=t --image-pull-policy=t --attach --quiet -q --privileged!privilege --expose", operands: "t t*" },
      debug: { ...enters, style: "gnu", options: "--image=t -i|--stdin -t|--tty -c|--container=t --target=t --copy-to=t --share-processes --profile=t -q --env=t --replace --same-node --set-image=t --attach --custom=p", operands: "t t*" },
      "attach port-forward proxy": { ...network, options: "-i|--stdin -t|--tty -c|--container=t --address=t --port=n -p=n --pod-running-timeout=t -q --www=R --api-prefix=t --accept-hosts=t --unix-socket=w" },
      cp: { ...network, options: "-c|--container=t --no-preserve --retries=n", operands: "R w" },
      edit: { class: "network", operands: "t*", exact: "launcher" },
      certificate: network,
    },
    };
  },
  "kubectx kubens k9s stern kustomize minikube kind k3d"() {
    return { source: "the tools' own help", info: "-h --help --version", subs: { "build": { class: "read", operands: "R?", options: "-o|--output=w!write --enable-helm!execute --enable-alpha-plugins!execute --enable-exec!execute --helm-command=x --load-restrictor=t" }, "status version profile": read, get: { class: "read", operands: "t*", subs: { "clusters nodes": { class: "read" }, kubeconfig: { class: "read", reveals: true, operands: "t*" } } }, list: read } };
  },
  helm() {
    return {
    source: "helm 3.17 documentation",
    anywhere: "-n|--namespace=t --kube-context=t --kubeconfig=p --kube-apiserver=u!network --kube-token=t --kube-as-user=t --kube-as-group=t --kube-ca-file=r --kube-insecure-skip-tls-verify --kube-tls-server-name=t --debug --registry-config=r --repository-config=r --repository-cache=w --burst-limit=n --qps=n --plain-http --insecure-skip-tls-verify --username=t --password=t --ca-file=r --cert-file=r --key-file=r --keyring=r",
    info: "-h --help --version",
    subs: {
      list: { ...remote, aliases: "ls", options: "-A|--all-namespaces -a|--all -o|--output=t -q|--short -f|--filter=t -l|--selector=t -m|--max=n --offset=n -r|--reverse -d|--date --deployed --failed --pending --superseded --uninstalled --uninstalling --time-format=t --no-headers" },
      status: { ...remote, options: "-o|--output=t --revision=n --show-desc --show-resources" },
      get: { subs: { "values all manifest notes hooks metadata": { ...remote, options: "-a|--all -o|--output=t --revision=n --template=t" } } },
      history: { ...remote, aliases: "hist", options: "-o|--output=t --max=n" },
      show: { aliases: "inspect", subs: { "all chart values readme crds": { ...remote, options: "--version=t --repo=u --devel --jsonpath=t --verify --pass-credentials" } } },
      search: { subs: { "repo hub": { ...remote, options: "-l|--versions --version=t --devel -o|--output=t -r|--regexp --max-col-width=n --list-repo-url --endpoint=u!network --fail-on-no-result" } } },
      template: { ...remote, options: "-f|--values=r --set=t --set-string=t --set-file=t --set-json=t --set-literal=t -s|--show-only=t --include-crds --skip-crds --skip-tests --no-hooks --version=t --repo=u --devel --validate --is-upgrade --kube-version=t -a|--api-versions=t --name-template=t -g|--generate-name --release-name --output-dir=w!write --post-renderer=x --post-renderer-args=p --dependency-update!network --enable-dns!network --create-namespace --dry-run[=t] --disable-openapi-validation --verify --atomic --wait --timeout=t" },
      lint: { ...read, options: "-f|--values=r --set=t --set-string=t --set-file=t --set-json=t --strict --quiet --with-subcharts --kube-version=t --skip-schema-validation" },
      env: read, version: { ...read, options: "--short --template=t -c|--client" }, "help completion": read, verify: read,
      dependency: { aliases: "dep dependencies", subs: { list: { ...read, aliases: "ls", options: "--max-col-width=n" }, "update build": { ...network, options: "--skip-refresh --verify" } } },
      repo: { subs: { list: { ...read, aliases: "ls", options: "-o|--output=t" }, "add update index": { ...network, options: "--force-update --no-update --pass-credentials --allow-deprecated-repos --url=t --merge=t", operands: "t*" }, remove: { ...write, aliases: "rm" } } },
      plugin: { subs: { list: { ...read, aliases: "ls" }, "install update": { class: "execute", operands: "u", options: "--version=t" }, uninstall: { ...write, aliases: "rm remove" } } },
      "install upgrade": { ...network, options: "-f|--values=r --set=t --set-string=t --set-file=t --set-json=t --set-literal=t -i|--install --version=t --repo=u --devel --wait --wait-for-jobs --timeout=t --atomic --dry-run[=t] --create-namespace --dependency-update -g|--generate-name --name-template=t --description=t --no-hooks --skip-crds --reuse-values --reset-values --reset-then-reuse-values --force!destructive --cleanup-on-fail --history-max=n --post-renderer=x --post-renderer-args=p -o|--output=t --replace --verify --take-ownership -l=t --labels=t --render-subchart-notes --hide-secret --disable-openapi-validation --enable-dns --pass-credentials", forms: [DRY_RUN, { if: "--dry-run= --dry-run=true", class: "remote-read" }] },
      uninstall: { ...destroys, aliases: "un del delete", options: "--keep-history --wait --timeout=t --dry-run --no-hooks --ignore-not-found --cascade=t --description=t", does: "removes a release from the cluster" },
      rollback: { ...destroys, options: "--wait --timeout=t --dry-run --force --recreate-pods --cleanup-on-fail --no-hooks --history-max=n --wait-for-jobs", does: "rolls a release back" },
      "create package pull push registry test": { ...network, options: "--version=t -d|--destination=w --repo=u --untar --untardir=w --devel --app-version=t --sign --key=t --logs --timeout=t -p=t --starter=t -u=t" },
    },
    };
  },
  "terraform tofu terragrunt"() {
    return {
    source: "terraform 1.12 documentation",
    style: "single-dash",
    globals: "-chdir=c",
    info: "-help -h --help -version -v --version",
    subs: {
      "version providers modules": { ...read, options: "-json", subs: { schema: { class: "read", options: "-json" }, lock: { class: "network", options: "-platform=t -fs-mirror=R -net-mirror=u", operands: "t*" }, mirror: { class: "network", operands: "w", options: "-platform=t" } } },
      validate: { class: "read", options: "-json -no-color -no-tests -test-directory=t -var=t -var-file=r", operands: "r?" },
      graph: { class: "read", options: "-type=t -plan=r -draw-cycles" },
      show: { class: "read", options: "-json -no-color", operands: "r?" },
      output: { class: "read", options: "-json -raw -no-color -state=r", operands: "t?" },
      fmt: { class: "write", options: "-check -diff -list=t -write=t -recursive -no-color", operands: "e*", forms: [{ if: "-check -write=false", class: "read", operands: "r*" }] },
      state: { subs: { "list show": { ...read, options: "-state=r -id=t -json" }, pull: { ...read, reveals: true }, "mv rm push replace-provider": { ...destroys, options: "-lock=t -state=w -dry-run -force -state-out=w -backup=w -lock-timeout=t -ignore-remote-version -auto-approve", does: "alters the state that says what exists" } } },
      workspace: { subs: { "list show": read, "select new": { ...write, options: "-or-create -lock=t -state=r" }, delete: { ...destroys, options: "-force", does: "deletes a workspace" } } },
      metadata: { subs: { functions: { ...read, options: "-json" } } },
      plan: { class: "network", options: "-out=w!write -var=t -var-file=r -target=t -replace=t -refresh=t -refresh-only -destroy -input=t -lock=t -lock-timeout=t -no-color -json -detailed-exitcode -compact-warnings -parallelism=n -state=r -generate-config-out=w!write -exclude=t -concise", operands: "r?" },
      apply: { ...destroys, options: "-auto-approve -var=t -var-file=r -target=t -replace=t -refresh=t -refresh-only -destroy -input=t -lock=t -lock-timeout=t -no-color -json -compact-warnings -parallelism=n -state=w -state-out=w -backup=w", operands: "r?", does: "changes real infrastructure" },
      destroy: { ...destroys, options: "-auto-approve -var=t -var-file=r -target=t -refresh=t -input=t -lock=t -lock-timeout=t -no-color -json -parallelism=n -state=w", does: "destroys real infrastructure" },
      init: { class: "network", options: "-upgrade -backend=t -backend-config=t -reconfigure -migrate-state -force-copy -input=t -no-color -lockfile=t -get=t -from-module=u -plugin-dir=p -lock=t -lock-timeout=t -json", operands: "" , does: "downloads providers and modules" },
      get: { class: "network", options: "-update -no-color", operands: "r?" },
      "refresh import taint untaint force-unlock login logout test console": { class: "network", options: "-var=t -var-file=r -target=t -input=t -lock=t -state=w -filter=t -json -verbose -allow-missing -force -no-color -config=r", operands: "t*" },
    },
    };
  },
  packer() {
    return {
    source: "packer 1.12 documentation",
    style: "single-dash",
    info: "-help -h --help -version --version -v",
    subs: {
      version: read,
      validate: { class: "read", operands: "r", options: "-syntax-only -except=t -only=t -var=t -var-file=r -machine-readable -evaluate-datasources!network -no-warn-undeclared-var -use-sequential-evaluation" },
      inspect: { class: "read", operands: "r", options: "-var=t -var-file=r -machine-readable" },
      fmt: { class: "write", operands: "e*", options: "-check -diff -recursive -write=t", forms: [{ if: "-check -write=false", class: "read", operands: "r*" }] },
      plugins: { subs: { "installed required": { class: "read", operands: "r?" }, "install remove": { class: "network", operands: "t*" } } },
      "build init console hcl2_upgrade fix": { class: "execute", operands: "r*", options: "-force -debug -only=t -except=t -var=t -var-file=r -on-error=t -parallel-builds=n -upgrade -color=t -timestamp-ui" },
    },
    };
  },
  "cdk pulumi cdktf serverless sls sam amplify eb"() {
    return { source: "the tools' own help", info: "-h --help --version", subs: { "docs doctor about whoami version": read, "*": { class: "execute", style: "posix", operands: "t*", exact: "launcher" } } };
  },
  vagrant() {
    return { source: "vagrant 2.4 documentation", info: "-h --help -v --version", subs: { "status global-status version port ssh-config": read, "up reload provision ssh halt suspend resume box plugin init package": { class: "execute", operands: "t*" }, destroy: { ...destroys, options: "-f|--force -g|--graceful --parallel", does: "deletes a virtual machine" } } };
  },
  "ansible-playbook ansible ansible-pull ansible-console ansible-test"() {
    return { source: "ansible-core 2.18 documentation", class: "execute", exact: "launcher", info: "-h --help --version", options: "-i|--inventory=r -C|--check -D|--diff -l|--limit=t -t|--tags=t --skip-tags=t -e|--extra-vars=t -v -vv -vvv -vvvv --list-hosts --list-tasks --list-tags --syntax-check -b|--become!privilege -K -k -u|--user=t -f|--forks=n --start-at-task=t --step -m=t -a=t -M|--module-path=p --vault-password-file=p --private-key=r --ssh-common-args=p --flush-cache --force-handlers -U|--url=u", operands: "t*", projectCode: true, forms: [{ if: "-m -a --module-path", projectCode: false }] };
  },
  "ansible-inventory"() {
    return { source: "ansible-core 2.18 documentation", class: "execute", info: "-h --help --version", options: "-i|--inventory=s --list --host=t --graph --yaml -y --toml --export --vars -l=t --output=w!write -v -vv", operands: "t*", projectCode: true };
  },
  "ansible-doc ansible-config"() {
    return { source: "ansible-core 2.18 documentation", class: "read", info: "-h --help --version", options: "-l|--list -F|--list_files -s|--snippet -j|--json -t|--type=t -e=t -v -M|--module-path=p --playbook-dir=p -r|--roles-path=p --metadata-dump -c=r --only-changed -f|--format=t", operands: "t*", subs: { "list dump view validate": { class: "read", options: "--only-changed -f|--format=t -t|--type=t -c|--config=r -v", operands: "t*" }, init: { class: "read", options: "--disabled -f=t -t=t" } } };
  },
  "ansible-galaxy"() {
    return { source: "ansible-core 2.18 documentation", info: "-h --help --version", subs: { "role collection": { subs: { list: { ...read, options: "-p=r --format=t" }, "info search verify": { ...remote, options: "-v -s=u --offline --author=t" }, "install download": { class: "execute", operands: "t*", options: "-r=r -p=w -f|--force --force-with-deps --upgrade -U -n" }, "init build publish delete import remove setup": network } }, list: read, "info search": remote, install: { class: "execute", operands: "t*", options: "-r=r -p=w -f|--force" } } };
  },
  "ansible-vault"() {
    return { source: "ansible-core 2.18 documentation", info: "-h --help --version", subs: { "view decrypt": { class: "read", operands: "r*", reveals: true, options: "--vault-password-file=p --vault-id=t --output=w!write -J" }, "create edit encrypt rekey encrypt_string": { class: "write", operands: "e*", options: "--vault-password-file=p --vault-id=t --output=w!write -n=t" } } };
  },
  "ansible-lint"() {
    return { source: "ansible-lint 25 documentation", class: "execute", style: "exact-long", info: "-h --help --version", options: "-p|--parseable -q -v -x=t --skip-list=t -r=s -R -t=t --fix[=t]!write -w=t --exclude=t --profile=t --offline -f=t -L -T -c=s --strict --nocolor --exclude-rules=t -o", operands: "r*", projectCode: true };
  },
  "nomad vault consul"() {
    return { source: "the tools' own help", info: "-h -help --help -v -version --version", style: "single-dash", subs: { status: { class: "remote-read", options: "-address=u!network -verbose -json -short -format=t", operands: "t*" }, version: read, members: { class: "remote-read" } } };
  },
};
