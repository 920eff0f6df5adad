/** Types of the languages themselves, by what they say of what is in them. */
import type { Expr } from '../../../../ports/index.ts';
import { LISTS, WRAPPERS } from '../flow/seeds.ts';

const PARTS = new Set('Pick Omit Exclude Extract'.split(' '));
const MORE_LISTS = new Set(
  'AsyncIterable AsyncIterator IterableIterator AsyncIterableIterator Generator AsyncGenerator ReadonlySet'.split(' '),
);
const MAPS = new Set('Map ReadonlyMap WeakMap Record Dict dict Mapping'.split(' '));

/** `around`: it is what is in it. `list`, `map`: it holds that. */
export type Holding = 'around' | 'list' | 'map' | null;

export function holdingOf(name: string): Holding {
  if (WRAPPERS.has(name) || PARTS.has(name)) return 'around';
  if (LISTS.has(name) || MORE_LISTS.has(name)) return 'list';
  return MAPS.has(name) ? 'map' : null;
}

/** Methods of lists that hand elements to a function, with the places where they come; and those that give one, or a list like it. */
export const HANDED: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    'map filter forEach some every find findIndex findLast findLastIndex flatMap': [0],
    'sort toSorted': [0, 1],
    'reduce reduceRight': [1],
  }).flatMap(([names, places]) => names.split(' ').map((name): [string, readonly number[]] => [name, places])),
);
export const ONE_OF: ReadonlySet<string> = new Set('find findLast at pop shift'.split(' '));
export const LIKE_IT: ReadonlySet<string> = new Set('filter slice sort toSorted reverse toReversed concat'.split(' '));

export type Applied = Extract<Expr, readonly ['s', ...unknown[]]>;

/** `A` and `B` of `X<A, B>`. */
export function argumentsOf([, , argument]: Applied): readonly Expr[] {
  if (typeof argument !== 'object' || argument === null) return [];
  return argument[0] === 'l' ? argument[1] : [argument];
}

export function nameOf([, of]: Applied): string {
  return of[0] === 'n' ? of[1] : of[0] === 'a' ? of[2] : '';
}
