// Longer than most: option lists of clients with dozens of services.
import type { Command, Family } from "./schema.ts";

const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;
const secret = { class: "remote-read", operands: "t*", reveals: true } as const satisfies Command;
const local = { class: "read", operands: "t*" } as const satisfies Command;
const network = { class: "network", operands: "t*" } as const satisfies Command;
const write = { class: "write", operands: "t*" } as const satisfies Command;
const destroys = { class: "destructive", operands: "t*", exact: "destructive" } as const satisfies Command;

/** Every service names its options; those that reach elsewhere, read or write files are named, the others are text. */
const awsOptions = "--start-time=t --end-time=t --*";
const awsRead = { ...remote, options: `--include-value!secret --include-values!secret ${awsOptions}` } as const;
const awsSecret = { ...secret, options: awsOptions } as const;
const awsFile = {
  class: "write",
  options: awsOptions,
  operands: "t* w",
  does: "downloads into a file",
} as const satisfies Command;
const awsVerbs: Record<string, Command> = {
  "describe-* get-* list-* search-* lookup-* head-* batch-get-* batch-describe-* filter-* simulate-* estimate-* validate-* admin-get-* admin-list-* query-objects* tail wait help":
    awsRead,
  // By the service models of botocore: what gives a password, a key, a token or a link that needs no login.
  "get-secret-value batch-get-secret-value get-login get-login-password get-authorization-token get-session-token get-session-embed-url get-dashboard-embed-url get-federation-token get-credentials* get-cluster-* get-open-id-token* get-password-data get-role-credentials get-token get-tokens-from-refresh-token get-resource-api-key get-resource-oauth2-token get-workload-access-token* get-access-token get-identity-center-auth-token get-managed-endpoint-session-credentials get-environment-credentials get-programmatic-access-credentials get-external-data-view-access-details get-temporary-* get-random-password get-data-access get-instance-access* get-compute-a* get-relational-database-master-user-password get-decrypted-api-key list-api-keys get-ice-server-config get-stream-key batch-get-stream-key get-job-details get-third-party-job-details get-job-unlock-code get-sensitive-data-occurrences describe-chap-credentials describe-user-pool-client describe-vpn-connections get-vpn-connection-device-sample-configuration get-attendee list-attendees get-iam-portal-login-url describe-identity-provider get-identity-provider get-identity-provider-by-identifier get-backend-auth describe-virtual-interfaces get-wireless-device get-accessor get-gcm-channel get-baidu-channel get-webhook list-webhooks get-hls-streaming-session-url get-dash-streaming-session-url get-artifact-url list-artifacts get-upload list-uploads get-game-session-log-url get-download-url-for-layer get-file-upload-url describe-user-import-job list-user-import-jobs get-attachment get-attached-file get-dataset-content get-terminology get-parallel-data get-job-manifest":
    awsSecret,
  // What makes a key prints it, once.
  "create-access-key create-key-pair create-keys-and-certificate create-api-key create-service-specific-credential reset-service-specific-credential generate-data-key generate-data-key-pair":
    { ...network, reveals: true, options: awsOptions },
  "get-parameter*": {
    ...remote,
    options: "--with-decryption!secret --*",
  },
  "get-object get-object-torrent get-job-output get-thing-shadow get-configuration get-latest-configuration get-media get-media-for-fragment-list get-clip get-snapshot-block get-code-binding-source get-raw-message-content get-package-version-asset get-export get-sdk get-read-set get-reference get-chunk get-object-metadata get-named-shadow get-hosted-configuration-version get-introspection-schema get-profile get-position-estimate get-resource-position get-work-unit-results get-map-* get-tile get-glyphs get-sprites get-static-map get-style-descriptor get-image-frame get-image-set-metadata describe-input-device-thumbnail":
    awsFile,
  // They take a task from its queue, make an identity, send a message, store a template.
  "get-activity-task get-id get-user-attribute-verification-code get-flow-logs-integration-template": {
    ...network,
    options: awsOptions,
  },
  "invoke invoke-model invoke-endpoint": { class: "network", options: awsOptions, operands: "t* w" },
  "delete-* terminate-* purge-* deregister-* remove-* revoke-* reset-* batch-delete-* destroy-* disable-* stop-*": {
    ...destroys,
    options: awsOptions,
    does: "deletes or stops something in the cloud",
  },
};
const service: Command = { subs: awsVerbs };

