import type { ProtectedGroup } from "./group.ts";

/** What runs at the start of a shell, a program, a session or the machine. One glob a line. */
export const START_FILES: readonly ProtectedGroup[] = [
  {
    class: "W",
    category: "start",
    reason: "runs in every new shell",
    globs: `
      ~/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,bash_completion,profile,login,logout,inputrc}
      ~/.{zshrc,zshenv,zprofile,zlogin,zlogout,zpreztorc,p10k.zsh,kshrc,mkshrc,cshrc,tcshrc,shrc,xonshrc,shinit}
      ~/{.bashrc.d,.bash_completion.d,.profile.d,.zsh,.oh-my-zsh,.zprezto,.config/fish,.config/zsh}/**
      ~/{.config/bash,.config/nushell,.config/powershell,.config/elvish,.config/starship.toml}/**
      ~/{.local/share/fish,.local/share/bash-completion}/**
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs or chooses programs when a shell enters the folder",
    globs: `
      **/{.envrc,.envrc.*,.direnv/**,.env.mise,mise.toml,.mise.toml,mise.local.toml,.mise.local.toml,.tool-versions,.rtx.toml}
      **/{.mise,mise}/{config.toml,config.local.toml,tasks/**}
      **/{.config/mise.toml,.config/mise.local.toml,.mise/conf.d/**,mise-tasks/**,.mise-tasks/**}
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs or chooses programs in every new shell",
    globs: "~/.config/{mise,direnv,asdf}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "runs at a program's start or changes what it does",
    globs: `
      ~/.{tmux.conf,screenrc,xinitrc,xsession,xsessionrc,xprofile,xserverrc,xbindkeysrc,pam_environment,gdbinit}
      ~/.{lldbinit,pythonrc,pystartup,irbrc,pryrc,rprofile,octaverc,wgetrc,curlrc,psqlrc,sqliterc,my.cnf.d}
      ~/.{lesskey,selected_editor,mailcap,forward,procmailrc,rhosts,shosts,ripgreprc,direnvrc,fzf.bash,fzf.zsh}
      ~/.{wezterm.lua,skhdrc,yabairc,npm-init.js,pydistutils.cfg,asdfrc,config/mimeapps.list}
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs commands or changes what programs do",
    globs: `
      ~/.config/{tmux,i3,sway,hypr,awesome,openbox,bspwm,sxhkd,kitty,alacritty,wezterm,ghostty,environment.d}/**
      ~/.config/{plasma-workspace,ranger,lf,yazi,mpv,pip,uv,pypoetry,pnpm,yarn,containers,ccstatusline,karabiner}/**
      ~/.hammerspoon/**
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs when the user logs in",
    globs:
      "~/{.config/autostart,.config/systemd,.local/share/systemd,.config/upstart,.config/autostart-scripts,.kde/Autostart}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "is a program that the desktop starts",
    globs: "~/.local/share/{applications,dbus-1,kservices5,nautilus/scripts}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "is found by PATH and runs in place of another program",
    globs: `
      ~/{.local/bin,bin,.bin,go/bin,.cargo/bin,.deno/bin,.bun/bin,.npm-global,.local/share/pnpm}/**
      ~/{.local/share/mise,.asdf,.nvm,.pyenv,.rbenv,.sdkman,.volta,.rustup,.pixi/bin}/**
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs when the user logs in",
    globs: `
      ~/Library/{LaunchAgents,LaunchDaemons,Services,Scripts,Input Methods,QuickLook,PreferencePanes}/**
      ~/Library/Application Scripts/**
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs when the machine starts",
    globs: "/Library/{LaunchAgents,LaunchDaemons,StartupItems,PrivilegedHelperTools,Security}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "runs at a set time",
    globs: "/{var/spool/cron,var/spool/at,var/spool/anacron,var/cron,usr/lib/cron}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "sets up the system for every user",
    globs: "/etc/**",
  },
  {
    class: "W",
    category: "start",
    reason: "starts the machine",
    globs: "/{boot,efi}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "is a program that every user runs",
    globs: `
      /{usr,bin,sbin,lib,lib32,lib64,snap,nix,System,Applications}/**
      /opt/{homebrew/**,*/bin/**}
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs when the machine starts",
    globs: "/{var/lib/systemd,run/systemd}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "runs when a package of the system is changed",
    globs: "/var/lib/{dpkg,apt,rpm,pacman,apk}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "sets up the system for every user",
    globs: "/private/{etc,var/at}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "runs when the user logs in",
    globs: "~/AppData/Roaming/Microsoft/Windows/Start Menu/**",
  },
  {
    class: "W",
    category: "start",
    reason: "runs in every new shell",
    globs: "~/Documents/{PowerShell,WindowsPowerShell}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "runs when it is merely opened",
    globs: "**/{profile.ps1,microsoft.powershell_profile.ps1,desktop.ini,autorun.inf}",
  },
  {
    class: "W",
    category: "start",
    reason: "is a program that every user runs",
    globs: "c:/{windows,program files,program files (x86)}/**",
  },
  {
    class: "W",
    category: "start",
    reason: "runs when a user logs in",
    globs: "c:/programdata/microsoft/windows/start menu/**",
  },
];
