import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createMcpRegistry, type SeenTool } from "../../../src/host/mcp/registry.ts";
import { recorderOn } from "../recorder-on.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";

const version = (description: string) => ({ name: "t", description, inputSchema: { type: "object" } });

it("what a client was told of a tool counts beside what the server says, unless it was the pinned one", async () => {
  const dir = mkdtempSync(join(tmpdir(), "assent-registry-"));
  const store = await openSqlite(join(dir, "assent.db"));
  const registry = createMcpRegistry({ store, recorder: recorderOn(store, dir), now: () => 1 });
  const changed = ({ descriptor }: SeenTool): boolean => descriptor.hash !== descriptor.pinned;
  const see = async (now: string, shown?: unknown): Promise<SeenTool> =>
    registry.sightOne("server", "t", [version(now), shown]);
  try {
    expect(changed(await see("one"))).toBe(false);
    expect(changed(await see("one", version("another")))).toBe(true);
    expect((await see("one", { name: "t" })).descriptor.state).toBe("bad-descriptor");
    expect((await see("one", { ...version("one"), name: "u" })).descriptor.state).toBe("bad-descriptor");
    // The client has not asked for the list since the server changed it and a person accepted that.
    const { id, descriptor } = await see("two", version("one"));
    expect(descriptor.hash).not.toBe(descriptor.pinned);
    const pin = await store.pins.get("server", "t");
    const hash = descriptor.hash as string;
    await store.pins.accept({
      server: "server",
      tool: "t",
      hash,
      class: null,
      firstSeen: pin?.firstSeen ?? 1,
      acceptedAt: 2,
    });
    registry.accepted(id, { hash, class: null });
    expect(changed(await see("two", version("one")))).toBe(false);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true });
  }
});