const GCLOUD = `--project=t --account=t --format=t --filter=t --limit=n --sort-by=t --page-size=n --quiet -q --verbosity=t --configuration=t --billing-project=t --impersonate-service-account=t --log-http --user-output-enabled[=t] --no-user-output-enabled
  --region=t --zone=t --zones=t --regions=t --location=t --uri --flatten=t --trace-token=t --access-token-file=r --flags-file=p --cluster=t --platform=t --async --global --show-deleted --freshness=t --order=t --service=t  --instance=t --database=t --revision=t --include-logs`;
/** After a subcommand `--version` is a thing of the cloud; before one it tells about the program. */
const GCLOUD_SUB = `${GCLOUD} --version=t`;

const NOUNS = `access-context-manager accounts addresses ai ai-platform alloydb api-gateway apigee api-keys apis app appengine apphub app-profiles artifacts asset assured attached-clusters autoscaling-policies
  backend-buckets backend-services backup-plans backups bigtable billing bindings budgets builds buckets certificates certificate-manager channels clusters cloud-shell composer compute config configurations connections connectors composite container dashboards
  containers data-catalog database-migration databases dataflow dataplex dataproc datastore deployment-manager devices disks disk-types dns docker domains endpoints environments essential-contacts eventarc events
  executions external-vpn-gateways files filestore firebase firestore firewall firewall-policies firewall-rules flags folders forwarding-rules functions health-checks healthcare hub iam iap images image-families indexes ingress-rules instance-groups instance-templates instances
  interconnects jobs keyrings keys kms locations logs machine-images machine-types managed managed-zones memberships memcache metrics ml models monitoring network-endpoint-groups network-management network-security networks node-pools 
  objects operations org-policies organizations packages node-templates node-groups policies policy-tags pools ports privateca private-connections project-info projects pubsub quotas recommender record-sets redis regions releases repositories reservations resource-manager
  resource-policies revisions roles rollouts routers routes routines scc scheduler schemas secrets security-policies service-accounts service-attachments services settings sinks snapshots sole-tenancy source spanner sql ssl-certificates ssl-policies
  ssl-certs storage subnets subscriptions tags target-grpc-proxies target-http-proxies target-https-proxies target-instances target-pools target-ssl-proxies target-tcp-proxies target-vpn-gateways targets tasks templates tensorboards tiers topics tpus trace transcoder transfer triggers types unmanaged
  url-maps users versions views vms vmware vpn-gateways web vpn-tunnels vpc-access workbench worker-pools workflows workload-identity-pools workspaces workstations zones trust-configs server-tls-policies client-tls-policies gateway-security-policies authorization-policies url-lists attestors binauthz batch logging queues repos domain-mappings accelerator-types`;

const gcloudVerbs: Record<string, Command> = {
  "list list-instances describe get get-nat-mapping-info get-iam-policy list-grantable-roles list-testable-permissions read tail get-ancestors get-ancestors-iam-policy get-health get-status get-serial-port-output lookup search search-all-resources search-all-iam-policies list-tags list-vulnerabilities list-default-users get-operation get-server-config check-iam-policy query-activity troubleshoot-policy":
    { ...remote, options: `${GCLOUD_SUB} --*` },
  "print-access-token print-identity-token get-value access get-credentials-token get-public-key print-settings reset-windows-password get-credentials":
    { ...secret, options: `${GCLOUD_SUB} --*` },
  "delete destroy remove remove-iam-policy-binding reset purge stop": {
    ...destroys,
    options: `${GCLOUD_SUB} --*`,
    does: "deletes or stops something in the cloud",
  },
};
gcloudVerbs["ssh"] = {
  class: "network",
  exact: "launcher",
  options: `${GCLOUD_SUB} --command=i --*`,
  operands: "t*",
};
const gcloudGroup: Record<string, Command> = { ...gcloudVerbs };
gcloudGroup[NOUNS] = { subs: gcloudGroup };
/** As nouns of other groups these two act: `gcloud run deploy list` starts a service of that name. */
const gcloudTop: Record<string, Command> = { ...gcloudGroup, "run deploy": { subs: gcloudGroup } };

const AZ =
  "-g|--resource-group=t -n|--name=t -o|--output=t --query=t --subscription=t --debug --verbose --only-show-errors --open!execute --with-secrets!secret --with-secure-properties!secret --resolve-keyvault!secret --result-file=w!write -* --*";
