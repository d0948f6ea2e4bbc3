/** `auto`: as the model's name says. */
export const PICTURES = ["auto", "yes", "no"] as const;
export type Pictures = (typeof PICTURES)[number];

/** Names of models that see, as local servers and gateways list them. Not complete: a person can say it otherwise. */
const SEES =
  /\bgpt-(?:4o|4\.1|4-turbo|5)|\bo[134](?:\b|-pro)|claude-(?:3|sonnet|opus|haiku|[4-9])|gemini|gemma-?3|llama-?4|llava|moondream|minicpm-?v|pixtral|internvl|multimodal|vision|omni|[\d-]vl\b|\bvl\b|mistral-small-?3\.[1-9]|mistral-medium|qwen3\.5|kimi-k2\.5/i;
/** Models of the providers themselves that do not; all others of theirs do. */
const BLIND = {
  openai: /^(?:gpt-3|gpt-4(?:-(?:0\d|1[01]|32k).*)?$|o1-mini|o1-preview|o3-mini|davinci|babbage)/i,
  anthropic: /^claude-(?:1|2|instant)/i,
  google: /^(?:text-|gemini-1\.0|gemma-?[12])/i,
} as const;

/** As far as it counts here, a connection. */
interface Seer {
  readonly kind: "demo" | "openai-compatible" | keyof typeof BLIND;
  readonly pictures: Pictures;
}

/** Whether pictures can be sent to a model of this connection. Pure: the host refuses by it, and a composer offers by it. */
export function takesPictures({ kind, pictures }: Seer, model: string): boolean {
  if (pictures !== "auto") return pictures === "yes";
  switch (kind) {
    case "demo":
      return true;
    case "openai-compatible":
      return SEES.test(model);
    default:
      return !BLIND[kind].test(model);
  }
}

export function isPicture({ mime }: { readonly mime: string }): boolean {
  return mime.startsWith("image/");
}
