import { findBuiltin } from "../../../core/names.ts";
import type { Entry, Layer, Mode } from "../../../core/policy.ts";
import type { FileChangeView, ProjectFileView } from "../../../wire/project-file.ts";
import { sameEntry } from "../layer-patch.ts";
import { type FileState, layerOf, partOfLayer } from "./files.ts";
import { FILE_NAMES } from "./parse.ts";
import type { Below } from "./stricter.ts";
import { type KnownNames, warningsOf } from "./warnings.ts";

/** The files of a project for a person to look at: what each would change, and what holds until it is accepted. */
export function fileViews(
  accepted: Layer | null,
  states: readonly FileState[],
  { below, known }: { readonly below: Below; readonly known: KnownNames },
): readonly ProjectFileView[] {
  const now = layerOf(accepted, states, below);
  return states.map((state) => ({
    name: FILE_NAMES[state.kind] as ProjectFileView["name"],
    state: stateOf(state),
    hash: state.part.hash,
    fault: state.fault,
    faults: state.part.faults,
    warnings: warningsOf(state.kind, state.text, known),
    changes: state.trusted ? [] : changesOf(partOfLayer(accepted, state.kind), state.part.layer, now),
  }));
}

function stateOf({ fault, trusted, absent }: FileState): ProjectFileView["state"] {
  if (fault !== null) return "broken";
  if (!trusted) return "proposed";
  return absent ? "absent" : "accepted";
}

function changesOf(accepted: Layer, proposed: Layer, now: Layer | null): readonly FileChangeView[] {
  const [before, after] = [entriesByPath(accepted), entriesByPath(proposed)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => !sameEntry(before.get(path), after.get(path)))
    .map((path) => ({
      path,
      accepted: before.get(path) ?? null,
      proposed: after.get(path) ?? null,
      now: modeAt(entriesByPath(now), path),
    }));
}

function modeAt(entries: ReadonlyMap<string, Entry>, path: string): Mode | null {
  const family = path.startsWith("tools.") ? findBuiltin(path.slice("tools.".length))?.family : undefined;
  return entries.get(path)?.mode ?? entries.get(`tools.${family ?? ""}`)?.mode ?? null;
}

/** Each entry of a layer under its place in the file. */
function entriesByPath(layer: Layer | null): ReadonlyMap<string, Entry> {
  const map = (path: string, entries: Readonly<Record<string, Entry>> = {}) =>
    Object.entries(entries).map(([name, entry]) => [`${path}.${name}`, entry] as const);
  const { shared, servers, tools } = layer?.mcp ?? {};
  return new Map([
    ...map("tools", layer?.native),
    ...(shared ? [["authorization", shared] as const] : []),
    ...map("authorization.servers", servers),
    ...map("authorization.tools", tools),
  ]);
}
