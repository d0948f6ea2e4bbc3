import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Bundle {
  readonly [file: string]: { readonly type: string; readonly moduleIds?: readonly string[] };
}

/**
 * A plugin for rolldown and vite that writes the licences of the packages that went into a bundle to
 * `dist/notices/<name>.md`, since the package ships them inside its own files. `also`: packages of which the bundle holds
 * no module, but fonts or styles.
 */
export function notices(
  name: string,
  also: readonly string[] = [],
): {
  readonly name: string;
  generateBundle(options: unknown, bundle: Bundle): void;
} {
  return {
    name: "notices",
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
      const known = [...ids.map(packageFolder), ...also.map((pkg) => join(process.cwd(), "node_modules", pkg))];
      const folders = [...new Set(known.filter((folder) => folder !== null))].sort();
      const text = folders.map(notice).filter((entry, i, all) => all.indexOf(entry) === i);
      mkdirSync("dist/notices", { recursive: true });
      writeFileSync(`dist/notices/${name}.md`, `# Third-party notices\n\n${text.join("\n\n")}\n`);
    },
  };
}

function packageFolder(id: string): string | null {
  const at = id.lastIndexOf("/node_modules/");
  if (at < 0) return null;
  const [scope = "", name = ""] = id.slice(at + "/node_modules/".length).split("/");
  const folder = join(id.slice(0, at), "node_modules", scope.startsWith("@") ? `${scope}/${name}` : scope);
  return existsSync(join(folder, "package.json")) ? folder.replaceAll("\0", "") : null;
}

function notice(folder: string): string {
  const pkg = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
  const text =
    file === undefined
      ? `Licence: ${pkg.license ?? "see the package"}`
      : readFileSync(join(folder, file), "utf8").trim();
  return `## ${pkg.name} ${pkg.version}\n\n${text}`;
}
