import { join } from "node:path";
import { createHeadFile } from "../../src/host/audit/head-file.ts";
import { createRecorder, type Recorder } from "../../src/host/audit/recorder.ts";
import { createRedactor } from "../../src/host/secrets/redact.ts";
import type { Store } from "../../src/store/store.ts";

/** What records on a store whose trail is not what is tested. */
export function recorderOn(store: Store, dir: string): Recorder {
  const head = createHeadFile(join(dir, "audit-head.json"), () => {});
  return createRecorder({ store, key: Buffer.alloc(32, 7), redactor: createRedactor(), head });
}
