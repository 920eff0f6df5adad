/** From the products of the words' states to names with their kinds: one hidden layer, and the best row of tags that makes sense. */
import { HIDDEN } from './columns.ts';
import type { MentionKind } from './pairs.ts';
import { createSpellingShares, NEIGHBOURS, type SpellingShares } from './spelling-shares.ts';
import type { HeadWeights } from './weights.ts';

/** Places of words, from the first up to, not with, the last. */
export interface TaggedName {
  readonly from: number;
  readonly to: number;
  readonly kind: MentionKind;
  /** 0–1: the least of its words. */
  readonly likely: number;
}

export type NameHead = (products: Float32Array, spelling: Float32Array) => TaggedName[];

/** `products` has a row of `HIDDEN` numbers for each word. */
export function createNameHead({ arrays, tags, bias }: HeadWeights): NameHead {
  const take = (name: string) => arrays[`names.${name}`] as Float32Array;
  const layer = { bias: take('bias'), out: take('out'), outBias: take('outBias') };
  const [transitions, start] = [take('transitions'), take('start')];
  const steps = stepsOf(transitions, tags.length);
  const [step, begin] = [Float64Array.from(transitions, Math.exp), Float64Array.from(start, Math.exp)];
  const shareSpelling = createSpellingShares(take('spelling'));
  const [hidden, scores] = [new Float64Array(HIDDEN), new Float64Array(tags.length)];
  return (products, spelling) => {
    const words = products.length / HIDDEN;
    const emissions = new Float32Array(words * tags.length);
    const shares = shareSpelling(words, spelling);
    for (let word = 0; word < words; word++) {
      fillHidden(hidden, word, { products, shares, bias: layer.bias });
      emit(hidden, layer, scores);
      scores[0] = (scores[0] as number) - bias;
      emissions.set(scores, word * tags.length);
    }
    const path = bestPath(emissions, transitions, start, steps);
    return path.some((tag) => tag !== 0)
      ? toNames(path, tags, likelihoods(emissions, { step, begin, steps }, path))
      : [];
  };
}

interface Inputs {
  readonly products: Float32Array;
  readonly shares: SpellingShares;
  readonly bias: Float32Array;
}

function fillHidden(hidden: Float64Array, word: number, { products, shares, bias }: Inputs): void {
  const [at, ofText] = [word * HIDDEN, shares.ofText(word)];
  for (let h = 0; h < HIDDEN; h++)
    hidden[h] = (products[at + h] as number) + (bias[h] as number) + (ofText[h] as number);
  for (let slot = 0; slot < NEIGHBOURS.length; slot++) {
    const other = shares.ofWords[word + (NEIGHBOURS[slot] as number)];
    if (!other) continue;
    const from = slot * HIDDEN;
    for (let h = 0; h < HIDDEN; h++) hidden[h] = (hidden[h] as number) + (other[from + h] as number);
  }
}

interface Layer {
  readonly out: Float32Array;
  readonly outBias: Float32Array;
}

function emit(hidden: Float64Array, { out, outBias }: Layer, into: Float64Array): void {
  const count = into.length;
  into.set(outBias);
  for (let h = 0; h < HIDDEN; h++) {
    const value = hidden[h] as number;
    if (value <= 0) continue;
    const at = h * count;
    for (let t = 0; t < count; t++) into[t] = (into[t] as number) + value * (out[at + t] as number);
  }
}

/** For each tag those that may stand before it, and those that may stand behind it: most names can only go on as what they are. */
interface Steps {
  readonly before: readonly (readonly number[])[];
  readonly behind: readonly (readonly number[])[];
}

/** A step below this was forbidden in training. */
const FORBIDDEN = -1000;

function stepsOf(transitions: Float32Array, count: number): Steps {
  const tags = Array.from({ length: count }, (_, tag) => tag);
  const can = (from: number, to: number) => (transitions[from * count + to] as number) > FORBIDDEN;
  return {
    before: tags.map((to) => tags.filter((from) => can(from, to))),
    behind: tags.map((from) => tags.filter((to) => can(from, to))),
  };
}

function bestPath(
  emissions: Float32Array,
  transitions: Float32Array,
  start: Float32Array,
  { before }: Steps,
): number[] {
  const count = start.length;
  const words = emissions.length / count;
  if (words === 0) return [];
  const back = new Uint8Array(words * count);
  let best = Float64Array.from({ length: count }, (_, t) => (emissions[t] as number) + (start[t] as number));
  let next = new Float64Array(count);
  for (let word = 1; word < words; word++) {
    for (let t = 0; t < count; t++) {
      const from = bestBefore(best, transitions, t, before[t] as readonly number[]);
      back[word * count + t] = from;
      const step = (best[from] as number) + (transitions[from * count + t] as number);
      next[t] = step + (emissions[word * count + t] as number);
    }
    [best, next] = [next, best];
  }
  const path = [best.indexOf(Math.max(...best))];
  for (let word = words - 1; word > 0; word--) path.push(back[word * count + (path.at(-1) as number)] as number);
  return path.toReversed();
}

function bestBefore(best: Float64Array, transitions: Float32Array, t: number, before: readonly number[]): number {
  const count = best.length;
  let from = 0;
  let most = -Infinity;
  for (const s of before) {
    const score = (best[s] as number) + (transitions[s * count + t] as number);
    if (score <= most) continue;
    from = s;
    most = score;
  }
  return from;
}

interface Chances {
  readonly step: Float64Array;
  readonly begin: Float64Array;
  readonly steps: Steps;
}

/** How likely each tag of the path is, over all paths: sums from either end, scaled word by word. */
function likelihoods(emissions: Float32Array, { step, begin, steps }: Chances, path: readonly number[]): number[] {
  const count = begin.length;
  const words = path.length;
  const weights = weightsOf(emissions, count);
  const forward = new Float64Array(words * count);
  for (let word = 0; word < words; word++) {
    const at = word * count;
    for (let t = 0; t < count; t++) {
      const from = steps.before[t] as readonly number[];
      const before = word === 0 ? (begin[t] as number) : sumBefore(forward, at - count, { step, from, t, count });
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
      for (const t of steps.behind[s] as readonly number[])
        rest += (step[s * count + t] as number) * (passed[t] as number);
      behind[s] = rest;
    }
    scale(behind, 0, count);
  }
  return likely;
}

interface Into {
  readonly step: Float64Array;
  readonly from: readonly number[];
  readonly t: number;
  readonly count: number;
}

function sumBefore(forward: Float64Array, at: number, { step, from, t, count }: Into): number {
  let sum = 0;
  for (const s of from) sum += (forward[at + s] as number) * (step[s * count + t] as number);
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
