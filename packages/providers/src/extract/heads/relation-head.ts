/** From the products of the words' states to what a sentence says of two things: one hidden layer over the two, what stands between and beside them. */
import { firstColumn, HIDDEN, PARTS, type Part } from './columns.ts';
import { cluesOf, confidenceOf } from './confidence.ts';
import { fits, moreThan } from './fitting.ts';
import { MENTION_KINDS, type MentionKind, type Pair, type WordMention } from './pairs.ts';
import type { WordRange } from './sentences.ts';
import type { HeadWeights } from './weights.ts';

export interface SaidRelation {
  /** Places in the list of mentions. */
  readonly head: number;
  readonly tail: number;
  readonly type: string;
  /** 0–1: how often one of that score is right. */
  readonly confidence: number;
  /** What speaks for and against it. */
  readonly clues: readonly number[];
  /** The words that say it. */
  readonly words: WordRange;
}

/** Less sure ones are of no use to anybody: most are wrong. */
const LEAST = 0.1;
/** A score that no clue makes up for. */
const HOPELESS = -2.5;
/** A part without which the score falls to this share of it is part of what says it. */
const NEEDED = 0.6;

export interface RelationHead {
  /** `sums` has a row for each word, added to those of all before it, with the columns of all parts. At most one relation for any two mentions: the surest. */
  readonly read: (sums: () => Float64Array, mentions: readonly WordMention[], pairs: readonly Pair[]) => SaidRelation[];
  /** Whether there is anything that could be said of the two. */
  readonly canSay: (head: MentionKind, tail: MentionKind) => boolean;
}

export function createRelationHead({ arrays, types, confidence: weighed }: HeadWeights): RelationHead {
  const take = (name: string) => arrays[`relations.${name}`] as Float32Array;
  const layer: Layer = {
    small: take('small'),
    bias: take('bias'),
    shift: take('shift'),
    out: take('out'),
    outBias: take('outBias'),
    fitting: fittingTypes(types),
    more: types.map((type) => moreThan(type).map((name) => types.indexOf(name))),
  };
  const judged = (pair: Pair, ends: Ends, mean: AddMean): (Omit<SaidRelation, 'words'> & Scored) | undefined => {
    if (pair.isOpen) return undefined;
    const said = surest(layer, mean, ends, pair);
    if (said.logit < HOPELESS) return undefined;
    const clues = cluesOf(said, pair, ends);
    const confidence = confidenceOf(weighed, said.place, clues);
    return { ...said, head: pair.head, tail: pair.tail, type: types[said.place] as string, confidence, clues };
  };
  return {
    canSay: (head, tail) => (layer.fitting.get(`${head} ${tail}`)?.length ?? 0) > 0,
    read: (sums, mentions, pairs) => {
      if (pairs.length === 0) return [];
      const mean = meansOf(sums());
      const best = new Map<string, SaidRelation>();
      for (const pair of pairs) {
        const ends = [mentions[pair.head], mentions[pair.tail]] as Ends;
        const found = judged(pair, ends, mean);
        const key = pair.head < pair.tail ? `${pair.head} ${pair.tail}` : `${pair.tail} ${pair.head}`;
        if (!found || found.confidence < LEAST || found.confidence <= (best.get(key)?.confidence ?? 0)) continue;
        const { place, logit, lead: _, ...said } = found;
        const scoreOf = (some: Pair) => likely(logitOf(layer, hiddenOf(layer, mean, ends, some), place));
        best.set(key, { ...said, words: wordsThatSay(ends, pair, likely(logit), scoreOf) });
      }
      return [...best.values()];
    },
  };
}

type Ends = [WordMention, WordMention];

/** For two kinds of things the places of the types that can hold between them. */
function fittingTypes(types: readonly string[]): Map<string, readonly number[]> {
  const pairs = MENTION_KINDS.flatMap((head) => MENTION_KINDS.map((tail) => [head, tail] as const));
  return new Map(
    pairs.map(([head, tail]) => [
      `${head} ${tail}`,
      types.flatMap((type, place) => (fits(type, head, tail) ? [place] : [])),
    ]),
  );
}

