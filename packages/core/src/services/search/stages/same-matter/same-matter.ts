/**
 * How much two hits are about the same matter: what both answer of the question, word by word, and how many of their words
 * they share, each counted by how rare it is among what was found. Cosines of the two, words like "now" or "changed" and
 * figures in the text were tried and told nothing more; without them it holds in any language.
 */
import type { Coverage } from '../rerank/coverage.ts';
import { idf } from '../../candidates/idf.ts';

export interface Comparable {
  /** What each word of the question found there, where the model gave a close look. */
  readonly parts: Float32Array | undefined;
  readonly terms: ReadonlySet<string>;
}

export interface Asking {
  readonly text: string;
  /** How well the model reads the question, 0–1; as far as it does not, the words decide what is answered. */
  readonly fluency: number;
  readonly coverage: Coverage;
}

/** Above a half it is likely; 0 where the other leaves open too much of what the first one answers. */
export type Sameness = (one: Comparable, other: Comparable) => number;

const SHARED_WORDS = 0.7;
/** From this fluency on, the model reads a question well enough to be asked alone. */
const READS = 0.8;
/** The share of what the first one answers that the other must answer too. */
const MOST = 0.75;

export function samenessAmong(found: readonly Comparable[], asking: Asking): Sameness {
  const weightOf = raritiesAmong(found);
  const total = new Map(found.map(({ terms }) => [terms, sumOf(terms, weightOf)]));
  const weigh = (terms: ReadonlySet<string>) => total.get(terms) ?? sumOf(terms, weightOf);
  return (one, other) => {
    const common = one.terms.intersection(other.terms);
    const both = answered(one, other, common, asking);
    if (both < MOST * answered(one, one, one.terms, asking)) return 0;
    const shared = sumOf(common, weightOf);
    const all = weigh(one.terms) + weigh(other.terms) - shared;
    return both + SHARED_WORDS * (all > 0 ? shared / all : 0);
  };
}

/** What two answer of the question, whose words in common are `common`. */
function answered(
  { parts: ofOne }: Comparable,
  { parts: ofOther }: Comparable,
  common: ReadonlySet<string>,
  { fluency, coverage }: Asking,
): number {
  if (!ofOne || !ofOther) return coverage(common);
  const close = ofOne.reduce((sum, part, word) => sum + Math.min(part, ofOther[word] ?? 0), 0);
  const trust = Math.min(1, fluency / READS);
  return trust * close + (1 - trust) * coverage(common);
}

type WeightOf = (term: string) => number;

function raritiesAmong(found: readonly Comparable[]): WeightOf {
  const counts = new Map<string, number>();
  for (const { terms } of found) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const byCount = Array.from({ length: found.length + 1 }, (_, count) => idf(count, found.length));
  return (term) => byCount[counts.get(term) ?? 0] ?? 0;
}

function sumOf(terms: ReadonlySet<string>, weightOf: WeightOf): number {
  let sum = 0;
  for (const term of terms) sum += weightOf(term);
  return sum;
}
