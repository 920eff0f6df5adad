/**
 * The words of a passage as the engine's full-text index holds them. The index knows letters and digits alone, folds and
 * splits by rules of its own, and does not say how often a word occurs. So each distinct term becomes one token of small
 * letters and digits, with the number of its occurrences behind it: `arun_3` is "run" three times. Asking for `arun_1`,
 * `arun_2`… gives every passage that holds the term, and how often: what BM25 needs, exactly.
 */
import { createHash } from 'node:crypto';
import { wordsOf } from '../../../shared/passage-words.ts';

/** So often or more. How often exactly stands in a token of its own: `zarun_37`. */
export const MANY = 16;
const SHIFT = 2 ** 20;
/** Longer passages count as being so long. */
const LONGEST = 2 ** 19 - 1;
const PLAIN = /^[a-z0-9]{1,40}$/;
const LONGEST_SPELT_BYTES = 40;

export interface PassageTokens {
  readonly tokens: string;
  /** How many terms there are in all. */
  readonly length: number;
  readonly terms: readonly string[];
}

export function tokensOf(text: string): PassageTokens {
  const { terms, counts, length } = wordsOf(text);
  const codes = terms.map(codeOf);
  const tokens = codes.map((code, i) => tokenOf(code, Math.min(counts[i] as number, MANY)));
  const exact = codes.flatMap((code, i) =>
    (counts[i] as number) >= MANY ? [tokenOf(`z${code}`, counts[i] as number)] : [],
  );
  return { tokens: [...tokens, ...exact].join(' '), length: Math.min(length, LONGEST), terms };
}

/** Different for every term, and short. */
export function codeOf(term: string): string {
  if (PLAIN.test(term)) return `a${term}`;
  const bytes = Buffer.from(term);
  if (bytes.length <= LONGEST_SPELT_BYTES) return `b${bytes.toString('hex')}`;
  return `c${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`;
}

export function tokenOf(code: string, count: number): string {
  return `${code}_${count}`;
}

/** How often a term occurs, by the tokens of a passage that holds it. */
export function countIn(tokens: string, code: string): number {
  const spaced = ` ${tokens} `;
  const read = (start: string): number => {
    const at = spaced.indexOf(start);
    return at < 0 ? 0 : Number(spaced.slice(at + start.length, spaced.indexOf(' ', at + start.length)));
  };
  return read(` z${code}_`) || read(` ${code}_`);
}

/** How often each code occurs, by a passage's tokens. */
export function countsIn(tokens: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens === '' ? [] : tokens.split(' ')) {
    const end = token.lastIndexOf('_');
    // Those that say exactly how often stand behind the others.
    counts.set(token.slice(token.startsWith('z') ? 1 : 0, end), Number(token.slice(end + 1)));
  }
  return counts;
}

/** The codes in a passage's tokens. */
export function codesIn(tokens: string): string[] {
  const all = tokens === '' ? [] : tokens.split(' ').filter((token) => !token.startsWith('z'));
  return all.map((token) => token.slice(0, token.lastIndexOf('_')));
}

/** A passage's number, length and liveness in one number, so that a hit is one number on the wire. */
export interface PassageKey {
  readonly n: number;
  readonly length: number;
  readonly live: boolean;
}

/** Without the number, which the engine gives: it adds `n × 2^20`. */
export function keyWithoutNumber(length: number, live: boolean): number {
  return length * 2 + (live ? 1 : 0);
}

export function readKey(key: number): PassageKey {
  const n = Math.floor(key / SHIFT);
  const rest = key - n * SHIFT;
  return { n, length: rest >> 1, live: (rest & 1) === 1 };
}
