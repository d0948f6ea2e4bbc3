import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { startStage, type Stage } from "./browser.ts";
import type { FixtureServer } from "./fixture-server.ts";

/** The stage of a test file. Each test begins with a fresh host and no page, and fails of what its pages reported. */
export interface TestStage {
  readonly server: FixtureServer;
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Bodies of all mutations that pages have sent in this test, in order. */
  bodies(): readonly unknown[];
}

export function useStage(): TestStage {
  let stage: Stage | null = null;
  const started = (): Stage => {
    if (stage === null) throw new Error("the stage stands only while tests run");
    return stage;
  };
  beforeAll(async () => {
    stage = await startStage();
  }, 120_000);
  afterAll(() => stage?.close());
  afterEach(async () => {
    // Closed first: a page that goes away reports nothing of the host that does.
    await started().clear();
    started().server.reset();
    expect(started().troubles()).toEqual([]);
  });
  return {
    get server() {
      return started().server;
    },
    open: (path, options) => started().open(path, options),
    bodies: () => started().server.sent.map(({ body }) => body),
  };
}
