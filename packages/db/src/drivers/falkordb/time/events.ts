/**
 * What the store learned, in order of transaction time. Five streams, merged here:
 *
 *   0 memories added, 1 memories changed (where one version ends, the next begins), 2 memories removed,
 *   3 evidence withdrawn (pieces that no other continues), 4 evidence added or closed
 *
 * At the same moment they come in this order, so that whoever replays them takes away before adding. The cursor is the
 * place of the last event: its time, its stream, and two numbers that order the events of a stream.
 */
import type { EventQuery, Page, StoreEvent } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Context } from '../context.ts';
import { buriedEvents } from '../transfer/buried-events.ts';
import { toEvidence } from '../graph/evidence.ts';
import { readVersions } from './recorded-memories.ts';
import { shownRelation } from '../graph/relation-groups.ts';
import { EVIDENCE_COLUMNS, NEVER, partsOf, toEvidenceRow } from '../graph/rows.ts';
import { GraphView } from '../graph/view.ts';

type Place = readonly [at: number, stream: number, row: number, more: number, total: number];

/** `id` names a memory; evidence goes by `row`. */
interface Found {
  readonly at: number;
  readonly stream: number;
  readonly row: number;
  readonly more: number;
  readonly id: string;
}

interface Stream {
  readonly kind: StoreEvent['kind'];
  readonly match: string;
  /** Cypher of the time, of the two numbers, and of the memory's id. */
  readonly columns: readonly [at: string, row: string, more: string, id: string];
}

const STREAMS: readonly Stream[] = [
  { kind: 'memory', match: 'MATCH (m:Memory) WHERE true', columns: ['m.createdAt', 'm.n', '1', 'm.id'] },
  {
    kind: 'memory',
    match: 'MATCH (m:Memory)-[:WAS]->(h:Version) WHERE true',
    columns: ['h.recordedTo', 'm.n', 'h.version + 1', 'm.id'],
  },
  { kind: 'memory', match: 'MATCH (t:Tombstone) WHERE true', columns: ['t.at', 't.n', '0', 't.id'] },
  {
    kind: 'relation',
    match: `MATCH (v:Evidence) WHERE v.recordedTo < ${NEVER} WITH v OPTIONAL MATCH (c:Evidence {previous: v.n})
      WITH v, count(c) AS continued WHERE continued = 0`,
    columns: ['v.recordedTo', 'v.n', '0', 'v.memory'],
  },
  { kind: 'relation', match: 'MATCH (v:Evidence) WHERE true', columns: ['v.recordedAt', 'v.n', '0', 'v.memory'] },
];

/** The last two are of evidence. */
const WITHDRAWN = 3;

export async function listEvents(context: Context, workspace: string, query: EventQuery): Promise<Page<StoreEvent>> {
  const view = await GraphView.of(context, workspace);
  if (!view) return buriedEvents(context.store, workspace, query);
  const place = query.cursor === undefined ? undefined : readCursor<Place>(query.cursor, 'nnnnn');
  const { kinds } = query;
  const asked = STREAMS.map((stream, number) => ({ ...stream, number })).filter(
    ({ kind }) => !kinds || kinds.length === 0 || kinds.includes(kind),
  );
  const parts = await Promise.all(asked.map((stream) => readStream(view, stream, query, place)));
  const total = place?.[4] ?? parts.reduce((sum, part) => sum + part.total, 0);
  const ordered = parts.flatMap(({ found }) => found).sort(inOrder);
  const shown = ordered.slice(0, query.limit);
  const last = ordered.length > query.limit ? shown.at(-1) : undefined;
  return {
    items: await describe(context, view, shown),
    next: last ? writeCursor([last.at, last.stream, last.row, last.more, total]) : null,
    total,
  };
}

function inOrder(one: Found, other: Found): number {
  return one.at - other.at || one.stream - other.stream || one.row - other.row || one.more - other.more;
}

async function readStream(
  view: GraphView,
  stream: Stream & { readonly number: number },
  { from, until, limit, memoryId }: EventQuery,
  place: Place | undefined,
): Promise<{ found: Found[]; total: number }> {
  const [at, row, more, id] = stream.columns;
  const ofMemory = memoryId === undefined ? '' : `AND ${id} = $memory`;
  const within = `${stream.match} AND ${at} >= $from AND ${at} < $until ${ofMemory}`;
  const params = { from, until, ...(memoryId === undefined ? {} : { memory: memoryId }) };
  const [counted, rows] = await Promise.all([
    place ? [] : view.read(`${within} RETURN count(*)`, params),
    view.read(
      `${within} ${place ? afterPlace(stream, place) : ''}
       RETURN ${at} AS at, ${row} AS row, ${more} AS more, ${id} AS id ORDER BY at, row, more LIMIT $limit`,
      { ...params, limit: limit + 1, ...(place ? { time: place[0], row: place[2], more: place[3] } : {}) },
    ),
  ]);
  const found = (rows as [number, number, number, string][]).map(([when, one, two, name]) => {
    return { at: when, stream: stream.number, row: one, more: two, id: name };
  });
  return { found, total: Number(counted[0]?.[0] ?? 0) };
}

/** Later ones, and at the same time those of later streams, or of later rows of its own. */
function afterPlace({ number, columns: [at, row, more] }: Stream & { readonly number: number }, place: Place): string {
  const [, last] = place;
  const own = `(${row} > $row OR (${row} = $row AND ${more} > $more))`;
  const same = number > last ? 'true' : number < last ? 'false' : own;
  return `AND (${at} > $time OR (${at} = $time AND ${same}))`;
}

async function describe({ store }: Context, view: GraphView, found: readonly Found[]): Promise<StoreEvent[]> {
  const told = found.filter(({ stream }) => stream < 2);
  const [versions, evidence] = await Promise.all([
    readVersions(
      store,
      view,
      told.map(({ id, more }) => [id, more]),
    ),
    evidenceOf(view, found),
  ]);
  return found.flatMap(({ at, stream, row, more, id }): StoreEvent[] => {
    if (stream === 2) return [{ at, kind: 'memory', change: 'removed', memoryId: id }];
    if (stream < 2) {
      const memory = versions.get(`${id} ${more}`);
      const before = versions.get(`${id} ${more - 1}`);
      if (!memory) return [];
      if (!before) return [{ at, kind: 'memory', change: 'added', memory }];
      const isReplaced = memory.supersededBy !== null && before.supersededBy === null;
      return [{ at, kind: 'memory', change: isReplaced ? 'superseded' : 'changed', memory }];
    }
    const piece = evidence.get(row);
    if (!piece) return [];
    const change = stream === WITHDRAWN ? 'withdrawn' : piece.continues ? 'closed' : 'added';
    return [{ at, kind: 'relation', change, evidence: piece.evidence }];
  });
}

async function evidenceOf(view: GraphView, found: readonly Found[]) {
  const ns = found.filter(({ stream }) => stream >= WITHDRAWN).map(({ row }) => row);
  const query = `UNWIND $ns AS n MATCH (v:Evidence {n: n}) RETURN ${EVIDENCE_COLUMNS}`;
  const rows = ns.length > 0 ? await view.read(query, { ns: [...new Set(ns)] }) : [];
  return new Map(
    rows.map((values) => {
      const row = toEvidenceRow(values);
      const relationId = shownRelation(view.merges, partsOf(row.rel));
      return [row.n, { evidence: { ...toEvidence(row), relationId }, continues: row.previous !== 0 }] as const;
    }),
  );
}
