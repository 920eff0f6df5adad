/**
 * What stands beside a short turn of a conversation. "Yes, last Sunday, with the kids" says little alone; the turn before
 * asks about the picnic. So a short memory is raised when one that was stored next to it, at the same time of their own,
 * fits well: the shorter it is, the more. Long ones stand for themselves, and documents that were stored in one go without
 * times are no conversation.
 */
import type { MemorySummary } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Ranked } from '../../candidates/fuse.ts';

/** So many of the best are looked at. */
const LOOKED_AT = 50;
const WEIGHT = 0.2;
/** A turn of so many characters needs nobody to be understood. */
const LONG = 400;
/** Passages are numbered in the order of storing: so far apart they still are neighbours. */
const FARTHEST = 2;
const ONE_CONVERSATION_MS = 3_600_000;

export async function favourNeighbours(deps: Deps, ranked: readonly Ranked[]): Promise<readonly Ranked[]> {
  const pairs = pairsAmong(ranked.slice(0, LOOKED_AT));
  if (pairs.length === 0) return ranked;
  const memories = await summariesOf(deps, pairs);
  const gains = new Map<number, number>();
  for (const { one, beside, distance } of pairs) {
    const share = dependence(memories.get(one.memoryId), memories.get(beside.memoryId));
    const gain = (WEIGHT * share * beside.score) / distance;
    gains.set(one.passageId, Math.max(gain, gains.get(one.passageId) ?? 0));
  }
  return ranked
    .map((one) => {
      const gain = gains.get(one.passageId) ?? 0;
      return gain > 0 ? { ...one, neighbours: gain, score: one.score + gain } : one;
    })
    .sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

interface Pair {
  readonly one: Ranked;
  readonly beside: Ranked;
  readonly distance: number;
}

function pairsAmong(ranked: readonly Ranked[]): Pair[] {
  const byId = new Map(ranked.map((one) => [one.passageId, one]));
  return ranked.flatMap((one) => {
    const pairs: Pair[] = [];
    for (let step = -FARTHEST; step <= FARTHEST; step++) {
      const beside = byId.get(one.passageId + step);
      if (!beside || beside.memoryId === one.memoryId || beside.workspace !== one.workspace) continue;
      pairs.push({ one, beside, distance: Math.abs(step) });
    }
    return pairs;
  });
}

async function summariesOf({ storage }: Deps, pairs: readonly Pair[]): Promise<Map<string, MemorySummary>> {
  const byWorkspace = Map.groupBy(pairs, ({ one }) => one.workspace);
  const found = await Promise.all(
    Array.from(byWorkspace, ([workspace, group]) =>
      storage.memories.summaries(workspace, [...new Set(group.map(({ one }) => one.memoryId))]),
    ),
  );
  return new Map(found.flat().map((memory) => [memory.id, memory]));
}

/** How much the one needs the other to be understood, 0–1. */
function dependence(one: MemorySummary | undefined, beside: MemorySummary | undefined): number {
  if (!one || !beside || one.occurredAt === null || beside.occurredAt === null) return 0;
  if (Math.abs(one.occurredAt - beside.occurredAt) > ONE_CONVERSATION_MS) return 0;
  return Math.max(0, 1 - one.length / LONG);
}
