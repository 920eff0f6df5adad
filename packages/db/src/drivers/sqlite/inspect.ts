/** What `doctor` asks: which engine, and whether the store is whole. */
import { createHash } from 'node:crypto';
import { MOST_FAULT_IDS, type StoreFault, type StorePart } from '@zapomni/core/ports';
import type { Database } from './connection/database.ts';
import { readFormat, readMeta } from './schema/format.ts';
import { countWrongSums, GRAPH_CONTRADICTIONS } from './graph/check-graph.ts';
import { findWordFaults } from './full-text/upkeep/check-words.ts';
import { countWrongCodes } from './vectors/segments/check-codes.ts';
import { findSegmentFaults } from './vectors/segments/check-segments.ts';
import { RECORD_CONTRADICTIONS } from './records/check-records.ts';
import { WORK_CONTRADICTIONS } from './work/check-work.ts';
import { UNSHAREABLE_WARNING } from './connection/sqlite-version.ts';
import type { EngineReport } from './connection/protocol.ts';
import type { Store } from './store.ts';

/** Call it inside a read, so that all of it is about one state. */
export function inspectStore(store: Store, deep: boolean): EngineReport {
  const faults = deep ? findFaults(store.db) : [];
  return {
    engine: 'sqlite',
    engineVersion: store.sqliteVersion,
    schemaVersion: readFormat(store.db)?.schema ?? 0,
    shared: store.shared,
    integrity: deep ? (faults.length === 0 ? 'ok' : 'damaged') : 'unchecked',
    warnings: [...(store.shared ? [] : [UNSHAREABLE_WARNING]), ...faults.map(inWords)],
    faults,
  };
}

/** Each query counts rows that contradict another table. */
const CONTRADICTIONS: readonly { readonly part: StorePart; readonly fault: string; readonly sql: string }[] = [
  {
    part: 'store',
    fault: 'texts without a memory',
    sql: 'SELECT count(*) FROM memory_texts WHERE memory NOT IN (SELECT id FROM memories)',
  },
  {
    part: 'passages',
    fault: 'memories with missing passages',
    sql: `SELECT count(*) FROM memories m
          WHERE passage_count <> (SELECT count(*) FROM passages WHERE memory = m.id)`,
  },
  {
    part: 'passages',
    fault: 'passages without a memory',
    sql: 'SELECT count(*) FROM passages WHERE memory NOT IN (SELECT id FROM memories)',
  },
  {
    part: 'vectors',
    fault: 'vectors of passages that are gone',
    sql: 'SELECT count(*) FROM vectors WHERE passage NOT IN (SELECT id FROM passages)',
  },
  {
    part: 'store',
    fault: 'workspaces with a wrong count',
    sql: `SELECT count(*) FROM workspaces w
          WHERE memories <> (SELECT count(*) FROM memories WHERE workspace = w.id)
             OR superseded <> (SELECT count(superseded_by) FROM memories WHERE workspace = w.id)
             OR passages <> (SELECT count(*) FROM passages WHERE workspace = w.id)`,
  },
];

const PAGES = 'damaged pages or indexes';

/** The engine stops counting damaged pages early; that there are some is enough. */
function inWords({ fault, count }: StoreFault): string {
  return fault === PAGES ? 'The engine found damaged pages or indexes.' : `${count} ${fault}.`;
}

function findFaults(db: Database): StoreFault[] {
  const pages = db.all<{ integrity_check: string }>('PRAGMA integrity_check(10)');
  const words = findWordFaults(db);
  const segments = findSegmentFaults(db);
  const queries = [
    ...CONTRADICTIONS,
    ...GRAPH_CONTRADICTIONS.map((one) => ({ part: 'graph' as const, ...one })),
    ...RECORD_CONTRADICTIONS.map((one) => ({ part: 'records' as const, ...one })),
    ...WORK_CONTRADICTIONS.map((one) => ({ part: 'work' as const, ...one })),
  ];
  const counted: StoreFault[] = [
    { part: 'store', fault: PAGES, count: pages.filter((row) => row.integrity_check !== 'ok').length },
    ...queries.map(({ part, fault, sql }) => ({ part, fault, count: db.value<number>(sql) ?? 0 })),
    { part: 'words', fault: 'passages missing from the word index', count: words.missing },
    { part: 'words', fault: 'words of passages that are gone', count: words.left },
    { part: 'words', fault: 'workspaces whose word index differs from their texts', count: words.wrong },
    { part: 'vectors', fault: 'vectors missing from their segments', count: segments.missing },
    { part: 'vectors', fault: 'places in segments of vectors that are gone', count: segments.left },
    { part: 'vectors', fault: 'places in segments with a wrong owner', count: segments.wrong },
    { part: 'vectors', fault: 'codes that differ from their vectors', count: countWrongCodes(db) },
    { part: 'graph', fault: 'relations that differ from their evidence', count: countWrongSums(db) },
    { part: 'vectors', fault: 'passages neither embedded nor waiting for it', count: countForgotten(db) },
    { part: 'store', fault: 'memories without their text', ...namedBy(textless(db)) },
    { part: 'store', fault: 'texts that differ from their hash', ...namedBy(altered(db)) },
  ];
  return counted.filter(({ count }) => count > 0);
}

function countForgotten(db: Database): number {
  const sql = `SELECT count(*) FROM passages p WHERE id NOT IN (SELECT passage FROM pending)
               AND NOT EXISTS (SELECT 1 FROM vectors v JOIN embedding_models e ON e.id = v.model
                               WHERE v.passage = p.id AND e.name = ?)`;
  return db.value<number>(sql, readMeta<string>(db, 'queue_model') ?? '') ?? 0;
}

function* textless(db: Database): Generator<string> {
  const sql = `SELECT m.uuid FROM memories m LEFT JOIN memory_texts t ON t.memory = m.id
               WHERE t.memory IS NULL OR length(t.body) <> m.bytes`;
  for (const [uuid] of db.rows<[string]>(sql)) yield uuid;
}

function* altered(db: Database): Generator<string> {
  const sql = 'SELECT m.uuid, m.hash, t.body FROM memories m JOIN memory_texts t ON t.memory = m.id';
  for (const [uuid, hash, body] of db.rows<[string, string, Uint8Array]>(sql)) {
    if (createHash('sha256').update(body).digest('hex') !== hash) yield uuid;
  }
}

function namedBy(found: Iterable<string>): { count: number; ids: string[] } {
  const ids: string[] = [];
  let count = 0;
  for (const id of found) if (++count <= MOST_FAULT_IDS) ids.push(id);
  return { count, ids };
}
