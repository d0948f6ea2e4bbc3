import { createInterface } from "node:readline";

import type { z } from "zod";

import { compile, type CompiledPolicy } from "../core/compile.ts";
import { decide } from "../core/decide.ts";
import type { DirectoryGrant, Policy, Rule } from "../core/policy.ts";
import type { Call } from "../read/call.ts";
import { plainWorld } from "../read/plain-world.ts";
import { read, readers } from "../read/read.ts";
import type { World } from "../read/world.ts";
import type { CheckAnswer } from "../wire/check.ts";
import { nodeWorld } from "../host/tools/node-world.ts";
import { policyAsItIs } from "../host/policy/as-it-is.ts";
import { presetRules } from "../host/policy/presets.ts";
import { type BatchLine, lineSchema } from "./batch-line.ts";
import { dataDir } from "./data-dir.ts";

/** One answer, or what is wrong with the line. Source: surfaces.md, "Batch check". */
type BatchAnswer = CheckAnswer | { readonly id: string | null; readonly line?: number; readonly error: BatchError };
interface BatchError {
  readonly code: "EJSON" | "EINVALID";
  readonly message: string;
  readonly path?: string;
}

/**
 * JSON Lines in, JSON Lines out, in the same order. A bad line is answered with its error and never ends the batch.
 * Resolves to whether every line could be answered.
 */
export async function checkBatch(input: NodeJS.ReadableStream, write: (text: string) => void): Promise<boolean> {
  const decideLine = createBatch();
  let clean = true;
  let number = 0;
  let buffer: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    const answer = decideLine(line, number);
    if ("error" in answer) clean = false;
    buffer.push(JSON.stringify(answer));
    if (buffer.length >= 256) {
      write(`${buffer.join("\n")}\n`);
      buffer = [];
    }
  }
  if (buffer.length > 0) write(`${buffer.join("\n")}\n`);
  return clean;
}

const MAX_COMPILED = 64;

/** Policies are compiled once for each distinct text, since a batch repeats few of them. */
function createBatch(): (line: string, number: number) => BatchAnswer {
  const compiled = new Map<string, ReturnType<typeof compile>>();
  const compileOnce = (policy: Policy): ReturnType<typeof compile> => {
    const key = JSON.stringify(policy);
    const known = compiled.get(key);
    if (known !== undefined) return known;
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    const result = compile(policy, readers);
    compiled.set(key, result);
    return result;
  };
  return (line, number) => answerLine(line, number, compileOnce);
}

function answerLine(
  text: string,
  number: number,
  compileOnce: (policy: Policy) => ReturnType<typeof compile>,
): BatchAnswer {
  const json = parseJson(text);
  if (json === undefined) {
    return {
      id: null,
      line: number,
      error: { code: "EJSON", message: "the line is not JSON: write one object a line" },
    };
  }
  const id = readId(json);
  const parsed = lineSchema.safeParse(json);
  if (!parsed.success) return { id, ...(id === null ? { line: number } : {}), error: toError(parsed.error) };
  const policy = toPolicy(parsed.data);
  const result = compileOnce(policy);
  if (!result.ok) {
    const first = result.errors[0];
    return {
      id,
      error: {
        code: "EINVALID",
        message: first?.message ?? "the policy does not load",
        path: `$.policy.${first?.path ?? ""}`,
      },
    };
  }
  return { id, ...decideCall(parsed.data, result.policy) };
}

function decideCall(line: BatchLine, policy: CompiledPolicy): Omit<CheckAnswer, "id"> {
  const world = toWorld(line);
  const reading = read(toCall(line), world);
  const decision = decide(reading, policyAsItIs(policy, world, reading), line.now ?? Date.now());
  return {
    effect: decision.effect,
    code: decision.code,
    reason: decision.reason,
    class: decision.class,
    ...(decision.answerBy === undefined ? {} : { answerBy: decision.answerBy }),
    hidden: decision.hidden,
    findings: decision.findings,
    offers: decision.offers,
    decidedBy: decision.decidedBy,
  };
}

function toPolicy(line: BatchLine): Policy {
  const { policy } = line;
  const project = projectOf(line);
  const rules = policy.rules.map((rule, i): Rule => ({
    ...rule,
    id: rule.id ?? `rules[${i}]`,
    pattern: rule.pattern ?? "*",
  }));
  return {
    layers: policy.layers,
    rules: policy.preset === undefined ? rules : [...rules, ...presetRules(policy.preset)],
    level: policy.level,
    approvalMode: policy.approvalMode,
    grants: policy.grants ?? readGrant(project),
    projectRoots: policy.projectRoots ?? (project === null ? [] : [project]),
    limits: policy.limits,
    revision: policy.revision,
    home: line.world?.home ?? process.env["HOME"] ?? "/",
  };
}

function readGrant(project: string | null): DirectoryGrant[] {
  return project === null ? [] : [{ root: project, recursive: true, can: ["read"] }];
}

function projectOf(line: BatchLine): string | null {
  return line.project ?? line.cwd ?? null;
}

function toCall(line: BatchLine): Call {
  return {
    tool: line.tool,
    args: line.args ?? {},
    cwd: line.cwd ?? null,
    project: projectOf(line),
    source: line.source,
    attended: line.attended,
    ...(line.callsThisRun === undefined ? {} : { callsThisRun: line.callsThisRun }),
    ...(line.agent === undefined ? {} : { agent: line.agent }),
    ...(line.descriptor === undefined ? {} : { descriptor: line.descriptor }),
  };
}

function toWorld(line: BatchLine): World {
  if (line.world === undefined) return machine();
  const grantRoots = (line.policy.grants ?? []).map((grant) => grant.root);
  return plainWorld({ ...line.world, cwd: line.cwd ?? null, project: projectOf(line), roots: grantRoots });
}

let machineWorld: World | undefined;
function machine(): World {
  machineWorld ??= nodeWorld({ env: process.env, dataDir: dataDir() });
  return machineWorld;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: the line is answered with EJSON
  }
}

function readId(json: unknown): string | null {
  const id = (json as { id?: unknown } | null)?.id;
  return typeof id === "string" ? id : null;
}

function toError(error: z.ZodError): BatchError {
  const issue = error.issues[0];
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`),
    "$",
  );
  return { code: "EINVALID", message: (issue?.message ?? "the line is not a call").toLowerCase(), path };
}
