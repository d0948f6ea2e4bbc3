import type { ProtectedGroup } from "./group.ts";

/** What holds secrets, or signs in as the user. One glob a line. */
export const SECRET_FILES: readonly ProtectedGroup[] = [
  {
    class: "R",
    category: "secret",
    reason: "holds tokens, and names the sources of packages",
    globs: `
      **/{.npmrc,.pypirc,.netrc,_netrc,.gemrc,.condarc,pip.conf,pip.ini}
      ~/{.pip,.gem,.m2,.gradle}/{credentials,settings.xml,settings-security.xml,gradle.properties,init.gradle}
      ~/{.pip,.gem,.m2,.gradle}/{init.d/**,pip.conf}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the token of a package registry",
    globs: `
      ~/.cargo/{credentials,credentials.toml}
      ~/{.composer,.config/composer,.config/pypoetry,.local/share/pypoetry}/auth.*
      ~/{.nuget,.config/NuGet,AppData/Roaming/NuGet}/**
      ~/{.hex/hex.config,.pub-cache/credentials.json,.config/dart/pub-credentials.json,.sbt/credentials,.ivy2/.credentials}
      ~/.bundle/config
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "may hold passwords and keys",
    globs: "**/{.env,.env.*,*.env,.flaskenv,.dev.vars,.dev.vars.*,.secrets,.secrets.*}",
    except: `
      **/{.env.example,.env.sample,.env.template,.env.dist,.env.defaults,*.example.env,.env.schema,.env.mise}
      **/{*.sample.env,example.env,sample.env,template.env}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "is a private key",
    globs: "**/{id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ecdsa_sk,id_ed25519_sk,id_xmss}",
  },
  {
    class: "R",
    category: "secret",
    reason: "is a private key",
    globs: "**/{id_rsa,id_dsa,id_ecdsa,id_ed25519}?*",
    except: "**/*.pub",
  },
  {
    class: "R",
    category: "secret",
    reason: "may hold a private key",
    globs: `
      **/*.{pem,key,p12,pfx,pkcs12,p8,ppk,jks,keystore,kdbx,kdb,keychain,keychain-db,gpg,pgp,asc,ovpn}
      **/*.{mobileprovision,agekey,bks,truststore,keytab,jceks,pvk,psafe3,1pux,kubeconfig}
      **/*.{opvault,agilekeychain}/**
    `,
    except: "**/{*.pub.pem,*.pub.asc,*.sig.asc,*-public.pem,*_public.pem,cacert.pem,ca-certificates.pem}",
  },
  {
    class: "R",
    category: "secret",
    reason: "holds credentials by its name",
    globs: "**/{credentials,secrets,secret,creds}.{json,yml,yaml,toml,ini,xml,properties,env,txt}",
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the key of a service account",
    globs: `
      **/{service-account,service_account,serviceaccount,gcp-key,firebase-adminsdk,client_secret}*.json
      **/{google-credentials,application_default_credentials}*.json
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds secrets of what was made",
    globs: "**/{terraform.tfstate*,*.tfstate,*.tfstate.backup,*.tfvars,*.tfvars.json}",
    except: "**/{example.tfvars,*.example.tfvars}",
  },
  {
    class: "R",
    category: "secret",
    reason: "holds passwords or keys",
    globs: `
      **/{master.key,credentials.yml.enc,secrets.yml,secrets.enc.yaml,.vault_pass,.vault_pass.txt,vault_password}
      **/{.ansible_vault_pass,.dockerconfigjson,.clasprc.json,.sentryclirc,.htdigest,password.txt,passwords.txt}
      **/{token.json,.secret,.authinfo,.m2/settings.xml,kubeconfig.yaml,kubeconfig.yml}
      **/{.htpasswd,.pgpass,pgpass.conf,.my.cnf,.mylogin.cnf,wp-config.php,local.settings.json,.dockercfg}
      **/{.git-credentials,.kubeconfig,kubeconfig,.boto,.s3cfg,.passwd-s3fs,.rclone.conf,rclone.conf,.msmtprc}
      **/{.fetchmailrc,.smbcredentials,.databrickscfg,.vault-token,key.properties,keystore.properties}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of a container registry",
    globs: "**/.docker/config.json",
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of a cluster",
    globs: "**/.kube/config",
  },
  {
    class: "R",
    category: "secret",
    reason: "holds private keys and logins",
    globs: `
      **/{.ssh,.gnupg,.aws,.azure,.kube,.password-store,.age,.sops}/**
      ~/{.ssh,.aws,.azure,.kube,.gnupg,.docker,.password-store,.oci,.aliyun,.bluemix,.ibmcloud,.digitalocean}/**
      ~/{.fly,.vault-token,.vault.d,.step,.minikube,.helm,.linode-cli,.hcloud,.tsh,.doppler,.railway,.supabase}/**
      ~/{.huggingface,.snowflake,.snowsql,.mongodb,.git-credential-cache,.dbus-keyrings,.expo}/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of a service",
    globs: `
      ~/.config/{gcloud,gh,hub,glab-cli,doctl,op,1Password,Bitwarden,Bitwarden CLI,KeePass,keepassxc,rclone}/**
      ~/.config/{sops,age,heroku,netlify,vercel,wrangler,.wrangler,fly,railway,stripe,configstore,azure,helm}/**
      ~/.config/{hcloud,scw,exercism,flyctl,ngrok,cloudflared,tailscale,pulse,nextcloud,Signal,Slack,discord}/**
      ~/.config/{teams,Element,Mullvad VPN,filezilla,FileZilla,remmina,evolution,geary,goa-1.0,doppler,firebase}/**
      ~/.config/{openai,anthropic,wandb}/**
      ~/.local/share/TelegramDesktop/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds passwords or tokens",
    globs: `
      ~/.{netrc,git-credentials,pypirc,pgpass,my.cnf,mylogin.cnf,vault-token,dockercfg,boto,s3cfg,terraformrc}
      ~/.{rediscli_auth,cloudflared,heroku,netlify,vercel,wrangler,ngrok2,pulumi,sentryclirc,huggingface,kaggle}
      ~/.{openai,anthropic,config/hub,config/git/credentials,authinfo,dbt/profiles.yml,Xauthority,ICEauthority}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds tokens, or code that runs at a program's start",
    globs: `
      ~/.{heroku,netlify,vercel,wrangler,ngrok2,pulumi,kaggle,openai,anthropic,cloudflared,terraform.d,jupyter}/**
      ~/.ipython/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds a token",
    globs: "~/.cache/huggingface/{token,stored_tokens}",
  },
  {
    class: "R",
    category: "secret",
    reason: "holds what the extensions of an editor keep, logins among it",
    globs: `
      ~/{.config,Library/Application Support}/{Code,Code - Insiders,VSCodium,Cursor,Windsurf}/User/globalStorage/**
      ~/AppData/Roaming/{Code,Code - Insiders,VSCodium,Cursor,Windsurf}/User/globalStorage/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds what was typed, secrets among it",
    globs: `
      ~/.{bash,zsh,sh,fish,ksh,python,node_repl,psql,sqlite,mysql,rediscli,irb,pry,mongo,mongosh,lesshst}_history
      ~/.{duckdb,julia,R,octave,iex,erlang,ghci,scala,ocaml,lua,php,tcl,calc,units}_history
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds what was typed or opened",
    globs: `
      ~/.{lesshst,history,histfile,zhistory,bash_sessions,zsh_sessions,viminfo,wget-hsts,recently-used}
      ~/.{pry_history,dbshell,Rhistory,node_repl_history}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds what was typed, secrets among it",
    globs: `
      ~/.{bash_sessions,zsh_sessions}/**
      ~/.local/share/{fish/fish_history,recently-used.xbel,mc/history}
      ~/.local/state/{bash,zsh,python,psql,node}*/**
      ~/.config/fish/fish_history
      ~/AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "is a store of passwords",
    globs: "~/.local/share/{keyrings,kwalletd,gnome-keyring,pass,seahorse,containers/auth.json}/**",
  },
  {
    class: "R",
    category: "secret",
    reason: "holds keys, wallets or mail",
    globs: `
      ~/.{gnome2/keyrings,kde/share/apps/kwallet,electrum,bitcoin,ethereum,monero,litecoin,dogecoin,solana}/**
      ~/.{config/solana,thunderbird,mutt,purple,icedove}/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "is a store of passwords or messages",
    globs: `
      ~/Library/{Keychains,Cookies,Mail,Messages,Safari,Containers/com.apple.Safari,Accounts,IdentityServices}/**
      ~/Library/{Group Containers,Application Support/com.apple.TCC,Application Support/AddressBook}/**
      ~/Library/{Application Support/1Password,Application Support/Bitwarden,Application Support/Slack}/**
      ~/Library/{Application Support/Signal,Application Support/discord,Autosave Information}/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "is a store of passwords",
    globs: `
      /Library/Keychains/**
      ~/AppData/{Roaming,Local}/Microsoft/{Credentials,Protect,Vault,Crypto,SystemCertificates}/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of a service",
    globs: `
      ~/AppData/{Roaming,Local}/{gcloud,GitHub CLI,Bitwarden,1Password,KeePass,Slack,discord,Signal}/**
      ~/AppData/{Roaming,Local}/npm-cache/_logs/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds the login of an agent",
    globs: `
      ~/.codex/{auth.json,sessions/**,history.jsonl}
      ~/.claude/{.credentials.json,ide/**,history.jsonl}
      ~/.{claude.json,gemini/oauth_creds.json,gemini/google_accounts.json,qwen/oauth_creds.json}
      ~/.{copilot/config.json,cursor/auth.json,local/share/opencode/auth.json,config/github-copilot/**}
      ~/.{local/share/goose/**,config/goose/secrets.yaml}
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds passwords or keys of the machine",
    globs: `
      /etc/{shadow,shadow-,gshadow,gshadow-,sudoers,sudoers.d/**,master.passwd,security/**,ssl/private/**}
      /etc/{pki/tls/private/**,ssh/ssh_host*,krb5.keytab,wireguard/**,openvpn/**,ipsec.secrets,ppp/**}
      /etc/{NetworkManager/system-connections/**,kubernetes/**,docker/**,letsencrypt/**,cups/**,fstab.d/**}
      /etc/rancher/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds data of other accounts and services",
    globs: `
      /{var/lib/docker,var/lib/kubelet,var/lib/postgresql,var/lib/mysql,var/lib/sss,var/lib/samba/private}/**
      /{var/backups,run/secrets,var/run/secrets,run/credentials}/**
    `,
  },
  {
    class: "R",
    category: "secret",
    reason: "holds passwords of the machine",
    globs: "c:/windows/{system32/config,repair,ntds}/**",
  },
  {
    class: "R",
    category: "browser",
    reason: "holds cookies and passwords of a browser",
    globs: `
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/google-chrome/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/google-chrome-beta/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/google-chrome-unstable/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/{google,chromium}/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/chrome/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/bravesoftware/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/microsoft-edge/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/microsoft edge/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/microsoft/edge/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/{vivaldi,opera}/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/opera software/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/com.operasoftware.opera/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/{arc,thorium,yandex}/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/yandex-browser/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/{firefox,zen}/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/{librewolf,waterfox}/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/{mozilla,dia}/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/company.thebrowser.browser/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/org.mozilla.firefox/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/com.google.chrome/**
      ~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/com.brave.browser/**
      ~/{.mozilla,.firefox,.librewolf,.waterfox,.zen,.tor browser,.mozilla-firefox,.pki,.config/mozilla}/**
    `,
  },
];
