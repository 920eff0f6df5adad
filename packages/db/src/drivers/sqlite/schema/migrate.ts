/**
 * Brings a store to the current format: makes one in an empty file, takes an older one forward step by step, refuses a
 * newer one. Each step is one transaction that looks again under the lock, so that many processes may do this at once and
 * a crash leaves the store at a whole version. Before a step that rewrites data a copy is laid beside the store.
 */
import { fsyncSync, openSync, closeSync, renameSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { TERMS_VERSION } from '@zapomni/core/model';
import { ZapomniError } from '@zapomni/core/errors';
import { useWriteAheadLog, type Connection } from '../connection/connection.ts';
import { Database } from '../connection/database.ts';
import { readFormat, writeFormat, type StoreFormat } from './format.ts';
import type { Log } from '../connection/protocol.ts';
import { APPLICATION_ID, CHANGE_LOG_TABLE, ENDED_INDEX, SCHEMA_VERSION, TABLES, TEXT_INDEX } from './schema.ts';
import { inWrite } from '../connection/transaction.ts';
import { GRAPH } from './migrations/graph.ts';
import { SEAMS } from './migrations/seams.ts';
import { COUNT_OF_SUPERSEDED } from './migrations/superseded-count.ts';
import { RELATIONS_COUNTED_BY_TYPE } from './migrations/relations-by-type.ts';
import { VECTORS_IN_SEGMENTS } from './migrations/vectors-in-segments.ts';
import { WORDS_IN_POSTINGS } from './migrations/words-in-postings.ts';
import { GRAPH_TABLES, QUEUE_RULES } from '../graph/tables.ts';
import { RECORD_TABLES } from '../records/tables.ts';
import { TIME_INDEXES } from '../time/time-indexes.ts';
import { markStale } from '../full-text/upkeep/reindex.ts';
import { WORD_TABLES } from '../full-text/postings/tables.ts';
import { VECTOR_TABLES } from '../vectors/segments/tables.ts';
import { WORK_TABLES } from '../work/tables.ts';

/** Takes the tables from version `to - 1` to version `to`. */
export interface MigrationStep {
  readonly to: number;
  /** Changes or drops rows that hold what the user gave; a copy of the store is made first. */
  readonly rewritesData: boolean;
  run(db: Database): void;
}

export interface MigrationPlan {
  readonly version: number;
  readonly steps: readonly MigrationStep[];
}

const CURRENT_PLAN: MigrationPlan = {
  version: SCHEMA_VERSION,
  steps: [WORDS_IN_POSTINGS, VECTORS_IN_SEGMENTS, GRAPH, RELATIONS_COUNTED_BY_TYPE, SEAMS, COUNT_OF_SUPERSEDED],
};

/** Returns the format the store now has. BUSY may come out of here: the caller tries again. */
export function migrate(connection: Connection, log: Log, plan: MigrationPlan = CURRENT_PLAN): StoreFormat {
  const { db } = connection;
  const found = readFormat(db);
  refuseNewer(found, plan);
  useWriteAheadLog(db);
  if (found === null) create(db, log, plan.version);
  for (const step of plan.steps) takeStep(connection, step, log);
  addQueueRules(db);
  addIndex(db, 'memories_by_text', TEXT_INDEX);
  addIndex(db, 'memories_ended', ENDED_INDEX);
  refreshWords(db, log);
  return { schema: plan.version, terms: TERMS_VERSION };
}

/** For a store that may not be changed. */
export function checkFormat({ db }: Connection, plan: MigrationPlan = CURRENT_PLAN): StoreFormat {
  const found = readFormat(db);
  refuseNewer(found, plan);
  if (found?.schema === plan.version) return found;
  throw new ZapomniError('CONFLICT', 'The store was made by an older version of Zapomni, and may not be changed.', {
    hint: 'Open it once with this version, for example with `zapomni stats`, which brings it up to date.',
  });
}

function refuseNewer(found: StoreFormat | null, plan: MigrationPlan): void {
  if (found === null || (found.schema <= plan.version && found.terms <= TERMS_VERSION)) return;
  throw new ZapomniError('STORE_TOO_NEW', 'The store was made by a newer version of Zapomni; it was left alone.');
}

function create(db: Database, log: Log, version: number): void {
  inWrite(db, () => {
    if (readFormat(db) !== null) return;
    db.exec(TABLES);
    db.exec(WORD_TABLES);
    db.exec(VECTOR_TABLES);
    db.exec(GRAPH_TABLES);
    db.exec(TIME_INDEXES);
    db.exec(RECORD_TABLES);
    db.exec(WORK_TABLES);
    db.exec(CHANGE_LOG_TABLE);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    writeFormat(db, { schema: version, terms: TERMS_VERSION });
    log('info', 'store_created', { schema_version: version });
  });
}

/** No version of its own: a program that does not know them reads every memory in its own way. */
function addQueueRules(db: Database): void {
  const isThere = () => db.value(`SELECT 1 FROM pragma_table_info('reading_queue') WHERE name = 'rules'`) !== undefined;
  if (isThere()) return;
  inWrite(db, () => isThere() || db.exec(QUEUE_RULES));
}

/** An index is kept by every program, also by one that does not ask it. */
function addIndex(db: Database, name: string, statement: string): void {
  if (!hasIndex(db, name)) inWrite(db, () => db.exec(statement));
}

function hasIndex(db: Database, name: string): boolean {
  return db.value('SELECT 1 FROM sqlite_schema WHERE name = ?', name) !== undefined;
}

function takeStep(connection: Connection, step: MigrationStep, log: Log): void {
  const { db } = connection;
  if (isDone(db, step)) return;
  if (step.rewritesData) backUp(connection, step.to - 1, log);
  inWrite(db, () => {
    if (isDone(db, step)) return;
    step.run(db);
    writeFormat(db, { schema: step.to });
    log('info', 'store_migrated', { schema_version: step.to });
  });
}

function isDone(db: Database, step: MigrationStep): boolean {
  return (readFormat(db)?.schema ?? 0) >= step.to;
}

/** The copy gets its name only when it is whole, on disk, and still of the version it is named after. */
function backUp(connection: Connection, version: number, log: Log): void {
  const draft = join(connection.dataDir, `backup-${randomUUID()}.tmp`);
  try {
    connection.db.run('VACUUM INTO ?', draft);
    if (versionOf(draft) !== version) return;
    flush(draft);
    renameSync(draft, join(connection.dataDir, `zapomni.v${version}.backup.db`));
    log('info', 'store_backed_up', { schema_version: version });
  } finally {
    rmSync(draft, { force: true });
  }
}

function versionOf(file: string): number | undefined {
  const copy = new Database({ file, lockWaitMs: 0 });
  try {
    return readFormat(copy)?.schema;
  } finally {
    copy.close();
  }
}

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Terms made by older rules cannot be found by newer ones: the index is made anew, but not now. */
function refreshWords(db: Database, log: Log): void {
  if ((readFormat(db)?.terms ?? 0) >= TERMS_VERSION) return;
  inWrite(db, () => {
    if ((readFormat(db)?.terms ?? 0) >= TERMS_VERSION) return;
    markStale(db);
    writeFormat(db, { terms: TERMS_VERSION });
    log('info', 'word_index_outdated', { terms_version: TERMS_VERSION });
  });
}
