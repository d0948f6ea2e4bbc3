import { useQuery } from "@tanstack/react-query";
import type { CallPartView } from "../../../wire/chats.ts";
import { approvalQuery } from "../../api/queries.ts";
import { Card } from "../../card/card.tsx";
import { LongText } from "../../card/long-text.tsx";
import { Link } from "../../route/link.tsx";

/** A settled call, opened: its card, or where it has none what it was given and gave back. */
export function CallDetail({ part }: { readonly part: CallPartView }) {
  const { data, isError } = useQuery({ ...approvalQuery(part.approval ?? ""), enabled: part.approval !== null });
  if (data !== undefined)
    return (
      <div className="mt-1 flex card-room flex-col">
        <Card view={data} keys={false} onAnswered={() => {}} />
      </div>
    );
  if (part.approval !== null && !isError) return null;
  return (
    <div className="mt-1 flex flex-col gap-2 rounded border border-line bg-surface px-3.5 py-2.5 text-xs">
      <LongText text={part.input ?? JSON.stringify(part.args, null, 2) ?? ""} content />
      {part.result !== null && (
        <div className="border-t border-line pt-2">
          <LongText text={part.result.text} content />
          {part.result.cut > 0 && (
            <p className="mt-1 text-ink-3">{part.result.cut.toLocaleString("en")} characters left out</p>
          )}
        </div>
      )}
      {part.approval !== null && (
        <Link to="/audit" search={{ approval: part.approval }} className="w-fit text-accent hover:underline">
          In the audit
        </Link>
      )}
    </div>
  );
}
