/** What a mean over questions is worth: its interval, and whether two systems differ by more than the luck of the questions. */
import { seeded } from '@zapomni/testkit/seeded';

const SEED = 42;
const RESAMPLES = 2000;
const SHUFFLES = 10_000;
/** Sums of the same numbers in another order differ by this much and mean nothing. */
const ROUNDING = 1e-12;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** NaN for nothing: a mean of no questions must not look like a bad score. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : sum(values) / values.length;
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** 95 % interval of the mean, by drawing the questions again with replacement. */
export function bootstrapInterval(values: readonly number[]): Interval {
  const random = seeded(SEED);
  const draw = () => values[Math.floor(random() * values.length)] ?? Number.NaN;
  const means = Array.from({ length: RESAMPLES }, () => mean(Array.from(values, draw)));
  return { low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

/**
 * Two-sided paired randomisation test: how often a difference this large comes about when, for every question, a coin decides
 * which system got which score. `ours` and `theirs` are scores of the same questions in the same order.
 */
export function pairedPValue(ours: readonly number[], theirs: readonly number[]): number {
  const differences = ours
    .map((score, i) => score - (theirs[i] ?? Number.NaN))
    .filter((difference) => difference !== 0);
  const observed = Math.abs(sum(differences)) - ROUNDING;
  const random = seeded(SEED);
  let asLarge = 0;
  for (let i = 0; i < SHUFFLES; i++) if (Math.abs(flippedSum(differences, random)) >= observed) asLarge++;
  return (asLarge + 1) / (SHUFFLES + 1);
}

function flippedSum(differences: readonly number[], random: () => number): number {
  let total = 0;
  for (const difference of differences) total += random() < 0.5 ? difference : -difference;
  return total;
}

/**
 * How well a number tells two kinds apart, whatever threshold is chosen (area under the ROC curve): 1 fully, 0.5 not at all.
 */
export function separation(positives: readonly number[], negatives: readonly number[]): number {
  let above = 0;
  for (const positive of positives) {
    for (const negative of negatives) above += positive > negative ? 1 : positive === negative ? 0.5 : 0;
  }
  return above / (positives.length * negatives.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
