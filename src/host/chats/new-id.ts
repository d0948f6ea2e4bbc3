import { randomBytes } from "node:crypto";

let last = 0;
let count = 0;

/** `msg_…`: ids of one host ascend in the order in which they were made, and never repeat. */
export function newId(prefix: "msg" | "run" | "con", now: number): string {
  count = now === last ? count + 1 : 0;
  last = now;
  const time = now.toString(36).padStart(9, "0");
  return `${prefix}_${time}${count.toString(36).padStart(3, "0")}${randomBytes(6).toString("hex")}`;
}
