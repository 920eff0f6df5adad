/**
 * What the store learned, in order of transaction time. Five streams, each read from its own index and merged here:
 *
 *   0 memories added         memories.created_at
 *   1 memories changed       memory_history.recorded_to: where one version ends, the next begins
 *   2 memories removed       tombstones.removed_at
 *   3 evidence withdrawn     evidence.recorded_to, of rows that no other continues
 *   4 evidence added, closed evidence.recorded_at
 *
 * At the same moment they come in this order, so that whoever replays them takes away before adding. The cursor is the
 * place of the last event: its time, its stream, and the row in it.
 */
import type { EventQuery, Page, StoreEvent } from '@zapomni/core/ports';
import type { SQLInputValue } from 'node:sqlite';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Database } from '../connection/database.ts';
import { toRecorded, type EvidenceOfMemory } from '../graph/evidence.ts';
import { readVersion } from './recorded-memories.ts';
import { GraphView } from '../graph/view.ts';

type Place = readonly [at: number, stream: number, row: number, total: number];

interface Found {
  readonly at: number;
  readonly stream: number;
  /** Orders the events of a stream at one time, and names the one. */
  readonly row: number;
  readonly memory: number | null;
  readonly version: number | null;
  readonly uuid: string | null;
}

interface Stream {
  readonly kind: StoreEvent['kind'];
  /** Gives at, row, memory, version and uuid. `?1` is the workspace's id, `?2` its name. */
  readonly sql: string;
  /** Only those of one memory: `?3` is its id. */
  readonly ofMemory: string;
}

const OF_EVIDENCE = 'AND e.memory = (SELECT id FROM memories WHERE uuid = ?3)';

const STREAMS: readonly Stream[] = [
  {
    kind: 'memory',
    sql: `SELECT m.created_at AS at, m.id AS row, m.id AS memory, 1 AS version, NULL AS uuid FROM memories m
          WHERE m.workspace = ?1`,
    ofMemory: 'AND m.uuid = ?3',
  },
  {
    kind: 'memory',
    sql: `SELECT h.recorded_to AS at, h.id AS row, h.memory AS memory, h.version + 1 AS version, NULL AS uuid
          FROM memory_history h JOIN memories m ON m.id = h.memory WHERE m.workspace = ?1`,
    ofMemory: 'AND m.uuid = ?3',
  },
  {
    kind: 'memory',
    sql: `SELECT t.removed_at AS at, t.id AS row, NULL AS memory, NULL AS version, t.uuid AS uuid FROM tombstones t
          WHERE t.workspace = ?2`,
    ofMemory: 'AND t.uuid = ?3',
  },
  {
    kind: 'relation',
    sql: `SELECT e.recorded_to AS at, e.id AS row, NULL AS memory, NULL AS version, NULL AS uuid FROM evidence e
          WHERE e.workspace = ?1 AND e.recorded_to IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM evidence WHERE previous = e.id)`,
    ofMemory: OF_EVIDENCE,
  },
  {
    kind: 'relation',
    sql: `SELECT e.recorded_at AS at, e.id AS row, NULL AS memory, NULL AS version, NULL AS uuid FROM evidence e
          WHERE e.workspace = ?1`,
    ofMemory: OF_EVIDENCE,
  },
];

/** The last two are of evidence. */
const WITHDRAWN = 3;

export function listEvents(db: Database, workspace: string, query: EventQuery): Page<StoreEvent> {
  const view = GraphView.of(db, workspace);
  const place = query.cursor === undefined ? undefined : readCursor<Place>(query.cursor, 'nnnn');
  const bound: SQLInputValue[] = [view.workspace, workspace, query.memoryId ?? null];
  const asked = askedStreams(query);
  const total = place?.[3] ?? asked.reduce((sum, { sql }) => sum + countIn(db, sql, bound, query), 0);
  const found = asked.flatMap(({ sql, number }) => readIn(db, { sql, number, bound }, query, place));
  const ordered = found.sort((one, other) => one.at - other.at || one.stream - other.stream || one.row - other.row);
  const shown = ordered.slice(0, query.limit);
  const last = ordered.length > query.limit ? shown.at(-1) : undefined;
  const next = last ? writeCursor([last.at, last.stream, last.row, total]) : null;
  return { items: describe(view, shown, workspace), next, total };
}

