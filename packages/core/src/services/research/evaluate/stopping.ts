/**
 * When most of the relevant are probably seen. The papers judged last are taken for a random sample of those that were left before them;
 * how likely so few relevant ones would be among them, if less than the share that is aimed at had been found, is the hypergeometric
 * distribution (Callaghan and Müller-Hansen, Systematic Reviews 9:273, 2020). Since the best are read first, a ranking finds more than
 * chance would, and the estimate errs on the side of reading on.
 */

export interface StoppingEstimate {
  /** Share of the relevant that is aimed at. */
  readonly target: number;
  readonly judged: number;
  readonly relevant: number;
  readonly left: number;
  /** How sure it is that the share is reached, 0–1. */
  readonly confidence: number;
  /** Reading on is probably of little use. */
  readonly enough: boolean;
}

const TARGET = 0.95;
const SURE = 0.95;

/** `relevant` says of each paper judged, in the order in which they were, whether it was; `left`: how many are not judged. */
export function estimateStopping(relevant: readonly boolean[], left: number): StoppingEstimate {
  const found = relevant.filter(Boolean).length;
  const base = { target: TARGET, judged: relevant.length, relevant: found, left };
  if (left === 0) return { ...base, confidence: 1, enough: true };
  if (found === 0) return { ...base, confidence: 0, enough: false };
  const confidence = 1 - leastChance(relevant, left, found);
  return { ...base, confidence, enough: confidence >= SURE };
}

/** Over every tail of what was judged: how likely what was seen is, if the target were missed. */
function leastChance(relevant: readonly boolean[], left: number, found: number): number {
  // So many there must be at least for the target to be missed.
  const all = Math.floor(found / TARGET) + 1;
  let [least, before] = [1, found];
  let seen = 0;
  for (let i = relevant.length - 1; i >= 0; i--) {
    if (relevant[i]) {
      before--;
      seen++;
    }
    const drawn = relevant.length - i;
    least = Math.min(least, atMost({ seen, good: all - before, drawn, total: drawn + left }));
  }
  return least;
}

interface Draw {
  readonly seen: number;
  readonly good: number;
  readonly drawn: number;
  readonly total: number;
}

/** That at most `seen` of `drawn` are good, of `total` of which `good` are. */
function atMost({ seen, good, drawn, total }: Draw): number {
  if (good > total) return 0;
  let sum = 0;
  for (let k = 0; k <= Math.min(seen, good, drawn); k++)
    sum += Math.exp(choose(good, k) + choose(total - good, drawn - k) - choose(total, drawn));
  return Math.min(1, sum);
}

/** Its logarithm; minus infinity for what cannot be. */
function choose(n: number, k: number): number {
  return k < 0 || k > n ? -Infinity : logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

const LOGS: number[] = [0];

function logFactorial(n: number): number {
  for (let i = LOGS.length; i <= n; i++) LOGS.push((LOGS[i - 1] as number) + Math.log(i));
  return LOGS[n] as number;
}
