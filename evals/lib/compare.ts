/** Two runs over the same questions: is the later one better, or lucky? */
import type { PackResult } from './evaluate.ts';
import { mean, pairedPValue } from './statistics.ts';

export interface Difference {
  readonly pack: string;
  readonly before: number;
  readonly now: number;
  readonly p: number;
  readonly better: number;
  readonly worse: number;
}

/** Scores by pack and question, as a results file written with `--scores` holds them. */
export type EarlierScores = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Only over questions that both runs asked. */
export function compare(earlier: EarlierScores, results: readonly PackResult[]): Difference[] {
  return results.flatMap(({ pack, scores }) => {
    const past = earlier[pack] ?? {};
    const shared = Object.keys(scores).filter((id) => id in past);
    return shared.length === 0 ? [] : [difference(pack, pick(past, shared), pick(scores, shared))];
  });
}

function difference(pack: string, before: readonly number[], now: readonly number[]): Difference {
  const changes = now.map((score, i) => score - (before[i] ?? Number.NaN));
  return {
    pack,
    before: mean(before),
    now: mean(now),
    p: pairedPValue(now, before),
    better: changes.filter((change) => change > 0).length,
    worse: changes.filter((change) => change < 0).length,
  };
}

function pick(scores: Readonly<Record<string, number>>, ids: readonly string[]): number[] {
  return ids.map((id) => scores[id] ?? Number.NaN);
}
