/**
 * Where a text says something: word for word; or but for white space, hyphens, quotation marks, ligatures and case, as files
 * and people write the same words differently; or nearly, with what differs counted.
 */
import { editDistance } from '../../model/index.ts';

export interface QuoteMatch {
  readonly start: number;
  readonly end: number;
  readonly how: 'exact' | 'normalized' | 'fuzzy';
  /** 1 for the same; of a fuzzy one the share that is alike. */
  readonly similarity: number;
}

const MOST_MATCHES = 20;
/** What is less alike says something else. */
export const ALIKE = 0.75;
/** What is at least so much alike is worth showing as the nearest thing. */
const NEAR = 0.5;
const MOST_WINDOWS = 12;
/** Characters compared with characters, for one text. */
const MOST_STEPS = 40_000_000;

export function findExact(text: string, quote: string): QuoteMatch[] {
  const found: QuoteMatch[] = [];
  for (let at = text.indexOf(quote); at >= 0 && found.length < MOST_MATCHES; at = text.indexOf(quote, at + 1))
    found.push({ start: at, end: at + quote.length, how: 'exact', similarity: 1 });
  return found;
}

export function findNormalized(text: string, quote: string): QuoteMatch[] {
  const sought = normalize(quote).text;
  if (sought === '') return [];
  const { text: said, offsets } = normalize(text);
  const found: QuoteMatch[] = [];
  for (let at = said.indexOf(sought); at >= 0 && found.length < MOST_MATCHES; at = said.indexOf(sought, at + 1)) {
    const start = offsets[at] ?? 0;
    const end = characterEnd(text, offsets[at + sought.length - 1] ?? start);
    found.push({ start, end, how: 'normalized', similarity: 1 });
  }
  return found;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The place that is most alike, if any is; windows of as many words as the quote has are weighed, the best compared. */
export function findFuzzy(text: string, quote: string): QuoteMatch | null {
  const sought = wordsOf(quote);
  const words = wordsOf(text);
  if (sought.length === 0 || words.length === 0) return null;
  const wanted = sought.map(({ text: word }) => word).join(' ');
  let best: QuoteMatch | null = null;
  const most = Math.max(1, Math.min(MOST_WINDOWS, Math.floor(MOST_STEPS / (9 * wanted.length ** 2))));
  for (const at of promising(words, sought, most)) {
    for (const length of [sought.length - 1, sought.length, sought.length + 1]) {
      const window = words.slice(at, at + Math.max(1, length));
      const [first, last] = [window[0], window.at(-1)];
      if (!first || !last) continue;
      const similarity = likeness(window.map(({ text: word }) => word).join(' '), wanted);
      if (similarity > (best?.similarity ?? NEAR))
        best = { start: first.start, end: last.end, how: 'fuzzy', similarity };
    }
  }
  return best;
}

/** Where windows begin that share the most words with the quote. */
function promising(words: readonly Word[], sought: readonly Word[], most: number): number[] {
  const wanted = new Map<string, number>();
  for (const { text } of sought) wanted.set(text, (wanted.get(text) ?? 0) + 1);
  const size = Math.min(sought.length, words.length);
  const inside = new Map<string, number>();
  const tops: { at: number; shared: number }[] = [];
  let shared = 0;
  for (const [i, { text }] of words.entries()) {
    shared += step(inside, wanted, text, 1);
    const left = words[i - size];
    if (left) shared -= step(inside, wanted, left.text, -1);
    if (i + 1 < size || shared === 0) continue;
    const at = i + 1 - size;
    const last = tops.at(-1);
    // Neighbours are the same place.
    if (last && at - last.at < size && last.shared >= shared) continue;
    if (last && at - last.at < size) tops.pop();
    tops.push({ at, shared });
  }
  const ranked = tops.toSorted((one, other) => other.shared - one.shared).slice(0, most);
  return ranked.flatMap(({ at }) => [at - 1, at, at + 1].filter((place) => place >= 0 && place < words.length));
}

/** By how much the words shared change; a word counts as often as the quote has it. */
function step(inside: Map<string, number>, wanted: Map<string, number>, word: string, by: 1 | -1): 0 | 1 {
  const most = wanted.get(word);
  if (most === undefined) return 0;
  const before = inside.get(word) ?? 0;
  inside.set(word, before + by);
  return Math.max(before, before + by) <= most ? 1 : 0;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD))
    words.push({
      text: match[0].normalize('NFKC').toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
    });
  return words;
}

/** 1 less the edits between the two for each character of the longer one. */
function likeness(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 1 : 1 - editDistance(one, other) / longest;
}

/** White space, hyphens and dashes, soft hyphens, quotation marks, zero-width signs. */
const LEFT_OUT = /[\s\p{Pd}\p{Pi}\p{Pf}\p{Cf}"'`´\u2212]/u;

/** What counts when two people write the same words, with where each character stands in the text. */
function normalize(text: string): { text: string; offsets: readonly number[] } {
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = plainOf(character);
    if (plain !== '') parts.push(plain);
    for (let i = 0; i < plain.length; i++) offsets.push(at);
    at += character.length;
  }
  return { text: parts.join(''), offsets };
}

function plainOf(character: string): string {
  const code = character.charCodeAt(0);
  // Most characters are these, and texts may have millions.
  if (code >= 0x61 && code <= 0x7a) return character;
  if (code <= 0x20) return '';
  return LEFT_OUT.test(character) ? '' : character.normalize('NFKC').toLowerCase();
}

function characterEnd(text: string, at: number): number {
  return at + String.fromCodePoint(text.codePointAt(at) ?? 0x20).length;
}
