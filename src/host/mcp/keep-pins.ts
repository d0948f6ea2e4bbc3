import type { Store } from "../../store/store.ts";
import type { Pin } from "../../store/tables/pins.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { ToolDescriptor } from "./descriptor.ts";

export interface PinKeeperDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly now: () => number;
}

/** The pins of these tools by name, once what the server says of them now is kept and in the trail. */
export type KeepPins = (server: string, found: readonly ToolDescriptor[]) => Promise<ReadonlyMap<string, Pin>>;

export function createPinKeeper({ store, recorder, now }: PinKeeperDeps): KeepPins {
  async function keep(server: string, found: readonly ToolDescriptor[]): Promise<void> {
    await recorder.commit(async (tables, log) => {
      for (const tool of found) {
        // Another gate of the same server may have been faster, and with another version.
        const pin = await tables.pins.get(server, tool.name);
        if (isAsSeen(pin, tool)) continue;
        if (pin === null) await tables.pins.sight(newPin(server, tool));
        else await tables.pins.noteSeen(server, tool.name, otherThan(pin, tool));
        const type = pin === null ? "mcp.pinned" : "mcp.changed";
        const data = { server, tool: tool.name, hash: tool.hash, pinned: pin?.hash ?? tool.hash };
        await log({ at: now(), actor: "host", chat: null, approval: null, type, data });
      }
    });
  }

  function newPin(server: string, { name, hash, text }: ToolDescriptor): Pin {
    return { server, tool: name, hash, class: null, firstSeen: now(), acceptedAt: null, descriptor: text };
  }

  /** Of one tool only that one is read: it is looked at before each call. */
  async function pinsOf(server: string, found: readonly ToolDescriptor[]): Promise<ReadonlyMap<string, Pin>> {
    const [only, ...more] = found;
    const one = only !== undefined && more.length === 0 ? await store.pins.get(server, only.name) : undefined;
    const pins = one === undefined ? await store.pins.ofServer(server) : one === null ? [] : [one];
    return new Map(pins.map((pin) => [pin.tool, pin]));
  }

  return async (server, found) => {
    const pins = await pinsOf(server, found);
    const other = found.filter((tool) => !isAsSeen(pins.get(tool.name) ?? null, tool));
    if (other.length === 0) return pins;
    await keep(server, other);
    return pinsOf(server, found);
  };
}

/** It is the version that the server gave last. */
function isAsSeen(pin: Pin | null, { hash }: ToolDescriptor): boolean {
  return pin !== null && (pin.seen?.hash ?? pin.hash) === hash;
}

/** What is kept beside the pin; null where it is the pinned version again. */
function otherThan(pin: Pin, { hash, text }: ToolDescriptor): NonNullable<Pin["seen"]> | null {
  return pin.hash === hash ? null : { hash, descriptor: text };
}
