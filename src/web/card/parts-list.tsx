import { useState } from "react";
import type { Finding } from "../../core/reading.ts";
import type { PartView } from "../../wire/approval.ts";
import { raised } from "../parts/sentence.ts";
import { VerdictMark } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { HostText } from "../render/host-text.tsx";
import { CLASS_WORDS, DecidedBy } from "./decided-by.tsx";
import { useFold } from "./hidden.tsx";
import { HiddenMiddle, LongText } from "./long-text.tsx";
import { ProtectedBadge } from "./protected-badge.tsx";

const MANY_PARTS = 12;

interface PartsListProps {
  readonly parts: readonly PartView[];
  /** `whole`: each part also says what was read in it, for who tries a command. Default: what the card does not say. */
  readonly says?: "whole";
}

/** Each part of a command with its own answer. What asks or is denied is always on screen; much of what runs is counted. */
export function PartsList({ parts, says }: PartsListProps) {
  const stops = parts.filter((part) => part.effect !== "allow");
  const many = parts.length > MANY_PARTS;
  const [all, setAll] = useState(!many);
  if (says === undefined && parts.length < 2 && !parts.some(hasMore)) return null;
  const shown = all ? parts : stops;
  return (
    <section aria-label="Parts of the command">
      <Rows parts={shown} says={says} />
      {!all && stops.length < parts.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-1 rounded px-1.5 py-1 text-xs text-ink-2 hover:bg-hover"
        >
          and {parts.length - stops.length} parts that may run. Show all {parts.length}
        </button>
      )}
    </section>
  );
}

/** Whether a part that is the whole call says anything that the card does not say above it. */
function hasMore(part: PartView): boolean {
  return part.paths.some((path) => path.canonical !== path.spelling);
}

const HEAD_PARTS = 40;

function Rows({ parts, says }: { readonly parts: readonly PartView[]; readonly says: "whole" | undefined }) {
  const { open, show } = useFold(parts.length > HEAD_PARTS + 10);
  const head = open ? parts : parts.slice(0, HEAD_PARTS);
  return (
    <>
      <ul className="flex flex-col">
        {head.map((part, i) => (
          <PartRow key={i} part={part} says={says} />
        ))}
      </ul>
      {!open && (
        <>
          <HiddenMiddle text={`${parts.length - HEAD_PARTS - 5} parts`} onShow={show} />
          <ul className="flex flex-col">
            {parts.slice(-5).map((part, i) => (
              <PartRow key={i} part={part} says={says} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function PartRow({ part, says }: { readonly part: PartView; readonly says: "whole" | undefined }) {
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 py-1 md:grid-cols-[16px_minmax(0,5fr)_minmax(0,6fr)]">
      <span className="pt-0.5">
        <VerdictMark effect={part.effect} />
      </span>
      <LongText text={part.text} className="text-sm" />
      <div className="col-start-2 text-sm text-ink-2 md:col-start-3">
        <p>
          <HostText text={raised(part.reason)} />
        </p>
        {part.findings.map((finding) =>
          finding.message === part.reason ? null : (
            <FindingLine key={`${finding.code} ${finding.message}`} finding={finding} />
          ),
        )}
        {says === "whole" && <WhatWasRead part={part} />}
        {part.paths
          .filter((path) => says === "whole" || path.canonical !== path.spelling)
          .map((path) => (
            <p key={`${path.act} ${path.spelling}`} className="text-xs text-ink-3">
              {path.act} <CallText text={path.spelling} />{" "}
              {path.canonical === null
                ? "leads nowhere that could be established"
                : path.canonical !== path.spelling && (
                    <>
                      is really <CallText text={path.canonical} className="text-ink-2" />
                    </>
                  )}
            </p>
          ))}
      </div>
    </li>
  );
}

/** The program that it starts, what kind of thing it does, and which rule or mode spoke. */
function WhatWasRead({ part: { file, program, class: cls, decidedBy } }: { readonly part: PartView }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
      {program !== null && (
        <span>
          starts <CallText text={file ?? program} />
        </span>
      )}
      <span>{CLASS_WORDS[cls]}</span>
      <DecidedBy by={decidedBy} />
    </p>
  );
}

export function FindingLine({ finding }: { readonly finding: Finding }) {
  return (
    <p className={finding.gates ? "text-ask" : "text-ink-2"}>
      <ProtectedBadge code={finding.code} />
      <HostText text={raised(finding.message)} />
    </p>
  );
}
