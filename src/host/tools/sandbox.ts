import type { PathUse, Reading } from "../../core/reading.ts";
import { inQuotes } from "../../core/shell-quote.ts";
import type { Call } from "../../read/call.ts";
import { protectionByName } from "../../read/path/protection.ts";
import type { World } from "../../read/world.ts";
import { keepFor } from "./sandbox-after.ts";
import { type Held, heldFor } from "./sandbox-held.ts";
import { ToolFault } from "./tool-fault.ts";

/**
 * Runs commands with less than the account may do: no network, writing only in the folders that may be written and where
 * the call says that it writes, but for protected files that it does not name, and without what holds secrets in the home
 * folder. It adds to the decision and never takes its place.
 */
export interface CommandSandbox {
  /** What keeps it from being used here, as a person would mend it; null where nothing does. */
  missing(): Promise<string | null>;
  wrap(command: string, places: SandboxPlaces): Promise<Wrapped>;
  close(): Promise<void>;
}

export interface Wrapped {
  /** Runs the command inside, for a shell. */
  readonly line: string;
  /**
   * To be called once when the command has ended: takes away what only stood in for files, and puts back what it held;
   * throws where it cannot.
   */
  ended(): void;
}

export interface SandboxPlaces extends Held {
  /** Absolute; runs the command. */
  readonly shell: string;
  /** Folders and files that may be written. */
  readonly write: readonly string[];
  /** Folders and files that cannot be read. */
  readonly hide: readonly string[];
}

type Manager = (typeof import("@anthropic-ai/sandbox-runtime"))["SandboxManager"];

/** Over `@anthropic-ai/sandbox-runtime`, which is used where somebody installed it beside. */
export function createSandbox(): CommandSandbox {
  let started: Promise<Manager> | null = null;
  return {
    async missing() {
      const manager = await load();
      if (manager === null) return "the package `@anthropic-ai/sandbox-runtime` is not installed";
      if (!manager.isSupportedPlatform()) return "this system has no sandbox";
      const { errors } = await manager.checkDependenciesAsync();
      return errors.length === 0 ? null : errors.join("; ");
    },
    async wrap(command, { shell, write, hide, hold, sweep }) {
      started ??= start();
      const manager = await started.catch((error: unknown) => {
        started = null;
        throw error;
      });
      const putBack = keepFor({ hold, sweep });
      const filesystem = { denyRead: [...hide], allowWrite: [...write], denyWrite: [...hold] };
      return {
        line: await manager.wrapWithSandbox(command, shell, { filesystem }),
        ended() {
          manager.cleanupAfterCommand();
          putBack();
        },
      };
    },
    async close() {
      const manager = await started?.catch(() => null); // verdict: it never began, so nothing is left
      started = null;
      await manager?.reset();
    },
  };
}

async function load(): Promise<Manager | null> {
  try {
    return (await import("@anthropic-ai/sandbox-runtime")).SandboxManager;
  } catch {
    return null; // verdict: there is no sandbox, and a call that needs it does not run
  }
}

async function start(): Promise<Manager> {
  const manager = await load();
  if (manager === null) throw new ToolFault("EFILE", "the sandbox is not installed");
  await manager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
  });
  return manager;
}

/** Folders of the home folder whose entries are looked at for secrets. */
const LOOKED_AT = ["", "/.config", "/.local/share"] as const;

/** Where a claimed call may write, and what it does not see: the host's own data, and secrets that it did not name. */
export function placesOf(
  call: Call,
  reading: Reading,
  { world, writable }: { readonly world: World; readonly writable: readonly string[] },
): Omit<SandboxPlaces, "shell"> {
  const uses = reading.parts.flatMap(({ paths }) => paths);
  const named = new Set(uses.flatMap(({ canonical }) => canonical ?? []));
  const written = uses
    .filter(({ act }) => act !== "read")
    .flatMap((use) => (use.canonical === null ? [] : [placeOf(use, use.canonical, world)]));
  const own = call.scratch === undefined ? [] : [call.scratch];
  const folders = outermost([...writable, ...written]);
  const held = heldFor(reading, { world, folders, tops: writable });
  return { write: [...folders, ...own], hide: hiddenIn(world, named), ...held };
}

/** The host's own data, and what holds secrets in the home folder, but for what is named. */
export function hiddenIn(world: World, named: ReadonlySet<string> = new Set()): readonly string[] {
  const secrets = LOOKED_AT.flatMap((folder) =>
    (world.readdir(world.home + folder) ?? []).map((name) => `${world.home}${folder}/${name}`),
  ).filter((path) => ["R", "D"].includes(protectionByName(path, world)?.class ?? "") && !isNamed(path, named));
  return [...(world.dataDir === undefined ? [] : [world.dataDir]), ...secrets];
}

/**
 * What is made, goes away or gets another in its place changes its folder, where that is not as good as everything. A
 * file that is let in by itself can only be written.
 */
function placeOf({ act, kind }: PathUse, path: string, { home }: World): string {
  const folder = folderOf(path);
  return (kind === "none" || act !== "write") && folder !== "/" && folder !== home ? folder : path;
}

/** A file that is let in beside its folder could not go away. */
function outermost(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => !paths.some((folder) => path.startsWith(`${folder}/`)));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** What a person let the call read is there for it. */
function isNamed(path: string, named: ReadonlySet<string>): boolean {
  return [...named].some((name) => name === path || name.startsWith(`${path}/`));
}

/** A program and its arguments as one line of a POSIX shell. */
export function toLine(words: readonly string[]): string {
  return words.map(inQuotes).join(" ");
}
