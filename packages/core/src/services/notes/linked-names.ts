/** What the graph knows memories to be about, as names that a link may have. */
import type { MemorySummary } from '../../model/index.ts';
import type { Deps } from '../deps.ts';

/** More passages than these are not looked at for links. */
const MOST_PASSAGES = 50;
const MOST_NAMES = 30;

/** By the id of the memory. Passages of a memory have numbers in a row. */
export async function linkedNames(
  { storage: { memories, graph } }: Pick<Deps, 'storage'>,
  workspace: string,
  some: readonly Pick<MemorySummary, 'id' | 'passageCount'>[],
): Promise<Map<string, string[]>> {
  const counts = new Map(some.map(({ id, passageCount }) => [id, Math.min(passageCount, MOST_PASSAGES)]));
  const scope = { workspace, filter: { ids: [...counts.keys()], includeSuperseded: true } };
  const passages = (await memories.openings(scope, counts.size)).flatMap(({ passageId, memoryId }) =>
    Array.from({ length: counts.get(memoryId) ?? 0 }, (_, i) => passageId + i),
  );
  const mentions = passages.length === 0 ? [] : await graph.mentionsIn(workspace, passages);
  const ids = [...new Set(mentions.map(({ entityId }) => entityId))];
  const entities = ids.length === 0 ? [] : await graph.entities(workspace, ids);
  const names = new Map(entities.map(({ id, name }) => [id, toLink(name)]));
  const found = new Map<string, Set<string>>();
  for (const { memoryId, entityId } of mentions) {
    const name = names.get(entityId) ?? '';
    if (name !== '' && counts.has(memoryId)) found.set(memoryId, (found.get(memoryId) ?? new Set()).add(name));
  }
  return new Map([...found].map(([id, all]) => [id, [...all].toSorted().slice(0, MOST_NAMES)]));
}

/** Without what means something within a link. */
function toLink(name: string): string {
  return name
    .replaceAll(/[[\]|#^\\/:\s·]+/gu, ' ')
    .trim()
    .slice(0, 120)
    .toWellFormed();
}
