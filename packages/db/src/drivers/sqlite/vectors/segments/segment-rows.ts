/** Segments as rows of the store. Every function runs inside the caller's transaction. */
import type { Database } from '../../connection/database.ts';
import { readMeta, writeMeta } from '../../schema/format.ts';
import { bytesToHeads, clearHead, headsToBytes, SegmentCodes, type SegmentHeads } from './segment.ts';

export interface Segment {
  readonly heads: SegmentHeads;
  readonly codes: Uint8Array;
  /** Of the lists it is sorted by; 0 when it is not. */
  readonly generation: number;
}

type Row = readonly [heads: Uint8Array, codes: Uint8Array<ArrayBuffer>, generation: number];

/**
 * Those of a model that came to be or were sorted after the revision; only the sorted ones when `sorted` is said. The codes
 * of each are gone when the next is asked for: memory that is given back at once is taken again, and a hundred times fresh
 * memory takes longer than all the reading.
 */
export function* readSegments(db: Database, model: number, after: number, sorted: boolean): Iterable<Segment> {
  const sql = `SELECT s.heads, c.data, s.generation FROM code_segments s CROSS JOIN segment_codes c ON c.segment = s.id
               WHERE s.model = ? AND s.revision > ? AND s.generation >= ?`;
  for (const [heads, codes, generation] of db.rows<Row>(sql, model, after, sorted ? 1 : 0)) {
    yield { heads: bytesToHeads(heads), codes, generation };
    codes.buffer.transfer(0);
  }
}

const REVISION = 'segments_revision';

/** Counts what happened to segments, so that a process can ask for what it has not seen. */
export function lastRevision(db: Database): number {
  return readMeta<number>(db, REVISION) ?? 0;
}

export function nextRevision(db: Database): number {
  const next = lastRevision(db) + 1;
  writeMeta(db, REVISION, next);
  return next;
}

export function countSegments(db: Database, model: number): number {
  return db.value<number>('SELECT count(*) FROM code_segments WHERE model = ?', model) ?? 0;
}

export function insertSegment(db: Database, model: number, segment: Segment): void {
  const { first, last } = rangeOf(segment.heads);
  const { lastId } = db.run(
    `INSERT INTO code_segments (model, first_passage, last_passage, generation, revision, heads) VALUES (?, ?, ?, ?, ?, ?)`,
    model,
    first,
    last,
    segment.generation,
    nextRevision(db),
    headsToBytes(segment.heads),
  );
  db.run('INSERT INTO segment_codes (segment, data) VALUES (?, ?)', lastId, segment.codes);
}

export function deleteSegment(db: Database, id: number): void {
  db.run('DELETE FROM code_segments WHERE id = ?', id);
  db.run('DELETE FROM segment_codes WHERE segment = ?', id);
}

/** Other contents for a segment that exists: where the size is the same, SQLite writes in place. */
export function replaceSegment(db: Database, id: number, segment: Segment): void {
  const { first, last } = rangeOf(segment.heads);
  db.run(
    `UPDATE code_segments SET first_passage = ?, last_passage = ?, generation = ?, revision = ?, heads = ? WHERE id = ?`,
    first,
    last,
    segment.generation,
    nextRevision(db),
    headsToBytes(segment.heads),
    id,
  );
  db.run('UPDATE segment_codes SET data = ? WHERE segment = ?', segment.codes, id);
}

/** Any of the model's. */
export function readFirstSegment(
  db: Database,
  model: number,
): { readonly id: number; readonly heads: SegmentHeads } | undefined {
  const row = db.get<{ id: number; heads: Uint8Array }>(
    'SELECT id, heads FROM code_segments WHERE model = ? LIMIT 1',
    model,
  );
  return row && { id: row.id, heads: bytesToHeads(row.heads) };
}

export function readHeads(db: Database, id: number): SegmentHeads | undefined {
  const bytes = db.value<Uint8Array>('SELECT heads FROM code_segments WHERE id = ?', id);
  return bytes && bytesToHeads(bytes);
}

export function readCodes(db: Database, id: number): Uint8Array | undefined {
  return db.value<Uint8Array>('SELECT data FROM segment_codes WHERE segment = ?', id);
}

/** Takes the passages' vectors of the model, or of every model, out of the segments; nothing of them stays. */
export function dropFromSegments(db: Database, passageIds: readonly number[], model?: number): void {
  for (const { id, heads, places } of findPlaces(db, passageIds, model)) {
    for (const at of places) clearHead(heads, at);
    if (heads.passages.every((passage) => passage === 0)) deleteSegment(db, id);
    else {
      saveHeads(db, id, heads);
      clearCodes(db, id, heads.passages.length, places);
    }
  }
}

/** Marks the passages' vectors as superseded. */
export function closeInSegments(db: Database, passageIds: readonly number[]): void {
  for (const { id, heads, places } of findPlaces(db, passageIds)) {
    for (const at of places) heads.owners[at] = -Math.abs(heads.owners[at] as number);
    saveHeads(db, id, heads);
  }
}

interface Places {
  readonly id: number;
  readonly heads: SegmentHeads;
  readonly places: readonly number[];
}

function* findPlaces(db: Database, passageIds: readonly number[], model?: number): Iterable<Places> {
  if (passageIds.length === 0) return;
  const wanted = new Set(passageIds);
  for (const { id } of segmentsAround(db, Float64Array.from(wanted).sort(), model)) {
    const heads = readHeads(db, id);
    if (heads === undefined) continue;
    const places = placesOf(heads, wanted);
    if (places.length > 0) yield { id, heads, places };
  }
}

/** Segments in whose range at least one of the passages lies. */
function segmentsAround(db: Database, sorted: Float64Array, model?: number): { id: number }[] {
  const rows = db.all<{ id: number; first: number; last: number }>(
    `SELECT id, first_passage AS first, last_passage AS last FROM code_segments
     WHERE first_passage <= ? AND last_passage >= ?${model === undefined ? '' : ' AND model = ?'}`,
    sorted.at(-1) as number,
    sorted[0] as number,
    ...(model === undefined ? [] : [model]),
  );
  return rows.filter(({ first, last }) => {
    const next = sorted[lowerBound(sorted, first)];
    return next !== undefined && next <= last;
  });
}

function placesOf({ passages }: SegmentHeads, wanted: ReadonlySet<number>): number[] {
  const places: number[] = [];
  for (let at = 0; at < passages.length; at++) if (wanted.has(passages[at] as number)) places.push(at);
  return places;
}

/** Where the first value that is not less than `least` stands. */
function lowerBound(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function saveHeads(db: Database, id: number, heads: SegmentHeads): void {
  db.run('UPDATE code_segments SET heads = ? WHERE id = ?', headsToBytes(heads), id);
}

function clearCodes(db: Database, id: number, count: number, places: readonly number[]): void {
  const data = readCodes(db, id);
  if (data === undefined) return;
  const codes = new SegmentCodes(data, count);
  for (const at of places) codes.clear(at);
  db.run('UPDATE segment_codes SET data = ? WHERE segment = ?', data, id);
}

function rangeOf({ passages }: SegmentHeads): { first: number; last: number } {
  let [first, last] = [Infinity, 0];
  for (const passage of passages) {
    if (passage !== 0 && passage < first) first = passage;
    if (passage > last) last = passage;
  }
  return { first, last };
}
