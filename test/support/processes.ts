import { execFileSync } from "node:child_process";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // it has ended
  }
}

/** Whether a sandbox can be made here: bubblewrap is installed, and the kernel lets it have namespaces. */
export function canUnshare(): boolean {
  try {
    execFileSync("bwrap", ["--ro-bind", "/", "/", "--unshare-net", "--unshare-pid", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
