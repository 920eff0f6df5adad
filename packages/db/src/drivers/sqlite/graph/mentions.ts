/** Where entities are mentioned, and what passages are about. */
import type { EntityMention, Page, PassageHit } from '@zapomni/core/ports';
import type { Scope } from '@zapomni/core/model';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Database } from '../connection/database.ts';
import { toCheck } from '../memories/filter.ts';
import { GraphView } from './view.ts';

interface MentionRow {
  readonly entity: number;
  readonly memory: number;
  readonly uuid: string;
  readonly passage: number;
  readonly start: number;
  readonly end: number;
}

type Place = readonly [memory: number, start: number, end: number, entity: number];

export function mentionsOf(
  db: Database,
  workspace: string,
  entityId: string,
  page: { readonly limit: number; readonly cursor?: string },
): Page<EntityMention> {
  const view = GraphView.of(db, workspace);
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'nnnn');
  const root = view.find(entityId);
  if (root === undefined) return { items: [], next: null, total: 0 };
  const members = JSON.stringify(view.membersOf(root));
  const from = 'FROM mentions x WHERE x.entity IN (SELECT value FROM json_each(?1)) AND x.live = 1';
  const rows = db.all<MentionRow>(
    `SELECT x.entity, x.memory, m.uuid, x.passage, x.start, x.end FROM (
       SELECT x.* ${from} ${place ? AFTER : ''} ORDER BY x.memory DESC, x.start, x.end, x.entity LIMIT ?2
     ) x CROSS JOIN memories m ON m.id = x.memory ORDER BY x.memory DESC, x.start, x.end, x.entity`,
    members,
    page.limit + 1,
    ...(place ?? []),
  );
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return {
    items: toMentions(view, shown),
    next: last ? writeCursor([last.memory, last.start, last.end, last.entity]) : null,
    total: db.value<number>(`SELECT count(*) ${from}`, members) ?? 0,
  };
}

const AFTER = 'AND x.memory <= ?3 AND (x.memory < ?3 OR (x.start, x.end, x.entity) > (?4, ?5, ?6))';

export function mentionsIn(db: Database, workspace: string, passageIds: readonly number[]): EntityMention[] {
  const view = GraphView.of(db, workspace);
  const rows = db.all<MentionRow>(
    `SELECT x.entity, x.memory, m.uuid, x.passage, x.start, x.end FROM json_each(?) wanted
     CROSS JOIN passages p ON p.id = wanted.value
     CROSS JOIN mentions x ON x.workspace = p.workspace AND x.memory = p.memory AND x.passage = p.id
     CROSS JOIN memories m ON m.id = p.memory WHERE p.workspace = ? ORDER BY wanted.key, x.start, x.end, x.entity`,
    JSON.stringify(passageIds),
    view.workspace,
  );
  return toMentions(view, rows);
}

function toMentions(view: GraphView, rows: readonly MentionRow[]): EntityMention[] {
  const uids = view.uidsOf(rows.map(({ entity }) => view.rootOf(entity)));
  return rows.map(({ entity, uuid, passage, start, end }) => ({
    entityId: uids.get(view.rootOf(entity)) ?? '',
    memoryId: uuid,
    passageId: passage,
    start,
    end,
  }));
}

export interface WeightedEntity {
  readonly entityId: string;
  readonly weight: number;
}

export function passagesAbout(db: Database, scope: Scope, weights: readonly WeightedEntity[], k: number): PassageHit[] {
  const view = GraphView.of(db, scope.workspace);
  const filter = scope.filter ?? {};
  const dead = filter.includeSuperseded === true || filter.validAt !== undefined;
  const scores = scorePassages(view, weights, dead);
  const ranked = [...scores].sort(([a, one], [b, other]) => other - one || a - b);
  const { sql, params } = toCheck(filter, view.workspace, 'p.memory');
  const hits: PassageHit[] = [];
  for (let at = 0; at < ranked.length && hits.length < k; at += PORTION) {
    const portion = ranked.slice(at, at + PORTION);
    const rows = db.rows<[number, string]>(
      `SELECT best.key, m.uuid FROM json_each(?) best CROSS JOIN passages p ON p.id = best.value
       CROSS JOIN memories m ON m.id = p.memory WHERE ${sql}`,
      JSON.stringify(portion.map(([passage]) => passage)),
      ...params,
    );
    for (const [i, memoryId] of rows) {
      const [passageId, score] = portion[i] as [number, number];
      hits.push({ passageId, memoryId, score });
    }
  }
  return hits.slice(0, k);
}

const PORTION = 500;

/** An entity counts once for a passage, however often it is mentioned there. */
function scorePassages(view: GraphView, weights: readonly WeightedEntity[], dead: boolean): Map<number, number> {
  const byRoot = new Map<number, number>();
  for (const { entityId, weight } of weights) {
    const root = view.find(entityId);
    if (root !== undefined) byRoot.set(root, (byRoot.get(root) ?? 0) + weight);
  }
  const scores = new Map<number, number>();
  for (const [root, weight] of byRoot) {
    const rows = view.db.rows<[number]>(
      `SELECT DISTINCT x.passage FROM json_each(?) e CROSS JOIN mentions x ON x.entity = e.value
       AND x.live IN (1, ?)`,
      JSON.stringify(view.membersOf(root)),
      dead ? 0 : 1,
    );
    for (const [passage] of rows) scores.set(passage, (scores.get(passage) ?? 0) + weight);
  }
  return scores;
}
