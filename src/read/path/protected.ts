/**
 * Files that keep their own card whatever allows. `W`: to write, create, rename or delete. `R`: to read as well.
 * `D`: refused, no card. Names are compared folded (see `fold.ts`), so globs here are written in any case.
 * `**` may stand for no folder at all, so a folder's glob covers the folder itself. Over 200 lines: it is one list.
 * Source: rules.md, "Protected files".
 */
export interface ProtectedFile {
  readonly glob: string;
  readonly class: "W" | "R" | "D";
  readonly category: ProtectedCategory;
  /** Ends the sentence "this file …" on the card. */
  readonly reason: string;
  /** Names that the glob also catches, and that hold nothing to protect. */
  readonly except?: string;
}

export type ProtectedCategory = "agent" | "vcs" | "editor" | "ci" | "build" | "start" | "secret" | "browser" | "host" | "machine";

export const PROTECTED_FILES: readonly ProtectedFile[] = [
  // What loosens or instructs this agent or another one.
  agent("**/.assent.json", "holds rules of this project"),
  agent("**/{.mcp.json,mcp.json,mcp_config.json,mcp_settings.json,cline_mcp_settings.json}", "starts programs as tool servers"),
  agent("**/claude_desktop_config.json", "starts programs as tool servers"),
  agent("**/.claude/**", "holds permissions, hooks, commands and skills of Claude Code", "**/.claude/{projects,todos,plans,worktrees,scratch}/**"),
  agent("**/.claude.json", "holds servers and permissions of Claude Code"),
  agent("**/.cursor/**", "holds rules, hooks, servers and permissions of Cursor"),
  agent("**/{.cursorrules,.cursorignore,.cursorindexingignore}", "instructs Cursor or limits what it reads"),
  agent("**/.codex/**", "holds settings, rules and servers of Codex"),
  agent("**/{.gemini,.qwen}/**", "holds settings, servers and extensions of the agent"),
  agent("**/{.windsurf,.codeium}/**", "holds rules, workflows and servers of Windsurf"),
  agent("**/{.windsurfrules,.clinerules,.roorules,.goosehints,.continuerules,.rules,.roomodes}", "instructs an agent"),
  agent("**/.clinerules/**", "instructs Cline and holds its hooks"),
  agent("**/{.roo,.kilocode,.cline,.continue,.kiro,.amazonq,.augment,.junie,.trae,.zencoder,.factory,.amp,.agents,.agent,.openhands}/**", "holds modes, rules, hooks or servers of an agent"),
  agent("**/.aider.conf.{yml,yaml}", "names commands that aider runs"),
  agent("**/{.aider.model.settings.yml,.aiderignore}", "configures aider"),
  agent("**/{opencode,.opencode}.{json,jsonc}", "holds permissions and servers of OpenCode"),
  agent("**/.opencode/**", "holds plugins, tools and commands of OpenCode"),
  agent("~/.config/{opencode,crush,goose,amp,zed}/**", "holds settings of an agent"),
  agent("**/{crush,.crush}.json", "holds permissions and servers of Crush"),
  agent("**/.github/{copilot-instructions.md,instructions/**,prompts/**,chatmodes/**,agents/**,hooks/**,copilot/**,skills/**}", "instructs Copilot or runs its hooks"),
  agent("~/.copilot/**", "holds permissions and servers of Copilot"),
  agent("**/{agents,claude,gemini,qwen,crush,warp,copilot,codex,skill}.md", "instructs later agents"),
  agent("**/{agents,claude}.{local,override}.md", "instructs later agents"),
  agent("**/{.aiignore,.aiexclude,.geminiignore,.codeiumignore,.clineignore,.rooignore,.copilotignore,.claudeignore,.agentignore}", "limits what agents read"),

  // What runs when a version control program is used.
  vcs("**/.git/**", "belongs to the repository's own data: hooks, settings, history"),
  vcs("**/{.gitattributes,.gitmodules}", "names filters or sources that git uses"),
  vcs("**/{.githooks,.git-hooks,githooks,.husky,.lefthook}/**", "runs as a hook of git"),
  vcs("**/{lefthook,.lefthook,lefthook-local,.lefthook-local}.{yml,yaml,toml,json}", "names commands that run as hooks of git"),
  vcs("**/{.pre-commit-config.yaml,.pre-commit-config.yml,.pre-commit-hooks.yaml}", "names commands that run as hooks of git"),
  vcs("**/{.huskyrc,.lintstagedrc,lint-staged.config}*", "names commands that run before a commit"),
  vcs("**/.hg/**", "belongs to the repository's own data: hooks, settings, history"),
  vcs("**/.jj/**", "belongs to the repository's own data"),
  vcs("**/.svn/**", "belongs to the working copy's own data"),
  vcs("~/.{gitconfig,gitconfig.local,hgrc,gitignore_global}", "sets programs that version control runs"),
  vcs("~/.config/{git,hg,jj}/**", "sets programs that version control runs"),
  vcs("/etc/{gitconfig,mercurial/**}", "sets programs that version control runs"),

  // What runs when a folder is opened.
  editor("**/.vscode/**", "holds tasks, settings and extensions that run when the folder is opened"),
  editor("**/*.code-workspace", "holds tasks and settings that run when it is opened"),
  editor("**/.idea/**", "holds run configurations and tasks"),
  editor("**/{.fleet,.zed,.vs,.nova,.sublime-project}/**", "holds tasks and settings of an editor"),
  editor("**/*.sublime-{project,workspace}", "holds build systems of an editor"),
  editor("**/{.devcontainer/**,.devcontainer.json}", "runs commands on this machine when the container is made"),
  editor("**/{.exrc,.nvimrc,.vimrc,.nvim.lua,.lvimrc,.dir-locals.el,.projectile}", "is code that an editor runs in this folder"),
  editor("**/{.gitpod.yml,.gitpod.dockerfile,.replit,replit.nix,devfile.yaml,.project}", "runs commands when the workspace opens"),
  editor("~/.{vimrc,gvimrc,exrc,ideavimrc,emacs,emacs.el,nanorc,spacemacs}", "is code that an editor runs at its start"),
  editor("~/{.vim,.emacs.d,.config/nvim,.config/vim,.config/emacs,.config/helix,.doom.d}/**", "is code that an editor runs at its start"),
  editor("~/{.config,Library/Application Support,AppData/Roaming}/{Code,Code - Insiders,VSCodium,Cursor,Windsurf,JetBrains}/**", "holds settings and tasks of an editor"),
  editor("~/{.vscode,.vscode-server,.vscode-insiders}/**", "holds extensions of an editor"),

  // What runs on a server, mostly with secrets.
  ci("**/.github/{workflows,actions}/**", "runs in CI with the repository's secrets"),
  ci("**/{.gitlab-ci.yml,.gitlab-ci.yaml,.gitlab/ci/**,.gitlab-ci/**}", "runs in CI with the repository's secrets"),
  ci("**/{.circleci,.buildkite,.woodpecker,.forgejo/workflows,.gitea/workflows,.semaphore,.drone,.teamcity,.tekton}/**", "runs in CI with the repository's secrets"),
  ci("**/{.travis.yml,.drone.yml,.woodpecker.yml,.woodpecker.yaml,appveyor.yml,.appveyor.yml,.cirrus.yml,bitbucket-pipelines.yml,cloudbuild.yaml,cloudbuild.yml,buildspec.yml,codemagic.yaml,bitrise.yml,wercker.yml}", "runs in CI with the repository's secrets"),
  ci("**/{jenkinsfile,jenkinsfile.*,*.jenkinsfile}", "runs in CI with its secrets"),
  ci("**/azure-pipelines*.{yml,yaml}", "runs in CI with the repository's secrets"),
  ci("**/.azure-pipelines/**", "runs in CI with the repository's secrets"),
  ci("**/.github/{dependabot.yml,dependabot.yaml,codeowners}", "sets who or what may change the repository"),
  ci("**/codeowners", "sets who must review a change"),
  ci("**/{renovate.json,renovate.json5,.renovaterc,.renovaterc.json,.github/renovate.json,.github/renovate.json5}", "sets which dependencies are taken"),

  // What runs on install, build or test.
  build("**/{package.json,package.json5,package.yaml}", "names scripts that run on install, test or start"),
  build("**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,deno.lock}", "fixes where packages come from"),
  build("**/{pnpm-workspace.yaml,.pnpmfile.cjs,.pnpmfile.mjs,pnpmfile.js,lerna.json,nx.json,turbo.json,rush.json}", "sets which scripts of packages run"),
  build("**/{.yarnrc,.yarnrc.yml}", "names a program that yarn runs as itself"),
  build("**/.yarn/{releases,plugins,sdks}/**", "is code that yarn runs"),
  build("**/{bunfig.toml,.bunfig.toml,deno.json,deno.jsonc}", "sets what a package manager runs"),
  build("**/{makefile,gnumakefile,bsdmakefile,makefile.*,*.mk}", "holds commands that make runs"),
  build("**/{justfile,.justfile,*.just,taskfile.yml,taskfile.yaml,taskfile.dist.yml,taskfile.dist.yaml,rakefile,*.rake,magefile.go,gruntfile.*,gulpfile.*,jakefile,cakefile,build.cake,earthfile,tiltfile,vagrantfile,snakefile,dodo.py,fabfile.py}", "holds commands that a task runner runs"),
  build("**/{noxfile.py,tox.ini,pytest.ini,conftest.py,sitecustomize.py,usercustomize.py}", "is run by a test, or at every start of Python"),
  build("**/{setup.py,setup.cfg,pyproject.toml,pipfile,pipfile.lock,poetry.lock,uv.lock,pdm.lock,uv.toml,*.pth,hatch.toml,hatch_build.py}", "runs or chooses code when the package is built or installed"),
  build("**/{build.rs,cargo.toml,cargo.lock,rust-toolchain,rust-toolchain.toml}", "runs or chooses code when the package is built"),
  build("**/.cargo/{config,config.toml}", "sets programs that cargo runs"),
  build("**/{go.mod,go.sum,go.work,go.work.sum,.goreleaser.yml,.goreleaser.yaml}", "chooses code that is built"),
  build("**/{build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,init.gradle,init.gradle.kts,*.gradle,*.gradle.kts,gradle.properties,gradlew,gradlew.bat}", "is code that Gradle runs"),
  build("**/{gradle/wrapper,gradle/init.d,buildSrc}/**", "is code that Gradle runs"),
  build("**/{pom.xml,mvnw,mvnw.cmd,build.xml,ivy.xml,build.sbt,build.sc}", "sets what a build runs"),
  build("**/{.mvn/**,project/plugins.sbt,project/build.properties}", "sets what a build runs"),
  build("**/*.{csproj,fsproj,vbproj,vcxproj,proj,targets,props,sln,nuspec,shproj}", "holds tasks that a build runs"),
  build("**/{nuget.config,global.json,directory.build.rsp,.config/dotnet-tools.json}", "sets where packages and tools come from"),
  build("**/{cmakelists.txt,*.cmake,cmakepresets.json,cmakeuserpresets.json,configure,configure.ac,configure.in,*.m4,makefile.am,makefile.in,meson.build,meson_options.txt,sconstruct,sconscript,wscript,xmake.lua,premake5.lua}", "runs when the build is configured"),
  build("**/{build.bazel,workspace.bazel,module.bazel,*.bzl,.bazelrc,.buckconfig,pants.toml}", "sets what a build runs"),
  build("**/{dockerfile*,*.dockerfile,containerfile*,docker-compose*.yml,docker-compose*.yaml,compose*.yml,compose*.yaml,docker-bake.*,.dockerignore}", "sets what a container runs and which folders it sees"),
  build("**/{gemfile,gemfile.lock,gems.rb,*.gemspec,.bundle/config,podfile,podfile.lock,cartfile,fastfile,appfile,brewfile,mix.exs,mix.lock,rebar.config,stack.yaml,cabal.project,*.cabal,setup.hs,composer.json,composer.lock,package.swift,package.resolved,pubspec.yaml,pubspec.lock,build.zig,build.zig.zon,dune-project,*.opam,project.clj,deps.edn,shard.yml,vcpkg.json,conanfile.py,conanfile.txt,build.boot}", "runs or chooses code when the package is built"),
  build("**/{flake.nix,flake.lock,default.nix,shell.nix,devenv.nix,devenv.yaml,devbox.json,configuration.nix,home.nix}", "is code that makes the environment"),
  build("**/{.babelrc,babel.config.,.eslintrc,eslint.config.,.prettierrc,prettier.config.,.stylelintrc,stylelint.config.,.swcrc,.postcssrc,postcss.config.,.mocharc,.nycrc,.c8rc,.parcelrc,.commitlintrc,commitlint.config.,.huskyrc,.releaserc,release.config.}*", "loads plugins, which are code"),
  build("**/{vite,vitest,webpack,rollup,rolldown,rspack,tsup,esbuild,jest,playwright,cypress,next,nuxt,svelte,astro,tailwind,karma,wdio,metro,remix,gatsby,vue,ember,angular,craco,snowpack,babel,knip,drizzle,prisma,knexfile}.config.{js,cjs,mjs,ts,cts,mts,json}", "is code that a tool runs at its start"),
  build("**/{.rubocop.yml,.rspec,.irbrc,.pryrc,.pylintrc,.flake8,.perlcriticrc,.ansible.cfg,ansible.cfg}", "loads plugins, which are code"),
  build("**/ruby_lsp/*/addon*", "is code that a language server loads"),
  build("**/{.terraformrc,terraform.rc,.terraform.lock.hcl}", "sets which providers, which are programs, are run"),

  // What runs at the start of a shell, a session or the machine.
  start("~/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,bash_completion,profile,login,logout,inputrc}", "runs in every new shell"),
  start("~/.{zshrc,zshenv,zprofile,zlogin,zlogout,zpreztorc,p10k.zsh,kshrc,mkshrc,cshrc,tcshrc,shrc,xonshrc,shinit}", "runs in every new shell"),
  start("~/{.bashrc.d,.bash_completion.d,.profile.d,.zsh,.oh-my-zsh,.zprezto,.config/fish,.config/zsh,.config/bash,.config/nushell,.config/powershell,.config/elvish,.config/starship.toml,.local/share/fish,.local/share/bash-completion}/**", "runs in every new shell"),
  start("**/{.envrc,.env.mise,mise.toml,.mise.toml,mise.local.toml,.mise.local.toml,.tool-versions,.rtx.toml}", "runs or chooses programs when a shell enters the folder"),
  start("**/{.mise,mise}/{config.toml,config.local.toml,tasks/**}", "runs or chooses programs when a shell enters the folder"),
  start("~/.config/{mise,direnv,asdf}/**", "runs or chooses programs in every new shell"),
  start("~/.{tmux.conf,screenrc,xinitrc,xsession,xsessionrc,xprofile,xserverrc,xbindkeysrc,pam_environment,gdbinit,lldbinit,pythonrc,pystartup,irbrc,pryrc,rprofile,octaverc,wgetrc,curlrc,psqlrc,sqliterc,my.cnf.d,lesskey,selected_editor,mailcap,forward,procmailrc,rhosts,shosts}", "runs at a program's start or changes what it does"),
  start("~/.config/{tmux,i3,sway,hypr,awesome,openbox,bspwm,sxhkd,kitty,alacritty,wezterm,ghostty,environment.d,plasma-workspace,ranger,lf,yazi,mpv,pip,uv,pypoetry,pnpm,yarn,containers,ccstatusline}/**", "runs commands or changes what programs do"),
  start("~/{.config/autostart,.config/systemd,.local/share/systemd,.config/upstart,.config/autostart-scripts}/**", "runs when the user logs in"),
  start("~/.local/share/{applications,dbus-1,kservices5,nautilus/scripts}/**", "is a program that the desktop starts"),
  start("~/{.local/bin,bin,.bin,go/bin,.cargo/bin,.deno/bin,.bun/bin,.npm-global,.local/share/pnpm,.local/share/mise,.asdf,.nvm,.pyenv,.rbenv,.sdkman,.volta,.rustup,.pixi/bin}/**", "is found by PATH and runs in place of another program"),
  start("~/Library/{LaunchAgents,LaunchDaemons,Services,Scripts,Input Methods,QuickLook,PreferencePanes,Application Scripts}/**", "runs when the user logs in"),
  start("/Library/{LaunchAgents,LaunchDaemons,StartupItems,PrivilegedHelperTools,Security}/**", "runs when the machine starts"),
  start("/{var/spool/cron,var/spool/at,var/spool/anacron,var/cron,usr/lib/cron}/**", "runs at a set time"),
  start("/etc/**", "sets up the system for every user"),
  start("/{boot,efi}/**", "starts the machine"),
  start("/usr/{bin,sbin,lib,lib32,lib64,libexec,share,local}/**", "is a program that every user runs"),
  start("/{bin,sbin,lib,lib32,lib64}/**", "is a program that every user runs"),
  start("/{opt/homebrew,nix,System}/**", "is a program that every user runs"),
  start("/{var/lib/systemd,run/systemd}/**", "runs when the machine starts"),
  start("~/AppData/Roaming/Microsoft/Windows/Start Menu/**", "runs when the user logs in"),
  start("~/Documents/{PowerShell,WindowsPowerShell}/**", "runs in every new shell"),
  start("**/{profile.ps1,microsoft.powershell_profile.ps1,desktop.ini,autorun.inf}", "runs when it is merely opened"),
  start("c:/{windows,program files,program files (x86)}/**", "is a program that every user runs"),
  start("c:/programdata/microsoft/windows/start menu/**", "runs when a user logs in"),

  // What a package manager is told for every project.
  secret("**/{.npmrc,.pypirc,.netrc,_netrc,.gemrc,.condarc,pip.conf,pip.ini}", "holds tokens, and names the sources of packages"),
  secret("~/{.pip,.gem,.m2,.gradle}/{credentials,settings.xml,settings-security.xml,gradle.properties,init.gradle,init.d/**,pip.conf}", "holds tokens, and names the sources of packages"),
  secret("~/.cargo/{credentials,credentials.toml}", "holds the token of a package registry"),
  secret("~/{.composer,.config/composer,.config/pypoetry,.local/share/pypoetry}/auth.*", "holds the token of a package registry"),
  secret("~/{.nuget,.config/NuGet,AppData/Roaming/NuGet}/**", "holds the token of a package registry"),
  secret("~/{.hex,.pub-cache/credentials.json,.config/dart/pub-credentials.json,.sbt/credentials,.ivy2/.credentials,.bundle/config}", "holds the token of a package registry"),
  build("~/{.cargo,.npm,.yarn,.pnpm-store,.m2,.gradle,.ivy2,.bundle,.stack,.cabal,.hex,.mix,.conda}/{config,config.toml,env,settings.xml,wrapper/**,plugins/**,global.toml,cabal.config}", "sets programs that a package manager runs"),

  // Secrets in a project.
  secret("**/{.env,.env.*,*.env,.flaskenv,.dev.vars,.dev.vars.*,.secrets,.secrets.*}", "may hold passwords and keys", "**/{.env.example,.env.sample,.env.template,.env.dist,.env.defaults,*.example.env,.env.schema,.env.mise,*.sample.env,example.env,sample.env,template.env}"),
  secret("**/{id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ecdsa_sk,id_ed25519_sk,id_xmss}", "is a private key"),
  secret("**/{id_rsa,id_dsa,id_ecdsa,id_ed25519}?*", "is a private key", "**/*.pub"),
  secret("**/*.{pem,key,p12,pfx,pkcs12,p8,ppk,jks,keystore,kdbx,kdb,keychain,keychain-db,gpg,pgp,asc,ovpn,mobileprovision,agekey,bks,truststore}", "may hold a private key", "**/{*.pub.pem,*.pub.asc,*.sig.asc,*-public.pem,*_public.pem,cacert.pem,ca-certificates.pem}"),
  secret("**/{credentials,secrets,secret,creds}.{json,yml,yaml,toml,ini,xml,properties,env,txt}", "holds credentials by its name"),
  secret("**/{service-account,service_account,serviceaccount,gcp-key,firebase-adminsdk,client_secret,google-credentials,application_default_credentials}*.json", "holds the key of a service account"),
  secret("**/{terraform.tfstate*,*.tfstate,*.tfstate.backup,*.tfvars,*.tfvars.json}", "holds secrets of what was made", "**/{example.tfvars,*.example.tfvars}"),
  secret("**/{master.key,credentials.yml.enc,secrets.yml,secrets.enc.yaml,.vault_pass,.vault_pass.txt,vault_password,.htpasswd,.pgpass,pgpass.conf,.my.cnf,.mylogin.cnf,wp-config.php,local.settings.json,.dockercfg,.git-credentials,.kubeconfig,kubeconfig,.boto,.s3cfg,.passwd-s3fs,.rclone.conf,rclone.conf,.msmtprc,.fetchmailrc,.smbcredentials,.databrickscfg,.snowsql}", "holds passwords or keys"),
  secret("**/.docker/config.json", "holds the login of a container registry"),
  secret("**/.kube/config", "holds the login of a cluster"),
  secret("**/{.ssh,.gnupg,.aws,.azure,.kube,.password-store,.age,.sops}/**", "holds private keys and logins"),

  // Secrets of the user.
  secret("~/{.ssh,.aws,.azure,.kube,.gnupg,.docker,.password-store,.oci,.aliyun,.bluemix,.ibmcloud,.digitalocean,.fly,.vault-token,.vault.d,.step,.minikube,.helm,.linode-cli,.hcloud}/**", "holds private keys and logins"),
  secret("~/.config/{gcloud,gh,hub,glab-cli,doctl,op,1Password,Bitwarden,Bitwarden CLI,KeePass,keepassxc,rclone,sops,age,heroku,netlify,vercel,wrangler,.wrangler,fly,railway,stripe,configstore,azure,helm,hcloud,scw,exercism,flyctl,ngrok,cloudflared,tailscale,pulse,nextcloud,Signal,Slack,discord,teams,Element,Mullvad VPN,filezilla,FileZilla,remmina,evolution,geary,goa-1.0}/**", "holds the login of a service"),
  secret("~/.{netrc,git-credentials,pypirc,pgpass,my.cnf,mylogin.cnf,vault-token,dockercfg,boto,s3cfg,terraformrc,rediscli_auth,cloudflared,heroku,netlify,vercel,wrangler,ngrok2,pulumi,sentryclirc,huggingface,kaggle,openai,anthropic,config/hub}", "holds passwords or tokens"),
  secret("~/.{heroku,netlify,vercel,wrangler,ngrok2,pulumi,kaggle,openai,anthropic,cloudflared,terraform.d,jupyter,ipython}/**", "holds tokens, or code that runs at a program's start"),
  secret("~/.cache/huggingface/{token,stored_tokens}", "holds a token"),
  secret("~/.{bash,zsh,sh,fish,ksh,python,node_repl,psql,sqlite,mysql,rediscli,irb,pry,mongo,mongosh,lesshst,duckdb,julia,R,octave,iex,erlang,ghci,scala,ocaml,lua,php,tcl,calc,units}_history", "holds what was typed, secrets among it"),
  secret("~/.{lesshst,history,histfile,zhistory,bash_sessions,zsh_sessions,viminfo,wget-hsts,recently-used,pry_history,dbshell,Rhistory,node_repl_history}", "holds what was typed or opened"),
  secret("~/.{bash_sessions,zsh_sessions}/**", "holds what was typed, secrets among it"),
  secret("~/.local/share/{fish/fish_history,recently-used.xbel,mc/history}", "holds what was typed, secrets among it"),
  secret("~/.local/state/{bash,zsh,python,psql,node}*/**", "holds what was typed, secrets among it"),
  secret("~/.config/fish/fish_history", "holds what was typed, secrets among it"),
  secret("~/AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/**", "holds what was typed, secrets among it"),
  secret("~/.local/share/{keyrings,kwalletd,gnome-keyring,pass,seahorse,containers/auth.json}/**", "is a store of passwords"),
  secret("~/.{gnome2/keyrings,kde/share/apps/kwallet,electrum,bitcoin,ethereum,monero,litecoin,dogecoin,solana,config/solana,thunderbird,mutt,purple,icedove}/**", "holds keys, wallets or mail"),
  secret("~/Library/{Keychains,Cookies,Mail,Messages,Safari,Containers/com.apple.Safari,Accounts,IdentityServices,Group Containers,Application Support/com.apple.TCC,Application Support/AddressBook,Application Support/1Password,Application Support/Bitwarden,Application Support/Slack,Application Support/Signal,Application Support/discord,Autosave Information}/**", "is a store of passwords or messages"),
  secret("/Library/Keychains/**", "is a store of passwords"),
  secret("~/AppData/{Roaming,Local}/Microsoft/{Credentials,Protect,Vault,Crypto,SystemCertificates}/**", "is a store of passwords"),
  secret("~/AppData/{Roaming,Local}/{gcloud,GitHub CLI,Bitwarden,1Password,KeePass,Slack,discord,Signal,npm-cache/_logs}/**", "holds the login of a service"),
  secret("~/.codex/{auth.json,sessions/**,history.jsonl}", "holds the login of an agent"),
  secret("~/.claude/{.credentials.json,ide/**,history.jsonl}", "holds the login of an agent"),
  secret("~/.{claude.json,gemini/oauth_creds.json,gemini/google_accounts.json,qwen/oauth_creds.json,copilot/config.json,cursor/auth.json,local/share/opencode/auth.json,config/github-copilot/**,local/share/goose/**,config/goose/secrets.yaml}", "holds the login of an agent"),
  secret("/etc/{shadow,shadow-,gshadow,gshadow-,sudoers,sudoers.d/**,master.passwd,security/**,ssl/private/**,pki/tls/private/**,ssh/ssh_host*,krb5.keytab,wireguard/**,openvpn/**,ipsec.secrets,ppp/**,NetworkManager/system-connections/**,kubernetes/**,docker/**,letsencrypt/**,cups/**,fstab.d/**,rancher/**}", "holds passwords or keys of the machine"),
  secret("/{var/lib/docker,var/lib/kubelet,var/lib/postgresql,var/lib/mysql,var/lib/sss,var/lib/samba/private,var/backups,run/secrets,var/run/secrets,run/credentials}/**", "holds data of other accounts and services"),
  secret("c:/windows/{system32/config,repair,ntds}/**", "holds passwords of the machine"),

  // Browser profiles: cookies sign in as the user.
  browser("~/{.config,Library/Application Support,AppData/Local,AppData/Roaming,.var/app,snap}/{google-chrome,google-chrome-beta,google-chrome-unstable,google,chromium,chrome,bravesoftware,microsoft-edge,microsoft edge,microsoft/edge,vivaldi,opera,opera software,com.operasoftware.opera,arc,thorium,yandex,yandex-browser,firefox,zen,librewolf,waterfox,mozilla,dia,company.thebrowser.browser,org.mozilla.firefox,com.google.chrome,com.brave.browser}/**"),
  browser("~/{.mozilla,.firefox,.librewolf,.waterfox,.zen,.tor browser,.mozilla-firefox,.pki,.config/mozilla}/**"),

  // The host itself, and what gives the whole machine away.
  host("~/.config/assent/**", "sets this program up"),
  host("~/.local/share/assent/**", "holds this program's database, keys and policy"),
  host("~/{Library/Application Support,AppData/Roaming,AppData/Local}/assent/**", "holds this program's database, keys and policy"),
  host("/etc/assent/**", "holds the administrator's policy"),
  machine("/{var/run,run}/{docker.sock,docker/**,docker-*.sock,containerd/**,crio/**,podman/**,buildkit/**,k3s/**,cri-dockerd.sock}", "gives root on the machine"),
  machine("**/{docker.sock,podman.sock,containerd.sock,docker-engine.sock}", "gives root on the machine"),
  machine("~/.docker/{run,desktop}/**", "gives root on the machine"),
  machine("/run/user/*/{docker.sock,podman/**,bus,gnupg/**,keyring/**,systemd/**}", "speaks for the user to other programs"),
  machine("/run/{dbus,systemd/private,libvirt,snapd.socket,tailscale}/**", "speaks for the user to the system"),
  machine("/sys/**", "is the kernel's own"),
  machine("/proc/**", "shows and changes running programs, their environment among it"),
  machine("/dev/**", "is a device", "/dev/{shm,mqueue,null,stdin,stdout,stderr,tty}/**"),
];

