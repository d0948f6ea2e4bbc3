import type { Page } from "playwright-core";
import type { Fixture, FixtureServer } from "../fixture-server.ts";

/** A page or a card in one of its states: it is tested as it stands here, and its picture is in docs/screens. */
export interface Screen {
  /** Of the picture's file, without `.png`. */
  readonly name: string;
  /** What is seen, for the list. */
  readonly says: string;
  readonly path: string;
  /** A text that tells that it is there. */
  readonly waits: string | RegExp;
  /** What the host holds; anew for each time, since pages change it. */
  readonly state?: () => Partial<Fixture>;
  /** What a person does before it looks so. */
  readonly act?: (page: Page, server: FixtureServer) => Promise<void>;
  /** Pictures beside the light one. */
  readonly also?: readonly ("dark" | "phone")[];
  /** It scrolls as a whole, outside of the frame. */
  readonly frameless?: true;
}

/** Names of the pictures of a screen. */
export function picturesOf({ name, also = [] }: Screen): readonly string[] {
  return [`${name}.png`, ...also.map((look) => `${name}-${look}.png`)];
}
