import type { ProtectedGroup } from "./group.ts";

/** What makes programs run when a project is installed, built or tested. One glob a line. */
export const BUILD_FILES: readonly ProtectedGroup[] = [
  {
    class: "W",
    category: "build",
    reason: "names scripts that run on install, test or start",
    globs: "**/{package.json,package.json5,package.yaml}",
  },
  {
    class: "W",
    category: "build",
    reason: "fixes where packages come from",
    globs: "**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,deno.lock}",
  },
  {
    class: "W",
    category: "build",
    reason: "sets which scripts of packages run",
    globs: "**/{pnpm-workspace.yaml,.pnpmfile.cjs,.pnpmfile.mjs,pnpmfile.js,lerna.json,nx.json,turbo.json,rush.json}",
  },
  {
    class: "W",
    category: "build",
    reason: "is a program that runners of the project start by its name",
    globs: `
      **/{node_modules/.bin,vendor/bin}/**
      **/{.venv,venv,env,.virtualenv,virtualenv}/{bin,scripts}/**
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "names a program that yarn runs as itself",
    globs: "**/{.yarnrc,.yarnrc.yml}",
  },
  {
    class: "W",
    category: "build",
    reason: "is code that yarn runs",
    globs: `
      **/.yarn/{releases,plugins,sdks}/**
      **/{.pnp.cjs,.pnp.loader.mjs}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "sets what a package manager runs",
    globs: "**/{bunfig.toml,.bunfig.toml,deno.json,deno.jsonc}",
  },
  {
    class: "W",
    category: "build",
    reason: "holds commands that make runs",
    globs: "**/{makefile,gnumakefile,bsdmakefile,makefile.*,*.mk}",
  },
  {
    class: "W",
    category: "build",
    reason: "holds commands that a task runner runs",
    globs: `
      **/{justfile,.justfile,*.just,taskfile.yml,taskfile.yaml,taskfile.dist.yml,taskfile.dist.yaml,rakefile}
      **/{*.rake,magefile.go,gruntfile.*,gulpfile.*,jakefile,cakefile,build.cake,earthfile,tiltfile,vagrantfile}
      **/{snakefile,dodo.py,fabfile.py,guardfile,capfile}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "is run by a test, or at every start of Python",
    globs: "**/{noxfile.py,tox.ini,pytest.ini,conftest.py,sitecustomize.py,usercustomize.py}",
  },
  {
    class: "W",
    category: "build",
    reason: "runs or chooses code when the package is built or installed",
    globs: `
      **/{setup.py,setup.cfg,pyproject.toml,pipfile,pipfile.lock,poetry.lock,uv.lock,pdm.lock,uv.toml,*.pth}
      **/{hatch.toml,hatch_build.py,pixi.toml,pixi.lock}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "runs or chooses code when the package is built",
    globs: "**/{build.rs,cargo.toml,cargo.lock,rust-toolchain,rust-toolchain.toml}",
  },
  {
    class: "W",
    category: "build",
    reason: "sets programs that cargo runs",
    globs: "**/.cargo/{config,config.toml}",
  },
  {
    class: "W",
    category: "build",
    reason: "chooses code that is built",
    globs: "**/{go.mod,go.sum,go.work,go.work.sum,.goreleaser.yml,.goreleaser.yaml}",
  },
  {
    class: "W",
    category: "build",
    reason: "is code that Gradle runs",
    globs: `
      **/{build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,init.gradle,init.gradle.kts,*.gradle}
      **/{*.gradle.kts,gradle.properties,gradlew,gradlew.bat}
      **/{gradle/wrapper,gradle/init.d,buildSrc}/**
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "sets what a build runs",
    globs: `
      **/{pom.xml,mvnw,mvnw.cmd,build.xml,ivy.xml,build.sbt,build.sc}
      **/{.mvn/**,project/plugins.sbt,project/build.properties}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "holds tasks that a build runs",
    globs: `
      **/*.{csproj,fsproj,vbproj,vcxproj,proj,targets,props,sln,nuspec,shproj,xcconfig}
      **/*.xcodeproj/**
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "sets where packages and tools come from",
    globs: "**/{nuget.config,global.json,directory.build.rsp,.config/dotnet-tools.json}",
  },
  {
    class: "W",
    category: "build",
    reason: "runs when the build is configured",
    globs: `
      **/{cmakelists.txt,*.cmake,cmakepresets.json,cmakeuserpresets.json,configure,configure.ac,configure.in,*.m4}
      **/{makefile.am,makefile.in,meson.build,meson_options.txt,sconstruct,sconscript,wscript,xmake.lua}
      **/premake5.lua
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "sets what a build runs",
    globs: "**/{build.bazel,workspace.bazel,module.bazel,*.bzl,.bazelrc,.buckconfig,pants.toml}",
  },
  {
    class: "W",
    category: "build",
    reason: "names code that a server loads",
    globs: "**/{web.config,server.xml}",
  },
  {
    class: "W",
    category: "build",
    reason: "sets what a container runs and which folders it sees",
    globs: `
      **/{dockerfile*,*.dockerfile,containerfile*,docker-compose*.yml,docker-compose*.yaml,compose*.yml}
      **/{compose*.yaml,docker-bake.*}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "runs or chooses code when the package is built",
    globs: `
      **/{gemfile,gemfile.lock,gems.rb,*.gemspec,.bundle/config,podfile,podfile.lock,cartfile,fastfile,appfile}
      **/{brewfile,mix.exs,mix.lock,rebar.config,stack.yaml,cabal.project,*.cabal,setup.hs,composer.json}
      **/{composer.lock,package.swift,package.resolved,pubspec.yaml,pubspec.lock,build.zig,build.zig.zon}
      **/{dune-project,*.opam,project.clj,deps.edn,shard.yml,vcpkg.json,conanfile.py,conanfile.txt,build.boot}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "is code that makes the environment",
    globs: `
      **/{flake.nix,flake.lock,default.nix,shell.nix,devenv.nix,devenv.yaml,devbox.json,configuration.nix}
      **/home.nix
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "loads plugins, which are code",
    globs: `
      **/{.babelrc,babel.config.,.eslintrc,eslint.config.,.prettierrc,prettier.config.,.stylelintrc}*
      **/{stylelint.config.,.swcrc,.postcssrc,postcss.config.,.mocharc,.nycrc,.c8rc,.parcelrc,.commitlintrc}*
      **/{.oxlintrc,oxlint.config.,oxfmt.config.,.cspell.,cspell.,.markdownlint-cli2.}*
      **/{commitlint.config.,.huskyrc,.releaserc,release.config.}*
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "is code that a tool runs at its start",
    globs: `
      **/{vite,vitest,webpack,rollup,rolldown,rspack,tsup,esbuild,jest}.config.{js,cjs,mjs,ts,cts,mts,json}
      **/{playwright,cypress,next,nuxt,svelte,astro,tailwind,karma,wdio,metro}.config.{js,cjs,mjs,ts,cts,mts,json}
      **/{remix,gatsby,vue,ember,angular,craco,snowpack,babel,knip,drizzle,ava}.config.{js,cjs,mjs,ts,cts,mts,json}
      **/{prisma,knexfile}.config.{js,cjs,mjs,ts,cts,mts,json}
      **/karma.conf.{js,cjs,mjs,ts}
      **/{.php-cs-fixer.php,.php-cs-fixer.dist.php,.pdbrc,.ghci}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "loads plugins, which are code",
    globs:
      "**/{.rubocop.yml,.rspec,.irbrc,.pryrc,.pylintrc,pylintrc,.flake8,.ackrc,.perlcriticrc,.ansible.cfg,ansible.cfg}",
  },
  {
    class: "W",
    category: "build",
    reason: "is code that a language server loads",
    globs: "**/ruby_lsp/*/addon*",
  },
  {
    class: "W",
    category: "build",
    reason: "sets which providers, which are programs, are run",
    globs: "**/{.terraformrc,terraform.rc,.terraform.lock.hcl}",
  },
  {
    class: "W",
    category: "build",
    reason: "sets programs that a package manager runs",
    globs: `
      ~/{.cargo,.npm,.yarn}/{config,config.toml,env,settings.xml,wrapper/**,plugins/**,global.toml,cabal.config}
      ~/{.pnpm-store,.m2}/{config,config.toml,env,settings.xml,wrapper/**,plugins/**,global.toml,cabal.config}
      ~/{.gradle,.ivy2}/{config,config.toml,env,settings.xml,wrapper/**,plugins/**,global.toml,cabal.config}
      ~/{.bundle,.stack}/{config,config.toml,env,settings.xml,wrapper/**,plugins/**,global.toml,cabal.config}
      ~/{.cabal,.hex,.mix}/{config,config.toml,env,settings.xml,wrapper/**,plugins/**,global.toml,cabal.config}
      ~/.conda/{config,config.toml,env,settings.xml,wrapper/**,plugins/**,global.toml,cabal.config}
    `,
  },
];
