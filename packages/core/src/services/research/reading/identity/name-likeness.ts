/** How many people two lists of authors share. */
import { editLikeness } from './edit-likeness.ts';

export interface NameLikeness {
  /** How many both have. */
  readonly shared: number;
  /** Of those of the shorter list; null where one of them names nobody. */
  readonly ofShorter: number | null;
  /** Of those of the longer list. */
  readonly ofLonger: number | null;
}

const UNKNOWN: NameLikeness = { shared: 0, ofShorter: null, ofLonger: null };
/** Lists longer than this are compared by equal names alone. */
const MANY = 40;

/** Lists are cut, scanned and transliterated: a name may be spelt a little otherwise. */
export function nameLikeness(a: readonly string[], b: readonly string[]): NameLikeness {
  if (a.length === 0 || b.length === 0) return UNKNOWN;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const shared = long.length > MANY ? equalNames(short, long) : likeNames(short, long);
  return { shared, ofShorter: shared / short.length, ofLonger: shared / long.length };
}

function equalNames(short: readonly string[], long: readonly string[]): number {
  const known = new Set(long);
  return short.filter((name) => known.has(name)).length;
}

function likeNames(short: readonly string[], long: readonly string[]): number {
  let shared = 0;
  for (const name of short) if (long.includes(name) || long.some((other) => isLikeName(name, other))) shared++;
  return shared;
}

const SHORTEST = 5;
const LEAST = 0.7;

function isLikeName(a: string, b: string): boolean {
  if (a.length < SHORTEST || b.length < SHORTEST) return false;
  return editLikeness(a, b, LEAST) > 0;
}