const AZ_NOUNS = `account acr ad afd agentpool aks alert apim app app-insights appconfig application-gateway appservice arc artifact assignment auto-provisioning-setting authorization-rule autoscale availability-set backup backend-pool bastion batch billing blob blueprint boards bot branch build
  cache cdn certificate cloud cluster action-group activity-log agent cognitiveservices collection component config connectedk8s connection consumption consumer-group container containerapp cosmosdb credential-set custom-domain dashboard database databricks datafactory db definition deployment devcenter devops diagnostic-settings
  disk disk-encryption-set dns domain elastic-pool endpoint env environment event eventgrid eventhub eventhubs failover-group express-route extension feature file firewall firewall-rule flexible-server function functionapp gallery gateway gremlin graph group hdinsight host hostname http-listener hub
  identity image image-definition image-version ingress iot ip-config iteration job k8s-extension k8s-configuration keyvault kusto kv lab lb location lock log log-analytics log-profiles logicapp logic mariadb management-group managedapp managed-cluster member metadata metrics ml model mongodb
  monitor mysql namespace nat netappfiles network nic node nodepool notification-hub nsg operation owner peering permission pipeline pipelines plan policy pool postgres pr pricing private-dns private-endpoint private-link-resource probe product project provider public-ip quantum queue
  quota record-set redis redisenterprise ref relay release replica replication repo repos repository reservations resource restore-point revision role route route-table rule runs schedule search security server service service-endpoint servicebus sf share sig signalr signed-in-user slot
  snapshot sp spring sql sshkey staticwebapp stack stacks state storage stream-analytics sub subnet subscription synapse table tag task taskrun team topic traffic-manager trigger ts url-path-map usage user variable variable-group vault virtual-endpoint vm vmss vnet vnet-gateway vpn-connection
  watcher waf-policy wiki webapp webpubsub work-item workflow workspace zone area relation reviewer extension-types advisor recommendation configuration ssl cors access-restriction tags manifest`;
const azVerbs: Record<string, Command> = {
  "show list list-* show-* tail exists query check-health check-name logs version get-versions get-upgrades list-sizes summarize get-instance-view list-skus url find":
    { ...remote, options: AZ },
  "list-keys show-keys show-connection-string list-connection-strings list-publishing-credentials list-publishing-profiles get-access-token list-credentials get-credentials generate-sas list-secrets list-admin-keys list-query-keys list-read-only-keys list-key show-cd-url show-device-config-script":
    { ...secret, options: AZ },
  "delete purge remove clear stop deallocate reset": {
    ...destroys,
    options: AZ,
    does: "deletes or stops something in the cloud",
  },
};
const azGroup: Record<string, Command> = { ...azVerbs };
azGroup[AZ_NOUNS] = { subs: azGroup };
const azSecret: Command = { ...secret, options: AZ };
azGroup["key keys appsettings connection-string credential"] = { subs: { "list show": azSecret } };

const auth0Group: Record<string, Command> = {
  "list ls show search search-by-email diff stats": {
    ...remote,
    options: "-n|--number=n -q|--query=t -s|--sort=t --reveal-secrets!secret -r!secret -p|--picker",
  },
  "delete rm": { ...destroys, options: "--*", does: "deletes something of the tenant" },
};
auth0Group[
  "actions apis apps domains email event-streams grants members orgs organizations permissions phone prompts protection provider bot-detection bpd breached-password-detection brute-force-protection suspicious-ip-throttling suspicious-ip quickstarts qs roles rules scopes templates tenants terraform token-exchange ul universal-login users blocks customize network-acl"
] = { subs: auth0Group };

