import type { Command, Family, Form } from "./schema.ts";

const read = { class: "read", operands: "t*" } as const satisfies Command;
const MYSQL = `-u|--user=t -p|--password[=t] -h|--host=h -P|--port=n -S|--socket=r -D|--database=t --protocol=t -B|--batch -N|--skip-column-names -s|--silent -t|--table -E|--vertical -v|--verbose -r|--raw -X|--xml -H|--html -f|--force -q|--quick -A|--no-auto-rehash -n|--unbuffered -C|--compress -c|--comments -b|--no-beep -L
  --default-character-set=t --defaults-file=p --defaults-extra-file=p --defaults-group-suffix=t --login-path=t --no-defaults --ssl[=t] --ssl-mode=t --ssl-ca=r --ssl-cert=r --ssl-key=r --connect-timeout=n --line-numbers --safe-updates --show-warnings --print-defaults --binary-mode`;

/** Another machine than this one, by an option or in the address of the database. */
const ELSEWHERE: readonly Form[] = [
  { if: "--dbname=*:* --dbname=*=* -u=*:* ~*:*/* ~*=*", class: "network" },
  { if: "--list&--host=localhost --list&--host=127.0.0.1", class: "remote-read" },
  { if: "--host=localhost --host=127.0.0.1 -h=localhost -h=127.0.0.1" },
  { if: "--host -h", class: "network" },
];

