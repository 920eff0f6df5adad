/** How many memories carry a tag, by the index alone. */
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { tagKey } from './memory-keys.ts';

export async function countTagged(
  context: Context,
  workspace: string,
  tags: readonly string[],
  most: number,
): Promise<number[]> {
  const keys = tags.map(tagKey);
  const wanted = { keys: [...new Set(keys)], most };
  const rows =
    keys.length > 0 ? await inWorkspace(context, workspace, (graph) => context.store.read(graph, COUNT, wanted)) : [];
  const counts = new Map(rows as [string, number][] | undefined);
  return keys.map((key) => counts.get(key) ?? 0);
}

const COUNT = `UNWIND $keys AS k
  CALL { WITH k MATCH (m:Memory) WHERE k IN m.keys WITH m LIMIT $most RETURN count(m) AS n }
  WITH k, n WHERE n > 0 RETURN k, n`;
