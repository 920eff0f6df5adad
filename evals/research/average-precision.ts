/** Average precision of a ranking, and whether one ranking of the same papers is better than another by more than the luck of the papers. */
import { seeded } from '@zapomni/testkit/seeded';
import { percentile } from '../lib/statistics.ts';

export interface Ranked {
  readonly score: number;
  readonly relevant: boolean;
}

export interface Compared {
  readonly ours: number;
  readonly theirs: number;
  /** 95 % interval of the difference. */
  readonly low: number;
  readonly high: number;
  /** How often the other one is as good when the papers are drawn again. */
  readonly p: number;
}

const SEED = 42;
const RESAMPLES = 2000;

/** Equal scores in the order given, as the scorer has it. */
export function averagePrecision(ranked: readonly Ranked[]): number {
  return precisionOf(
    orderOf(ranked).map((i) => (ranked[i] as Ranked).relevant),
    () => 1,
  );
}

/** By drawing papers again with replacement, the same ones for both. */
export function comparePrecision(ours: readonly Ranked[], theirs: readonly Ranked[]): Compared {
  const random = seeded(SEED);
  const [one, other] = [orderOf(ours), orderOf(theirs)];
  const differences = Array.from({ length: RESAMPLES }, () => {
    const drawn = new Uint16Array(ours.length);
    for (let i = 0; i < ours.length; i++) {
      const place = Math.floor(random() * ours.length);
      drawn[place] = (drawn[place] as number) + 1;
    }
    return drawnPrecision(ours, one, drawn) - drawnPrecision(theirs, other, drawn);
  });
  return {
    ours: averagePrecision(ours),
    theirs: averagePrecision(theirs),
    low: percentile(differences, 0.025),
    high: percentile(differences, 0.975),
    p: (differences.filter((difference) => difference <= 0).length + 1) / (RESAMPLES + 1),
  };
}

function drawnPrecision(ranked: readonly Ranked[], order: readonly number[], drawn: Uint16Array): number {
  return precisionOf(
    order.map((i) => (ranked[i] as Ranked).relevant),
    (place) => drawn[order[place] as number] as number,
  );
}

function orderOf(ranked: readonly Ranked[]): number[] {
  return ranked.map((_, i) => i).toSorted((a, b) => (ranked[b] as Ranked).score - (ranked[a] as Ranked).score || a - b);
}

/** `times`: how often what stands at a place is there. */
function precisionOf(relevant: readonly boolean[], times: (place: number) => number): number {
  let [seen, found, sum] = [0, 0, 0];
  relevant.forEach((isRelevant, place) => {
    for (let i = times(place); i > 0; i--) {
      seen++;
      if (!isRelevant) continue;
      found++;
      sum += found / seen;
    }
  });
  return found === 0 ? 0 : sum / found;
}
