import { finding } from "../../core/finding-table.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { protectionByName } from "../path/protection.ts";
import { addFinding, type Draft, type Line } from "./line.ts";
import type { Scope } from "./scope.ts";

/** Which file a program's name stands for, and what speaks against running it. Source: rules.md, "The guard". */

/** As rules name a program: its base name, without `.exe`, lower case where names ignore case. */
export function programName(spelled: string, platform: string): string {
  const base = spelled.slice(
    Math.max(spelled.lastIndexOf("/"), platform === "win32" ? spelled.lastIndexOf("\\") : -1) + 1,
  );
  if (platform !== "win32") return platform === "darwin" ? base.toLowerCase() : base;
  return base.toLowerCase().replace(/\.(exe|com)$/, "");
}

export function guardProgram(
  spelled: string,
  { line, scope, draft }: { line: Line; scope: Scope; draft: Draft },
): void {
  const { world } = line;
  const byName = !spelled.includes("/") && !(world.platform === "win32" && spelled.includes("\\"));
  const found = byName ? world.which(spelled) : absolute(spelled, scope.cwd);
  if (found === null) {
    const message = byName
      ? `\`${spelled}\` is not found`
      : `\`${spelled}\` cannot be found without a working directory`;
    return addFinding(draft, finding("program-missing", message, spelled));
  }
  const file = world.realpath(found) ?? found;
  draft.file = file;
  if (isOfOthers(found, line) || (file !== found && isOfOthers(file, line))) {
    draft.projectCode ||= isBelow(file, line.call.project) && !byName;
    if (!byName && takesName(found, { line, draft })) draft.nameless = found;
    return addFinding(
      draft,
      finding("program-in-project", `it runs \`${found}\`, a file that an agent could have written`, found),
    );
  }
  if (byName) return;
  const known = world.which(draft.program ?? spelled);
  if (known === null || !isSameFile(known, file, line)) {
    const other = known === null ? "no program of that name is on the PATH" : `the name stands for \`${known}\``;
    addFinding(draft, finding("program-shadowed", `it runs \`${found}\`, but ${other}`, found));
  }
}

/**
 * Does a file that is run by its path bear the name of a program on the PATH (`./npm`, `/tmp/npm`)? An exact rule for
 * `npm ci` is not about it. What the project installed for itself (`node_modules/.bin/tsc`, `gradlew`) may: writing that
 * is protected. So may a script (`run.sh`): its name is nobody else's, even in a world that finds every name.
 */
function takesName(found: string, { line, draft }: { line: Line; draft: Draft }): boolean {
  const { program } = draft;
  if (program === null || line.world.which(program) === null) return false;
  if (program.includes(".") && knowledgeOf(program) === undefined) return false;
  return !(isInProject(line, found) && protectionByName(found, line.world)?.category === "build");
}

/** Whether it lies where whoever writes project files could put a program. */
function isOfOthers(path: string, { call: { project, cwd, scratch }, world }: Line): boolean {
  return (
    isBelow(path, project) ||
    isBelow(path, cwd) ||
    isBelow(path, scratch ?? null) ||
    world.tempDirs.some((root) => isBelow(path, root))
  );
}

function isBelow(path: string, root: string | null): boolean {
  return root !== null && root !== "/" && isAtOrBelow(path, root);
}

function isAtOrBelow(path: string, root: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path[root.length] === "/");
}

/** `/bin` and `/usr/bin` are one directory on today's systems, and belong to the administrator on all. */
function isSameFile(known: string, file: string, { world }: Line): boolean {
  const real = world.realpath(known) ?? known;
  const plain = (path: string): string => path.replace(/^\/(s?bin)\//, "/usr/$1/");
  return real === file || plain(known) === plain(file);
}

export function absolute(path: string, cwd: string | null): string | null {
  if (path.startsWith("/") || /^[a-z]:[\\/]/i.test(path)) return tidy(path);
  return cwd === null ? null : tidy(`${cwd}/${path}`);
}

/** Whether an absolute path is the project's folder or lies below it. */
export function isInProject({ call: { project } }: Line, path: string): boolean {
  return project !== null && isAtOrBelow(path, project);
}

/** Without `.`, `..` and doubled slashes. */
export function tidy(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
