/** What the spelling of a word adds to the hidden layer of the names, its own and that of its neighbours. */
import { HIDDEN } from './columns.ts';
import { OF_THE_TEXT, SPELLING_FEATURES } from './spelling.ts';

/** How the words around a word are written counts too: one before, one behind, two before, two behind. */
export const NEIGHBOURS = [0, -1, 1, -2, 2];

export interface SpellingShares {
  /** Of each word `HIDDEN` numbers for each neighbour, in their order. */
  readonly ofWords: readonly Float32Array[];
  /** Of the whole text, what a word gets by all neighbours that it has: `HIDDEN` numbers. */
  readonly ofText: (word: number) => Float64Array;
}

/** Words are written in a few hundred ways: what one of them adds is reckoned once and kept. */
const KEPT = 1024;

export function createSpellingShares(weights: Float32Array): (words: number, spelling: Float32Array) => SpellingShares {
  const known = new Map<number, { readonly bits: Uint32Array; readonly shares: Float32Array }>();
  const ofWord = (spelling: Float32Array, bits: Uint32Array, at: number): Float32Array => {
    const key = hashOf(bits, at);
    const like = known.get(key);
    if (like && isAlike(like.bits, bits, at)) return like.shares;
    const row = spelling.slice(at, at + SPELLING_FEATURES).fill(0, OF_THE_TEXT.from, OF_THE_TEXT.to);
    const shares = Float32Array.from(sharesOf(row, weights));
    if (known.size >= KEPT) known.clear();
    known.set(key, { bits: bits.slice(at, at + SPELLING_FEATURES), shares });
    return shares;
  };
  return (words, spelling) => {
    const bits = new Uint32Array(spelling.buffer, spelling.byteOffset, spelling.length);
    const ofText = new Float32Array(SPELLING_FEATURES);
    ofText.set(spelling.subarray(OF_THE_TEXT.from, OF_THE_TEXT.to), OF_THE_TEXT.from);
    return {
      ofWords: Array.from({ length: words }, (_, word) => ofWord(spelling, bits, word * SPELLING_FEATURES)),
      ofText: sumsByWord(words, sharesOf(ofText, weights)),
    };
  };
}

/** Only the first and the last words of a text lack a neighbour. */
function sumsByWord(words: number, shares: Float64Array): (word: number) => Float64Array {
  const sumFor = (word: number) => {
    const sum = new Float64Array(HIDDEN);
    for (const [slot, place] of NEIGHBOURS.entries()) {
      if (word + place < 0 || word + place >= words) continue;
      for (let h = 0; h < HIDDEN; h++) sum[h] = (sum[h] as number) + (shares[slot * HIDDEN + h] as number);
    }
    return sum;
  };
  const farthest = Math.max(...NEIGHBOURS);
  const inside = sumFor(farthest);
  return (word) => (words > 2 * farthest && word >= farthest && word < words - farthest ? inside : sumFor(word));
}

const isOfText = (feature: number) => feature >= OF_THE_TEXT.from && feature < OF_THE_TEXT.to;

function hashOf(bits: Uint32Array, at: number): number {
  let hash = 0;
  for (let f = 0; f < SPELLING_FEATURES; f++)
    if (!isOfText(f)) hash = Math.imul(hash ^ (bits[at + f] as number), 16_777_619);
  return hash;
}

function isAlike(one: Uint32Array, others: Uint32Array, at: number): boolean {
  for (let f = 0; f < SPELLING_FEATURES; f++) if (!isOfText(f) && one[f] !== others[at + f]) return false;
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
