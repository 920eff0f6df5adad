/** Which passages speak of the same things. */
import type { Database } from '../connection/database.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

export interface LinkQuery {
  readonly seeds: readonly number[];
  readonly passages: readonly number[];
  /** Entities that more passages mention do not count. */
  readonly most: number;
}

export function linkedPassages(
  db: Database,
  workspace: string,
  { seeds, passages, most }: LinkQuery,
): [seed: number, passage: number][] {
  const mentioned = thingsIn(db, workspaceId(db, workspace) ?? 0, [...new Set([...seeds, ...passages])], most);
  return seeds.flatMap((seed) => {
    const things = mentioned.get(seed);
    if (!things) return [];
    const linked = passages.filter(
      (passage) => passage !== seed && mentioned.get(passage)?.some((one) => things.includes(one)),
    );
    return linked.map((passage): [number, number] => [seed, passage]);
  });
}

/** The entities that each passage mentions, merged ones as what they were merged into. */
function thingsIn(db: Database, workspace: number, passages: readonly number[], most: number): Map<number, number[]> {
  const rows = db.rows<[passage: number, root: number]>(
    `SELECT DISTINCT x.passage, root.id FROM json_each(?) wanted
     CROSS JOIN passages p ON p.id = wanted.value
     CROSS JOIN mentions x ON x.workspace = p.workspace AND x.memory = p.memory AND x.passage = p.id
     CROSS JOIN entities e ON e.id = x.entity
     CROSS JOIN entities root ON root.id = coalesce(e.root, e.id) AND root.mentions <= ?
     WHERE p.workspace = ?`,
    JSON.stringify(passages),
    most,
    workspace,
  );
  const things = new Map<number, number[]>();
  for (const [passage, thing] of rows) {
    const known = things.get(passage);
    if (known) known.push(thing);
    else things.set(passage, [thing]);
  }
  return things;
}