function agent(glob: string, reason: string, except?: string): ProtectedFile {
  return { glob, class: "W", category: "agent", reason, ...(except === undefined ? {} : { except }) };
}
function vcs(glob: string, reason: string): ProtectedFile {
  return { glob, class: "W", category: "vcs", reason };
}
function editor(glob: string, reason: string): ProtectedFile {
  return { glob, class: "W", category: "editor", reason };
}
function ci(glob: string, reason: string): ProtectedFile {
  return { glob, class: "W", category: "ci", reason };
}
function build(glob: string, reason: string, except?: string): ProtectedFile {
  return { glob, class: "W", category: "build", reason, ...(except === undefined ? {} : { except }) };
}
function start(glob: string, reason: string): ProtectedFile {
  return { glob, class: "W", category: "start", reason };
}
function secret(glob: string, reason: string, except?: string): ProtectedFile {
  return { glob, class: "R", category: "secret", reason, ...(except === undefined ? {} : { except }) };
}
function browser(glob: string): ProtectedFile {
  return { glob, class: "R", category: "browser", reason: "holds cookies and passwords of a browser" };
}
function host(glob: string, reason: string): ProtectedFile {
  return { glob, class: "D", category: "host", reason };
}
function machine(glob: string, reason: string, except?: string): ProtectedFile {
  return { glob, class: "D", category: "machine", reason, ...(except === undefined ? {} : { except }) };
}
