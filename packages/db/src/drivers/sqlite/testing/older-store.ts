/** Takes from a store what later versions added to it. For tests of migrations. */
import type { DatabaseSync } from 'node:sqlite';
import { GRAPH_TABLES } from '../graph/tables.ts';
import { RECORD_TABLES } from '../records/tables.ts';
import { TIME_INDEXES } from '../time/time-indexes.ts';
import { WORK_TABLES } from '../work/tables.ts';

/** As version 6 left it. */
export function makeVersion6(db: DatabaseSync): void {
  db.exec(`ALTER TABLE workspaces DROP COLUMN superseded;
    CREATE INDEX memories_superseded ON memories (workspace) WHERE superseded_by IS NOT NULL;
    UPDATE meta SET value = 6 WHERE key = 'schema_version'`);
}

/** As version 5 left it, with a log of changes that named no kinds. */
export function makeVersion5(db: DatabaseSync): void {
  makeVersion6(db);
  dropTables(db, RECORD_TABLES);
  dropTables(db, WORK_TABLES);
  db.exec(`DROP TABLE change_log;
    CREATE TABLE change_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, writer TEXT NOT NULL, workspace TEXT NOT NULL, memory TEXT);
    INSERT INTO change_log (writer, workspace) VALUES ('another', 'default')`);
  db.exec(`UPDATE meta SET value = 5 WHERE key = 'schema_version'`);
}

/** As version 3 left it. */
export function makeVersion3(db: DatabaseSync): void {
  makeVersion5(db);
  dropTables(db, GRAPH_TABLES);
  for (const [, index] of TIME_INDEXES.matchAll(/EXISTS (\w+)/g)) db.exec(`DROP INDEX ${index}`);
  db.exec(`UPDATE meta SET value = 3 WHERE key = 'schema_version'`);
}

function dropTables(db: DatabaseSync, made: string): void {
  for (const [, table] of made.matchAll(/CREATE TABLE (\w+)/g)) db.exec(`DROP TABLE ${table}`);
}
