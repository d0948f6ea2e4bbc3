/**
 * `node tools/quiet-build.ts`: `npm run build` for somebody who wants to use the result; what the build tools say is
 * shown only where they fail.
 */
import { spawnSync } from "node:child_process";

process.stdout.write("building Assent …\n");
const built = spawnSync("npm", ["run", "--silent", "build"], { encoding: "utf8", shell: process.platform === "win32" });
if (built.status !== 0) {
  process.stderr.write(`${built.stdout}${built.stderr}\n`);
  process.stderr.write("error: the build failed\nhint:  run `npm ci`, then `npm start` again\n");
  process.exitCode = 1;
}
