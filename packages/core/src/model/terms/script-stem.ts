/**
 * A word's main term: folded, and stemmed by the rules of the language its script is mostly used for. It depends on the
 * word alone, so that a text and a question always meet, whatever language either was taken for.
 */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { fold, isAscii } from './fold.ts';

/** A longer run is cut: nobody types it, and base64 blobs would fill the index. */
const MAX_TERM_LENGTH = 64;
const SHORTEST_STEMMED = 3;
const HALF_A_PAIR = /[\ud800-\udbff]$/;

interface ScriptStemmer {
  readonly letters: RegExp;
  readonly stem: (word: string) => string;
}

const SCRIPTS: readonly ScriptStemmer[] = [
  { letters: /^[\u0400-\u04ff]+$/, stem: (word) => russian(word.replaceAll('ё', 'е')) },
  { letters: /^[\u0370-\u03ff\u1f00-\u1fff]+$/, stem: greek },
  { letters: /^[\u0620-\u064a\u066e-\u06d3]+$/, stem: arabic },
  { letters: /^[\u0900-\u0963\u0970-\u097f]+$/, stem: hindi },
  { letters: /^[\u0b80-\u0bff]+$/, stem: tamil },
  { letters: /^[\u0531-\u0587]+$/, stem: armenian },
];

export function toLowerWord(word: string): string {
  return word.slice(0, MAX_TERM_LENGTH).replace(HALF_A_PAIR, '').toLowerCase();
}

const MOST_REMEMBERED = 30_000;
const remembered = new Map<string, string>();

/** Expects what `toLowerWord` gives. Names are made of a few thousand words, so that most are known. */
export function toMainTerm(lower: string): string {
  if (lower.length < SHORTEST_STEMMED) return fold(lower);
  const known = remembered.get(lower);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  // A copy: a slice of a text would keep the whole text in memory.
  const own = ` ${lower}`.slice(1);
  const made = makeMainTerm(own);
  remembered.set(own, made);
  return made;
}

function makeMainTerm(lower: string): string {
  if (!isAscii(lower)) {
    // Arabic vowel points keep its stemmer from seeing the letters; other stemmers need the accents.
    const word = /\p{Script=Arabic}/u.test(lower) ? fold(lower) : lower;
    const script = SCRIPTS.find(({ letters }) => letters.test(word));
    if (script) return fold(script.stem(word)) || fold(lower);
  }
  const folded = fold(lower);
  return /^[a-z]+$/.test(folded) ? english(folded) : folded;
}
