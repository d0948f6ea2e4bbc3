import type { Command, Family } from "./schema.ts";

const remote = { class: "remote-read", operands: "t*" } as const satisfies Command;
const local = { class: "read", operands: "t*" } as const satisfies Command;
const network = { class: "network", operands: "t*" } as const satisfies Command;

/** What platforms that run an app are asked. */
const web = {
  ...remote,
  options:
    "-j|--json -a|--app=t -o|--output=t --format=t -n=n --limit=n --num=n --name=t --env=t -S|--scope=t --prod --logs --source=t --dyno=t --status=t --since=t --project=t --project-ref=t --linked --branch=t --remote -A --all -c|--config=p",
} as const satisfies Command;

/** Platforms that run an app, and services that it uses. */
export const cloudPlatforms: Family = {
  // A word that is none of its commands is a folder that goes online.
  vercel() {
    const list = { ...web, operands: "", subs: { "list ls inspect": web } } as const;
    return {
      source: "Vercel CLI 44 documentation",
      style: "exact-long",
      info: "-h --help -v --version",
      subs: {
        "list ls whoami inspect logs": web,
        "env domains dns certs alias project teams target integration": list,
        "login logout": network,
      },
    };
  },
  "flyctl fly netlify heroku railway render wrangler firebase supabase eas"() {
    const list = { ...web, operands: "", subs: { "list ls": web } } as const;
    return {
      source: "the tools' own help",
      style: "exact-long",
      info: "-h --help --version",
      subs: {
        "status whoami apps:info ls list ps releases projects:list sites:list deployments:list functions:list hosting:sites:list releases:info addons:info info tail apps:list functions:log pg:info pg:ps pg:locks redis:info auth:whoami build:list":
          web,
        // Of supabase; its report goes into files.
        inspect: { ...web, forms: [{ if: "=report", class: "write" }] },
        "version pg:backups": { ...web, operands: "" },
        logs: { ...web, options: `${web.options} --tail -t --no-tail` },
        "apps projects deployments domains sites functions machine machines volumes ips certs addons image scale checks orgs versions teams regions":
          { ...list, subs: { "list ls show status view": web } },
        // The address that `redis status` shows holds a password.
        "secret postgres redis pipelines buildpacks services hyperdrive migration branches pages": {
          ...list,
          subs: { ...list.subs, "deployment project": list },
        },
        "kv d1 r2 queues": {
          ...list,
          subs: {
            "list ls info": web,
            // Of migrations even a list makes the table that holds them.
            "namespace bucket": { ...list, subs: { "list ls info": web } },
            key: { subs: { list: { ...web, options: `${web.options} --namespace-id=t --binding=t --prefix=t` } } },
          },
        },
        auth: { subs: { whoami: web } },
        "login logout": network,
        "run run:detached": {
          class: "execute",
          style: "posix",
          exact: "launcher",
          operands: "i?",
          options: "-a|--app=t -s=t -e=t --*",
        },
        ssh: {
          subs: {
            console: { class: "execute", exact: "launcher", options: "-C|--command=i -a|--app=t --*", operands: "t*" },
          },
        },
      },
    };
  },
  "sentry-cli datadog-ci newrelic pagerduty stripe twilio"() {
    return {
      source: "the tools' own help",
      style: "exact-long",
      info: "-h --help --version",
      subs: {
        version: local,
        info: remote,
        "releases projects organizations issues customers products prices invoices subscriptions events charges payment_intents balance_transactions":
          {
            operands: "",
            subs: {
              list: {
                ...remote,
                options:
                  "-l|--limit=n -o=t --org=t -p=t --project=t --starting-after=t --ending-before=t --live --email=t --customer=t --status=t",
              },
            },
          },
      },
    };
  },
};
