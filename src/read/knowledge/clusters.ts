// Longer than most: option lists of clients with dozens of subcommands.
import type { Command, Family, Form } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;

const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;

/** A repository that is cloned (`github.com/owner/name`). Source: kustomize documentation, "Remote targets". */
const ELSEWHERE = { if: "~*://* ~*@*:* ~*.*/*/*", operands: "k" } as const satisfies Form;

/** What a folder names as its resources is fetched, from wherever it says. */
const FETCHES = { class: "network", does: "fetches what the folder names, from wherever it says" } as const;

const write = { class: "write", operands: "t*" } as const satisfies Command;

const network = { class: "network", operands: "t*" } as const satisfies Command;

const destroys = { class: "destructive", operands: "t*", exact: "destructive" } as const satisfies Command;

const enters = {
  class: "execute",
  style: "posix",
  exact: "launcher",
  does: "runs a program in a container",
} as const satisfies Command;

const DRY_RUN = { if: "--dry-run=client --dry-run=server", class: "remote-read", exact: null, does: null } as const;

const KUBE = `-n|--namespace=t --context=t --cluster=t --user=t --kubeconfig=p --as=t --as-group=t -s|--server=u!network --token=t --request-timeout=t --insecure-skip-tls-verify --certificate-authority=r --client-certificate=r --client-key=r
  --cache-dir=w --tls-server-name=t --match-server-version --profile=t --profile-output=w!write -v|--v=n --warnings-as-errors --disable-compression --log-flush-frequency=t --vmodule=t --kuberc=p`;

const SELECT =
  "-l|--selector=t --field-selector=t -A|--all-namespaces -f|--filename=r -k|--kustomize=R!network -R|--recursive --chunk-size=n";

const PRINT =
  "-o|--output=t --template=t --sort-by=t --show-labels -L|--label-columns=t --no-headers -w|--watch --watch[=t] --watch-only --output-watch-events --ignore-not-found --show-kind --show-managed-fields[=t] --server-print --raw=t --subresource=t --allow-missing-template-keys";

const DRY =
  "--dry-run=t --field-manager=t --save-config --validate[=t] --server-side --force-conflicts --wait --timeout=t --overwrite --all --record --local --list -o|--output=t";

/** From level 8 on the log holds what the server answers. */
const LOGS_SECRETS = { if: "--v&~*secret* --vmodule&~*secret* --v&--filename", reveals: true } as const;

/** What those that keep clusters as they should be are asked. */
const shows = {
  ...remote,
  options:
    "-o|--output=t -A|--all-namespaces -l|--selector=t -p|--project=t -N|--app-namespace=t --refresh --revision=t --tail=n --since=t --follow --container=t --level=t --kind=t --name=t --for=t --port=n --proxy --pre --details --all --watch[=t] --no-header --client",
} as const satisfies Command;

