import type { World } from "../world.ts";

/** A folder of Agent Skills; each skill is a folder in it that holds a `SKILL.md`. */
export interface SkillFolder {
  /** Absolute. */
  readonly path: string;
  readonly from: "user" | "project";
}

export interface SkillPlace {
  /** Its `SKILL.md`, absolute. */
  readonly file: string;
  readonly from: "user" | "project";
}

const FOLDERS = [".claude/skills", ".agents/skills"] as const;

/** INVARIANT: the person's own come first, so that a project cannot put its text in the place of a skill they trust. */
export function skillFolders(project: string | null, { home }: Pick<World, "home">): readonly SkillFolder[] {
  const of = (root: string, from: SkillFolder["from"]): readonly SkillFolder[] =>
    FOLDERS.map((folder) => ({ path: `${root.replace(/\/$/, "")}/${folder}`, from }));
  return [...of(home, "user"), ...(project === null || project === home ? [] : of(project, "project"))];
}

/** Lower case, digits and single hyphens, as the folder is called; so no name leads out of the folder of skills. */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

/** The skill of this name; null where there is none. */
export function findSkill(name: string, project: string | null, world: World): SkillPlace | null {
  if (!isSkillName(name)) return null;
  const places = skillFolders(project, world).map(({ path, from }) => ({ file: `${path}/${name}/SKILL.md`, from }));
  return places.find(({ file }) => world.lstat(file) !== null) ?? null;
}
