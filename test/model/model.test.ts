import { describe, expect, it } from "vitest";
import { agreesWithModel, firstFailure } from "./differ.ts";
import {
  deniesNeverLoosen,
  enforcedNeverLoosens,
  findingsNeverLoosen,
  indexIsSound,
  orderDoesNotMatter,
  setAsideNeverLoosens,
  tighterModesNeverLoosen,
  unreadableNeverAllows,
} from "./properties.ts";

const runs = Number(process.env["ASSENT_MODEL_RUNS"] ?? 100_000);
const seed = Number(process.env["ASSENT_MODEL_SEED"] ?? 20_261_130);
const timeout = 60_000 + runs;

describe(`decide, seed ${seed}`, () => {
  it(
    `agrees with the reference model on ${runs} calls`,
    () => {
      expect(firstFailure(agreesWithModel, runs, seed)).toBeNull();
    },
    timeout,
  );

  it.each([
    ["is the same with only the rules that match", indexIsSound],
    ["does not depend on the order of rules", orderDoesNotMatter],
    ["never loosens when a deny rule is added", deniesNeverLoosen],
    ["never allows what an ask or deny kept back that can no longer be read", unreadableNeverAllows],
    ["never loosens when a gating finding is added", findingsNeverLoosen],
    ["never loosens when an enforced entry is added", enforcedNeverLoosens],
    ["never loosens when a mode is tightened", tighterModesNeverLoosen],
    ["never loosens or un-hides when a descriptor is set aside", setAsideNeverLoosens],
  ])(
    "%s",
    (_, check) => {
      expect(firstFailure(check, runs / 10, seed)).toBeNull();
    },
    timeout,
  );
});
