/** What any process in between costs: it copies bytes and looks at none. */
import { spawn } from "node:child_process";

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
