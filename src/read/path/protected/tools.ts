import type { ProtectedGroup } from "./group.ts";

/** Settings that are code, or that name code or commands, of the tools of each language. One glob a line. */
export const TOOL_FILES: readonly ProtectedGroup[] = [
  {
    class: "W",
    category: "build",
    reason: "loads plugins, which are code",
    globs: `
      **/{.remarkrc,.textlintrc,.lighthouserc,.size-limit.,.dependency-cruiser.,.xo-config,xo.config.}*
      **/{.versionrc,.release-it.,.auto-changelog,.czrc,.cz.,cz.config,.graphqlrc,graphql.config.,.taprc}*
      **/{.markdownlint.,tslint.json,.luarc.json,.luarc.jsonc,dangerfile}*
      **/{.changeset/config.json,omnisharp.json,angular.json,cypress.json}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "is code that a tool runs at its start",
    globs: `
      **/{.eleventy.,.fatherrc.,.umirc.,.dumirc.,ormconfig.,knexfile.,.testcaferc.,hardhat.config.,eleventy.config.}*
      **/{tsdown.config.,bunup.config.,unbuild.config.,build.config.,nitro.config.,wxt.config.,uno.config.}*
      **/{unocss.config.,react-router.config.,orval.config.,quasar.config.,forge.config.,expo.config.,lage.config.}*
      **/{just.config.,rsbuild.config.,farm.config.,sequelize.config.,ecosystem.config.,electron.vite.config.}*
      **/{stryker.config.,stryker.conf.,svgo.config.,gridsome.config.,protractor.conf.,wdio.conf.,vitest.workspace.}*
      **/{nightwatch.conf.,codecept.conf.}*
      **/{.sequelizerc,truffle-config.js}
      **/.storybook/**
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "names commands that a tool runs",
    globs: `
      **/{nodemon.json,.nodemon.json,moon.yml,.moon/**,codegen.yml,.air.toml,buf.gen.yaml,sqlc.yaml,sqlc.json}
      **/{foundry.toml,anchor.toml,terragrunt.hcl,.tflint.hcl,atlantis.yaml,helmfile.yaml,dvc.yaml,mlproject}
      **/{nextflow.config,invoke.yaml,invoke.yml,invoke.json,book.toml,hugo.toml,platformio.ini,procfile.toml}
      **/{electron-builder.yml,electron-builder.json,electron-builder.json5}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "loads plugins or code of Python when a tool starts",
    globs: `
      **/{mypy.ini,.mypy.ini,.coveragerc,pytest.toml,.pytest.toml,.pytest.ini,nose.cfg,unittest.cfg,pavement.py}
      **/{gunicorn.conf.py,docs/conf.py,docs/source/conf.py,doc/conf.py,mkdocs.yml,_config.yml,*._pth,.pdm-python}
      **/{ipython_config,jupyter_config,jupyter_notebook_config,jupyter_server_config,jupyter_lab_config}.{py,json}
      **/{poetry.toml,pdm.toml}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "is code that a language runs when it starts in the folder",
    globs: "**/{.rprofile,.renviron,.octaverc,.iex.exs,.erlang,.lintr,_targets.r,renv/activate.r,.jshellrc}",
  },
  {
    class: "W",
    category: "build",
    reason: "is code that a tool of Lua, Perl or Elixir runs",
    globs: `
      **/{.luacheckrc,.busted,*.rockspec,build.pl,cpanfile,dist.ini,.proverc,.formatter.exs,.credo.exs}
      **/config/{config,dev,test,prod,runtime}.exs
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "names code that a tool of PHP loads",
    globs: `
      **/{phpunit.xml,phpunit.xml.dist,phpunit.dist.xml,phpstan.neon,phpstan.neon.dist,phpstan.dist.neon}
      **/{psalm.xml,psalm.xml.dist,phpcs.xml,phpcs.xml.dist,.phpcs.xml,rector.php,ecs.php,.user.ini,php.ini}
      **/.htaccess
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "runs or chooses code when the package is built",
    globs: `
      **/{.golangci.yml,.golangci.yaml,.golangci.toml,.golangci.json,magefiles/**,build.mill,build.mill.scala}
      **/{project/*.sbt,project/*.scala,.sbtopts,.jvmopts,.java_opts,hie.yaml,cabal.project.*}
      **/{dune,dune-workspace,build.yaml,project.toml,manifest.toml,*.nimble,config.nims,nim.cfg,dub.json,dub.sdl}
      **/{bb.edn,shadow-cljs.edn,build.clj,*.podspec,tuist/**,*.xcworkspace/**,project.swift,workspace.swift}
      **/{thorfile,berksfile,appraisals,steepfile,puppetfile,pluginfile,matchfile,deliverfile,gymfile,scanfile}
      **/{fastlane/actions,fastlane/plugins,.bundle}/**
      **/{*.pubxml,launchsettings.json,paket.dependencies,paket.lock,*.cake,build.fsx,psakefile.ps1}
      **/{dotnet-tools.json,.bazeliskrc,.bazelversion,tools/bazel,.plzconfig*,*.spec,pkgbuild,apkbuild}
      **/debian/{rules,preinst,postinst,prerm,postrm}
    `,
  },
  {
    class: "W",
    category: "build",
    reason: "is a program that a tool starts by its name",
    globs: `
      **/{.tox,.nox}/*/{bin,scripts}/**
      **/.pixi/envs/*/bin/**
      **/.terraform/{providers,plugins}/**
    `,
  },
];
