import type { Entry, Family } from "./schema.ts";

const told: Entry = { source: "the tools' own help", class: "unknown", info: "--help --version" };

/** Programs of which only that is known how they tell about themselves: what else they do asks. */
export const named: Family = {
  "antlr asciinema atuin bear borg broot btm ccache certbot cfn-lint chromedriver conan ctop devcontainer difftastic dprint dstat earthly expo ghq git-cliff git-crypt gitui glow gotestsum gping grex haproxy hledger hurl iftop influxd iotop jj kubelet kubeseal lazydocker lazygit lighthouse litecli lnav lua-language-server mdbook meld mkcert mongod mosquitto_pub mosquitto_sub mprocs multitail mycli nats nats-server navi ncdu nethogs newman nextflow ngrok nmon node-gyp nvtop oha osv-scanner pgcli pijul pixi powertop procs pyupgrade qemu-img redis-server redocly renovate rover rsnapshot rsvg-convert runc rust-analyzer sass sccache shellharden snakemake snyk spectral speedtest squid starship surge stow swagger-cli swiftformat telegraf tesseract tfenv tfsec tig topgrade trufflehog ttyd uglifyjs vd vhs visidata vnstat vsce wasmer watchman weasyprint xcodegen yazi zola zoxide"() {
    return told;
  },
  "argo arduino-cli caddy circleci cloudflared codeql conftest dagger devspace dolt gitleaks helmfile hugo infracost k0s k3s kn kompose logcli opa pluto polaris popeye restic sqlc steampipe swagger syncthing talosctl terraform-docs terrascan tkn traefik usql wasmtime"() {
    return { ...told, subs: { version: { class: "remote-read" } } };
  },
};
