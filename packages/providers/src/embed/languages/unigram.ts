/**
 * Cuts a word into the pieces of a Unigram vocabulary: of all ways to spell it, the likeliest. From each place the pieces that
 * begin there are found by narrowing a range of the ordered table letter by letter, so that no tree has to be built.
 */
import type { UnigramTable } from './unigram-table.ts';

/** Ids of the pieces of one word; characters in a row that no piece has are one unknown. */
export type CutWord = (word: string) => number[];

export function createUnigram(table: UnigramTable): CutWord {
  return (word) => {
    const best = spell(table, word);
    const ids: number[] = [];
    for (let end = word.length; end > 0;) {
      const { id, from } = best[end] as Step;
      if (id !== table.unknown.id || ids.at(-1) !== id) ids.push(id);
      end = from;
    }
    return ids.toReversed();
  };
}

/** The best way to get to a place in the word: by the piece `id`, which begins at `from`. */
interface Step {
  readonly score: number;
  readonly id: number;
  readonly from: number;
}

function spell(table: UnigramTable, word: string): readonly (Step | undefined)[] {
  const best: (Step | undefined)[] = [{ score: 0, id: -1, from: -1 }];
  const reach = (from: number, end: number, id: number, score: number): void => {
    const total = (best[from] as Step).score + score;
    const before = best[end];
    if (!before || total > before.score) best[end] = { score: total, id, from };
  };
  for (let from = 0; from < word.length;) {
    const width = (word.codePointAt(from) as number) > 0xffff ? 2 : 1;
    let isKnown = false;
    if (best[from]) {
      for (const [place, length] of beginningAt(table, word, from)) {
        reach(from, from + length, table.ids[place] as number, table.scores[place] as number);
        isKnown ||= length === width;
      }
      if (!isKnown) reach(from, from + width, table.unknown.id, table.unknown.score);
    }
    from += width;
  }
  return best;
}

/** Places in the table of the pieces that the word goes on with, and their lengths, shortest first. */
function beginningAt(table: UnigramTable, word: string, from: number): (readonly [place: number, length: number])[] {
  const { starts } = table;
  const found: (readonly [number, number])[] = [];
  let low = 0;
  let high = table.size;
  for (let depth = 0; from + depth < word.length; depth++) {
    const letter = word.charCodeAt(from + depth);
    low = firstFrom(table, { low, high, depth, letter });
    high = firstFrom(table, { low, high, depth, letter: letter + 1 });
    if (low === high) break;
    // The shortest of those that begin alike comes first.
    if ((starts[low + 1] as number) - (starts[low] as number) === depth + 1) found.push([low, depth + 1]);
  }
  return found;
}

interface Narrowing {
  readonly low: number;
  readonly high: number;
  readonly depth: number;
  readonly letter: number;
}

/** The first place in the range whose letter at `depth` is at least `letter`; one that is too short comes before all. */
function firstFrom({ starts, letters }: UnigramTable, { low, high, depth, letter }: Narrowing): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = (starts[middle] as number) + depth;
    const there = at < (starts[middle + 1] as number) ? (letters[at] as number) : -1;
    if (there < letter) from = middle + 1;
    else to = middle;
  }
  return from;
}
