import { statSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type GitSetting, settingsIn } from "./git-settings.ts";
import { smallText } from "./small-text.ts";

/** The environment that git would be started with, and the home folder. */
export interface GitPlace {
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
}

/** Folders and files of settings that git takes as they are. */
const PLACES = /^core\.(?:hookspath|attributesfile)$|^init\.templatedir$/;
const INCLUDES = /^include(?:if)?\.path$/;
/** Settings whose value is a command line or a program, by the last word of their name. Source: git-config 2.47. */
const COMMANDS =
  /\.(?:command|cmd|driver|clean|smudge|process|textconv|helper|program|editor|pager|external|uploadpack|receivepack|browser|askpass|sshcommand|difffilter|packobjectshook|gitproxy|defaultkeycommand|alternaterefscommand|fsmonitor|tocmd|cccmd|headercmd|sendmailcmd|smtpserver)$|^pager\.|^(?:mergetool|difftool|browser|man|lfs)\.path$/;
/** Settings that hold a command where they begin with `!`. */
const MAYBE_COMMANDS = /^alias\.|^submodule\.update$/;

/**
 * Files and folders that git runs or takes settings from, for the repositories around these paths, as their settings
 * and those of the account say now: absolute, whether they are there or not. What lies in `.git` is not among them. A
 * condition of an `includeIf` counts as met. Source: git-config 2.47, githooks.
 */
export function gitRuns(paths: readonly string[], place: GitPlace): readonly string[] {
  const shared = accountFiles(place);
  const found = new Set<string>();
  const tops = repositoriesAround(paths);
  for (const top of tops.length === 0 ? [null] : tops) {
    const files = [...(top === null ? [] : repositoryFiles(top)), ...shared];
    for (const run of runsOf(files, { top: top ?? "/", ...place })) found.add(run);
  }
  return [...found];
}

function repositoriesAround(paths: readonly string[]): readonly string[] {
  const around = new Set<string>();
  for (const path of paths) for (let here = path; !around.has(here); here = dirname(here)) around.add(here);
  return [...around].filter((folder) => statOf(join(folder, ".git")) !== null);
}

function accountFiles({ env, home }: GitPlace): readonly string[] {
  const own = env["GIT_CONFIG_GLOBAL"];
  const folder = env["XDG_CONFIG_HOME"] || join(home, ".config");
  return [
    ...(own === undefined ? [join(folder, "git/config"), join(home, ".gitconfig")] : [own]),
    env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig",
  ];
}

/** `.git` is a folder, or a file that names one (worktrees, submodules), whose settings may lie in a third. */
function repositoryFiles(top: string): readonly string[] {
  const dotGit = join(top, ".git");
  const named = smallText(dotGit);
  const own = named === null ? dotGit : resolve(top, /^gitdir: (.+?)\n?$/.exec(named)?.[1] ?? ".git");
  const common = resolve(own, smallText(join(own, "commondir"))?.trim() ?? ".");
  return [join(common, "config"), join(own, "config.worktree")];
}

interface Base extends GitPlace {
  /** What relative values are held against. */
  readonly top: string;
}

/** Files within files that are followed, as git does. */
const MOST_INCLUDED = 200;

function runsOf(files: readonly string[], base: Base): readonly string[] {
  const waiting = files.map((file) => ({ file, settings: null as readonly GitSetting[] | null }));
  waiting.push({ file: base.top, settings: settingsInEnv(base.env) });
  const seen = new Set<string>(files);
  const runs: string[] = [];
  for (let at = 0; at < waiting.length && at < MOST_INCLUDED; at++) {
    const { file, settings } = waiting[at] as (typeof waiting)[number];
    for (const { key, value } of settings ?? settingsIn(file)) {
      if (value === "") continue;
      if (PLACES.test(key)) runs.push(absolute(value, base));
      else if (COMMANDS.test(key) || (MAYBE_COMMANDS.test(key) && value.startsWith("!")))
        runs.push(...filesIn(value, base));
      else if (INCLUDES.test(key)) {
        const included = absolute(value, { ...base, top: dirname(file) });
        runs.push(included);
        if (!seen.has(included)) waiting.push({ file: included, settings: null });
        seen.add(included);
      }
    }
  }
  return runs;
}

/** `GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=hooks`. */
function settingsInEnv(env: Readonly<Record<string, string>>): readonly GitSetting[] {
  return Object.entries(env).flatMap(([name, key]) => {
    const at = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    const ends = /^([^.]+)\.(?:.*\.)?([^.]+)$/.exec(key.toLowerCase());
    return at === undefined || ends === null
      ? []
      : [{ key: `${ends[1]}.${ends[2]}`, value: env[`GIT_CONFIG_VALUE_${at}`] ?? "" }];
  });
}

function absolute(path: string, { top, home }: Base): string {
  const at = path.replace(/^~(?=\/|$)/, () => home).replace(/^%\(prefix\)/, "/usr");
  return isAbsolute(at) ? resolve(at) : resolve(top, at);
}

/** Words of a command line that name files: by a `/`, or because one lies there. */
function filesIn(command: string, base: Base): readonly string[] {
  const spelled = command
    .replace(/\$\{?HOME\b\}?/g, () => base.home)
    // Most name the repository's folder: `$(git rev-parse --show-toplevel)/tools/merge`.
    .replace(/\$\([^)]*\)|`[^`]*`|\$\{?\w+\}?/g, () => base.top);
  const words = spelled.replace(/^!/, "").split(/[\s"'|&;()<>={},]+/);
  return words
    .filter((word) => word !== "" && !word.includes("://") && !/[*?[]/.test(word))
    .flatMap((word) => {
      const path = absolute(word, base);
      const stat = statOf(path);
      return stat?.isFile() === true || (word.includes("/") && stat === null) ? [path] : [];
    });
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // verdict: git cannot reach it either
  }
}
