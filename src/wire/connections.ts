import { z } from "zod";
import { modelChoice, type ModelChoice } from "./chats.ts";
import { PICTURES, type Pictures } from "./pictures.ts";

export const STORED_KINDS = ["openai-compatible", "openai", "anthropic", "google"] as const;
/** `demo`: built in, scripted, offline; it cannot be changed or removed. */
export const CONNECTION_KINDS = [...STORED_KINDS, "demo"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** GET /api/connections. The key itself never leaves the host. */
export interface ConnectionView {
  readonly id: string;
  readonly kind: ConnectionKind;
  readonly name: string;
  /** Null: the provider's own address. */
  readonly baseUrl: string | null;
  /** A key is stored. */
  readonly hasCredential: boolean;
  /** As chosen, or as the endpoint last listed them. */
  readonly models: readonly string[];
  readonly defaultModel: string | null;
  /** Whether its models take pictures. */
  readonly pictures: Pictures;
  readonly builtIn: boolean;
}

export interface Connections {
  readonly connections: readonly ConnectionView[];
  /** What a chat without a model of its own uses. */
  readonly defaultModel: ModelChoice;
}

const fields = {
  name: z.string().trim().min(1).max(100),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullable(),
  models: z.array(z.string().min(1).max(256)).max(500),
  defaultModel: z.string().min(1).max(256).nullable(),
  pictures: z.enum(PICTURES),
  /** Written, never read back; null removes it. */
  credential: z.string().min(1).max(8192).nullable(),
};

/** POST /api/connections */
export const newConnectionBody = z.strictObject({
  kind: z.enum(STORED_KINDS),
  name: fields.name,
  baseUrl: fields.baseUrl.default(null),
  models: fields.models.default([]),
  defaultModel: fields.defaultModel.default(null),
  pictures: fields.pictures.default("auto"),
  credential: fields.credential.default(null),
});
export type NewConnectionBody = z.infer<typeof newConnectionBody>;

/** PUT /api/connections/:id: what is left out stays. A new address needs the key again. */
export const connectionBody = z.strictObject({
  name: fields.name.optional(),
  baseUrl: fields.baseUrl.optional(),
  models: fields.models.optional(),
  defaultModel: fields.defaultModel.optional(),
  pictures: fields.pictures.optional(),
  credential: fields.credential.optional(),
});
export type ConnectionBody = z.infer<typeof connectionBody>;

/** PUT /api/connections/default. Null: the first connection there is, else the demo model. */
export const defaultModelBody = z.strictObject({ model: modelChoice.nullable() });

/** POST /api/connections/:id/test: asks the endpoint for its models; keeps nothing. */
export type ConnectionTested =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly code: string; readonly message: string };
