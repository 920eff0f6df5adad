/** From the products of the words' states to names with their kinds: one hidden layer, and the best row of tags that makes sense. */
import { HIDDEN } from './columns.ts';
import type { MentionKind } from './pairs.ts';
import { SPELLING_FEATURES } from './spelling.ts';
import type { HeadWeights } from './weights.ts';

/** Places of words, from the first up to, not with, the last. */
export interface TaggedName {
  readonly from: number;
  readonly to: number;
  readonly kind: MentionKind;
  /** 0–1: the least of its words. */
  readonly likely: number;
}

/** How the words around a word are written counts too: one before, one behind, two before, two behind. */
const NEIGHBOURS = [0, -1, 1, -2, 2];

export type NameHead = (products: Float32Array, stride: number, spelling: Float32Array) => TaggedName[];

/** `products` has a row of `stride` numbers for each word, of which the first `HIDDEN` are this head's. */
export function createNameHead({ arrays, tags, bias }: HeadWeights): NameHead {
  const take = (name: string) => arrays[`names.${name}`] as Float32Array;
  const weights = { spelling: take('spelling'), bias: take('bias'), out: take('out'), outBias: take('outBias') };
  const [transitions, start] = [take('transitions'), take('start')];
  return (products, stride, spelling) => {
    const words = products.length / stride;
    const emissions = new Float32Array(words * tags.length);
    for (let word = 0; word < words; word++) {
      const hidden = hiddenOf(word, words, products.subarray(word * stride, word * stride + HIDDEN), spelling, weights);
      emit(hidden, weights, emissions.subarray(word * tags.length, (word + 1) * tags.length), bias);
    }
    const path = bestPath(emissions, tags.length, transitions, start);
    return toNames(path, tags, likelihoods(emissions, tags.length, transitions, start, path));
  };
}

interface Layer {
  readonly spelling: Float32Array;
  readonly bias: Float32Array;
  readonly out: Float32Array;
  readonly outBias: Float32Array;
}

function hiddenOf(word: number, words: number, own: Float32Array, spelling: Float32Array, layer: Layer): Float32Array {
  const hidden = new Float32Array(HIDDEN);
  for (let h = 0; h < HIDDEN; h++) hidden[h] = (own[h] as number) + (layer.bias[h] as number);
  for (const [slot, away] of NEIGHBOURS.entries()) {
    const other = word + away;
    if (other < 0 || other >= words) continue;
    for (let f = 0; f < SPELLING_FEATURES; f++) {
      const value = spelling[other * SPELLING_FEATURES + f] as number;
      if (value === 0) continue;
      const row = (slot * SPELLING_FEATURES + f) * HIDDEN;
      for (let h = 0; h < HIDDEN; h++) hidden[h] = (hidden[h] as number) + value * (layer.spelling[row + h] as number);
    }
  }
  return hidden;
}

function emit(hidden: Float32Array, { out, outBias }: Layer, into: Float32Array, bias: number): void {
  const count = into.length;
  into.set(outBias);
  for (let h = 0; h < HIDDEN; h++) {
    const value = hidden[h] as number;
    if (value <= 0) continue;
    for (let t = 0; t < count; t++) into[t] = (into[t] as number) + value * (out[h * count + t] as number);
  }
  into[0] = (into[0] as number) - bias;
}

function bestPath(emissions: Float32Array, count: number, transitions: Float32Array, start: Float32Array): number[] {
  const words = emissions.length / count;
  if (words === 0) return [];
  const back = new Uint8Array(words * count);
  let best = Float64Array.from({ length: count }, (_, t) => (emissions[t] as number) + (start[t] as number));
  for (let word = 1; word < words; word++) {
    const next = new Float64Array(count);
    for (let t = 0; t < count; t++) {
      let [from, most] = [0, -Infinity];
      for (let s = 0; s < count; s++) {
        const score = (best[s] as number) + (transitions[s * count + t] as number);
        if (score > most) [from, most] = [s, score];
      }
      back[word * count + t] = from;
      next[t] = most + (emissions[word * count + t] as number);
    }
    best = next;
  }
  const path = [best.indexOf(Math.max(...best))];
  for (let word = words - 1; word > 0; word--) path.push(back[word * count + (path.at(-1) as number)] as number);
  return path.reverse();
}

/** How likely each tag of the path is, over all paths. */
function likelihoods(
  emissions: Float32Array,
  count: number,
  transitions: Float32Array,
  start: Float32Array,
  path: readonly number[],
): number[] {
  const words = path.length;
  const step = Float64Array.from(transitions, Math.exp);
  const own = (word: number) => {
    const row = emissions.subarray(word * count, (word + 1) * count);
    const top = Math.max(...row);
    return Float64Array.from(row, (value) => Math.exp(value - top));
  };
  const forward: Float64Array[] = [];
  for (let word = 0; word < words; word++) {
    const before = forward[word - 1];
    const row = own(word).map(
      (value, t) => value * (before ? through(before, step, t, count) : Math.exp(start[t] as number)),
    );
    forward.push(scaled(row));
  }
  let behind: Float64Array = new Float64Array(count).fill(1);
  const likely: number[] = [];
  for (let word = words - 1; word >= 0; word--) {
    const both = scaled((forward[word] as Float64Array).map((value, t) => value * (behind[t] as number)));
    likely.push(both[path[word] as number] as number);
    const weighted = own(word).map((value, t) => value * (behind[t] as number));
    behind = scaled(
      Float64Array.from({ length: count }, (_, s) =>
        weighted.reduce((sum, value, t) => sum + value * (step[s * count + t] as number), 0),
      ),
    );
  }
  return likely.reverse();
}

function through(before: Float64Array, step: Float64Array, t: number, count: number): number {
  let sum = 0;
  for (let s = 0; s < count; s++) sum += (before[s] as number) * (step[s * count + t] as number);
  return sum;
}

function scaled(row: Float64Array): Float64Array {
  const sum = row.reduce((total, value) => total + value, 0) || 1;
  return row.map((value) => value / sum);
}

function toNames(path: readonly number[], tags: readonly string[], likely: readonly number[]): TaggedName[] {
  const names: { from: number; to: number; kind: MentionKind; likely: number }[] = [];
  for (const [word, place] of path.entries()) {
    const [mark, kind] = (tags[place] as string).split('-') as [string, MentionKind];
    const last = names.at(-1);
    const sure = likely[word] as number;
    if (mark === 'B') names.push({ from: word, to: word + 1, kind, likely: sure });
    else if (mark === 'I' && last?.to === word) {
      last.to = word + 1;
      last.likely = Math.min(last.likely, sure);
    }
  }
  return names;
}
