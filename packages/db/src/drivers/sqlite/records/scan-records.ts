/** Records in the order of their keys or of an index. SQLite compares texts as their bytes. */
import { compareTexts } from '@zapomni/core/model';
import type { RecordPage, RecordRange, RecordScan, StoredRecord } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';
import { COLUMNS, toRecord, type Row } from './read-records.ts';
import { findScope } from './scopes.ts';

/** A page ends when its values are this long together, in characters. */
const PAGE_LENGTH = 8_000_000;

/** After every text: SQLite puts bytes after them. */
export const END = new Uint8Array(0);

/** In an index, the first place of a value: where it is one record's alone, or before all keys. */
const BEFORE_ALL = '';

/** A place in an index, or among keys alone. */
type Place = readonly string[];

export function scanRecords(db: Database, workspace: string, scan: RecordScan): RecordPage {
  return scanIn(db, scopeOf(db, workspaceId(db, workspace), scan), scan);
}

/** What the scans have in common is looked up once. Who asks much finds little: whether there is any costs a sixth of a page. */
export function scanMany(db: Database, workspace: string, scans: readonly RecordScan[]): RecordPage[] {
  const place = workspaceId(db, workspace);
  const scopes = new Map<string, number | undefined>();
  return scans.map((scan) => {
    const name = `${scan.collection} ${scan.index ?? ''}`;
    if (!scopes.has(name)) scopes.set(name, scopeOf(db, place, scan));
    const scope = scopes.get(name);
    return scope === undefined || isEmpty(db, scope, scan) ? { items: [], next: null } : scanIn(db, scope, scan);
  });
}

function isEmpty(db: Database, scope: number, { index, from = '', to }: RecordRange): boolean {
  return index !== undefined && db.get(ANY, scope, from, to ?? END) === undefined;
}

const ANY = 'SELECT 1 FROM record_index WHERE scope = ? AND value >= ? AND value < ? LIMIT 1';

function scanIn(db: Database, scope: number | undefined, scan: RecordScan): RecordPage {
  const cursor = cursorOf(scan);
  if (scope === undefined) return { items: [], next: null };
  const rows = scan.index === undefined ? keyRows(db, scope, scan, cursor) : indexRows(db, scope, scan, cursor);
  return toPage(rows, scan);
}

/** One of another scan must not lead out of the range. */
function cursorOf({ cursor, index, from = '', to }: RecordScan): Place | undefined {
  if (cursor === undefined) return undefined;
  const place = readCursor<Place>(cursor, index === undefined ? 's' : 'ss');
  const [first = ''] = place;
  const isWithin = compareTexts(first, from) >= 0 && (to === undefined || compareTexts(first, to) < 0);
  return isWithin ? place : undefined;
}

export function scopeOf(db: Database, workspace = 0, { collection, index }: RecordRange): number | undefined {
  return findScope(db, workspace, collection, index);
}

/** From one place on, or after the cursor, up to a place that is left out. */
function indexRows(db: Database, scope: number, scan: RecordScan, cursor: Place | undefined): Iterable<Row> {
  const [first, end] = [
    [scan.from ?? '', BEFORE_ALL],
    [scan.to ?? END, BEFORE_ALL],
  ];
  const { limit } = scan;
  if (scan.descending === true) return db.rows(INDEX_DOWN, scope, ...first, ...(cursor ?? end), limit + 1);
  return cursor
    ? db.rows(INDEX_AFTER, scope, ...cursor, ...end, limit + 1)
    : db.rows(INDEX_UP, scope, ...first, ...end, limit + 1);
}

const BY_INDEX = `SELECT ${COLUMNS}, i.value, i.key FROM record_index i CROSS JOIN records r ON r.id = i.record`;
const TO_END = 'AND (i.value, i.key) < (?, ?)';
const INDEX_UP = `${BY_INDEX} WHERE i.scope = ? AND (i.value, i.key) >= (?, ?) ${TO_END} ORDER BY i.value, i.key LIMIT ?`;
const INDEX_AFTER = `${BY_INDEX} WHERE i.scope = ? AND (i.value, i.key) > (?, ?) ${TO_END} ORDER BY i.value, i.key LIMIT ?`;
const INDEX_DOWN = `${BY_INDEX} WHERE i.scope = ? AND (i.value, i.key) >= (?, ?) ${TO_END}
  ORDER BY i.value DESC, i.key DESC LIMIT ?`;

/** From one key on, up to another that is left out. No key holds NUL: what is not before it comes after the key. */
function keyRows(db: Database, scope: number, scan: RecordScan, cursor: Place | undefined): Iterable<Row> {
  const { from = '', to = END, limit } = scan;
  const [key] = cursor ?? [];
  if (scan.descending === true) return db.rows(KEYS_DOWN, scope, from, key ?? to, limit + 1);
  return db.rows(KEYS_UP, scope, key === undefined ? from : `${key}\0`, to, limit + 1);
}

const BY_KEY = `SELECT ${COLUMNS} FROM records r WHERE r.scope = ? AND r.key >= ? AND r.key < ?`;
const KEYS_UP = `${BY_KEY} ORDER BY r.key LIMIT ?`;
const KEYS_DOWN = `${BY_KEY} ORDER BY r.key DESC LIMIT ?`;

/** One row more than the page has tells that there is more. */
function toPage(rows: Iterable<Row>, { collection, index, limit }: RecordScan): RecordPage {
  const items: StoredRecord[] = [];
  let last: Place = [];
  let length = 0;
  for (const row of rows) {
    if (items.length === limit || length >= PAGE_LENGTH) return { items, next: writeCursor(last) };
    const [key, text, , , , , value = '', keyThere = ''] = row;
    items.push(toRecord(collection, row));
    last = index === undefined ? [key] : [value, keyThere];
    length += text.length;
  }
  return { items, next: null };
}
