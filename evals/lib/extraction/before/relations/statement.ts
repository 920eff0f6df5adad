/** Whether a sentence claims what it says. What is asked, supposed or denied is no fact. */
import type { Mention, ReadSentence } from './mention.ts';

const SUPPOSED = new Set(['if', 'whether', 'unless', 'suppose', 'supposing', 'imagine']);
const DENIED = new Set(['not', "n't", 'n’t', 'never', 'no', 'neither', 'nor', 'without', 'hardly', 'cannot']);

export function isStatement({ words }: ReadSentence): boolean {
  return !words.some(({ text, lower }) => text === '?' || SUPPOSED.has(lower));
}

/** Something between the two says that it is not so. */
export function isDenied({ words }: ReadSentence, one: Mention, other: Mention): boolean {
  return words.slice(one.to, other.from).some(({ lower }) => DENIED.has(lower) || lower.endsWith("n't"));
}
