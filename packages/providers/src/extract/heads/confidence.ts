/**
 * How often a relation like this one is right. The head's own score says too much where a sentence is long and full of names, and about names
 * that are themselves doubtful: what speaks for and against it was weighed on texts that the head had not been taught.
 */
import type { Pair, WordMention } from './pairs.ts';
import type { HeadWeights } from './weights.ts';

/** A mention may say how sure its name is. */
type Mention = WordMention & { readonly confidence?: number };

/** In the order of the weights; changing one means weighing anew. */
export function cluesOf(
  score: { readonly logit: number; readonly lead: number },
  { between, sentence }: Pair,
  [head, tail]: readonly [Mention, Mention],
): number[] {
  return [
    score.logit,
    Math.min(MOST_LEAD, score.lead),
    Math.log1p(between.to - between.from),
    Math.log1p(sentence.words),
    Math.log1p(sentence.others),
    head.confidence ?? 1,
    tail.confidence ?? 1,
  ];
}

/** Before the next best, more than this says nothing more. */
const MOST_LEAD = 8;

export function confidenceOf(
  { clues, types }: HeadWeights['confidence'],
  type: number,
  found: readonly number[],
): number {
  const sum = found.reduce((all, clue, i) => all + clue * (clues[i] ?? 0), types[type] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
