/** Entities by id, by name, by words, and all of them. */
import { typeKey, type Entity } from '@zapomni/core/model';
import type { Page } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Database } from '../connection/database.ts';
import { readEntities } from './entity-rows.ts';
import { GraphView } from './view.ts';

export function entitiesById(db: Database, workspace: string, ids: readonly string[]): Entity[] {
  const view = GraphView.of(db, workspace);
  const roots = ids.flatMap((id) => view.find(id) ?? []);
  return readEntities(view, roots, workspace);
}

export function entitiesNamed(db: Database, workspace: string, keys: readonly string[]): Entity[] {
  const view = GraphView.of(db, workspace);
  const rows = db.rows<[number]>(
    `SELECT r.id FROM (
       SELECT coalesce(e.root, e.id) AS id FROM json_each(?2) k
       CROSS JOIN entities e ON e.workspace = ?1 AND e.key = k.value
       UNION
       SELECT coalesce(e.root, e.id) FROM json_each(?2) k
       CROSS JOIN entity_names n ON n.workspace = ?1 AND n.key = k.value CROSS JOIN entities e ON e.id = n.entity
     ) found CROSS JOIN entities r ON r.id = found.id ORDER BY r.mentions DESC, r.uid`,
    view.workspace,
    JSON.stringify(keys),
  );
  return readEntities(
    view,
    Array.from(rows, ([id]) => id),
    workspace,
  );
}

/** The part of an id before its first colon is the type's key. */
const OF_TYPES = `AND (?2 IS NULL OR substr(r.uid, 1, instr(r.uid, ':') - 1) IN (SELECT value FROM json_each(?2)))`;

function typeKeys(types: readonly string[] | undefined): string | null {
  return types && types.length > 0 ? JSON.stringify(types.map(typeKey)) : null;
}

export function findEntities(
  db: Database,
  workspace: string,
  query: { readonly terms: readonly string[]; readonly types?: readonly string[]; readonly limit: number },
): Entity[] {
  const view = GraphView.of(db, workspace);
  const rows = db.rows<[number]>(
    `SELECT r.id FROM (
       SELECT coalesce(e.root, e.id) AS id, count(DISTINCT t.term) AS terms
       FROM json_each(?3) wanted CROSS JOIN entity_terms t ON t.workspace = ?1 AND t.term = wanted.value
       CROSS JOIN entities e ON e.id = t.entity GROUP BY 1
     ) found CROSS JOIN entities r ON r.id = found.id WHERE 1 ${OF_TYPES}
     ORDER BY found.terms DESC, r.mentions DESC, r.uid LIMIT ?4`,
    view.workspace,
    typeKeys(query.types),
    JSON.stringify([...new Set(query.terms)]),
    query.limit,
  );
  return readEntities(
    view,
    Array.from(rows, ([id]) => id),
    workspace,
  );
}

/** The last id shown, and the total that the first page counted. */
type Place = readonly [uid: string, total: number];

export function listEntities(
  db: Database,
  workspace: string,
  page: { readonly limit: number; readonly cursor?: string; readonly types?: readonly string[] },
): Page<Entity> {
  const view = GraphView.of(db, workspace);
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'sn');
  const from = `FROM entities r WHERE r.workspace = ?1 AND r.root IS NULL ${OF_TYPES}`;
  const types = typeKeys(page.types);
  const total = place?.[1] ?? db.value<number>(`SELECT count(*) ${from}`, view.workspace, types) ?? 0;
  const rows = db.all<{ id: number; uid: string }>(
    `SELECT r.id, r.uid ${from} AND r.uid > ?3 ORDER BY r.uid LIMIT ?4`,
    view.workspace,
    types,
    place?.[0] ?? '',
    page.limit + 1,
  );
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  const items = readEntities(
    view,
    shown.map(({ id }) => id),
    workspace,
  );
  return { items, next: last ? writeCursor([last.uid, total]) : null, total };
}

export function mostConnected(db: Database, workspace: string, limit: number): Entity[] {
  const view = GraphView.of(db, workspace);
  const counts = new Map<number, number>();
  const sql = `SELECT near, sum(n) FROM (
      SELECT source AS near, count(*) AS n FROM relations WHERE workspace = ?1 AND strength > 0 GROUP BY source
      UNION ALL
      SELECT target, count(*) FROM relations WHERE workspace = ?1 AND strength > 0 AND source <> target GROUP BY target
    ) GROUP BY near ORDER BY sum(n) DESC LIMIT ?2`;
  // Merging makes one of several, and time may have passed over a sum: some more are looked at than are wanted.
  const candidates = 4 * limit + 100;
  for (const [id, count] of db.rows<[number, number]>(sql, view.workspace, view.hasMerges ? -1 : candidates)) {
    const root = view.rootOf(id);
    counts.set(root, (counts.get(root) ?? 0) + count);
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, candidates);
  const entities = readEntities(
    view,
    most.map(([root]) => root),
    workspace,
  );
  return entities.sort((one, other) => other.relations - one.relations || compare(one.id, other.id)).slice(0, limit);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
