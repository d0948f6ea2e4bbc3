import type { Start } from "../program.ts";

/** A small exact reader for the language in a program's arguments. What it does not know for certain raises the class. */
export type Language = (start: Start) => void;

export const languages: Readonly<Record<string, Language>> = {};