/** What orchestrates containers. */
export const clusters: Family = {
  "kubectl oc k3s-kubectl"() {
    return {
      source: "kubectl 1.33 reference",
      equals: true,
      anywhere: KUBE,
      info: "-h --help",
      subs: {
        get: {
          ...remote,
          options: `${SELECT} ${PRINT}`,
          forms: [
            {
              if: "--raw=/healthz --raw=/livez --raw=/readyz --raw=/version --raw=/healthz?verbose --raw=/livez?verbose --raw=/readyz?verbose",
            },
            { if: "--raw", reveals: true },
            LOGS_SECRETS,
            // Names and sizes, as the table has that is printed where no other form is asked for.
            { if: "--output=name --output=wide" },
            { if: "--output&~*secret* --template&~*secret*", reveals: true },
            // What a file names may be a secret.
            { if: "--output&--filename --output&--kustomize --template&--filename", reveals: true },
          ],
        },
        describe: { ...remote, options: `${SELECT} --show-events`, forms: [LOGS_SECRETS] },
        logs: {
          ...remote,
          options:
            "-f|--follow --tail=n --since=t --since-time=t --timestamps -c|--container=t --all-containers -p|--previous -l|--selector=t --limit-bytes=n --prefix --max-log-requests=n --pod-running-timeout=t --all-pods --ignore-errors",
        },
        events: { ...remote, options: `${SELECT} ${PRINT} --for=t --types=t` },
        explain: { ...remote, options: "--recursive --api-version=t -o|--output=t" },
        "api-resources api-versions version": {
          ...remote,
          options: `${PRINT} --namespaced[=t] --verbs=t --api-group=t --categories=t --cached --client --short`,
        },
        "cluster-info": {
          class: "remote-read",
          subs: {
            dump: {
              ...remote,
              options: `${SELECT} --output-directory=w!write --namespaces=t -o|--output=t --pod-running-timeout=t`,
            },
          },
        },
        top: {
          subs: {
            "node nodes no pod pods po": {
              ...remote,
              options:
                "-l|--selector=t -A|--all-namespaces --containers --sort-by=t --no-headers --sum --use-protocol-buffers --field-selector=t --show-capacity",
            },
          },
        },
        auth: {
          subs: {
            "can-i whoami": {
              ...remote,
              options: "--list -q|--quiet -A|--all-namespaces --subresource=t --no-headers -o|--output=t",
            },
            reconcile: { ...network, options: "-f|--filename=r" },
          },
        },
        rollout: {
          subs: {
            "status history": { ...remote, options: `${SELECT} --revision=n -w|--watch[=t] --timeout=t -o|--output=t` },
            undo: { ...destroys, options: "--to-revision=n --dry-run=t", does: "rolls a deployment back" },
            "restart pause resume": { ...network, options: SELECT },
          },
        },
        config: {
          subs: {
            view: {
              ...remote,
              class: "read",
              options: "--minify --flatten --raw!secret --merge -o|--output=t --template=t --show-managed-fields",
            },
            "current-context get-contexts get-clusters get-users": { ...read, options: "-o|--output=t --no-headers" },
            // `users.x.exec.command` is a program, and a server is who gets the credentials.
            set: { ...write, operands: "p*" },
            "use-context use set-context set-cluster set-credentials unset rename-context": {
              ...write,
              options: "--current --server=u --user=t --cluster=t --token=t --embed-certs --exec-command=x",
            },
            "delete-context delete-cluster delete-user": {
              ...destroys,
              does: "deletes an entry of the cluster configuration",
            },
          },
        },
        diff: {
          ...remote,
          options: `${SELECT} --server-side --field-manager=t --force-conflicts --prune --concurrency=n --show-managed-fields`,
        },
        wait: { ...remote, options: `${SELECT} --for=t --timeout=t --all -o|--output=t` },
        kustomize: {
          ...FETCHES,
          operands: "R?",
          forms: [ELSEWHERE],
          options:
            "-o|--output=w!write --enable-helm!execute --helm-command=x --enable-alpha-plugins!execute --enable-exec!execute --network!network --mount=t --env=t -e=t --load-restrictor=t --as-current-user --helm-kube-version=t --enable-star",
        },
        completion: read,
        options: read,
        plugin: { subs: { list: { ...read, options: "--name-only" } }, class: "read" },
        "apply create replace patch": {
          ...network,
          subs: { token: { ...network, reveals: true, options: `${DRY} --audience=t --duration=t` } },
          options: `${SELECT} ${DRY} --prune!destructive --prune-allowlist=t --force!destructive --cascade=t --grace-period=n -p|--patch=t --patch-file=r --type=t --image=t --replicas=n --from-literal=t --from-file=f --from-env-file=r --port=t --schedule=t --command --tcp=t --docker-server=t --docker-username=t --docker-password=t --clusterrole=t --role=t --serviceaccount=t --verb=t --resource=t --edit`,
          operands: "t*",
          forms: [DRY_RUN],
        },
        "label annotate set scale autoscale expose taint cordon uncordon": {
          ...network,
          options: `${SELECT} ${DRY} --replicas=n --current-replicas=n --min=n --max=n --cpu-percent=n --port=t --target-port=t --type=t --name=t --resource-version=t -c=t --containers=t --from=t -e=t --env=t --limits=t --requests=t`,
          forms: [
            DRY_RUN,
            {
              if: "--replicas=0",
              class: "destructive",
              exact: "destructive",
              does: "stops every copy of what others use",
            },
          ],
        },
        delete: {
          ...destroys,
          options: `${SELECT} --all --force --grace-period=n --cascade[=t] --now --ignore-not-found --wait[=t] --timeout=t --dry-run=t -o|--output=t -i --raw=t`,
          does: "deletes objects from the cluster",
          forms: [DRY_RUN],
        },
        drain: {
          ...destroys,
          options: `${SELECT} --force --ignore-daemonsets --delete-emptydir-data --grace-period=n --timeout=t --dry-run=t --disable-eviction`,
          does: "evicts everything from a node",
        },
        exec: {
          ...enters,
          options: "-c|--container=t -i|--stdin -t|--tty -q|--quiet -f|--filename=r --pod-running-timeout=t",
          operands: "t i?",
        },
        run: {
          ...enters,
          style: "gnu",
          options:
            "--image=t --rm -i|--stdin -t|--tty --restart=t --command --env=t --port=t --labels=t -l=t --dry-run=t -o|--output=t --overrides=t --image-pull-policy=t --attach --quiet -q --privileged!privilege --expose",
          operands: "t i?",
        },
        debug: {
          ...enters,
          style: "gnu",
          options:
            "--image=t -i|--stdin -t|--tty -c|--container=t --target=t --copy-to=t --share-processes --profile=t -q --env=t --replace --same-node --set-image=t --attach --custom=p",
          operands: "t i?",
        },
        "attach port-forward proxy": {
          ...network,
          options:
            "-i|--stdin -t|--tty -c|--container=t --address=t --port=n -p=n --pod-running-timeout=t -q --www=R --api-prefix=t --accept-hosts=t --unix-socket=w",
        },
        cp: {
          ...network,
          options: "-c|--container=t --no-preserve --retries=n",
          operands: "t*",
          language: "copy-away",
        },
        edit: { class: "network", operands: "t*", exact: "launcher" },
        certificate: network,
      },
    };
  },
  "kubectx kubens"() {
    return { source: "the tools' own help", class: "read", info: "-h --help -V --version", options: "-c|--current" };
  },
  istioctl() {
    return {
      source: "istioctl 1.26 command reference",
      equals: true,
      style: "exact-long",
      info: "-h --help --version",
      anywhere: "-n|--namespace=t -i|--istioNamespace=t --context=t -c|--kubeconfig=p",
      subs: {
        version: { ...shows, options: "-o|--output=t --short" },
        "proxy-status ps": shows,
        analyze: { ...shows, operands: "R*", options: "-A|--all-namespaces -o|--output=t --use-kube[=t]" },
        // Its `log` sets what is logged, and its `secret` shows keys.
        "proxy-config pc": {
          subs: { "cluster clusters c listener listeners l route routes r endpoint endpoints ep": shows },
        },
        experimental: { aliases: "x", subs: { describe: shows } },
      },
    };
  },
  "skaffold linkerd velero tilt cilium kubeadm"() {
    return {
      source: "the tools' own help",
      style: "exact-long",
      info: "-h --help --version",
      anywhere: "-n|--namespace=t --context=t --kubeconfig=p",
      subs: {
        version: { class: "remote-read", options: "--client --short -o|--output=t" },
        check: shows,
        "backup restore schedule snapshot-location backup-location": { subs: { "get describe logs": shows } },
        "status connectivity": { class: "remote-read", subs: { status: { class: "remote-read" } } },
      },
    };
  },
  argocd() {
    return {
      source: "argocd 3.0 command reference",
      equals: true,
      style: "exact-long",
      info: "-h --help",
      anywhere: "--grpc-web --insecure --server=u!network --config=p",
      subs: {
        version: { class: "remote-read", options: "--client --short -o|--output=t" },
        // What it shows of secrets is masked by the server.
        app: { subs: { "list get history resources diff manifests logs wait": shows } },
        "proj appset cluster": { subs: { "list get": shows } },
        "repo cert": { subs: { list: shows } },
        account: { subs: { "list get-user-info can-i": shows } },
      },
    };
  },
  flux() {
    return {
      source: "flux 2.6 command reference",
      equals: true,
      style: "exact-long",
      info: "-h --help -v --version",
      anywhere: "-n|--namespace=t --context=t",
      subs: {
        "get events tree stats version check logs trace export": {
          ...shows,
          options: `${shows.options} --status-selector=t`,
        },
      },
    };
  },
  stern() {
    return {
      source: "stern 1.32 help",
      equals: true,
      style: "exact-long",
      info: "-h --help -v --version",
      class: "remote-read",
      operands: "t?",
      options:
        "-n|--namespace=t -A|--all-namespaces -c|--container=t -l|--selector=t -s|--since=t --tail=n -t|--timestamps[=t] -i|--include=t -e|--exclude=t -o|--output=t --color=t --no-follow --only-log-lines",
    };
  },
  "k9s kustomize minikube kind k3d eksctl colima limactl kops"() {
    return {
      source: "the tools' own help",
      info: "-h --help --version",
      subs: {
        build: {
          ...FETCHES,
          operands: "R?",
          forms: [ELSEWHERE],
          options:
            "-o|--output=w!write --enable-helm!execute --enable-alpha-plugins!execute --enable-exec!execute --helm-command=x --load-restrictor=t",
        },
        "status version ip info": read,
        logs: { class: "read", options: "-n|--length=n --problems" },
        profile: { ...read, forms: [{ if: "=list" }, { if: "1+", class: "write" }] },
        get: {
          class: "read",
          operands: "t*",
          options: "-o|--output=t --name=t --region=t --cluster=t --state=t",
          forms: [{ if: "~secret*", reveals: true }],
          subs: {
            "clusters nodes": { class: "read", options: "--name=t --region=t -o|--output=t -A" },
            kubeconfig: { class: "read", reveals: true, operands: "t*" },
          },
        },
        list: read,
        "cluster node registry nodegroup addon addons service image": {
          class: "unknown",
          subs: {
            "list ls get": {
              class: "remote-read",
              options: "-o|--output=t --region=t --cluster=t --name=t",
              operands: "t*",
            },
          },
        },
      },
    };
  },
  // It is `limactl shell` by a short name.
  lima() {
    return {
      source: "Lima 1.2 documentation",
      ...enters,
      info: "-h --help -v --version",
      operands: "i?",
      does: "runs a program in a virtual machine",
    };
  },
  // A chart is a folder of that name where there is one, else one of a repository.
  helm() {
    return {
      source: "helm 3.17 documentation",
      equals: true,
      anywhere:
        "-n|--namespace=t --kube-context=t --kubeconfig=p --kube-apiserver=u!network --kube-token=t --kube-as-user=t --kube-as-group=t --kube-ca-file=r --kube-insecure-skip-tls-verify --kube-tls-server-name=t --debug --registry-config=r --repository-config=r --repository-cache=w --burst-limit=n --qps=n --plain-http --insecure-skip-tls-verify --username=t --password=t --ca-file=r --cert-file=r --key-file=r --keyring=r",
      info: "-h --help --version",
      subs: {
        list: {
          ...remote,
          aliases: "ls",
          options:
            "-A|--all-namespaces -a|--all -o|--output=t -q|--short -f|--filter=t -l|--selector=t -m|--max=n --offset=n -r|--reverse -d|--date --deployed --failed --pending --superseded --uninstalled --uninstalling --time-format=t --no-headers",
        },
        status: {
          ...remote,
          options: "-o|--output=t --revision=n --show-desc --show-resources",
          // The whole release, with its values.
          forms: [{ if: "--output=table" }, { if: "--output", reveals: true }],
        },
        get: {
          subs: {
            "values all manifest hooks": {
              ...remote,
              reveals: true,
              options: "-a|--all -o|--output=t --revision=n --template=t",
            },
            "notes metadata": { ...remote, options: "-o|--output=t --revision=n" },
          },
        },
        history: { ...remote, aliases: "hist", options: "-o|--output=t --max=n" },
        show: {
          aliases: "inspect",
          subs: {
            "all chart values readme crds": {
              ...remote,
              operands: "R",
              options: "--version=t --repo=u --devel --jsonpath=t --verify --pass-credentials",
            },
          },
        },
        search: {
          subs: {
            "repo hub": {
              ...remote,
              options:
                "-l|--versions --version=t --devel -o|--output=t -r|--regexp --max-col-width=n --list-repo-url --endpoint=u!network --fail-on-no-result",
            },
          },
        },
        template: {
          ...remote,
          operands: "R*",
          options:
            "-f|--values=r --set=t --set-string=t --set-file=f --set-json=t --set-literal=t -s|--show-only=t --include-crds --skip-crds --skip-tests --no-hooks --version=t --repo=u --devel --validate --is-upgrade --kube-version=t -a|--api-versions=t --name-template=t -g|--generate-name --release-name --output-dir=w!write --post-renderer=x --post-renderer-args=p --dependency-update!network --enable-dns!network --create-namespace --dry-run[=t] --disable-openapi-validation --verify --atomic --wait --timeout=t",
        },
        lint: {
          ...read,
          operands: "R*.",
          options:
            "-f|--values=r --set=t --set-string=t --set-file=f --set-json=t --strict --quiet --with-subcharts --kube-version=t --skip-schema-validation",
        },
        env: read,
        version: { ...read, options: "--short --template=t -c|--client" },
        "help completion": read,
        verify: read,
        dependency: {
          aliases: "dep dependencies",
          subs: {
            list: { ...read, operands: "R", aliases: "ls", options: "--max-col-width=n" },
            "update build": { ...network, operands: "R", options: "--skip-refresh --verify" },
          },
        },
        repo: {
          subs: {
            list: { ...read, aliases: "ls", options: "-o|--output=t" },
            add: {
              ...network,
              options:
                "--force-update --no-update --pass-credentials --username=t --password=t --allow-deprecated-repos",
              operands: "t u",
            },
            "update index": {
              ...network,
              options: "--force-update --no-update --pass-credentials --allow-deprecated-repos --url=t --merge=t",
              operands: "t*",
            },
            remove: { ...write, aliases: "rm" },
          },
        },
        plugin: {
          subs: {
            list: { ...read, aliases: "ls" },
            "install update": { class: "execute", operands: "u", options: "--version=t", exact: "launcher" },
            uninstall: { ...write, aliases: "rm remove" },
          },
        },
        "install upgrade": {
          ...network,
          operands: "R*",
          options:
            "-f|--values=r --set=t --set-string=t --set-file=f --set-json=t --set-literal=t -i|--install --version=t --repo=u --devel --wait --wait-for-jobs --timeout=t --atomic --dry-run[=t] --create-namespace --dependency-update -g|--generate-name --name-template=t --description=t --no-hooks --skip-crds --reuse-values --reset-values --reset-then-reuse-values --force!destructive --cleanup-on-fail --history-max=n --post-renderer=x --post-renderer-args=p -o|--output=t --replace --verify --take-ownership -l=t --labels=t --render-subchart-notes --hide-secret --disable-openapi-validation --enable-dns --pass-credentials",
          forms: [DRY_RUN, { if: "--dry-run= --dry-run=true", class: "remote-read" }],
        },
        uninstall: {
          ...destroys,
          aliases: "un del delete",
          options:
            "--keep-history --wait --timeout=t --dry-run --no-hooks --ignore-not-found --cascade=t --description=t",
          does: "removes a release from the cluster",
        },
        rollback: {
          ...destroys,
          options:
            "--wait --timeout=t --dry-run --force --recreate-pods --cleanup-on-fail --no-hooks --history-max=n --wait-for-jobs",
          does: "rolls a release back",
        },
        registry: {
          subs: {
            "login logout": {
              ...network,
              operands: "h",
              options: "-u|--username=t -p|--password=t --password-stdin --insecure",
            },
          },
        },
        push: { ...network, operands: "r u", options: "--insecure-skip-tls-verify --plain-http" },
        "create package pull test": {
          ...network,
          options:
            "--version=t -d|--destination=w --repo=u --untar --untardir=w --devel --app-version=t --sign --key=t --logs --timeout=t -p=t --starter=t -u=t",
          operands: "R*",
        },
      },
    };
  },
};
