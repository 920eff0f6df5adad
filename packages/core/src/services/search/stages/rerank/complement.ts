/**
 * What the best answers leave open. A question that joins facts ("who founded the company that makes it") is answered by
 * several memories, each of which holds some of its words. A passage is raised by how much better it answers the words
 * that one of the best leaves open, and more when both mention the same thing: then it goes on where the other stops.
 */
import type { Deps } from '../../../deps.ts';
import type { Ranked } from '../../candidates/fuse.ts';
import type { WordCounts } from '../../query/word-counts.ts';

/** Whose gaps are looked at. */
const BEST = 3;
const WEIGHT = 1.5;
/** The share that counts for a passage which mentions nothing in common with the better one. */
const UNLINKED = 0.3;
/** A thing that more passages mention than this many, and than this share of all, joins nothing. */
const COMMON = 10;
const COMMON_SHARE = 0.01;

export interface Complementing {
  readonly workspace: string;
  readonly counts: WordCounts;
}

type Looked = Ranked & { readonly parts: Float32Array; readonly close: number };

export async function complement(
  deps: Deps,
  ranked: readonly Ranked[],
  { workspace, counts }: Complementing,
): Promise<readonly Ranked[]> {
  const looked = ranked.filter((one): one is Looked => one.parts !== undefined && one.workspace === workspace);
  const best = looked.slice(0, BEST);
  const range = rangeOf(looked);
  if (looked.length <= 1 || range <= 0) return ranked;
  const isLinked = await linksBetween(deps, best, looked, { workspace, counts });
  const scored = ranked.map((one) => {
    if (!one.parts || one.workspace !== workspace) return one;
    const gain = Math.max(...best.map((better) => (better === one ? 0 : gainOver(better, one, isLinked(better, one)))));
    const more = (WEIGHT * gain) / range;
    return { ...one, complement: more, score: one.score + more };
  });
  return scored.sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

function gainOver(better: Looked, one: Ranked, linked: boolean): number {
  const gain = better.parts.reduce((sum, part, i) => sum + Math.max(0, (one.parts?.[i] ?? 0) - part), 0);
  return better.score * gain * (linked ? 1 : UNLINKED);
}

function rangeOf(looked: readonly Looked[]): number {
  const close = looked.map((one) => one.close);
  return Math.max(...close) - Math.min(...close);
}

type IsLinked = (better: Ranked, one: Ranked) => boolean;

async function linksBetween(
  deps: Deps,
  best: readonly Ranked[],
  looked: readonly Ranked[],
  { workspace, counts }: Complementing,
): Promise<IsLinked> {
  const { passages } = await counts.of([], workspace);
  const most = Math.max(COMMON, Math.floor(passages * COMMON_SHARE));
  const pairs = await deps.storage.graph.linked(workspace, idsOf(best), idsOf(looked), most);
  const linked = new Set(pairs.map(([one, other]) => `${one} ${other}`));
  return (better, one) => linked.has(`${better.passageId} ${one.passageId}`);
}

function idsOf(ranked: readonly Ranked[]): number[] {
  return ranked.map(({ passageId }) => passageId);
}
