/**
 * Measures how well questions find what answers them with other weights, and says which are better. Questions come with the memory
 * that should be found; each setting answers all of them, so that settings are compared on the same ones.
 *
 * A setting is proposed only if it is better than chance would make it: of the questions that the two settings answer differently, enough
 * must be in its favour (a sign test), because twenty questions and a dozen settings always have a luckiest one.
 */
import type { SearchWeights } from './weights.ts';

export const FOCUSES = ['speed', 'relevance', 'recall', 'balanced'] as const;
export type Focus = (typeof FOCUSES)[number];

export interface TestQuestion {
  readonly query: string;
  /** Ids of memories that answer it. */
  readonly relevant: readonly string[];
}

export interface Asked {
  /** Ids of memories, the best first. */
  readonly found: readonly string[];
  readonly ms: number;
}

export interface Measured {
  readonly weights: SearchWeights;
  /** Questions that come with what answers them; of the others only the time is told. */
  readonly judged: number;
  /** Share of those whose answer is among the first ten. */
  readonly recall: number;
  /** Mean of 1 / rank of the first answer. */
  readonly mrr: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Rank of the first answer for each question, from 1; null where it was not found. */
  readonly ranks: readonly (number | null)[];
}

export interface Tuning {
  readonly current: Measured;
  readonly tried: readonly Measured[];
  /** Better than what is in use; null when nothing is, beyond chance. */
  readonly better: Measured | null;
  readonly why: string;
}

const AT = 10;
const MEANINGS = [0.3, 0.5, 0.7];
const RERANKS = [0.3, 0.5, 0.7];

/** What is tried beside what is in use. */
export function candidates(current: SearchWeights): SearchWeights[] {
  const all = MEANINGS.flatMap((weight_meaning) =>
    RERANKS.flatMap((weight_rerank) =>
      (['weighted', 'rrf'] as const).map((fusion) => ({ weight_meaning, weight_rerank, fusion })),
    ),
  );
  return all.filter((one) => JSON.stringify(one) !== JSON.stringify(current));
}

export async function measure(
  weights: SearchWeights,
  questions: readonly TestQuestion[],
  ask: (question: TestQuestion, weights: SearchWeights) => Promise<Asked>,
): Promise<Measured> {
  const ranks: (number | null)[] = [];
  const times: number[] = [];
  for (const question of questions) {
    const { found, ms } = await ask(question, weights);
    const at = found.findIndex((id) => question.relevant.includes(id));
    ranks.push(at < 0 ? null : at + 1);
    times.push(ms);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const judged = ranks.filter((_, i) => (questions[i]?.relevant.length ?? 0) > 0);
  return {
    weights,
    judged: judged.length,
    recall: mean(judged.map((rank) => (rank !== null && rank <= AT ? 1 : 0))),
    mrr: mean(judged.map((rank) => (rank === null ? 0 : 1 / rank))),
    p50Ms: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    ranks,
  };
}

export function choose(current: Measured, tried: readonly Measured[], focus: Focus): Tuning {
  const ranked = tried.toSorted((one, other) => goodness(other, focus) - goodness(one, focus));
  const [best] = ranked;
  if (current.judged === 0 && focus !== 'speed')
    return { current, tried: ranked, better: null, why: 'No question says what answers it: only times were measured.' };
  if (!best || goodness(best, focus) <= goodness(current, focus))
    return { current, tried: ranked, better: null, why: 'Nothing that was tried is better than what is in use.' };
  if (focus === 'speed') {
    const isAsGood = best.recall >= current.recall && best.mrr >= current.mrr - LOSS;
    const why = isAsGood ? 'Faster, and finds as much.' : 'What is faster finds less.';
    return { current, tried: ranked, better: isAsGood ? best : null, why };
  }
  const { won, lost } = duel(best, current, focus);
  const isBetter = chance(won, won + lost) < CHANCE;
  const counts = `${won} of the questions are answered better and ${lost} worse`;
  return {
    current,
    tried: ranked,
    better: isBetter ? best : null,
    why: isBetter ? `${counts}.` : `${counts}: so few may be chance. More questions would tell.`,
  };
}

const LOSS = 0.01;
const CHANCE = 0.05;

function goodness({ recall, mrr, p50Ms }: Measured, focus: Focus): number {
  switch (focus) {
    case 'speed':
      return -p50Ms;
    case 'relevance':
      return mrr;
    case 'recall':
      return recall;
    case 'balanced':
      return (recall + mrr) / 2;
  }
}

function duel(one: Measured, other: Measured, focus: Focus): { won: number; lost: number } {
  let [won, lost] = [0, 0];
  for (const [i, rank] of one.ranks.entries()) {
    const [mine, theirs] = [worth(rank, focus), worth(other.ranks[i] ?? null, focus)];
    if (mine > theirs) won++;
    if (mine < theirs) lost++;
  }
  return { won, lost };
}

function worth(rank: number | null, focus: Focus): number {
  if (rank === null) return 0;
  return focus === 'recall' ? Number(rank <= AT) : 1 / rank;
}

/** How often so many or more of these would be won by throwing a coin. */
export function chance(won: number, of: number): number {
  if (of === 0) return 1;
  let sum = 0;
  let ways = 1;
  for (let k = 0; k <= of; k++) {
    if (k >= won) sum += ways;
    ways = (ways * (of - k)) / (k + 1);
  }
  return sum / 2 ** of;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
