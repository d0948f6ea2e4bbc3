import type { Layer } from "../../core/policy.ts";
import type { Tables } from "../../store/store.ts";
import type { LayerKey } from "../../store/tables/modes.ts";
import type { Project } from "../../store/tables/projects.ts";
import { differences, type LayerPatch } from "./layer-patch.ts";
import { editProjectFile } from "./project-file/edit.ts";
import { readPlainFile, replaceFile } from "../plain-file.ts";
import { type FileState, fileStates, partOfLayer, pathOf } from "./project-file/files.ts";
import { parseProjectFile } from "./project-file/parse.ts";

interface Change {
  readonly patch: LayerPatch;
  /** The whole layer after the patch. */
  readonly next: Layer | null;
  readonly now: number;
}

/**
 * Stores a layer of modes, in the transaction of its audit line. A project's is written into its files as well, which
 * keep all else that they hold; where a file cannot be written, the layer holds on this host alone.
 * INVARIANT: no other scope's change touches a project file.
 */
export async function setLayer(tables: Tables, key: LayerKey, { patch, next, now }: Change): Promise<void> {
  await tables.modes.set(key, next, now);
  const project = key.layer === "project" ? await tables.projects.get(key.id) : null;
  if (project === null) return;
  for (const state of await fileStates(tables, project)) {
    if (touches(state, patch)) await writeFile(tables, project, { state, patch, next });
  }
}

function touches({ kind }: FileState, { native, mcp }: LayerPatch): boolean {
  if (kind === "assent") return Object.keys(native ?? {}).length > 0;
  return mcp?.shared !== undefined || [mcp?.servers, mcp?.tools].some((map) => Object.keys(map ?? {}).length > 0);
}

interface ToWrite extends Omit<Change, "now"> {
  readonly state: FileState;
}

async function writeFile(tables: Tables, project: Project, { state, patch, next }: ToWrite): Promise<void> {
  const { kind, part, trusted, stored } = state;
  // Into a file that nobody has accepted only what was changed now goes; what it proposes stays a proposal.
  const edits = trusted ? differences(part.layer, partOfLayer(next, kind)) : patch;
  const text = edited(project, state, edits);
  const parsed = text === null ? null : parseProjectFile(kind, text);
  if (parsed?.ok !== true) return;
  const acceptedHash = trusted ? parsed.hash : (stored?.acceptedHash ?? "");
  await tables.projectFiles.set({ project: project.id, kind, acceptedHash, seenHash: parsed.hash, seen: parsed.layer });
}

/** The text that the file has now; null where nothing of it was changed. */
function edited(project: Project, { kind }: FileState, edits: LayerPatch): string | null {
  const [path, file] = [pathOf(project, kind), readPlainFile(pathOf(project, kind))];
  if (file.kind === "unreadable") return null;
  const text = editProjectFile(kind, file.kind === "text" ? file.text : null, edits);
  if (text === null) return null;
  try {
    replaceFile(path, text, file.kind === "text" ? file.mode : 0o644);
    return text;
  } catch {
    return null; // verdict: what was set holds, and the file keeps what it said
  }
}
