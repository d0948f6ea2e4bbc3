import { openSqlite } from "../../src/store/sqlite.ts";

/** Another process that opens the same database and writes: `node child.ts FILE COUNT`. */
const [file = "", count = "0"] = process.argv.slice(2);
const store = await openSqlite(file);
for (let index = 0; index < Number(count); index += 1) {
  await store.events.append({ at: index, type: "rules.changed", id: `${process.pid}` });
}
await store.close();
