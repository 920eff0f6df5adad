/**
 * What can still be read of a damaged store, in a new file: row by row, with what cannot be read passed over. Only what nothing
 * else could give again is taken; word index, packed vectors and counts are made anew by whoever moves the rows on. The damaged
 * file is only read.
 */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ZapomniError } from '@zapomni/core/errors';
import { STORE_FILE } from '../connection/store-file.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { decodeText, previewOf } from '../../../shared/text-bytes.ts';
import { quoted, ReadableRows, type TableShape } from './readable-rows.ts';

export interface SalvageReport {
  readonly rows: number;
  /** Tables of which something could not be read. */
  readonly damaged: readonly string[];
  /** Memories whose text could not be read; they are not in the new store. */
  readonly lostTexts: readonly string[];
  /** Texts of which nothing else could be read: memories with a new id, and no tags or times. */
  readonly foundTexts: readonly string[];
}

/** Parents before children, so that what refers to nothing can be told. */
const TABLES = [
  'meta',
  'workspaces',
  'memories',
  'memory_texts',
  'memory_history',
  'tombstones',
  'passages',
  'embedding_models',
  'vectors',
  'token_codes',
  'reading_queue',
  'entities',
  'entity_names',
  'entity_merges',
  'mentions',
  'relations',
  'evidence',
  'record_scopes',
  'records',
  'record_blobs',
];

/** `to` is the folder of a store that was just made, and is closed. STORE_CORRUPT when nothing at all can be read. */
export async function salvageSqliteStore(dataDir: string, to: string, now: number): Promise<SalvageReport> {
  const { DatabaseSync } = await import('node:sqlite');
  const from = new DatabaseSync(join(dataDir, STORE_FILE), { readOnly: true });
  try {
    requireSchema(from);
    const target = new DatabaseSync(join(to, STORE_FILE), { enableForeignKeyConstraints: false });
    try {
      target.exec('BEGIN');
      const copied = TABLES.map((name) => copyTable(from, target, name));
      nameWorkspaces(target, now);
      const foundTexts = adoptTexts(target, now);
      const lostTexts = dropTextless(target);
      countAnew(target);
      target.exec('COMMIT');
      const rows = copied.reduce((sum, one) => sum + one.rows, 0);
      return { rows, damaged: copied.filter((one) => one.gaps > 0).map(({ name }) => name), lostTexts, foundTexts };
    } finally {
      target.close();
    }
  } finally {
    from.close();
  }
}

/** One of an older version cannot be put into the tables of this one. Where nobody can say which it is, it is taken for ours. */
function requireSchema(from: DatabaseSync): void {
  let names: unknown;
  try {
    names = from.prepare('SELECT count(*) AS n FROM sqlite_schema').get();
  } catch (error) {
    throw new ZapomniError('STORE_CORRUPT', 'Nothing of the store file can be read.', { cause: error });
  }
  if (!(names as { n: number }).n) throw new ZapomniError('STORE_CORRUPT', 'The store file holds no tables.');
  const version = firstOf(from, `SELECT value FROM meta WHERE key = 'schema_version'`);
  if (version !== undefined && version !== SCHEMA_VERSION)
    throw new ZapomniError('STORE_CORRUPT', 'The store is of another version, and damaged.');
}

function firstOf(db: DatabaseSync, sql: string): unknown {
  try {
    return Object.values(db.prepare(sql).get() ?? {})[0];
  } catch {
    return undefined;
  }
}

function copyTable(from: DatabaseSync, to: DatabaseSync, name: string): { name: string; rows: number; gaps: number } {
  const shape = shapeOf(to, name);
  const insert = to.prepare(
    `INSERT OR ${name === 'meta' ? 'REPLACE' : 'IGNORE'} INTO ${quoted(name)} (${shape.columns.map(quoted).join()})
     VALUES (${shape.columns.map(() => '?').join()})`,
  );
  const readable = new ReadableRows(from, shape);
  let rows = 0;
  for (const row of readable) {
    try {
      rows += Number(insert.run(...shape.columns.map((column) => row[column] ?? null)).changes);
    } catch {
      // What the table would not take was no row of ours.
      readable.gaps += 1;
    }
  }
  return { name, rows, gaps: readable.gaps };
}

