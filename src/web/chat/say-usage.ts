/** Tokens in words. Pure. */
import type { MessageView, Usage } from "../../wire/chats.ts";

export function sumUsage(steps: readonly Pick<MessageView, "usage">[]): Usage {
  const sum = (of: (usage: Usage) => number | null): number | null => {
    const known = steps.flatMap(({ usage }) => (usage === null ? [] : (of(usage) ?? [])));
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
  };
  return { input: sum(({ input }) => input), output: sum(({ output }) => output), cached: sum(({ cached }) => cached) };
}

/** `1,204 in (900 cached) · 312 out`; null where the provider said nothing. */
export function sayUsage({ input, output, cached }: Usage): string | null {
  const count = (n: number): string => n.toLocaleString("en");
  const sent =
    input === null ? [] : [`${count(input)} in${cached === null || cached === 0 ? "" : ` (${count(cached)} cached)`}`];
  const written = output === null ? [] : [`${count(output)} out`];
  return sent.length + written.length === 0 ? null : [...sent, ...written].join(" · ");
}