/** Clouds: what begins like a question is one, but for those whose answer is a secret or goes into a file. */
export const clouds: Family = {
  "aws awslocal"() {
    return {
      source: "AWS CLI 2.27 reference",
      style: "exact-long",
      info: "--version",
      anywhere: `--profile=t --region=t --output=t --query=t --[no-]cli-pager --no-paginate --max-items=n --page-size=n --starting-token=t --endpoint-url=u!network --no-verify-ssl --ca-bundle=r --cli-input-json=t --cli-input-yaml=t --generate-cli-skeleton[=t]
      --debug!secret --color=t --no-sign-request --cli-read-timeout=n --cli-connect-timeout=n --cli-binary-format=t --no-cli-auto-prompt --cli-auto-prompt!unknown --command=i --cli-error-format=t --outfile=w!write`,
      subs: {
        s3: {
          subs: {
            ls: {
              class: "remote-read",
              options:
                "--recursive --human-readable --summarize --request-payer[=t] --bucket-name-prefix=t --bucket-region=t",
              operands: "t*",
            },
            presign: { ...secret, options: "--expires-in=n" },
            cp: { class: "network", options: "--*", operands: "R w" },
            sync: { class: "network", options: "--delete!destructive --*", operands: "R w" },
            mv: { class: "network", options: "--*", operands: "D w" },
            "mb website": { ...network, options: "--*" },
            "rm rb": { ...destroys, options: "--*", does: "deletes objects from a bucket" },
            help: local,
          },
        },
        configure: {
          class: "unknown",
          subs: {
            "list list-profiles": local,
            get: { class: "read", operands: "t*", forms: [{ if: "~*region* ~*output*" }, { if: "1+", reveals: true }] },
            "export-credentials": { class: "read", reveals: true, options: "--format=t" },
            // `credential_process` and the like name programs.
            set: { ...write, operands: "t p?" },
            import: { ...write, options: "--csv=r" },
            "sso add-model": write,
          },
        },
        sts: {
          subs: {
            "get-caller-identity get-access-key-info decode-authorization-message help": awsRead,
            "assume-role assume-role-with-saml assume-role-with-web-identity get-session-token get-federation-token": {
              ...secret,
              options: "--*",
            },
          },
        },
        rds: { subs: { ...awsVerbs, "generate-db-auth-token": awsSecret } },
        eks: {
          subs: {
            ...awsVerbs,
            "get-token": awsSecret,
            "update-kubeconfig": { ...write, options: "--*" },
          },
        },
        kms: { subs: { ...awsVerbs, decrypt: awsSecret, encrypt: { ...network, options: "--*" } } },
        dynamodb: { subs: { ...awsVerbs, "scan query get-item batch-get-item transact-get-items": awsRead } },
        logs: { subs: { ...awsVerbs, "start-query stop-query tail filter-log-events start-live-tail": awsRead } },
        cloudformation: {
          subs: {
            ...awsVerbs,
            "detect-stack-drift detect-stack-resource-drift estimate-template-cost": awsRead,
            deploy: { ...network, options: "--*" },
          },
        },
        // A connection shows the password that it logs in with.
        glue: {
          subs: {
            ...awsVerbs,
            "get-connection get-connections": {
              ...secret,
              options: `--hide-password --no-hide-password!secret ${awsOptions}`,
              forms: [{ if: "--hide-password", reveals: false }],
            },
          },
        },
        cloudfront: { subs: { ...awsVerbs, "get-function": awsFile } },
        location: { subs: { ...awsVerbs, "describe-key": awsSecret } },
        mediapackage: { subs: { ...awsVerbs, "describe-channel list-channels": awsSecret } },
        amplify: { subs: { ...awsVerbs, "get-app list-apps get-branch list-branches": awsSecret } },
        sns: { subs: { ...awsVerbs, "check-if-phone-number-is-opted-out": awsRead } },
        help: local,
        "*": service,
      },
    };
  },
  gcloud() {
    return {
      source: "gcloud 520 reference",
      style: "exact-long",
      globals: GCLOUD,
      info: "-h --help --version",
      subs: {
        ...gcloudTop,
        "info version help topic": {
          class: "read",
          options: `${GCLOUD_SUB} --run-diagnostics --show-log --anonymize`,
          operands: "t*",
        },
        auth: {
          subs: {
            list: { class: "read", options: GCLOUD_SUB },
            "print-access-token print-identity-token": { ...secret, options: `${GCLOUD_SUB} --audiences=t` },
            "application-default": { subs: { "print-access-token": { ...secret, options: GCLOUD_SUB } } },
            "login revoke activate-service-account configure-docker": network,
          },
        },
        config: {
          subs: {
            "list get get-value": { class: "read", options: `${GCLOUD_SUB} --all`, operands: "t*" },
            configurations: {
              subs: {
                "list describe": { class: "read", options: GCLOUD_SUB, operands: "t*" },
                "create activate delete rename": write,
              },
            },
            "set unset": write,
          },
        },
        components: { subs: { list: { ...remote, options: GCLOUD_SUB }, "install update remove": network } },
        secrets: {
          subs: {
            ...gcloudVerbs,
            versions: {
              subs: { ...gcloudVerbs, access: { ...secret, options: `${GCLOUD_SUB} --secret=t --out-file=w!write` } },
            },
          },
        },
        storage: {
          subs: {
            ...gcloudGroup,
            "ls du hash": {
              ...remote,
              options: `${GCLOUD_SUB} -s|--summarize -l|--long -r|-R|--recursive -a|--all-versions -b|--buckets -e|--etag -L|--full -c|--total -j|--json --*`,
            },
            cat: { ...remote, options: `${GCLOUD_SUB} --*` },
            "cp mv rsync": { class: "network", options: `${GCLOUD_SUB} --*`, operands: "R* w" },
            rm: { ...destroys, options: `${GCLOUD_SUB} --*`, does: "deletes objects from a bucket" },
          },
        },
        builds: { subs: { ...gcloudGroup, log: { ...remote, options: `${GCLOUD_SUB} --stream` } } },
        "beta alpha": { subs: gcloudTop },
      },
    };
  },
  gsutil() {
    return {
      source: "gsutil 5.33 manual",
      globals: "-m -q -D -o=p -u=t",
      info: "--help --version",
      subs: {
        "ls stat du hash version": { ...remote, options: "-l -L -r -R -b -a -h -s -c -m -e" },
        cat: { ...remote, options: "-h -r=t" },
        "cp mv rsync": { ...network, options: "-r -R -n -d!destructive -c -z=t -a=t", operands: "R* w" },
        "rm rb": { ...destroys, options: "-r -R -f -a", does: "deletes objects from a bucket" },
        "mb setmeta": network,
        "acl cors iam lifecycle versioning": { ...network, subs: { get: remote } },
        signurl: secret,
      },
    };
  },
  bq() {
    return {
      source: "bq 2.1 reference",
      style: "exact-long",
      globals: "--project_id=t --dataset_id=t --format=t --location=t --quiet -q --headless",
      anywhere:
        "--api=h!network --discovery_file=p --bigqueryrc=p --apilog=w!write --credential_file=r --service_account_credential_file=r --service_account_private_key_file=r --application_default_credential_file=r",
      info: "--help --version",
      subs: {
        "ls show head version": { ...remote, options: "--* -n=n -d -j -p -a" },
        query: { ...network, options: "--*" },
        rm: { ...destroys, options: "--* -r -f -t -d", does: "deletes tables" },
      },
    };
  },
  az() {
    return {
      source: "Azure CLI 2.72 reference",
      style: "exact-long",
      info: "-h --help -v --version",
      globals: "-o|--output=t --query=t --subscription=t --debug --verbose --only-show-errors",
      subs: {
        ...azGroup,
        version: { class: "read", options: AZ },
        find: { ...remote, options: AZ },
        account: { subs: { ...azGroup, "clear set": { ...write, options: AZ } } },
        // What it builds may bear any name: `acr build list`.
        acr: { subs: { ...azGroup, build: network } },
        keyvault: {
          subs: {
            ...azGroup,
            key: { subs: azVerbs },
            secret: {
              subs: { "list list-versions list-deleted": { ...remote, options: AZ }, "show download backup": azSecret },
            },
          },
        },
        iot: { subs: { ...azGroup, hub: { subs: { ...azGroup, policy: { subs: { "list show": azSecret } } } } } },
        bicep: { subs: { version: { ...local, options: AZ }, "list-versions": { ...remote, options: AZ } } },
        login: network,
        logout: write,
      },
    };
  },
  "doctl linode-cli hcloud vultr-cli scw ibmcloud oci"() {
    return {
      source: "the tools' own help",
      style: "exact-long",
      info: "-h --help --version",
      // Another server would be sent the login.
      anywhere:
        "-o|--output=t --api-url=h!network --api-host=h!network --endpoint=h!network --config=p --config-file=p --cli-rc-file=p --debug-file=w!write --http-retry-max=n",
      subs: {
        version: local,
        context: { subs: { "active list": { ...local, operands: "" } } },
        "account server server-type network volume firewall image location datacenter ssh-key load-balancer primary-ip floating-ip certificate iso linodes domains regions nodebalancers apps":
          { subs: { ip: remote, "get list describe view": { ...remote, options: "--*" } } },
        compute: {
          subs: {
            "droplet image domain firewall load-balancer region size volume certificate snapshot tag": {
              subs: { "get list": { ...remote, options: "--*" } },
            },
          },
        },
      },
    };
  },
  auth0() {
    return {
      source: "Auth0 CLI 1.12 documentation",
      style: "exact-long",
      info: "-h --help -v --version",
      anywhere: "--debug --no-color --no-input --tenant=t -t=t --json --json-compact --csv",
      subs: {
        ...auth0Group,
        api: {
          class: "remote-read",
          options: "-d|--data=t!network -q|--query=t --force",
          operands: "t t?",
          // By any case.
          forms: [{ if: "~post ~put ~patch ~delete", class: "network" }],
        },
        logs: { subs: { "list ls tail": { ...remote, options: "--filter=t -f=t -n|--number=n -p|--picker" } } },
        login: network,
        logout: write,
      },
    };
  },
};
