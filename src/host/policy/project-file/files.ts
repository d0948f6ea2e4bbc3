import { join } from "node:path";
import type { Layer } from "../../../core/policy.ts";
import type { Tables } from "../../../store/store.ts";
import type { ProjectFile, ProjectFileKind } from "../../../store/tables/project-files.ts";
import type { Project } from "../../../store/tables/projects.ts";
import type { FileFault } from "../../../wire/project-file.ts";
import { readPlainFile, stampOf } from "../../plain-file.ts";
import { FILE_NAMES, NOTHING, type Part, parseProjectFile } from "./parse.ts";
import { type Below, stricterMcp, stricterNative } from "./stricter.ts";

const KINDS = ["assent", "mcp"] as const satisfies readonly ProjectFileKind[];

/** A file as it stands now, beside what was accepted of it. */
export interface FileState {
  readonly kind: ProjectFileKind;
  readonly absent: boolean;
  /** As it stands; empty where it is absent or broken. */
  readonly text: string;
  /** What counts as its content: of a broken file the last that could be read. */
  readonly part: Part;
  /** Why it is broken. */
  readonly fault: FileFault | null;
  /** The host wrote this content, or a person accepted it. */
  readonly trusted: boolean;
  readonly stored: ProjectFile | null;
}

/** Both files of a project. What is read anew is kept, so that it counts while a later version is broken. */
export async function fileStates(tables: Tables, project: Project): Promise<readonly FileState[]> {
  const [assent, mcp] = KINDS;
  return [await fileState(tables, project, assent), await fileState(tables, project, mcp)];
}

async function fileState(tables: Tables, project: Project, kind: ProjectFileKind): Promise<FileState> {
  const stored = await tables.projectFiles.get(project.id, kind);
  const acceptedHash = stored?.acceptedHash ?? "";
  const read = readProjectFile(project, kind);
  if (read.fault !== null) {
    // With no version that could ever be read there is nothing beside what was accepted.
    const part = stored === null ? NOTHING : { layer: stored.seen, hash: stored.seenHash, faults: [] };
    return { kind, absent: false, text: "", part, fault: read.fault, trusted: part.hash === acceptedHash, stored };
  }
  const { part, absent, text } = read;
  if (part.hash !== (stored?.seenHash ?? "")) await keepSeen(tables, { project: project.id, kind, acceptedHash, part });
  return { kind, absent, text, part, fault: null, trusted: part.hash === acceptedHash, stored };
}

async function keepSeen(
  tables: Tables,
  { part, ...file }: Pick<ProjectFile, "project" | "kind" | "acceptedHash"> & { readonly part: Part },
): Promise<void> {
  await tables.projectFiles.set({ ...file, seenHash: part.hash, seen: part.layer });
  await tables.events.append({ at: Date.now(), type: "files.changed", id: file.project });
}

type ReadFile =
  | { readonly fault: FileFault }
  | ({ readonly fault: null; readonly part: Part } & Pick<FileState, "absent" | "text">);

function readProjectFile(project: Pick<Project, "path">, kind: ProjectFileKind): ReadFile {
  const file = readPlainFile(pathOf(project, kind));
  // A folder is none: one may stand in for it while a command runs in the sandbox.
  if (file.kind === "absent" || file.kind === "folder") return { fault: null, part: NOTHING, absent: true, text: "" };
  if (file.kind === "unreadable") return { fault: { message: file.message, line: 1, column: 1 } };
  const parsed = parseProjectFile(kind, file.text);
  return parsed.ok ? { fault: null, part: parsed, absent: false, text: file.text } : { fault: parsed.fault };
}

export function pathOf(project: Pick<Project, "path">, kind: ProjectFileKind): string {
  return join(project.path, FILE_NAMES[kind]);
}

/** Changes with the files of a project: what was made of them before is stale. */
export function projectStamp(path: string | null): string {
  return path === null ? "" : KINDS.map((kind) => stampOf(pathOf({ path }, kind))).join(" ");
}

/** What a project says of modes: what was accepted, made stricter by files that say something else. */
export function layerOf(
  accepted: Layer | null,
  states: readonly Pick<FileState, "part" | "trusted">[],
  below: Below,
): Layer | null {
  const [assent, mcp] = states;
  const native =
    assent === undefined || assent.trusted
      ? accepted?.native
      : stricterNative({ accepted, proposed: assent.part.layer }, below);
  const ofMcp =
    mcp === undefined || mcp.trusted ? accepted?.mcp : stricterMcp({ accepted, proposed: mcp.part.layer }, below);
  return joined(native, ofMcp);
}

/** The same of a project that the host has not met, as its first session finds it. Nothing is kept. */
export function layerOfUnmet(path: string, below: Below): Layer | null {
  const states = KINDS.map((kind) => {
    const read = readProjectFile({ path }, kind);
    const part = read.fault === null ? read.part : NOTHING;
    return { part, trusted: part.hash === NOTHING.hash };
  });
  return layerOf(null, states, below);
}

/** As if a person had accepted the files as they stand; null where nothing waits for that. */
export function proposedLayer(accepted: Layer | null, states: readonly FileState[]): Layer | null {
  if (states.every(({ trusted }) => trusted)) return null;
  return states.reduce<Layer>((layer, state) => (state.trusted ? layer : withPart(layer, state)), accepted ?? {});
}

/** A layer with what one file says in the place of what it said before. */
export function withPart(layer: Layer | null, { kind, part }: Pick<FileState, "kind" | "part">): Layer {
  const native = kind === "assent" ? part.layer.native : layer?.native;
  const mcp = kind === "mcp" ? part.layer.mcp : layer?.mcp;
  return joined(native, mcp) ?? {};
}

function joined(native: Layer["native"], mcp: Layer["mcp"]): Layer | null {
  if (native === undefined && mcp === undefined) return null;
  return { ...(native && { native }), ...(mcp && { mcp }) };
}

/** The part of a layer that a file of this kind holds. */
export function partOfLayer(layer: Layer | null, kind: ProjectFileKind): Layer {
  return joined(kind === "assent" ? layer?.native : undefined, kind === "mcp" ? layer?.mcp : undefined) ?? {};
}
