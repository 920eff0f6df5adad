/** How many records there are in a range, and how many have each value of an index. */
import type { RecordIndex, RecordRange, ValueCount } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';
import { END, scopeOf } from './scan-records.ts';

export function countRecords(db: Database, workspace: string, range: RecordRange): number {
  return countIn(db, scopeOf(db, workspaceId(db, workspace), range), range);
}

/** What they have in common is looked up once. */
export function countMany(db: Database, workspace: string, ranges: readonly RecordRange[]): number[] {
  const place = workspaceId(db, workspace);
  const scopes = new Map<string, number | undefined>();
  return ranges.map((range) => {
    const name = `${range.collection} ${range.index ?? ''}`;
    if (!scopes.has(name)) scopes.set(name, scopeOf(db, place, range));
    return countIn(db, scopes.get(name), range);
  });
}

function countIn(db: Database, scope: number | undefined, { from, to, index }: RecordRange): number {
  if (scope === undefined) return 0;
  const sql = index === undefined ? COUNT_KEYS : COUNT_INDEX;
  if (index === undefined && from === undefined && to === undefined)
    return db.value<number>('SELECT records FROM record_scopes WHERE id = ?', scope) ?? 0;
  return db.value<number>(sql, scope, from ?? '', to ?? END) ?? 0;
}

const COUNT_INDEX = 'SELECT count(*) FROM record_index WHERE scope = ? AND value >= ? AND value < ?';
const COUNT_KEYS = 'SELECT count(*) FROM records WHERE scope = ? AND key >= ? AND key < ?';

export function tallyIndex(db: Database, workspace: string, index: RecordIndex, least: number): ValueCount[] {
  const scope = scopeOf(db, workspaceId(db, workspace), index);
  if (scope === undefined) return [];
  return Array.from(db.rows<[string, number]>(TALLY, scope, least), ([value, records]) => ({ value, records }));
}

/** Two records with one value are two entries, but where the value is a record's alone. */
const TALLY = `SELECT value, count(*) FROM record_index WHERE scope = ? GROUP BY value HAVING count(*) >= ? ORDER BY value`;
