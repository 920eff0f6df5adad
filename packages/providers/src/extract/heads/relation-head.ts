/** From the products of the words' states to what a sentence says of two things: one hidden layer over the two, what stands between and beside them. */
import { firstColumn, HIDDEN, PARTS, type Part } from './columns.ts';
import { fits, moreThan } from './fitting.ts';
import type { Pair, WordMention } from './pairs.ts';
import type { WordRange } from './sentences.ts';
import type { HeadWeights } from './weights.ts';

export interface SaidRelation {
  /** Places in the list of mentions. */
  readonly head: number;
  readonly tail: number;
  readonly type: string;
  /** 0–1: how often one of that score is right. */
  readonly confidence: number;
  /** The words that say it. */
  readonly words: WordRange;
}

/** Less sure ones are of no use to anybody. */
const LEAST = 0.3;
/** A part without which the score falls to this share of it is part of what says it. */
const NEEDED = 0.6;

export type RelationHead = (
  products: () => Float32Array,
  mentions: readonly WordMention[],
  pairs: readonly Pair[],
) => SaidRelation[];

/** `products` has a row for each word, with the columns of all parts. At most one relation for any two mentions: the surest. */
export function createRelationHead({ arrays, types, calibration }: HeadWeights): RelationHead {
  const take = (name: string) => arrays[`relations.${name}`] as Float32Array;
  const layer: Layer = {
    small: take('small'),
    bias: take('bias'),
    shift: take('shift'),
    out: take('out'),
    outBias: take('outBias'),
    types,
  };
  return (products, mentions, pairs) => {
    if (pairs.length === 0) return [];
    const mean = meansOf(products());
    const best = new Map<string, SaidRelation>();
    for (const pair of pairs) {
      const ends = [mentions[pair.head], mentions[pair.tail]] as [WordMention, WordMention];
      const said = surest(layer, mean, ends, pair);
      const confidence = onLine(calibration, said.score);
      const key = pair.head < pair.tail ? `${pair.head} ${pair.tail}` : `${pair.tail} ${pair.head}`;
      if (confidence < LEAST || confidence <= (best.get(key)?.confidence ?? 0)) continue;
      const scoreOf = (some: Pair) => likely(logitsOf(layer, hiddenOf(layer, mean, ends, some))[said.type] as number);
      const words = wordsThatSay(ends, pair, said.score, scoreOf);
      best.set(key, { head: pair.head, tail: pair.tail, type: types[said.type] as string, confidence, words });
    }
    return [...best.values()];
  };
}

interface Layer {
  readonly small: Float32Array;
  readonly bias: Float32Array;
  readonly shift: Float32Array;
  readonly out: Float32Array;
  readonly outBias: Float32Array;
  readonly types: readonly string[];
}

interface Scored {
  readonly type: number;
  readonly score: number;
}

/** Adds the mean of a part's columns over the words of a range, or nothing where the range is empty. */
type AddMean = (into: Float64Array, part: Part, range: WordRange) => void;

function meansOf(products: Float32Array): AddMean {
  const width = HIDDEN * PARTS.length;
  const words = products.length / width;
  const sums = new Float64Array((words + 1) * width);
  for (let word = 0; word < words; word++)
    for (let i = 0; i < width; i++)
      sums[(word + 1) * width + i] = (sums[word * width + i] as number) + (products[word * width + i] as number);
  return (into, part, { from, to }) => {
    if (to <= from) return;
    const column = firstColumn(part) - HIDDEN;
    const [low, high, length] = [from * width + column, to * width + column, to - from];
    for (let h = 0; h < HIDDEN; h++)
      into[h] = (into[h] as number) + ((sums[high + h] as number) - (sums[low + h] as number)) / length;
  };
}

const AROUND = { forth: ['between', 'before', 'after'], back: ['betweenBack', 'beforeBack', 'afterBack'] } as const;

function hiddenOf(
  layer: Layer,
  mean: AddMean,
  [head, tail]: readonly [WordMention, WordMention],
  pair: Pair,
): Float64Array {
  const hidden = Float64Array.from(layer.bias);
  mean(hidden, 'head', head);
  mean(hidden, 'tail', tail);
  const parts = head.from < tail.from ? AROUND.forth : AROUND.back;
  for (const [i, range] of [pair.between, pair.before, pair.after].entries()) {
    if (range.to <= range.from) continue;
    const part = parts[i] as Part;
    mean(hidden, part, range);
    addRow(hidden, layer.shift, PARTS.indexOf(part) - 2, 1);
  }
  for (const [feature, value] of pair.small.entries()) if (value !== 0) addRow(hidden, layer.small, feature, value);
  return hidden;
}

function addRow(into: Float64Array, rows: Float32Array, row: number, times: number): void {
  for (let h = 0; h < HIDDEN; h++) into[h] = (into[h] as number) + times * (rows[row * HIDDEN + h] as number);
}

/** For every type, before they become probabilities. */
function logitsOf({ out, outBias }: Layer, hidden: Float64Array): Float64Array {
  const logits = Float64Array.from(outBias);
  const count = logits.length;
  for (let h = 0; h < HIDDEN; h++) {
    const value = hidden[h] as number;
    if (value <= 0) continue;
    for (let type = 0; type < count; type++)
      logits[type] = (logits[type] as number) + value * (out[h * count + type] as number);
  }
  return logits;
}

function likely(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function surest(layer: Layer, mean: AddMean, ends: readonly [WordMention, WordMention], pair: Pair): Scored {
  const logits = logitsOf(layer, hiddenOf(layer, mean, ends, pair));
  let best = -1;
  for (const [type, name] of layer.types.entries()) {
    if (best >= 0 && (logits[type] as number) <= (logits[best] as number)) continue;
    if (fits(name, ends[0].kind, ends[1].kind)) best = type;
  }
  if (best < 0) return { type: 0, score: 0 };
  const more = moreThan(layer.types[best] as string).map((name) => layer.types.indexOf(name));
  const type = more.find((other) => (logits[other] as number) > 0) ?? best;
  return { type, score: likely(logits[type] as number) };
}

/** From the one name to the other, with the words before or behind where it would not be said without them. */
function wordsThatSay(
  [one, other]: readonly [WordMention, WordMention],
  pair: Pair,
  score: number,
  scoreOf: (pair: Pair) => number,
): WordRange {
  const isNeeded = (part: 'before' | 'after') =>
    scoreOf({ ...pair, [part]: { from: pair[part].from, to: pair[part].from } }) < score * NEEDED;
  const from = isNeeded('before') ? pair.before.from : Math.min(one.from, other.from);
  const to = isNeeded('after') ? pair.after.to : Math.max(one.to, other.to);
  return { from, to };
}

/** Between two points of the line as far along as the score is. */
function onLine(points: readonly (readonly [number, number])[], score: number): number {
  const next = points.findIndex(([at]) => at >= score);
  const [[x1, y1], [x2, y2]] = [points[Math.max(0, next - 1)] ?? [0, 0], points[next] ?? [1, 1]];
  return x2 === x1 ? y2 : y1 + ((score - x1) / (x2 - x1)) * (y2 - y1);
}
