/** What language the words are in, as far as names need to know it. */
import type { Tagger } from '../reading/tagger.ts';
import type { Sentence } from '../reading/words.ts';
import { isLower } from './shape.ts';

/** `german`: every noun has a capital. `other`: capitals mean names, and the tags mean nothing. */
export type Language = 'english' | 'german' | 'other';

const GERMAN = new Set(
  'der die das und ist nicht ein eine mit von zu den dem auf für im sich des wird sind auch'.split(' '),
);
const ENGLISH_SHARE = 0.6;
const ENOUGH = 3;
const SAMPLE = 400;

export function languageOf(sentences: readonly Sentence[], tagger: Tagger): Language {
  const words = sample(sentences);
  const german = words.filter((word) => GERMAN.has(word)).length;
  if (words.length < ENOUGH) return words.some((word) => !/^[\p{Script=Latin}'’-]+$/u.test(word)) ? 'other' : 'english';
  const known = words.filter((word) => tagger.isKnown(word)).length;
  if (known / words.length >= ENGLISH_SHARE && german / words.length < 0.15) return 'english';
  return german / words.length > 0.1 ? 'german' : 'other';
}

function sample(sentences: readonly Sentence[]): string[] {
  const words: string[] = [];
  for (const sentence of sentences) {
    for (const word of sentence.words) if (isLower(word) && word.text.length > 1) words.push(word.lower);
    if (words.length > SAMPLE) break;
  }
  return words;
}