interface Layer {
  readonly small: Float32Array;
  readonly bias: Float32Array;
  readonly shift: Float32Array;
  readonly out: Float32Array;
  readonly outBias: Float32Array;
  readonly fitting: ReadonlyMap<string, readonly number[]>;
  /** For each type those that say more than it. */
  readonly more: readonly (readonly number[])[];
}

interface Scored {
  /** Of the type. */
  readonly place: number;
  readonly logit: number;
  /** How far it is before the next best. */
  readonly lead: number;
}

/** Adds the mean of a part's columns over the words of a range, or a share of it; nothing where the range is empty. */
type AddMean = (into: Float64Array, part: Part, range: WordRange, share?: number) => void;

function meansOf(sums: Float64Array): AddMean {
  const width = HIDDEN * PARTS.length;
  return (into, part, { from, to }, share = 1) => {
    if (to <= from) return;
    const column = firstColumn(part) - HIDDEN;
    const [low, high, length] = [from * width + column, to * width + column, (to - from) / share];
    for (let h = 0; h < HIDDEN; h++)
      into[h] = (into[h] as number) + ((sums[high + h] as number) - (sums[low + h] as number)) / length;
  };
}

const AROUND = { forth: ['between', 'before', 'after'], back: ['betweenBack', 'beforeBack', 'afterBack'] } as const;

function hiddenOf(layer: Layer, mean: AddMean, [head, tail]: Ends, pair: Pair): Float64Array {
  const hidden = Float64Array.from(layer.bias);
  mean(hidden, 'head', head);
  mean(hidden, 'tail', tail);
  const parts = head.from < tail.from ? AROUND.forth : AROUND.back;
  for (const [i, range] of [pair.between, pair.before, pair.after].entries()) {
    if (range.to <= range.from) continue;
    const part = parts[i] as Part;
    const isWhole = i > 0 || pair.near.from === range.from;
    mean(hidden, part, range, isWhole ? 1 : 0.5);
    if (!isWhole) mean(hidden, part, pair.near, 0.5);
    addRow(hidden, layer.shift, PARTS.indexOf(part) - 2, 1);
  }
  for (const [feature, value] of pair.small.entries()) if (value !== 0) addRow(hidden, layer.small, feature, value);
  return hidden;
}

function addRow(into: Float64Array, rows: Float32Array, row: number, times: number): void {
  for (let h = 0; h < HIDDEN; h++) into[h] = (into[h] as number) + times * (rows[row * HIDDEN + h] as number);
}

/** Of one type, before it becomes a probability. */
function logitOf({ out, outBias }: Layer, hidden: Float64Array, type: number): number {
  const count = outBias.length;
  let logit = outBias[type] as number;
  for (let h = 0; h < HIDDEN; h++) {
    const value = hidden[h] as number;
    if (value > 0) logit += value * (out[h * count + type] as number);
  }
  return logit;
}

function likely(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function surest(layer: Layer, mean: AddMean, ends: Ends, pair: Pair): Scored {
  const hidden = hiddenOf(layer, mean, ends, pair);
  const places = layer.fitting.get(`${ends[0].kind} ${ends[1].kind}`) ?? [];
  const logits = new Map(places.map((place) => [place, logitOf(layer, hidden, place)]));
  let [best, logit] = [-1, Number.NEGATIVE_INFINITY];
  for (const [place, one] of logits) if (one > logit) [best, logit] = [place, one];
  const place = layer.more[best]?.find((other) => (logits.get(other) ?? -1) > 0) ?? best;
  const own = logits.get(place) ?? logit;
  const next = Math.max(...[...logits].map(([other, one]) => (other === place ? Number.NEGATIVE_INFINITY : one)));
  return { place, logit: own, lead: own - next };
}

/** From the one name to the other, with the words before or behind where it would not be said without them. */
function wordsThatSay([one, other]: Ends, pair: Pair, score: number, scoreOf: (pair: Pair) => number): WordRange {
  const isNeeded = (part: 'before' | 'after') =>
    scoreOf({ ...pair, [part]: { from: pair[part].from, to: pair[part].from } }) < score * NEEDED;
  const from = isNeeded('before') ? pair.before.from : Math.min(one.from, other.from);
  const to = isNeeded('after') ? pair.after.to : Math.max(one.to, other.to);
  return { from, to };
}
