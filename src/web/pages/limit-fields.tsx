import { useId } from "react";
import type { Limits } from "../../core/policy.ts";

/** Limits as they are typed; empty: none. Times in seconds. */
export interface TypedLimits {
  readonly calls: string;
  readonly usual: string;
  readonly longest: string;
}

interface LimitFieldsProps {
  readonly typed: TypedLimits;
  readonly disabled: boolean;
  readonly onChange: (typed: TypedLimits) => void;
  /** What the calls are counted of. */
  readonly calls: string;
}

/** How often a tool may be called, and how long a call may take. */
export function LimitFields({ typed, disabled, onChange, calls }: LimitFieldsProps) {
  const field = (key: keyof TypedLimits, label: string, range: Range) => (
    <LimitField
      label={label}
      value={typed[key]}
      disabled={disabled}
      onChange={(value) => onChange({ ...typed, [key]: value })}
      {...range}
    />
  );
  return (
    <>
      {field("calls", calls, { min: 0, max: 1_000_000 })}
      {field("usual", "Time for a call, seconds", { min: 1, max: 86_400 })}
      {field("longest", "Longest time, seconds", { min: 1, max: 86_400 })}
    </>
  );
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly required?: boolean;
}

interface FieldProps extends Range {
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

export function LimitField({ label, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-2">
        {label}
      </label>
      <input
        id={id}
        type="number"
        step={1}
        {...input}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-44 rounded border border-edge bg-surface px-2 text-sm tabular-nums"
      />
    </div>
  );
}

export function typedOf({ callsPerRun, defaultTimeoutMs, maxTimeoutMs }: Limits): TypedLimits {
  const seconds = (ms: number | undefined): string => (ms === undefined ? "" : String(Math.ceil(ms / 1000)));
  return {
    calls: callsPerRun === undefined ? "" : String(callsPerRun),
    usual: seconds(defaultTimeoutMs),
    longest: seconds(maxTimeoutMs),
  };
}

/** What was not touched of `stored` stays to the millisecond. */
export function limitsOf(typed: TypedLimits, stored: Limits): Limits {
  const before = typedOf(stored);
  const usual = typed.usual === before.usual ? stored.defaultTimeoutMs : milliseconds(typed.usual);
  const longest = typed.longest === before.longest ? stored.maxTimeoutMs : milliseconds(typed.longest);
  return {
    ...(typed.calls === "" ? {} : { callsPerRun: Number(typed.calls) }),
    ...(usual === undefined ? {} : { defaultTimeoutMs: usual }),
    ...(longest === undefined ? {} : { maxTimeoutMs: longest }),
  };
}

function milliseconds(seconds: string): number | undefined {
  return seconds === "" ? undefined : Number(seconds) * 1000;
}
