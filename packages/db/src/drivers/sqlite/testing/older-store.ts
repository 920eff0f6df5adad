/** Takes from a store what later versions added to it. For tests of migrations. */
import type { DatabaseSync } from 'node:sqlite';
import { GRAPH_TABLES } from '../graph/tables.ts';
import { TIME_INDEXES } from '../time/time-indexes.ts';

/** As version 3 left it. */
export function makeVersion3(db: DatabaseSync): void {
  for (const [, table] of GRAPH_TABLES.matchAll(/CREATE TABLE (\w+)/g)) db.exec(`DROP TABLE ${table}`);
  for (const [, index] of TIME_INDEXES.matchAll(/EXISTS (\w+)/g)) db.exec(`DROP INDEX ${index}`);
  db.exec(`UPDATE meta SET value = 3 WHERE key = 'schema_version'`);
}
