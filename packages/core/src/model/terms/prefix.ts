/**
 * The beginning of a word, as the index can look it up. The index holds stems, and a stem may be shorter than the beginning
 * that was asked for: "organiz*" means organization, which is there as "organ". So the stems of what the beginning may grow
 * into are asked for beside it.
 */
import { fold } from './fold.ts';
import { prepare } from './prepare.ts';
import { toLowerWord, toMainTerm } from './script-stem.ts';
import { toQueryTerms } from './terms.ts';
import { hasUnspaced } from './unspaced.ts';

const LAST_PART = /[\p{L}\p{N}\p{M}]+$/u;
const GROWTH = ['', 'e', 's', 'y', 'ed', 'ng', 'ing', 'on', 'ion', 'ation'];
const SHORTEST_STEM = 3;

export interface Prefix {
  /** Null in scripts that are cut into pairs, whose terms all have one length. */
  readonly prefix: string | null;
  /** Terms to ask for beside it. */
  readonly terms: readonly string[];
}

/** `text` is a word or a name, cut off at its end: `organiz`, `fs.prom`. */
export function toPrefix(text: string): Prefix {
  const whole = prepare(text);
  const last = LAST_PART.exec(whole)?.[0] ?? '';
  if (last === '' || hasUnspaced(last)) return { prefix: null, terms: toQueryTerms(whole) };
  const before = toQueryTerms(whole.slice(0, -last.length));
  const prefix = fold(toLowerWord(last));
  const stems = GROWTH.map((ending) => toMainTerm(prefix + ending));
  const shorter = stems.filter((stem) => stem.length >= SHORTEST_STEM && prefix !== stem && prefix.startsWith(stem));
  return { prefix, terms: [...new Set([...before, ...shorter])] };
}
