import { lstatSync } from "node:fs";
import type { CompiledPolicy } from "../../core/compile.ts";
import type { CompiledGrant } from "../../core/grants.ts";
import type { DirectoryGrant } from "../../core/policy.ts";
import type { World } from "../../read/world.ts";
import type { KnownRoot } from "../tools/held-directory.ts";

/** `dev:ino` of a folder, as grants keep it; undefined where none can be seen. */
export function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = lstatSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined; // verdict: a grant without identity, which holds whatever stands at its path
  }
}

/** The grant of the folder that stands at its root now. */
export function withIdentity({ identity: _before, ...grant }: DirectoryGrant): DirectoryGrant {
  const identity = identityOf(grant.root);
  return identity === undefined ? grant : { ...grant, identity };
}

/**
 * The policy with the mark on each grant whose root was replaced since. Asked for every decision, since no change of
 * policy tells of it.
 */
export function withRootsAsTheyAre(policy: CompiledPolicy, world: Pick<World, "lstat">): CompiledPolicy {
  const grants = policy.grants.map((grant) => (isReplaced(grant.grant, world) ? marked(grant) : grant));
  return grants.every((grant, at) => grant === policy.grants[at]) ? policy : { ...policy, grants };
}

function marked(grant: CompiledGrant): CompiledGrant {
  return { ...grant, replaced: true };
}

/**
 * Only the inode is compared: devices are numbered anew at each start of the machine, and whoever could mount another
 * file system over a folder is not kept out by this.
 */
export function isReplaced({ root, identity }: DirectoryGrant, world: Pick<World, "lstat">): boolean {
  if (identity === undefined) return false;
  const facts = world.lstat(root);
  return facts === null || facts.kind !== "dir" || String(facts.ino) !== identity.split(":")[1];
}

/** Folders of which all may be written, as they stand now: where a sandbox lets commands write. */
export function writableRoots({ grants }: CompiledPolicy): readonly string[] {
  return grants.flatMap(({ grant: { root, recursive, can }, replaced }) =>
    replaced !== true && recursive && can.includes("write") ? [root.replace(/(?<=.)\/$/, "")] : [],
  );
}

/** The granted roots for the runner, which checks them once more on the folders that it opens. */
export function knownRoots(policy: CompiledPolicy, world: Pick<World, "lstat">): readonly KnownRoot[] {
  return policy.grants.flatMap(({ grant, replaced }) => {
    const facts = replaced === true || grant.identity === undefined ? null : world.lstat(grant.root);
    // A number that is too large for a double would refuse the folder that was granted.
    if (facts === null || !Number.isSafeInteger(facts.ino)) return [];
    return [{ root: grant.root.replace(/\/$/, ""), dev: BigInt(facts.dev), ino: BigInt(facts.ino) }];
  });
}
