/** How much of a known text a reader found, and in which order. */

export interface TextScore {
  /** Of words, each counted as often as it stands there. */
  readonly wordF1: number;
  /** Of runs of four words that stand in the known text once: how many were found in its order. */
  readonly fourGramOrder: number;
}

export function scoreText(found: string, known: string): TextScore {
  const [words, gold] = [toWords(found), toWords(known)];
  return { wordF1: f1(words, gold), fourGramOrder: orderOf(words, gold) };
}

const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function f1(words: readonly string[], gold: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  return (2 * shared) / Math.max(1, words.length + gold.length);
}

function orderOf(words: readonly string[], gold: readonly string[]): number {
  const places = new Map<string, number>();
  const fours = (all: readonly string[]) => all.slice(3).map((_, n) => all.slice(n, n + 4).join(' '));
  fours(gold).forEach((four, n) => places.set(four, places.has(four) ? -1 : n));
  const once = [...places.values()].filter((place) => place >= 0).length;
  const seen = fours(words).flatMap((four) => {
    const place = places.get(four);
    return place === undefined || place < 0 ? [] : [place];
  });
  return longestRise(seen) / Math.max(1, once);
}

/** The length of the longest sequence of ever larger numbers among them, in their order. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}
