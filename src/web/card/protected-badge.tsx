import { FileLock } from "lucide-react";

/** Marks what is asked about whatever else allows; the sentence behind it says why the file is protected. */
export function ProtectedBadge({ code }: { readonly code: string }) {
  if (code !== "protected") return null;
  return (
    <span className="mr-1.5 inline-flex h-5 items-center gap-1 rounded-[5px] border border-ask/50 px-1.5 align-bottom text-xs font-medium text-ask">
      <FileLock size={13} aria-hidden />
      Protected file
    </span>
  );
}
