import type { ProtectedGroup } from "./group.ts";

/** What starts programs for the user in a session: desktops, terminals, managers of plugins. One glob a line. */
export const DESKTOP_FILES: readonly ProtectedGroup[] = [
  {
    class: "W",
    category: "start",
    reason: "is code that every new shell loads",
    globs: `
      ~/{.oh-my-bash,.bash_it,.zim,.zinit,.antigen,.antidote,.zplug,.zgen,.zgenom,.sheldon,.fzf,.elvish}/**
      ~/.{antigenrc,zimrc,zsh_plugins.txt,oilrc}
      ~/.config/{xonsh,sheldon,oils,atuin,carapace}/**
      ~/.local/share/{zinit,sheldon}/**
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs commands in a terminal or a file manager",
    globs: `
      ~/{.tmux,.tmuxinator,.byobu,.hyper_plugins}/**
      ~/.{hyper.js,alacritty.toml,alacritty.yml,lessfilter,lesspipe,tigrc,jjconfig.toml,nnn}
      ~/.config/{zellij,tmuxinator,foot,terminator,tilix,rio,tabby,warp-terminal,xplr,nnn,vifm,mc,broot}/**
      ~/.config/{lazygit,gitui,tig,gh-dash,k9s,bat,newsboat,aria2,yt-dlp,youtube-dl,topgrade.toml,watchexec}/**
      ~/.local/share/warp-terminal/**
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "runs commands in the user's session",
    globs: `
      ~/{.xmonad,.i3,.fluxbox,.icewm,.e16,.config/niri,.config/river,.config/qtile,.config/xmonad,.config/labwc}/**
      ~/.config/{waybar,polybar,eww,rofi,wofi,dunst,mako,swaync,lxsession,xfce4,autorandr,kanshi,swayidle}/**
      ~/.config/{fusuma,libinput-gestures.conf,espanso,keyd,kanata,xremap,autokey,ulauncher,albert,conky}/**
      ~/.config/{kwinrc,kglobalshortcutsrc,khotkeysrc,dconf,wireplumber,qutebrowser,weechat,aerc,zathura,task}/**
      ~/.local/share/{gnome-shell,cinnamon,kwin,plasma,nemo,nautilus,kio,krunner,ulauncher}/**
      ~/{.task/hooks,.irssi,.weechat,.newsboat,.taskrc}/**
    `,
  },
  {
    class: "W",
    category: "editor",
    reason: "is code that an editor runs at its start",
    globs: `
      ~/.config/{sublime-text,sublime-text-3,lite-xl,micro,kak,kate,geany,zed}/**
      ~/{.atom,.local/share/nvim/site,.local/share/nvim/lazy,.local/share/nvim/mason,.local/share/kak}/**
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "is code or a setting that a language runs with",
    globs: `
      ~/{.sbt,.dotnet/tools,.composer,.config/composer,.ghc,.opam,.julia/config,.lein,.boot,.clojure,.config/go}/**
      ~/{.local/lib,.config/irb,.config/ghc,.config/racket,.config/gdb,.krew,.k9s,.ansible,.cache/pre-commit}/**
      ~/.{sbtrc,ocamlinit,utoprc,railsrc,iex.exs,erlang,jshellrc,sbclrc,clisprc,guile,racketrc,Renviron}
      ~/.{mongorc.js,mongoshrc.js,duckdbrc,ghci,perldb,luarocks/config.lua}
      ~/.local/share/helm/plugins/**
    `,
  },
  {
    class: "W",
    category: "start",
    reason: "chooses the programs of the user's profile",
    globs:
      "~/{.nix-profile,.nix-defexpr,.guix-profile,.config/home-manager,.config/nixpkgs,.config/nix,.config/guix}/**",
  },
  {
    class: "W",
    category: "vcs",
    reason: "is copied into each new repository, hooks among it",
    globs: "~/{.git-templates,.git-template,.git_templates,.git_template,.gittemplates,.gittemplate}/**",
  },
];
