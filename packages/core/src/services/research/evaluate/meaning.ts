/**
 * How near a paper is to a question in meaning. Two looks of the built-in model, by one vector and word by word, count together; of another
 * model it is known at most what its cosines mean.
 */
import { toZapomniError } from '../../../errors/index.ts';
import type { Embedder, Embedding } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { createInteraction } from '../../search/stages/rerank/late-interaction.ts';
import type { PaperVector } from './paper-vectors.ts';

export interface MeaningScorer {
  readonly vector: Float32Array;
  /** What it speaks for a paper, in logits. */
  scoreOf(paper: PaperVector): number;
}

/** Fitted with the weight of words (`score.ts`), on the abstracts and questions of the Cranfield collection. */
const [COSINE, CLOSE, BIAS] = [8.4, 11.1, -11.8];
/** What unrelated papers get by that, and by how much others are above them when a model says that they fit. */
const [UNRELATED, SPAN] = [-1.9, 1.9];
/** The same two as a model's own likeness has them: 0.05 and 0.9. */
const [LOW, HIGH] = [Math.log(0.05 / 0.95), Math.log(0.9 / 0.1)];
const EDGE = 1e-4;

/** Of each question; null where the model cannot be asked. */
export async function meaningScorers(
  deps: Deps,
  embedder: Embedder,
  questions: readonly { readonly text: string; readonly idfOf: (word: string) => number }[],
  signal?: AbortSignal,
): Promise<(MeaningScorer | null)[]> {
  try {
    const texts = questions.map(({ text }) => text);
    const embedded = await embedder.embed(texts, { role: 'query', ...(signal ? { signal } : {}) });
    return embedded.map((one, i) => toScorer(embedder, one, (questions[i] as (typeof questions)[number]).idfOf));
  } catch (error) {
    if (signal?.aborted) throw error;
    deps.logger.log('warning', 'question_not_embedded', { code: toZapomniError(error).code });
    return questions.map(() => null);
  }
}

function toScorer(embedder: Embedder, { vector, words }: Embedding, idfOf: (word: string) => number): MeaningScorer {
  const weights = words?.texts.map(idfOf) ?? [];
  const interaction = words && createInteraction(words, weights);
  return {
    vector,
    scoreOf: ({ vector: paper, bits }) => {
      const cosine = dot(vector, paper);
      const close = bits && interaction?.(bits);
      if (close) return BIAS + COSINE * cosine + CLOSE * close.reduce((sum, part) => sum + part, 0);
      const likeness = embedder.likeness?.(cosine);
      return likeness === undefined ? fromCosine(cosine) : fromLikeness(likeness);
    },
  };
}

/** The look word by word gives about so much less than the cosine. Of a model that nobody has measured, it is a guess within bounds. */
const LESS = 0.19;

function fromCosine(cosine: number): number {
  return Math.max(UNRELATED - SPAN, BIAS + COSINE * cosine + CLOSE * (cosine - LESS));
}

function fromLikeness(given: number): number {
  const likeness = Math.min(1 - EDGE, Math.max(EDGE, given));
  return UNRELATED + (SPAN * (Math.log(likeness / (1 - likeness)) - LOW)) / (HIGH - LOW);
}

/** 0–1, as it is shown: the same scale whatever model is used. */
export function likenessOf(score: number): number {
  return 1 / (1 + Math.exp(-(LOW + ((score - UNRELATED) * (HIGH - LOW)) / SPAN)));
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number);
  return sum;
}
