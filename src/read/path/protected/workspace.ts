import type { ProtectedGroup } from "./group.ts";

/** What makes programs run when a project is opened, committed or sent to its server. One glob a line. */
export const WORKSPACE_FILES: readonly ProtectedGroup[] = [
  {
    class: "W",
    category: "vcs",
    reason: "belongs to the repository's own data: hooks, settings, history",
    globs: "**/.git/**",
  },
  {
    class: "W",
    category: "vcs",
    reason: "names filters or sources that git uses",
    globs: "**/{.gitattributes,.gitmodules,.hgsub}",
  },
  {
    class: "W",
    category: "vcs",
    reason: "runs as a hook of git",
    globs: "**/{.githooks,.git-hooks,githooks,.husky,.lefthook,.vite-hooks}/**",
  },
  {
    class: "W",
    category: "vcs",
    reason: "names commands that run as hooks of git",
    globs: `
      **/{lefthook,.lefthook,lefthook-local,.lefthook-local}.{yml,yaml,toml,json}
      **/{.pre-commit-config.yaml,.pre-commit-config.yml,.pre-commit-hooks.yaml,.overcommit.yml,prek.toml}
      **/{.simple-git-hooks,simple-git-hooks}.{json,js,cjs,mjs}
      **/{captainhook.json,grumphp.yml,grumphp.yaml,grumphp.yml.dist}
    `,
  },
  {
    class: "W",
    category: "vcs",
    reason: "names commands that run before a commit",
    globs: "**/{.huskyrc,.lintstagedrc,lint-staged.config}*",
  },
  {
    class: "W",
    category: "vcs",
    reason: "belongs to the repository's own data: hooks, settings, history",
    globs: "**/.hg/**",
  },
  {
    class: "W",
    category: "vcs",
    reason: "belongs to the repository's own data",
    globs: "**/.jj/**",
  },
  {
    class: "W",
    category: "vcs",
    reason: "belongs to the working copy's own data",
    globs: "**/{.svn,.bzr,_darcs,.fossil-settings}/**",
  },
  {
    class: "W",
    category: "vcs",
    reason: "sets programs that version control runs",
    globs: `
      ~/.{gitconfig,gitconfig.local,hgrc,gitignore_global}
      ~/.config/{git,hg,jj}/**
      /etc/{gitconfig,mercurial/**}
    `,
  },
  {
    class: "W",
    category: "editor",
    reason: "holds tasks, settings and extensions that run when the folder is opened",
    globs: "**/.vscode/**",
  },
  {
    class: "W",
    category: "editor",
    reason: "holds tasks and settings that run when it is opened",
    globs: "**/*.code-workspace",
  },
  {
    class: "W",
    category: "editor",
    reason: "holds run configurations and tasks",
    globs: "**/.idea/**",
  },
  {
    class: "W",
    category: "editor",
    reason: "holds tasks and settings of an editor",
    globs: "**/{.fleet,.zed,.vs,.nova,.sublime-project}/**",
  },
  {
    class: "W",
    category: "editor",
    reason: "holds build systems of an editor",
    globs: "**/*.sublime-{project,workspace}",
  },
  {
    class: "W",
    category: "editor",
    reason: "runs commands on this machine when the container is made",
    globs: "**/{.devcontainer/**,.devcontainer.json}",
  },
  {
    class: "W",
    category: "editor",
    reason: "is code that an editor runs in this folder",
    globs: `
      **/{.exrc,.nvimrc,.vimrc,.nvim.lua,.lvimrc,.lazy.lua,.kakrc,.dir-locals.el,.dir-locals-2.el,.projectile}
      **/{.ycm_extra_conf.py,.gdbinit,.lldbinit,.nvim/**,.vim/**}
    `,
  },
  {
    class: "W",
    category: "editor",
    reason: "names programs that an editor starts",
    globs: "**/{.helix/**,.theia/**,.bsp/*.json,.neoconf.json,coc-settings.json,.settings/**,.externaltoolbuilders/**}",
  },
  {
    class: "W",
    category: "editor",
    reason: "runs commands when the workspace opens",
    globs: `
      **/{.gitpod.yml,.gitpod.dockerfile,.replit,replit.nix,devfile.yaml,.devfile.yaml,.project,.stackblitzrc}
      **/{.codesandbox,.idx}/**
    `,
  },
  {
    class: "W",
    category: "editor",
    reason: "is code that an editor runs at its start",
    globs: `
      ~/.{vimrc,gvimrc,exrc,ideavimrc,emacs,emacs.el,nanorc,spacemacs}
      ~/{.vim,.emacs.d,.config/nvim,.config/vim,.config/emacs,.config/helix,.doom.d}/**
    `,
  },
  {
    class: "W",
    category: "editor",
    reason: "holds settings and tasks of an editor",
    globs: `
      ~/{.config,Library/Application Support,AppData/Roaming}/{Code,Code - Insiders,VSCodium,Cursor,Windsurf}/**
      ~/{.config,Library/Application Support,AppData/Roaming}/JetBrains/**
    `,
  },
  {
    class: "W",
    category: "editor",
    reason: "holds extensions of an editor",
    globs: "~/{.vscode,.vscode-server,.vscode-insiders}/**",
  },
  {
    class: "W",
    category: "ci",
    reason: "runs in CI with the repository's secrets",
    globs: `
      **/.github/{workflows,actions}/**
      **/{.gitlab-ci.yml,.gitlab-ci.yaml,.gitlab/ci/**,.gitlab-ci/**}
      **/{.circleci,.buildkite,.woodpecker,.forgejo/workflows,.gitea/workflows,.semaphore,.drone,.teamcity}/**
      **/.tekton/**
      **/{.travis.yml,.drone.yml,.woodpecker.yml,.woodpecker.yaml,appveyor.yml,.appveyor.yml,.cirrus.yml}
      **/{bitbucket-pipelines.yml,cloudbuild.yaml,cloudbuild.yml,buildspec.yml,codemagic.yaml,bitrise.yml}
      **/wercker.yml
      **/{action.yml,action.yaml,.build.yml,.sourcehut.yml,dagger.json}
      **/{.builds,.azuredevops,.harness,.rwx,.depot/workflows}/**
    `,
  },
  {
    class: "W",
    category: "ci",
    reason: "names commands that run when the project is deployed",
    globs: `
      **/{netlify.toml,vercel.json,vercel.ts,amplify.yml,render.yaml,railway.json,railway.toml,fly.toml}
      **/{wrangler.toml,wrangler.json,wrangler.jsonc,firebase.json,serverless.yml,serverless.yaml,serverless.ts}
      **/{skaffold.yaml,cdk.json,pulumi.yaml,samconfig.toml,.readthedocs.yaml,.readthedocs.yml,.platform.app.yaml}
    `,
  },
  {
    class: "W",
    category: "ci",
    reason: "runs in CI with its secrets",
    globs: "**/{jenkinsfile,jenkinsfile.*,*.jenkinsfile}",
  },
  {
    class: "W",
    category: "ci",
    reason: "runs in CI with the repository's secrets",
    globs: `
      **/azure-pipelines*.{yml,yaml}
      **/.azure-pipelines/**
    `,
  },
  {
    class: "W",
    category: "ci",
    reason: "sets who or what may change the repository",
    globs: `
      **/.github/{dependabot.yml,dependabot.yaml,codeowners,settings.yml,mergify.yml}
      **/{.mergify.yml,.mergify/config.yml}
    `,
  },
  {
    class: "W",
    category: "ci",
    reason: "sets who must review a change",
    globs: "**/codeowners",
  },
  {
    class: "W",
    category: "ci",
    reason: "sets which dependencies are taken",
    globs:
      "**/{renovate.json,renovate.json5,.renovaterc,.renovaterc.json,.github/renovate.json,.github/renovate.json5}",
  },
];