/** Database clients. What they do stands in the statements that they are given. */
export const databases: Family = {
  "sqlite3 sqlite"() {
    return {
      source: "sqlite 3.49 manual",
      class: "unknown",
      style: "single-dash",
      language: "sqlite",
      info: "-help --help -version --version",
      options:
        "-append -ascii -bail -batch -box -column -cmd=p -csv -deserialize -echo -escape=t -init=s -header -noheader -heap=n -html -ifexists -interactive -json -line -list -lookaside=tt -markdown -maxsize=n -mmap=n -newline=t -nofollow -nonce=t -no-rowid-in-view -nullvalue=t -pagecache=tt -pcachetrace -quote -readonly -safe -separator=t -stats -table -tabs -unsafe-testing -vfs=t -zip -A*!unknown",
      operands: "t*",
      stdin: "code",
    };
  },
  duckdb() {
    return {
      source: "duckdb 1.2 manual",
      class: "unknown",
      style: "single-dash",
      language: "sqlite",
      info: "-help --help -version --version",
      options:
        "-ascii -bail -batch -box -c=t -column -cmd=t -csv -echo -f=s -init=s -header -html -interactive -json -jsonlines -latex -line -list -markdown -newline=t -no-stdin -noheader -nullvalue=t -quote -readonly -s=t -safe -separator=t -table -trash -ui!network -unsigned!unknown -unredacted",
      operands: "t*",
      stdin: "code",
    };
  },
  psql() {
    return {
      source: "PostgreSQL 17 manual",
      class: "unknown",
      language: "psql",
      info: "-? --help -V --version",
      options:
        "-c|--command=t -d|--dbname=t -f|--file=s -l|--list -v|--set|--variable=t -X|--no-psqlrc -1|--single-transaction -a|--echo-all -b|--echo-errors -e|--echo-queries -E|--echo-hidden -L|--log-file=w!write -n|--no-readline -o|--output=w!write -q|--quiet -s|--single-step -S|--single-line -A|--no-align --csv -F|--field-separator=t -H|--html -P|--pset=t -R|--record-separator=t -t|--tuples-only -T|--table-attr=t -x|--expanded -z|--field-separator-zero -0|--record-separator-zero -h|--host=h -p|--port=n -U|--username=t -w|--no-password -W|--password",
      operands: "t? t?",
      stdin: "code",
      // An address is read as one.
      forms: [
        { if: "--dbname=*=* ~*=*", class: "network" },
        ...ELSEWHERE.slice(1),
        { if: "--list", class: "remote-read" },
      ],
    };
  },
  "mysql mariadb"() {
    return {
      source: "MySQL 9 manual",
      class: "unknown",
      language: "mysql",
      info: "-? --help -V --version",
      options: `${MYSQL} -e|--execute=t --init-command=t --pager[=x]!execute --skip-pager --tee=w!write --local-infile[=n]!unknown --system-command!execute`,
      operands: "t?",
      stdin: "code",
      forms: ELSEWHERE,
    };
  },
  "mysqldump mariadb-dump"() {
    return {
      source: "MySQL 9 manual",
      class: "remote-read",
      info: "-? --help -V --version",
      options: `${MYSQL} -d|--no-data -t|--no-create-info --databases --all-databases --tables --single-transaction --routines -R --triggers --events --quick --where=t -w=t --result-file=w!write -r=w!write -T=w!write --tab=w!write --ignore-table=t --skip-lock-tables --lock-tables --add-drop-table --no-tablespaces --column-statistics=n --set-gtid-purged=t --hex-blob --flush-logs!write --delete-source-logs!destructive`,
      operands: "t*",
      forms: ELSEWHERE,
    };
  },
  "mysqlimport mysqlshow mysqlcheck"() {
    return { source: "MySQL 9 manual", class: "unknown", info: "-? --help -V --version" };
  },
  mysqladmin() {
    return {
      source: "MySQL 9 manual",
      class: "unknown",
      info: "-? --help -V --version",
      options: MYSQL,
      operands: "t*",
      forms: [
        ...ELSEWHERE,
        {
          if: "=ping =status =version =processlist =variables =extended-status",
          class: "remote-read",
          // A second word is a second command.
          operands: "t",
        },
      ],
    };
  },
  pg_dumpall() {
    return {
      source: "PostgreSQL 17 manual",
      class: "remote-read",
      info: "-? --help -V --version",
      options:
        "-f|--file=w!write -v|--verbose -a|--data-only -c|--clean -g|--globals-only -O|--no-owner -r|--roles-only -s|--schema-only -S|--superuser=t -t|--tablespaces-only -x|--no-privileges --inserts --if-exists --no-comments --no-role-passwords -d|--dbname=t -h|--host=h -l|--database=t -p|--port=n -U|--username=t -w|--no-password -W|--password",
      operands: "",
      // What roles log in with stands in it.
      reveals: true,
      forms: [...ELSEWHERE, { if: "--no-role-passwords", reveals: false }],
    };
  },
  pg_dump() {
    return {
      source: "PostgreSQL 17 manual",
      class: "remote-read",
      info: "-? --help -V --version",
      options:
        "-f|--file=w!write -F|--format=t -j|--jobs=n -v|--verbose -Z|--compress=t -a|--data-only -b|--blobs -c|--clean -C|--create -n|--schema=t -N|--exclude-schema=t -O|--no-owner -s|--schema-only -S|--superuser=t -t|--table=t -T|--exclude-table=t -x|--no-privileges --column-inserts --inserts --if-exists --no-comments --no-tablespaces -d|--dbname=t -h|--host=h -p|--port=n -U|--username=t -w|--no-password -W|--password --section=t --exclude-table-data=t --rows-per-insert=n --quote-all-identifiers --serializable-deferrable --snapshot=t --lock-wait-timeout=t --no-sync",
      operands: "t?",
      forms: ELSEWHERE,
    };
  },
  pg_isready() {
    return {
      source: "PostgreSQL 17 manual",
      class: "remote-read",
      info: "-? --help -V --version",
      options: "-d|--dbname=t -q|--quiet -h|--host=h -p|--port=n -t|--timeout=n -U|--username=t",
      forms: ELSEWHERE,
    };
  },
  pg_restore() {
    return {
      source: "PostgreSQL 17 manual",
      class: "destructive",
      exact: "destructive",
      does: "writes a dump into a database",
      info: "-? --help -V --version",
      options:
        "-l|--list -f|--file=w -d|--dbname=t -c|--clean -C|--create -j=n -v -h=h -p=n -U=t -n=t -t=t -O -x -s -a -1 -e --if-exists --no-owner -F=t",
      operands: "r?",
      forms: [{ if: "--list", class: "read", exact: null, does: null }],
    };
  },
  "createdb createuser pg_ctl initdb pg_basebackup vacuumdb reindexdb"() {
    return { source: "PostgreSQL 17 manual", class: "unknown", info: "-? --help -V --version" };
  },
  "dropdb dropuser"() {
    return {
      source: "PostgreSQL 17 manual",
      class: "destructive",
      exact: "destructive",
      does: "deletes a database or its user",
      info: "-? --help -V --version",
      options: "-e -f|--force -i -h=h -p=n -U=t -w -W --if-exists",
      operands: "t?",
    };
  },
  "redis-cli valkey-cli"() {
    return {
      source: "redis 7.4 manual",
      class: "unknown",
      style: "posix",
      info: "--help --version",
      options:
        "-h=h -p=n -s=r -a=t --user=t --pass=t -u=u -r=n -i=t -n=n -2 -3 -x -X=t -d=t -D=t -c -e -4 -6 --tls --insecure --cacert=r --cert=r --key=r --raw --no-raw --quoted-input --csv --json --quoted-json --show-pushes=t --stat --latency --latency-history --latency-dist --bigkeys --memkeys --hotkeys --scan --pattern=t --count=n --no-auth-warning --askpass --rdb=w!write --functions-rdb=w!write --pipe!write --eval=s --ldb!unknown --cluster=t!unknown --intrinsic-latency=n",
      operands: "t*",
      stdin: "code",
      language: "redis",
      forms: [
        { if: "-u", class: "network" },
        { if: "--stat --latency --latency-history --bigkeys --memkeys --hotkeys --scan", class: "remote-read" },
      ],
    };
  },
  "mongosh mongo mongodump mongorestore mongoimport mongoexport cqlsh influx sqlcmd bcp clickhouse-client clickhouse sqlplus cockroach"() {
    return { source: "the tools' own help", class: "unknown", info: "--help --version" };
  },
  "atlas dbmate flyway liquibase migrate sqlfluff"() {
    return {
      source: "the tools' own help",
      class: "unknown",
      info: "-h --help --version",
      subs: { "status version": read },
    };
  },
};
