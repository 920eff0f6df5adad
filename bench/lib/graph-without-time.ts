/**
 * What both clocks cost a question about the present: the very same walk, statement by statement, on the relations as they
 * are and on a copy of them without either clock. Only the words of the statements differ.
 */
import type { SQLInputValue } from 'node:sqlite';
import { Database } from '../../packages/db/src/drivers/sqlite/connection/database.ts';
import { reach } from '../../packages/db/src/drivers/sqlite/graph/walk/reach.ts';
import { inRead } from '../../packages/db/src/drivers/sqlite/connection/transaction.ts';
import type { Trial } from '../../packages/db/src/drivers/sqlite/testing/open-trial.ts';
import { WORKSPACE } from './graph-fill.ts';
import type { GraphPeer } from './graph-peers.ts';

/** The copy is made in the store itself. */
export function withAndWithoutTime({ store }: Trial): GraphPeer[] {
  store.db
    .exec(`CREATE TABLE bare_relations (id INTEGER PRIMARY KEY, workspace INTEGER NOT NULL, source INTEGER NOT NULL,
      type TEXT NOT NULL, target INTEGER NOT NULL, strength REAL NOT NULL, evidence INTEGER NOT NULL);
    INSERT INTO bare_relations SELECT id, workspace, source, type, target, strength, evidence FROM relations;
    CREATE INDEX bare_out ON bare_relations (workspace, source, target, type, strength);
    CREATE INDEX bare_in ON bare_relations (workspace, target, source, type, strength)`);
  return [walk(store.file, 'with time', (sql) => sql), walk(store.file, 'without time', forgetTime)];
}

function walk(file: string, name: string, rewrite: (sql: string) => string): GraphPeer {
  const db = new Rewritten(file, rewrite);
  return {
    name,
    isElsewhere: false,
    reach: (start, depth, limit) => {
      const { total, reached } = inRead(db, () => reach(db, WORKSPACE, start, { depth, limit }));
      return Promise.resolve({ total, reached: reached.length });
    },
    close: () => Promise.resolve(db.close()),
  };
}

/** Both sides look every statement up, so that the looking up favours neither. */
class Rewritten extends Database {
  readonly #rewrite: (sql: string) => string;
  readonly #rewritten = new Map<string, string>();

  constructor(file: string, rewrite: (sql: string) => string) {
    super({ file, lockWaitMs: 1000 });
    this.#rewrite = rewrite;
    this.exec('PRAGMA cache_size = -16384');
  }

  override get<Row>(sql: string, ...params: SQLInputValue[]): Row | undefined {
    return super.get<Row>(this.#find(sql), ...params);
  }

  override all<Row>(sql: string, ...params: SQLInputValue[]): Row[] {
    return super.all<Row>(this.#find(sql), ...params);
  }

  #find(sql: string): string {
    const known = this.#rewritten.get(sql);
    if (known !== undefined) return known;
    const made = this.#rewrite(sql);
    this.#rewritten.set(sql, made);
    return made;
  }
}

function forgetTime(sql: string): string {
  const bare = sql
    .replace(/SELECT 1 FROM relations WHERE fresh_to.*/, 'SELECT 1 WHERE ? < 0')
    .replace('r.fresh_to > ? AS fresh', '? > 0 AS fresh')
    .replace('r.valid_from, r.valid_to', '0 AS valid_from, NULL AS valid_to')
    .replaceAll(/\brelations\b/g, 'bare_relations')
    .replaceAll(/\brelations_(out|in)\b/g, 'bare_$1');
  if (/fresh_|r\.valid|changed_at/.test(bare)) throw new Error('a statement still knows of time');
  return bare;
}
