import { existsSync } from "node:fs";
import { join } from "node:path";

import { openHost, type OpenedHost } from "../host/open.ts";
import { seeDoctor } from "./command-name.ts";
import { dataDir } from "./data-dir.ts";
import { CliError } from "./output.ts";
import { DATABASE } from "./stored.ts";

/** Runs `work` with the gate on the data directory, beside a host that may run; null where nothing was ever stored. */
export async function withHost<T>(work: (host: OpenedHost) => Promise<T>): Promise<T | null> {
  const dir = dataDir();
  if (!existsSync(join(dir, DATABASE))) return null;
  const host = await openHost({ dataDir: dir, ownPorts: [], now: Date.now, onDefect: () => undefined }).catch(
    (error: unknown) => {
      throw new CliError(`\`${dir}\` cannot be opened: ${(error as Error).message}`, seeDoctor());
    },
  );
  try {
    return await work(host);
  } finally {
    await host.close();
  }
}
