/** Values as the facts have them, kept small: what is long or says nothing is left out. */
import type { Expr } from '@zapomni/core/ports';

export const UNKNOWN: Expr = ['?'];

/** Longer literals are data, not something to follow. */
const MOST_ITEMS = 256;
const MOST_TEXT = 200;

export const name = (text: string): Expr => ['n', text];
export const attribute = (of: Expr, text: string): Expr => ['a', of, text];
export const text = (value: string): Expr => (value.length > MOST_TEXT ? UNKNOWN : ['k', value]);

export function list(items: readonly Expr[]): Expr {
  return ['l', items.every(isUnknown) ? [] : items.slice(0, MOST_ITEMS)];
}

export function object(entries: readonly (readonly [string | null, Expr])[]): Expr {
  return ['o', entries.slice(0, MOST_ITEMS)];
}

/** One of several: those that are known, each once a place. */
export function oneOf(...choices: readonly Expr[]): Expr {
  const known = choices
    .flatMap((choice) => (choice[0] === 'u' ? choice[1] : [choice]))
    .filter((one) => !isUnknown(one));
  if (known.length === 0) return UNKNOWN;
  return known.length === 1 ? (known[0] as Expr) : ['u', known.slice(0, MOST_ITEMS)];
}

export function subscript(of: Expr, key: Expr | null): Expr {
  if (!key || isUnknown(key)) return ['s', of, null];
  return ['s', of, key[0] === 'k' ? key[1] : key];
}

const isUnknown = (value: Expr): boolean => value[0] === '?';

/** The last name of a path: `c` of `a.b.c`. */
export function lastName(value: Expr): string | null {
  if (value[0] === 'n') return value[1];
  return value[0] === 'a' ? value[2] : null;
}

/** Holds others, so that a chain of them can be deep. */
export const isNested = (value: Expr): boolean => NESTED.has(value[0]);
const NESTED = new Set(['a', 's', 'i', 'l', 'o', 'm', 'e', 'u', 'w', 'y', 'v', 'b']);
