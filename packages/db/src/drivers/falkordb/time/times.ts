/** The port of time. */
import type { AsOf } from '@zapomni/core/model';
import type { Page, RecordedMemory, TimeStore } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Context } from '../context.ts';
import type { Params } from '../cypher/literal.ts';
import { listEvents } from './events.ts';
import { readVersions } from './recorded-memories.ts';
import { GraphView } from '../graph/view.ts';

export function createTimes(context: Context): TimeStore {
  return {
    memoriesAsOf: (workspace, moment, page) => memoriesAsOf(context, workspace, moment, page),
    events: (workspace, query) => listEvents(context, workspace, query),
  };
}

/** The last id shown, and the total that the first page counted. */
type Place = readonly [id: string, total: number];

async function memoriesAsOf(
  context: Context,
  workspace: string,
  moment: AsOf,
  page: { readonly limit: number; readonly cursor?: string },
): Promise<Page<RecordedMemory>> {
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'sn');
  const view = await GraphView.of(context, workspace);
  if (!view) return { items: [], next: null, total: 0 };
  const { queries, params } = versionsAt(moment, context.now());
  const found = await Promise.all(queries.map((query) => view.read(query, params)));
  const all = (found.flat() as [string, number][]).sort(([one], [other]) => (one < other ? -1 : 1));
  const total = place?.[1] ?? all.length;
  const rows = all.filter(([id]) => id > (place?.[0] ?? ''));
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  const versions = await readVersions(context.store, view, shown);
  return {
    items: shown.flatMap(([id, version]) => versions.get(`${id} ${version}`) ?? []),
    next: last ? writeCursor([last[0], total]) : null,
    total,
  };
}

/** One row for each memory that held. An earlier version is the one that ended first after the asked time. */
function versionsAt({ validAt, knownAt }: AsOf, now: number): { queries: string[]; params: Params } {
  const holds = (node: string, at: string): string =>
    `${node}.validFrom <= ${at} AND (${node}.validTo IS NULL OR ${node}.validTo > ${at})`;
  // A clock that lags behind the one that wrote must not hide what was just written.
  const at = validAt === undefined ? 'CASE WHEN m.recordedAt > $at THEN m.recordedAt ELSE $at END' : '$at';
  const present = `MATCH (m:Memory) WHERE ${holds('m', `(${at})`)}`;
  const params = { at: validAt ?? now };
  if (knownAt === undefined) return { queries: [`${present} RETURN m.id, m.version`], params };
  const earlier = `MATCH (m:Memory)-[:WAS]->(h:Version)
    WHERE m.createdAt <= $knownAt AND m.recordedAt > $knownAt AND h.recordedTo > $knownAt
    WITH m, min(h.version) AS version MATCH (m)-[:WAS]->(h:Version) WHERE h.version = version AND ${holds('h', '$at')}
    RETURN m.id, version`;
  return {
    queries: [`${present} AND m.recordedAt <= $knownAt RETURN m.id, m.version`, earlier],
    params: { ...params, knownAt },
  };
}
