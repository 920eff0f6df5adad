/** Pages of work: what runs, what waits, what has ended. */
import type { WorkFilter, WorkPage } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import { toWorkItem } from '../../../shared/work-states.ts';
import type { Database } from '../connection/database.ts';
import { parseWork, type WorkRow } from './work-rows.ts';

interface Row extends WorkRow {
  readonly place: number;
  readonly moment: number;
  readonly id: string;
}

type Place = readonly [place: number, moment: number, id: string];

export function listWork(db: Database, filter: WorkFilter, page: { limit: number; cursor?: string }): WorkPage {
  const { sql, params } = narrow(filter);
  const after = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'nns');
  const beyond = after ? 'AND (place > ? OR (place = ? AND (moment, id) < (?, ?)))' : '';
  const rows = db.all<Row>(
    `SELECT place, moment, id, item, payload FROM work WHERE 1 ${sql} ${beyond} ORDER BY place, moment DESC, id DESC LIMIT ?`,
    ...params,
    ...(after ? [after[0], ...after] : []),
    page.limit + 1,
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toWorkItem(parseWork(row))),
    next: rows.length > shown.length && last ? writeCursor([last.place, last.moment, last.id]) : null,
    total: db.value<number>(`SELECT count(*) FROM work WHERE 1 ${sql}`, ...params) ?? 0,
  };
}

function narrow({ workspace, kinds, states }: WorkFilter): { sql: string; params: string[] } {
  const parts = [
    workspace === undefined ? null : { sql: 'AND workspace = ?', param: workspace },
    kinds && { sql: 'AND kind IN (SELECT value FROM json_each(?))', param: JSON.stringify(kinds) },
    states && { sql: 'AND state IN (SELECT value FROM json_each(?))', param: JSON.stringify(states) },
  ].filter((part) => part !== null && part !== undefined);
  return { sql: parts.map((part) => part.sql).join(' '), params: parts.map((part) => part.param) };
}
