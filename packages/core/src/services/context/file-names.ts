/**
 * How a memory may name a file. People write `session-store.ts`, `SessionStore` or "the session store", seldom the whole
 * path; all of these are the same run of terms. A name of one plain word (`index.ts`) says little by itself, so it must
 * come with its ending or with its folder.
 */
import { toPhrase } from '../../model/index.ts';

const ENDING = /(?<=.)\.[^.]*$/;

/** Phrases of which any will do. */
export function phrasesFor(path: string): string[][] {
  const [name = '', folder] = path
    .split(/[\\/]+/)
    .filter((part) => part !== '')
    .toReversed();
  const bare = toPhrase(name.replace(ENDING, ''));
  const phrases = bare.length > 1 ? [bare] : [toPhrase(name), [...toPhrase(folder ?? ''), ...bare]];
  return phrases.filter((phrase) => phrase.length > 1);
}