/** By the new file: the tables are the same, and it can be read. */
function shapeOf(db: DatabaseSync, name: string): TableShape {
  const info = db.prepare(`PRAGMA table_info(${quoted(name)})`).all() as { name: string; pk: number }[];
  const { wr } = db.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(name) as { wr: number };
  const key = info.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  return { name, columns: info.map((one) => one.name), key: wr === 1 ? key.map((one) => one.name) : ['rowid'] };
}

/** The table of workspaces is one page: where it is gone, everything would be. */
function nameWorkspaces(db: DatabaseSync, now: number): void {
  const used = db
    .prepare(
      `SELECT DISTINCT workspace AS id FROM (SELECT workspace FROM memories UNION SELECT workspace FROM passages
       UNION SELECT workspace FROM record_scopes) WHERE workspace NOT IN (SELECT id FROM workspaces)`,
    )
    .all() as { id: number }[];
  const insert = db.prepare(
    `INSERT OR IGNORE INTO workspaces (id, name, title, description, created_at) VALUES (?, ?, ?, '', ?)`,
  );
  const isDefaultFree = db.prepare(`SELECT 1 FROM workspaces WHERE name = 'default'`).get() === undefined;
  for (const [i, { id }] of used.entries()) {
    const name = isDefaultFree && i === 0 ? 'default' : `recovered-${id}`;
    insert.run(id, name, name, now);
  }
}

function adoptTexts(db: DatabaseSync, now: number): string[] {
  const orphans = db
    .prepare(
      `SELECT t.memory AS id, t.body, (SELECT min(workspace) FROM passages p WHERE p.memory = t.memory) AS workspace
       FROM memory_texts t WHERE t.memory NOT IN (SELECT id FROM memories)`,
    )
    .all() as { id: number; body: Uint8Array; workspace: number | null }[];
  const first = firstOf(db, 'SELECT min(id) FROM workspaces');
  const insert = db.prepare(
    `INSERT INTO memories (id, uuid, workspace, kind, tags, source, metadata, hash, happened_at, created_at, updated_at, version,
       recorded_at, valid_from, length, bytes, preview, passage_count)
     VALUES (?, ?, ?, 'note', '[]', 'recovered', '{}', ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, (SELECT count(*) FROM passages WHERE memory = ?))`,
  );
  return orphans.flatMap(({ id, body, workspace }) => {
    const place = workspace ?? (typeof first === 'number' ? first : null);
    if (place === null) return [];
    const [uuid, text] = [randomUUID(), decodeText(body)];
    const hash = createHash('sha256').update(body).digest('hex');
    insert.run(id, uuid, place, hash, now, now, now, now, now, text.length, body.length, previewOf(text), id);
    return [uuid];
  });
}

/** Without its text a memory says nothing; its id tells a backup's reader what to look for. */
function dropTextless(db: DatabaseSync): string[] {
  const textless = 'SELECT id FROM memories WHERE id NOT IN (SELECT memory FROM memory_texts)';
  const lost = db.prepare(`SELECT uuid FROM memories WHERE id IN (${textless}) ORDER BY uuid`).all() as {
    uuid: string;
  }[];
  for (const table of ['passages', 'memory_history', 'mentions', 'evidence', 'reading_queue'])
    db.exec(`DELETE FROM ${table} WHERE memory IN (${textless})`);
  db.exec(`DELETE FROM entity_names WHERE memory > 0 AND memory IN (${textless})`);
  db.exec(`DELETE FROM memories WHERE id IN (${textless})`);
  return lost.map(({ uuid }) => uuid);
}

function countAnew(db: DatabaseSync): void {
  db.exec(`UPDATE workspaces SET memories = (SELECT count(*) FROM memories m WHERE m.workspace = workspaces.id),
           passages = (SELECT count(*) FROM passages p WHERE p.workspace = workspaces.id)`);
  db.exec(
    `UPDATE record_scopes SET records = (SELECT count(*) FROM records r WHERE r.scope = record_scopes.id) WHERE name = ''`,
  );
}
