/** Whether a title stands on a page: a DOI that is printed there may be of a paper that is only cited. */
import { fold } from '../keep/keys.ts';

/** As much of its title as this must be there, whatever hyphens and formulas have become of the rest. */
const ENOUGH = 0.8;
/** Within so many words of each other. */
const SPREAD = 2.5;

export function isTitleOnPage(title: string, page: string): boolean {
  const wanted = wordsOf(title);
  if (wanted.length === 0) return false;
  const words = wordsOf(page);
  if (words.join('').includes(wanted.join(''))) return true;
  return mostWithin(wanted, words, Math.ceil(wanted.length * SPREAD)) >= wanted.length * ENOUGH;
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '');
}

/** How many of the words stand together somewhere: a window that goes over the page. */
function mostWithin(wanted: readonly string[], words: readonly string[], width: number): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let [found, most] = [0, 0];
  const step = (word: string | undefined, by: 1 | -1): void => {
    const count = word === undefined ? undefined : left.get(word);
    if (word === undefined || count === undefined) return;
    found += by === 1 ? (count > 0 ? 1 : 0) : count >= 0 ? -1 : 0;
    left.set(word, count - by);
  };
  for (const [i, word] of words.entries()) {
    step(word, 1);
    if (i >= width) step(words[i - width], -1);
    most = Math.max(most, found);
  }
  return most;
}
