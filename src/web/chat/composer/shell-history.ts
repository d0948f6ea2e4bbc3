/** The commands that a person ran with `@shell` in a project, in this browser. */
const KEPT = 200;
const keyOf = (project: string | null): string => `assent.shell.${project ?? "none"}`;

export function readHistory(project: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(project)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return []; // what cannot be read completes nothing
  }
}

export function addToHistory(project: string | null, command: string): void {
  const all = [...readHistory(project).filter((each) => each !== command), command].slice(-KEPT);
  try {
    localStorage.setItem(keyOf(project), JSON.stringify(all));
  } catch {
    // No room: it is not completed next time.
  }
}
