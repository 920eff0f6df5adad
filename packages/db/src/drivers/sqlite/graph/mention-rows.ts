/** Mentions as rows, with the counts of live passages that their entities carry. */
import type { Database } from '../connection/database.ts';

export interface MentionPlace {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  readonly entity: number;
}

/** The memory that mentions are of, as the tables name it. */
export interface MentioningMemory {
  readonly id: number;
  readonly workspace: number;
  readonly live: boolean;
}

/** In the place of those the memory had. Answers with the entities that it mentions no more. */
export function putMentions(db: Database, memory: MentioningMemory, places: readonly MentionPlace[]): number[] {
  const before = db.all<MentionPlace>(
    'SELECT passage, start, end, entity FROM mentions WHERE workspace = ? AND memory = ?',
    memory.workspace,
    memory.id,
  );
  const wanted = new Map(places.map((place) => [keyOf(place), place]));
  const known = new Set(before.map(keyOf));
  const gone = before.filter((place) => !wanted.has(keyOf(place)));
  const fresh = [...wanted].flatMap(([key, place]) => (known.has(key) ? [] : [place]));
  if (gone.length === 0 && fresh.length === 0) return [];
  for (const place of gone) deleteMention(db, memory, place);
  for (const place of fresh) insertMention(db, memory, place);
  if (memory.live) adjustCounts(db, before, places);
  const still = new Set(places.map(({ entity }) => entity));
  return [...new Set(gone.map(({ entity }) => entity))].filter((entity) => !still.has(entity));
}

function keyOf({ passage, start, end, entity }: MentionPlace): string {
  return `${passage} ${start} ${end} ${entity}`;
}

function insertMention(db: Database, memory: MentioningMemory, place: MentionPlace): void {
  db.run(
    'INSERT INTO mentions (workspace, memory, passage, start, end, entity, live) VALUES (?, ?, ?, ?, ?, ?, ?)',
    memory.workspace,
    memory.id,
    place.passage,
    place.start,
    place.end,
    place.entity,
    memory.live ? 1 : 0,
  );
}

function deleteMention(db: Database, memory: MentioningMemory, place: MentionPlace): void {
  db.run(
    `DELETE FROM mentions WHERE workspace = ? AND memory = ? AND passage = ? AND start = ? AND end = ? AND entity = ?`,
    memory.workspace,
    memory.id,
    place.passage,
    place.start,
    place.end,
    place.entity,
  );
}

/** Counts are of roots: a passage that mentions an entity and one merged into it counts once. */
function adjustCounts(db: Database, before: readonly MentionPlace[], after: readonly MentionPlace[]): void {
  const roots = rootsOf(db, [...before, ...after]);
  const change = new Map<number, number>();
  for (const [places, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const [root, count] of passagesByRoot(places, roots)) change.set(root, (change.get(root) ?? 0) + sign * count);
  }
  for (const [root, count] of change) {
    if (count !== 0) db.run('UPDATE entities SET mentions = mentions + ? WHERE id = ?', count, root);
  }
}

function rootsOf(db: Database, places: readonly MentionPlace[]): Map<number, number> {
  const sql = 'SELECT e.id, coalesce(e.root, e.id) FROM json_each(?) c CROSS JOIN entities e ON e.id = c.value';
  return new Map(db.rows<[number, number]>(sql, JSON.stringify([...new Set(places.map(({ entity }) => entity))])));
}

function passagesByRoot(places: readonly MentionPlace[], roots: ReadonlyMap<number, number>): Map<number, number> {
  const passages = new Map<number, Set<number>>();
  for (const { entity, passage } of places) {
    const root = roots.get(entity) ?? entity;
    const some = passages.get(root);
    if (some) some.add(passage);
    else passages.set(root, new Set([passage]));
  }
  return new Map([...passages].map(([root, some]) => [root, some.size]));
}

/** They are no longer live: another memory has replaced theirs. */
export function closeMentions(db: Database, workspace: number, memory: number): void {
  lowerCounts(db, JSON.stringify([memory]));
  db.run('UPDATE mentions SET live = 0 WHERE workspace = ? AND memory = ?', workspace, memory);
}

/** All of the memories' (`list` is JSON). Says how many, and which entities lost some. */
export function dropMentions(db: Database, list: string): { count: number; entities: number[] } {
  const entities = db.all<{ entity: number }>(
    `SELECT DISTINCT x.entity FROM json_each(?) gone CROSS JOIN memories m ON m.id = gone.value
     CROSS JOIN mentions x ON x.workspace = m.workspace AND x.memory = m.id`,
    list,
  );
  if (entities.length === 0) return { count: 0, entities: [] };
  lowerCounts(db, list);
  const { changes } = db.run(
    `DELETE FROM mentions WHERE (workspace, memory) IN
       (SELECT m.workspace, m.id FROM json_each(?) gone CROSS JOIN memories m ON m.id = gone.value)`,
    list,
  );
  return { count: changes, entities: entities.map(({ entity }) => entity) };
}

function lowerCounts(db: Database, list: string): void {
  db.run(
    `UPDATE entities SET mentions = mentions - gone.passages FROM (
       SELECT coalesce(e.root, e.id) AS root, count(DISTINCT x.passage) AS passages
       FROM json_each(?) g CROSS JOIN memories m ON m.id = g.value
       CROSS JOIN mentions x ON x.workspace = m.workspace AND x.memory = m.id AND x.live = 1
       CROSS JOIN entities e ON e.id = x.entity GROUP BY 1) AS gone
     WHERE entities.id = gone.root`,
    list,
  );
}
