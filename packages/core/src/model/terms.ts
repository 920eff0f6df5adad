/**
 * What a word is. Every engine indexes and looks up the terms made here, so that none of them can differ in what it finds.
 *
 *   "Émigrés use getUserById() in C++ 日本語"
 *     → emigr, use, getuserbyid, get, user, by, id, in, c++, 日本, 本語
 *
 * Written by hand because no library covers folding, identifiers and unspaced scripts in one linear pass; the English
 * stemmer is a library's. Raise TERMS_VERSION with every change that gives other terms for the same text: stores rebuild
 * their word index when theirs differs.
 */
import { stemmer } from '@orama/stemmers/english';

export const TERMS_VERSION = 1;

/** A longer run is cut: nobody types it, and base64 blobs would fill the index. */
const MAX_TERM_LENGTH = 64;
const STEM_CACHE_SIZE = 50_000;

const WORD = /[\p{L}\p{N}\p{M}_]+(?:[+#]+(?![\p{L}\p{N}]))?/gu;
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud840-\ud8bf][\udc00-\udfff]/u;
const UNSPACED_RUN = new RegExp(`(?:${UNSPACED.source})+`, 'gu');
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lt}\p{Lm}]+/gu;
const HAS_INNER_BREAK = /_|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u;
const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with s t d m ll re ve'.split(
    ' ',
  ),
);

/** All terms of a text, in order, repeats kept (they are what BM25 counts). */
export function toTerms(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize('NFKC').matchAll(WORD)) {
    if (UNSPACED.test(word)) pushUnspaced(word, terms);
    else pushWord(word, terms);
  }
  return terms;
}

/** The distinct terms a query looks for. Words that nearly every text holds are dropped while others remain. */
export function toQueryTerms(query: string): string[] {
  const all = [...new Set(toTerms(query))];
  const telling = all.filter((term) => !STOP_WORDS.has(term));
  return telling.length > 0 ? telling : all;
}

function pushWord(word: string, terms: string[]): void {
  terms.push(normalise(word.replaceAll('_', '') || word));
  if (!HAS_INNER_BREAK.test(word)) return;
  const parts = word.match(PART);
  if (parts && parts.length > 1) for (const part of parts) terms.push(normalise(part));
}

/** Scripts written without spaces become overlapping pairs of characters; what stands between the runs are words. */
function pushUnspaced(word: string, terms: string[]): void {
  let end = 0;
  for (const match of word.matchAll(UNSPACED_RUN)) {
    if (match.index > end) pushWord(word.slice(end, match.index), terms);
    const characters = [...match[0]];
    if (characters.length === 1) terms.push(characters[0] as string);
    for (let i = 0; i + 1 < characters.length; i++) terms.push(`${characters[i]}${characters[i + 1]}`);
    end = match.index + match[0].length;
  }
  if (end < word.length) pushWord(word.slice(end), terms);
}

function normalise(word: string): string {
  const lower = word.slice(0, MAX_TERM_LENGTH).toLowerCase();
  const folded = isAscii(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC') || lower;
  return stem(folded);
}

const stems = new Map<string, string>();

function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEM_CACHE_SIZE) stems.clear();
  const made = stemmer(word);
  stems.set(word, made);
  return made;
}

function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
  return /^[\u0000-\u007f]*$/.test(text);
}
