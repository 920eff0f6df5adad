/**
 * What verdicts teach: a linear support vector machine over the words of papers and their vectors, made anew for each question in a few
 * milliseconds. Those who screen thousands of papers for reviews use the same kind of model, because a few dozen examples are enough for it
 * and two signals that fail differently help each other; a library for it would be a hundred times this file.
 *
 * Papers that nobody has judged count as not wanted, together half as much as what was judged: most of them are. That keeps the first few
 * verdicts, which all came from the top of a ranking, from being taken for all there is.
 */
import { yieldToEventLoop } from '../../within.ts';
import type { CandidateText, Vocabulary } from './candidate-text.ts';

/** One paper as the machine sees it: tf-idf and vector, each of half the length, together of length one. */
export interface Features {
  readonly terms: Int32Array;
  readonly weights: Float32Array;
  readonly vector: Float32Array;
}

export interface Example {
  readonly features: Features;
  readonly wanted: boolean;
  /** How much it counts. */
  readonly weight: number;
}

const HALF = Math.SQRT1_2;
const ROUNDS = 100;
const SETTLED = 1e-4;
/** A term of one paper alone says nothing of another. */
const LEAST_HOLDING = 2;

/** `middle` is the mean vector of the papers: what all of them have in common tells none apart. */
export function toFeatures(
  { terms, counts }: CandidateText,
  vector: Float32Array | null,
  { vocabulary, middle }: { readonly vocabulary: Vocabulary; readonly middle: Float32Array },
): Features {
  const weights = Float32Array.from(terms, (term, i) => {
    const holding = vocabulary.holding(term);
    return holding < LEAST_HOLDING ? 0 : (1 + Math.log(counts[i] as number)) * Math.log(vocabulary.texts / holding);
  });
  const centred = vector ? vector.map((part, i) => part - (middle[i] as number)) : new Float32Array(middle.length);
  return { terms, weights: scaled(weights), vector: scaled(centred) };
}

function scaled(parts: Float32Array): Float32Array {
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  return length === 0 ? parts : parts.map((part) => (part * HALF) / length);
}

export type Learned = (features: Features) => number;

/** Dual coordinate descent for squared hinge loss; positive for what is wanted. The order is that of the examples: the same ones teach the same. */
export async function learn(examples: readonly Example[], terms: number, dimensions: number): Promise<Learned> {
  const state: State = { words: new Float32Array(terms), vector: new Float32Array(dimensions), bias: 0 };
  const duals = new Float64Array(examples.length);
  const lengths = examples.map(({ features }) => 1 + squared(features.weights) + squared(features.vector));
  for (let round = 0; round < ROUNDS; round++) {
    let most = 0;
    for (const [i, { features, wanted, weight }] of examples.entries()) {
      const sign = wanted ? 1 : -1;
      const slack = 1 / (2 * weight);
      const gradient = sign * marginOf(state, features) - 1 + slack * (duals[i] as number);
      const dual = Math.max(0, (duals[i] as number) - gradient / ((lengths[i] as number) + slack));
      const step = (dual - (duals[i] as number)) * sign;
      duals[i] = dual;
      if (step !== 0) move(state, features, step);
      most = Math.max(most, Math.abs(step));
    }
    if (most < SETTLED) break;
    await yieldToEventLoop();
  }
  return (features) => marginOf(state, features);
}

interface State {
  readonly words: Float32Array;
  readonly vector: Float32Array;
  bias: number;
}

function marginOf({ words, vector, bias }: State, features: Features): number {
  let sum = bias;
  const { terms, weights } = features;
  for (let i = 0; i < terms.length; i++) sum += (words[terms[i] as number] as number) * (weights[i] as number);
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) * (features.vector[i] as number);
  return sum;
}

function move(state: State, { terms, weights, vector }: Features, step: number): void {
  state.bias += step;
  for (let i = 0; i < terms.length; i++)
    state.words[terms[i] as number] = (state.words[terms[i] as number] as number) + step * (weights[i] as number);
  for (let i = 0; i < vector.length; i++) state.vector[i] = (state.vector[i] as number) + step * (vector[i] as number);
}

function squared(parts: Float32Array): number {
  return parts.reduce((sum, part) => sum + part * part, 0);
}