function askedStreams({ kinds, memoryId }: EventQuery): { sql: string; number: number }[] {
  const all = STREAMS.map(({ kind, sql, ofMemory }, number) => {
    return { kind, number, sql: memoryId === undefined ? sql : `${sql} ${ofMemory}` };
  });
  return kinds && kinds.length > 0 ? all.filter(({ kind }) => kinds.includes(kind)) : all;
}

function countIn(db: Database, sql: string, bound: readonly SQLInputValue[], { from, until }: EventQuery): number {
  return db.value<number>(`SELECT count(*) FROM (${sql}) WHERE at >= ?4 AND at < ?5`, ...bound, from, until) ?? 0;
}

function readIn(
  db: Database,
  stream: { readonly sql: string; readonly number: number; readonly bound: readonly SQLInputValue[] },
  { from, until, limit }: EventQuery,
  place: Place | undefined,
): Found[] {
  const [at, number, row] = place ?? [from, -1, 0];
  // After the last event shown: later ones, and at the same time those of later streams, or of later rows of its own.
  const afterRow = stream.number > number ? -1 : stream.number === number ? row : Number.MAX_SAFE_INTEGER;
  const rows = db.all<Omit<Found, 'stream'>>(
    `SELECT * FROM (${stream.sql}) WHERE at >= ?4 AND at < ?5 AND (at > ?4 OR row > ?6) ORDER BY at, row LIMIT ?7`,
    ...stream.bound,
    Math.max(from, at),
    until,
    at >= from ? afterRow : -1,
    limit + 1,
  );
  return rows.map((found) => ({ ...found, stream: stream.number }));
}

function describe(view: GraphView, found: readonly Found[], workspace: string): StoreEvent[] {
  const evidence = evidenceOf(view, found);
  return found.flatMap((one): StoreEvent[] => {
    const { at, memory, version, uuid, stream, row } = one;
    if (uuid !== null) return [{ at, kind: 'memory', change: 'removed', memoryId: uuid }];
    if (memory !== null && version !== null) return describeVersion(view.db, { at, memory, version }, workspace);
    const piece = evidence.get(row);
    if (!piece) return [];
    const change = stream === WITHDRAWN ? 'withdrawn' : piece.continues ? 'closed' : 'added';
    return [{ at, kind: 'relation', change, evidence: piece.evidence }];
  });
}

function describeVersion(
  db: Database,
  { at, memory, version }: { readonly at: number; readonly memory: number; readonly version: number },
  workspace: string,
): StoreEvent[] {
  const now = readVersion(db, { memory, version }, workspace);
  if (!now) return [];
  if (version === 1) return [{ at, kind: 'memory', change: 'added', memory: now }];
  const sql = `SELECT state ->> 'supersededBy' FROM memory_history WHERE memory = ? AND version = ?`;
  const before = db.value<string | null>(sql, memory, version - 1);
  const change = now.supersededBy !== null && before === null ? 'superseded' : 'changed';
  return [{ at, kind: 'memory', change, memory: now }];
}

function evidenceOf(view: GraphView, found: readonly Found[]) {
  const rows = view.db.all<EvidenceOfMemory>(
    `SELECT e.*, m.uuid FROM json_each(?) w CROSS JOIN evidence e ON e.id = w.value
     LEFT JOIN memories m ON m.id = e.memory`,
    JSON.stringify(found.filter(({ stream }) => stream >= WITHDRAWN).map(({ row }) => row)),
  );
  const recorded = toRecorded(view, rows);
  return new Map(
    rows.flatMap((row, i) => {
      const evidence = recorded[i];
      return evidence ? [[row.id, { evidence, continues: row.previous !== null }] as const] : [];
    }),
  );
}
