import { compile, type Readers } from "../../core/compile.ts";
import { findBuiltin } from "../../core/names.ts";
import type { Layer, Policy } from "../../core/policy.ts";
import type { LayerKey } from "../../store/tables/modes.ts";
import type { Refusal } from "../refusal.ts";

export function invalid(path: string, message: string): Refusal {
  return { ok: false, status: 400, code: "EINVALID", message, path };
}

/**
 * What is wrong with one part of a policy; null of nothing. A warning counts: it loses a pattern. `above` is what of the
 * path stands for `$`.
 */
export function policyFault(deps: { readonly readers: Readers }, part: Partial<Policy>, above: string): Refusal | null {
  const compiled = compile({ ...NOTHING_SET, ...part }, deps.readers);
  const [fault] = compiled.ok ? compiled.warnings : compiled.errors;
  return fault ? invalid(`$${fault.path.slice(above.length)}`, fault.message) : null;
}

/** Nothing is set, and no folder is granted. */
export const NOTHING_SET: Policy = {
  layers: {},
  rules: [],
  level: "L0",
  approvalMode: "ask",
  grants: [],
  projectRoots: [],
  limits: {},
  revision: "",
};

export function layerFault(
  deps: { readonly readers: Readers },
  key: Pick<LayerKey, "layer">,
  layer: Layer | null,
): Refusal | null {
  // As in a project's file: copies of the layer would lose it.
  if (Object.hasOwn(layer?.native ?? {}, "__proto__"))
    return invalid("$.native.__proto__", "a tool cannot be called `__proto__`");
  const asked = Object.entries(layer?.native ?? {}).find(
    ([name, { mode }]) => isAskUser(name) && (mode === "allow" || mode === "allowlist"),
  );
  if (asked) return invalid(`$.native.${asked[0]}.mode`, "a question to the person is `off` or `ask`");
  return policyFault(deps, { layers: layer ? { [key.layer]: layer } : {} }, `layers.${key.layer}`);
}

/** A question that answers itself asks nobody. */
function isAskUser(name: string): boolean {
  return findBuiltin(name)?.id === "ask_user" || name.toLowerCase() === "ask";
}
