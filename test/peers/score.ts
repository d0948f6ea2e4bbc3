import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Row } from "./adapter.ts";
import { scoreRow, type Outcome } from "./score-row.ts";

/**
 * Holds `decide` against other engines' decision tests: `npm run score:peers -- DIR`, where DIR has files of rows; exit
 * 1 if any is looser than expected.
 */
function main(directory: string | undefined): number {
  if (directory === undefined) {
    console.error("score:peers: name the directory of the case files\nhint: `npm run score:peers -- DIR`");
    return 2;
  }
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  return files.map((name) => scoreFile(join(directory, name))).reduce((sum, looser) => sum + looser, 0) > 0 ? 1 : 0;
}

/** Prints one line for the file and one for each looser row; how many there are. */
function scoreFile(file: string): number {
  const rows = JSON.parse(readFileSync(file, "utf8")) as readonly Row[];
  const scored = rows.map(scoreRow);
  const count = (outcome: Outcome) => scored.filter((row) => row.outcome === outcome).length;
  console.log(
    `${basename(file)}: ${rows.length} rows, same ${count("same")}, stricter ${count("stricter")}, looser ${count("looser")}, ` +
      `looser for a stated reason ${count("agreed")}, not expressible ${count("unsupported")}`,
  );
  for (const { outcome, text } of scored)
    if (outcome === "looser" || process.env["ASSENT_PEERS_ALL"] === "1") console.log(`  ${outcome}: ${text}`);
  return count("looser");
}

process.exitCode = main(process.argv[2]);
