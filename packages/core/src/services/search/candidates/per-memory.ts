/** How many passages of a memory go on: its best one, or more where somebody wants to see what else of it was found. */
import type { SearchRequest } from '../search-request.ts';
import type { Ranked } from './fuse.ts';

type Passages = SearchRequest['passages'];

/** Beyond so many, the passages of a document only tell that it is about the matter, which the first ones do as well. */
const MOST_OF_A_GROUP = 20;

export function perMemory(ranked: readonly Ranked[], passages: Passages = 'best'): readonly Ranked[] {
  if (passages === 'all') return ranked;
  const most = passages === 'best' ? 1 : MOST_OF_A_GROUP;
  const taken = new Map<string, number>();
  return ranked.filter(({ memoryId }) => {
    const before = taken.get(memoryId) ?? 0;
    taken.set(memoryId, before + 1);
    return before < most;
  });
}

/** Those of the first so many: passages, or memories where passages are grouped by them. */
export function firstOf(ranked: readonly Ranked[], most: number, passages: Passages = 'best'): readonly Ranked[] {
  if (passages !== 'grouped') return ranked.slice(0, most);
  const memories = new Set([...new Set(ranked.map(({ memoryId }) => memoryId))].slice(0, most));
  return ranked.filter(({ memoryId }) => memories.has(memoryId));
}
