/**
 * Plain BM25, the yardstick: stemmed English words without stop words, pairs of characters for scripts written without spaces,
 * Lucene's idf. It shares no code with the server on purpose.
 */
import { stem } from './porter.ts';

export interface Bm25Setting {
  readonly k1: number;
  readonly b: number;
}

/** Two usual choices, for long and for short texts; the better one for each pack is the one to beat. */
export const BM25_SETTINGS: readonly Bm25Setting[] = [
  { k1: 1.2, b: 0.75 },
  { k1: 0.9, b: 0.4 },
];

interface Posting {
  readonly place: number;
  readonly count: number;
}

interface Document {
  readonly id: string;
  readonly length: number;
}

const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** An index over a fixed set of texts. Settings come with the question, so that one index serves both. */
export class Bm25Index {
  readonly #documents: Document[] = [];
  readonly #postings = new Map<string, Posting[]>();
  readonly #averageLength: number;

  constructor(texts: Iterable<{ readonly id: string; readonly text: string }>) {
    for (const { id, text } of texts) this.#add(id, toWords(text));
    this.#averageLength = this.#documents.reduce((total, { length }) => total + length, 0) / this.#documents.length;
  }

  /** Ids of the best `k`, best first; equal scores in the order they were added. */
  search(query: string, k: number, setting: Bm25Setting): string[] {
    const scores = new Map<number, number>();
    for (const word of toWords(query)) this.#addScores(this.#postings.get(word) ?? [], scores, setting);
    return [...scores]
      .sort(([placeA, a], [placeB, b]) => b - a || placeA - placeB)
      .slice(0, k)
      .flatMap(([place]) => this.#documents[place]?.id ?? []);
  }

  #add(id: string, words: readonly string[]): void {
    const place = this.#documents.push({ id, length: words.length }) - 1;
    for (const [word, count] of countWords(words)) {
      const postings = this.#postings.get(word);
      if (postings) postings.push({ place, count });
      else this.#postings.set(word, [{ place, count }]);
    }
  }

  #addScores(postings: readonly Posting[], scores: Map<number, number>, { k1, b }: Bm25Setting): void {
    const idf = Math.log(1 + (this.#documents.length - postings.length + 0.5) / (postings.length + 0.5));
    for (const { place, count } of postings) {
      const length = (this.#documents[place]?.length ?? 0) / this.#averageLength;
      const saturated = count / (count + k1 * (1 - b + b * length));
      scores.set(place, (scores.get(place) ?? 0) + idf * saturated);
    }
  }
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function toWords(text: string): string[] {
  const runs =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return runs.flatMap((run) => (UNSPACED.test(run) ? toPairs(run) : toWord(run)));
}

function toWord(run: string): string[] {
  if (STOP_WORDS.has(run)) return [];
  return [/^[a-z]+$/.test(run) ? stem(run) : run];
}

function toPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
