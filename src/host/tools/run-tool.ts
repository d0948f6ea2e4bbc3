import type { PathUse, Reading } from "../../core/reading.ts";
import type { Call } from "../../read/call.ts";
import { readFileArgs } from "../../read/path/file-args.ts";
import { runAskUser } from "./ask-user.ts";
import { runDeleteDirectory, runDeleteFile } from "./file-delete.ts";
import { runListFiles } from "./file-list.ts";
import { runMoveFile } from "./file-move.ts";
import { runReadFile } from "./file-read.ts";
import { runSearchFiles } from "./file-search.ts";
import { runCreateDirectory, runEditFile, runWriteFile } from "./file-write.ts";
import { runShell } from "./run-shell.ts";
import { runWebFetch } from "./net/web-fetch.ts";
import { runSkill } from "./skills.ts";
import { runTask } from "./task.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";
import { runWait } from "./wait.ts";
import { runZipCreate } from "./zip-create.ts";
import { runZipExtract } from "./zip-extract.ts";

/**
 * Does what a claimed call asks for. It decides nothing: the caller has won the claim. INVARIANT: what is opened is the
 * canonical path of the reading that was decided about, by folder handles; where that is no longer what is there, the
 * answer is `ECHANGED` and nothing was done.
 */
export async function runTool(call: Call, reading: Reading, context: ToolContext): Promise<ToolResult> {
  try {
    if (context.signal.aborted) throw new ToolFault("ESTOPPED", "stopped before it began");
    if (reading.argFault !== undefined)
      throw new ToolFault("EINVALID", `${reading.argFault.path} ${reading.argFault.message}`);
    if (reading.tool.origin !== "builtin") throw new ToolFault("EINVALID", `\`${reading.tool.id}\` is not run here`);
    return await runBuiltin(call, reading, context);
  } catch (error) {
    // verdict: failed, with what the model is told; the cause stays in the host
    const { code, message } = error instanceof ToolFault ? error : toFault(error, reading.tool.id);
    return { ok: false, code, message };
  }
}

async function runBuiltin(call: Call, reading: Reading, context: ToolContext): Promise<ToolResult> {
  if (reading.tool.family === "browser") {
    const { runBrowser } = await import("./browser/run-browser.ts");
    return runBrowser(call, reading, context);
  }
  const args = call.args as never;
  switch (reading.tool.id) {
    case "shell":
      return runShell(call, reading, context);
    case "web_fetch":
      return runWebFetch(call, reading, context);
    case "ask_user":
      return runAskUser(context);
    case "task":
      return runTask(args, context);
    case "wait":
      return runWait(args, context);
    case "run_skill":
      return runSkill(args, pathOf(reading), context);
    default:
      return runFileTool(call, reading, context);
  }
}

function pathOf({ parts }: Reading): PathUse {
  const use = parts[0]?.paths[0];
  if (use === undefined) throw new ToolFault("EINVALID", "the call is not the one that was read");
  return use;
}

async function runFileTool(call: Call, reading: Reading, context: ToolContext): Promise<ToolResult> {
  const { id } = reading.tool;
  const args = call.args as never;
  const paths = reading.parts[0]?.paths ?? [];
  const checked = readFileArgs(id, args);
  if (!checked.ok || checked.uses.length !== paths.length || paths.length === 0)
    throw new ToolFault("EINVALID", "the call is not the one that was read");
  const [first, second] = paths as [PathUse, PathUse];
  const last = paths.at(-1) as PathUse;
  switch (id) {
    case "read_file":
      return runReadFile(args, first, context);
    case "list_files":
      return runListFiles(args, first, context);
    case "search_files":
      return runSearchFiles(args, first, context);
    case "write_file":
      return runWriteFile(args, first, context);
    case "edit_file":
      return runEditFile(args, first, context);
    case "create_directory":
      return runCreateDirectory(first, context);
    case "delete_file":
      return runDeleteFile(first, context);
    case "delete_directory":
      return runDeleteDirectory(first, context);
    case "move_file":
      return runMoveFile(first, second, context);
    case "zip_create":
      return runZipCreate(paths.slice(0, -1), last, context);
    case "zip_extract":
      return runZipExtract(first, second, context);
    default:
      throw new ToolFault("EINVALID", `\`${id}\` has no runner`);
  }
}
