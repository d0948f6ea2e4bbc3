/**
 * Why a tool did not do what it was asked. `ECHANGED`: what is there is no longer what was read and decided about, and
 * nothing was done. The codes stand in `docs/errors.md`.
 */
export type ToolCode =
  | "ECHANGED"
  | "EPOLICY"
  | "EINVALID"
  | "ENOTFOUND"
  | "EEXISTS"
  | "EKIND"
  | "ETOOLARGE"
  | "EENCODING"
  | "ENOMATCH"
  | "EAMBIGUOUS"
  | "EARCHIVE"
  | "ESTOPPED"
  | "ENOANSWER"
  | "ENETWORK"
  | "ETIMEOUT"
  | "EFILE";

/** Thrown inside the runner only; `runTool` turns it into its answer. */
export class ToolFault extends Error {
  readonly code: ToolCode;

  constructor(code: ToolCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The fault that a failed system call stands for; `subject` is the path as the person knows it. */
export function toFault(error: unknown, subject: string): ToolFault {
  if (error instanceof ToolFault) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  const known = SYSTEM_CODES[code];
  if (known !== undefined) return new ToolFault(known[0], `\`${subject}\` ${known[1]}`, error);
  return new ToolFault("EFILE", `\`${subject}\` cannot be used: ${code === "" ? "it failed" : code}`, error);
}

/** The same fault, where some of the work was done before it. */
export function partly(error: unknown, subject: string, done: string): ToolFault {
  const fault = toFault(error, subject);
  return new ToolFault(fault.code, `${fault.message}; a part may be ${done} already`, fault);
}

const SYSTEM_CODES: Readonly<Record<string, readonly [ToolCode, string]>> = {
  ENOENT: ["ENOTFOUND", "is not there"],
  EEXIST: ["EEXISTS", "is there already"],
  EISDIR: ["EKIND", "is a folder"],
  ENOTDIR: ["ECHANGED", "is not the folder that it was"],
  ELOOP: ["ECHANGED", "is a link that was not there before"],
  // What opening a socket gives.
  ENXIO: ["EKIND", "is not a regular file"],
  EMFILE: ["EFILE", "cannot be opened: too many files are open"],
  ENOTEMPTY: ["EKIND", "is not empty"],
  EACCES: ["EFILE", "may not be used by this account"],
  EPERM: ["EFILE", "may not be used by this account"],
  ENOSPC: ["EFILE", "does not fit: the disk is full"],
  EROFS: ["EFILE", "is on a read-only disk"],
  ENAMETOOLONG: ["EINVALID", "is too long a name"],
  EXDEV: ["EFILE", "is on another disk"],
};
