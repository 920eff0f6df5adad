/**
 * Ways to bring scores of different kinds onto one scale, 0–1, among the candidates of one query.
 *
 * - `weighted`: lowest to highest; the words' lower end is zero, "nothing in common"
 * - `rsf`: lowest to highest of those found
 * - `dbsf`: three standard deviations about the mean, so that one outlier does not flatten the rest
 * - `rrf`: by rank alone, 1 / (k + rank), with the small k that suits a strong word signal
 */
import type { FusionMethod } from '../../../model/index.ts';
import { toUnitRange } from './unit-range.ts';

const RANK_OFFSET = 10;

/** `floor`: the score that means nothing, where there is one. */
export function scaleFor(
  method: FusionMethod,
  scores: readonly (number | null)[],
  floor?: number,
): (score: number) => number {
  const found = scores.filter((score) => score !== null);
  if (method === 'rrf') return byRank(found);
  if (method === 'dbsf') return byDeviation(found);
  return toUnitRange(found, method === 'weighted' ? floor : undefined);
}

function byRank(scores: readonly number[]): (score: number) => number {
  const order = [...new Set(scores)].sort((a, b) => b - a);
  const rankOf = new Map(order.map((score, rank) => [score, rank]));
  return (score) => RANK_OFFSET / (RANK_OFFSET + (rankOf.get(score) ?? order.length));
}

function byDeviation(scores: readonly number[]): (score: number) => number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(scores.length, 1);
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(scores.length, 1);
  const low = mean - 3 * Math.sqrt(variance);
  const range = 6 * Math.sqrt(variance);
  return range > 0 ? (score) => Math.min(1, Math.max(0, (score - low) / range)) : () => 1;
}
