import type { ProtectedGroup } from "./group.ts";

/** Logins and histories of single programs in the home folder, and of services of the machine. One glob a line. */
export const ACCOUNT_FILES: readonly ProtectedGroup[] = [
  {
    class: "R",
    category: "secret",
    reason: "holds the login of a cloud",
    globs: `
      ~/.{ovh.conf,vultr-cli.yaml,civo.json,modal.toml,vast_api_key,upctl.yaml,linode-cli}
      ~/{.azd,.azure-devops,.databricks,.openstack,.runpod,.gsutil,.hcp,.render,.planetscale,.turso,.stripe}/**
      ~/.config/{openstack,exoscale,linode-cli,civo,snowflake,hcp,planetscale,neonctl,supabase,turso,render}/**
      ~/.config/{cloudflare,modal,vastai,replicate,gsutil,eas,upctl.yaml}/**
      ~/.local/share/{com.vercel.cli,supabase}/**
      ~/.nomad-token
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of an identity service",
    globs: `
      ~/{.okta,.aws-vault,.awsvault,.granted,.config/granted,.saml2aws,.chef,.puppetlabs,.config/teleport}/**
      ~/.{chef/*.pem,android/adbkey,vagrant.d/insecure_private_key,cert/**}
      ~/.vagrant.d/insecure_private_keys/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of a service",
    globs: `
      ~/.{wakatime.cfg,redisclirc,gist,twurlrc,trc,jira.d/**,earthly/config.yml,circleci/cli.yml,travis/config.yml}
      ~/.{slack/credentials.json,anaconda/**,continuum/**,buildkite/**}
      ~/.config/{.jira,toot,binstar,Postman,insomnia,Insomnia,beekeeper-studio,zoomus.conf,skypeforlinux,deluge}/**
      ~/{.dbeaver,.local/share/DBeaverData,.local/share/uv/credentials,.local/share/jupyter/runtime,.npm/_logs}/**
      ~/.config/syncthing/**
      ~/.local/state/syncthing/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "is a store of passwords",
    globs: `
      ~/{.lpass,.1password,.config/rbw,.local/share/rbw,.config/lpass,.local/share/lpass,.config/Proton}/**
      ~/.config/{protonvpn,protonmail,enpass,gopass,wireguard}/**
      ~/.local/share/gopass/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of a mailbox",
    globs: `
      ~/.{muttrc,mbsyncrc,offlineimaprc,notmuch-config}
      ~/.config/{mutt,neomutt,himalaya,isyncrc}/**
      ~/.local/share/{evolution,geary}/**
      /{var/mail,var/spool/mail}/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds keys of a wallet",
    globs: `
      ~/{.near-credentials,.aptos,.sui,.config/sui,.foundry/keystores,.brownie/accounts,.starknet_accounts}/**
      **/{wallet.dat,*.wallet,mnemonic.txt,.near-credentials/**}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of an agent or of a model",
    globs: `
      ~/.{factory/auth.json,factory/auth.encrypted,kimi/**,grok/**,ollama/id_ed25519,pi/agent/auth.json}
      ~/.config/{aichat,mods,shell_gpt,io.datasette.llm,litellm}/**
      ~/.local/share/{amp,crush}/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds what was typed or opened",
    globs: `
      ~/{.histdb,.local/share/atuin,.local/share/mcfly,.local/share/xonsh,.local/share/nushell}/**
      ~/{.local/share/nvim/shada,.local/state/nvim/shada}/**
      ~/.config/nushell/history.*
      **/.{bash,zsh,python,psql,mysql,sqlite,node_repl,rediscli,mongo}_history
    `,
  },
  {
    class: "R",
    category: "browser",
    reason: "holds cookies, passwords or pages of a browser",
    globs: `
      ~/.cache/{mozilla,google-chrome,chromium,BraveSoftware,microsoft-edge,vivaldi}/**
      ~/{.config/epiphany,.local/share/epiphany,.local/share/qutebrowser,.config/falkon,.config/midori}/**
      **/{cookies.sqlite,cookies.txt,logins.json,key4.db,login data,storagestate.json,.auth/**}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds passwords or keys of a service of the machine",
    globs: `
      /etc/{wpa_supplicant,iwd,netplan,gitlab,vault.d,consul.d,redis,grafana,ipsec.d/private,apt/auth.conf.d}/**
      /etc/{mysql/debian.cnf,exim4/passwd.client,postfix/sasl_passwd*,samba/smbpasswd,smbcredentials*,apt/auth.conf}
      /var/lib/{tailscale,NetworkManager,bluetooth,iwd,jenkins/secrets,redis,mongodb,rancher,etcd,cloud,gitlab}/**
      /tmp/krb5cc*
    `,
  },
];
