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

export type NameHead = (products: Float32Array, spelling: Float32Array) => TaggedName[];

/** `products` has a row of `HIDDEN` numbers for each word. */
export function createNameHead({ arrays, tags, bias }: HeadWeights): NameHead {
  const take = (name: string) => arrays[`names.${name}`] as Float32Array;
  const weights = { spelling: take('spelling'), bias: take('bias'), out: take('out'), outBias: take('outBias') };
  const [transitions, start] = [take('transitions'), take('start')];
  const [step, begin] = [Float64Array.from(transitions, Math.exp), Float64Array.from(start, Math.exp)];
  return (products, spelling) => {
    const words = products.length / HIDDEN;
    const emissions = new Float32Array(words * tags.length);
    const shares = spellingShares(words, spelling, weights.spelling);
    const hidden = new Float64Array(HIDDEN);
    for (let word = 0; word < words; word++) {
      fillHidden(hidden, word, { products, shares, bias: weights.bias });
      emit(hidden, weights, emissions.subarray(word * tags.length, (word + 1) * tags.length), bias);
    }
    const path = bestPath(emissions, tags.length, transitions, start);
    return path.some((tag) => tag !== 0) ? toNames(path, tags, likelihoods(emissions, step, begin, path)) : [];
  };
}

interface Layer {
  readonly spelling: Float32Array;
  readonly bias: Float32Array;
  readonly out: Float32Array;
  readonly outBias: Float32Array;
}

/** What a word's spelling adds to itself and to each of its neighbours. Words written alike are reckoned once. */
function spellingShares(words: number, spelling: Float32Array, weights: Float32Array): Float64Array[] {
  const bits = new Uint32Array(spelling.buffer, spelling.byteOffset, spelling.length);
  const known = new Map<number, { readonly at: number; readonly shares: Float64Array }>();
  return Array.from({ length: words }, (_, word) => {
    const at = word * SPELLING_FEATURES;
    const key = hashOf(bits, at);
    const like = known.get(key);
    if (like && isAlike(bits, like.at, at)) return like.shares;
    const shares = sharesOf(spelling.subarray(at, at + SPELLING_FEATURES), weights);
    known.set(key, { at, shares });
    return shares;
  });
}

function hashOf(bits: Uint32Array, at: number): number {
  let hash = 0;
  for (let f = 0; f < SPELLING_FEATURES; f++) hash = Math.imul(hash ^ (bits[at + f] as number), 16_777_619);
  return hash;
}

function isAlike(bits: Uint32Array, one: number, other: number): boolean {
  for (let f = 0; f < SPELLING_FEATURES; f++) if (bits[one + f] !== bits[other + f]) return false;
  return true;
}

function sharesOf(row: Float32Array, weights: Float32Array): Float64Array {
  const shares = new Float64Array(NEIGHBOURS.length * HIDDEN);
  for (let f = 0; f < SPELLING_FEATURES; f++) {
    const value = row[f] as number;
    if (value === 0) continue;
    for (let slot = 0; slot < NEIGHBOURS.length; slot++) {
      const [from, to] = [(slot * SPELLING_FEATURES + f) * HIDDEN, slot * HIDDEN];
      for (let h = 0; h < HIDDEN; h++)
        shares[to + h] = (shares[to + h] as number) + value * (weights[from + h] as number);
    }
  }
  return shares;
}

interface Inputs {
  readonly products: Float32Array;
  readonly shares: readonly Float64Array[];
  readonly bias: Float32Array;
}

function fillHidden(hidden: Float64Array, word: number, { products, shares, bias }: Inputs): void {
  for (let h = 0; h < HIDDEN; h++) hidden[h] = (products[word * HIDDEN + h] as number) + (bias[h] as number);
  for (let slot = 0; slot < NEIGHBOURS.length; slot++) {
    const other = shares[word + (NEIGHBOURS[slot] as number)];
    if (!other) continue;
    for (let h = 0; h < HIDDEN; h++) hidden[h] = (hidden[h] as number) + (other[slot * HIDDEN + h] as number);
  }
}

function emit(hidden: Float64Array, { out, outBias }: Layer, into: Float32Array, bias: number): void {
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
      const from = bestBefore(best, transitions, t);
      back[word * count + t] = from;
      const step = (best[from] as number) + (transitions[from * count + t] as number);
      next[t] = step + (emissions[word * count + t] as number);
    }
    best = next;
  }
  const path = [best.indexOf(Math.max(...best))];
  for (let word = words - 1; word > 0; word--) path.push(back[word * count + (path.at(-1) as number)] as number);
  return path.toReversed();
}

function bestBefore(best: Float64Array, transitions: Float32Array, t: number): number {
  const count = best.length;
  let from = 0;
  let most = -Infinity;
  for (let s = 0; s < count; s++) {
    const score = (best[s] as number) + (transitions[s * count + t] as number);
    if (score <= most) continue;
    from = s;
    most = score;
  }
  return from;
}

/** How likely each tag of the path is, over all paths: sums from either end, scaled word by word. */
function likelihoods(
  emissions: Float32Array,
  step: Float64Array,
  begin: Float64Array,
  path: readonly number[],
): number[] {
  const count = begin.length;
  const words = path.length;
  const weights = weightsOf(emissions, count);
  const forward = new Float64Array(words * count);
  for (let word = 0; word < words; word++) {
    const at = word * count;
    for (let t = 0; t < count; t++) {
      const before = word === 0 ? (begin[t] as number) : sumBefore(forward, at - count, step, t);
      forward[at + t] = before * (weights[at + t] as number);
    }
    scale(forward, at, count);
  }
  const likely: number[] = [];
  const behind = new Float64Array(count).fill(1);
  const passed = new Float64Array(count);
  for (let word = words - 1; word >= 0; word--) {
    const at = word * count;
    let sum = 0;
    for (let t = 0; t < count; t++) {
      sum += (forward[at + t] as number) * (behind[t] as number);
      passed[t] = (weights[at + t] as number) * (behind[t] as number);
    }
    const own = path[word] as number;
    likely[word] = ((forward[at + own] as number) * (behind[own] as number)) / (sum || 1);
    for (let s = 0; s < count; s++) {
      let rest = 0;
      for (let t = 0; t < count; t++) rest += (step[s * count + t] as number) * (passed[t] as number);
      behind[s] = rest;
    }
    scale(behind, 0, count);
  }
  return likely;
}

function sumBefore(forward: Float64Array, at: number, step: Float64Array, t: number): number {
  const count = Math.sqrt(step.length);
  let sum = 0;
  for (let s = 0; s < count; s++) sum += (forward[at + s] as number) * (step[s * count + t] as number);
  return sum;
}

/** Of each word's tags, the likeliest has 1. */
function weightsOf(emissions: Float32Array, count: number): Float64Array {
  const weights = new Float64Array(emissions.length);
  for (let at = 0; at < emissions.length; at += count) {
    let top = -Infinity;
    for (let t = 0; t < count; t++) top = Math.max(top, emissions[at + t] as number);
    for (let t = 0; t < count; t++) weights[at + t] = Math.exp((emissions[at + t] as number) - top);
  }
  return weights;
}

function scale(row: Float64Array, at: number, count: number): void {
  let sum = 0;
  for (let t = 0; t < count; t++) sum += row[at + t] as number;
  for (let t = 0; t < count; t++) row[at + t] = (row[at + t] as number) / (sum || 1);
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
