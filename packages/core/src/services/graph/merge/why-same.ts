/** Whether two entities might be one, and why one would think so. */
import { nameKey, typeKey, type Entity } from '../../../model/index.ts';
import { initialsOf, isAcronym, wordsOf } from '../resolve/name-forms.ts';
import { areCompatible } from '../resolve/vague-types.ts';
import { toNamed } from '../related/relation-views.ts';
import { isOneEditApart } from './edit-distance.ts';
import { skeletonOf } from './look-alikes.ts';
import type { MergeReason, MergeSuggestion } from './merge-request.ts';

const SCORES: Readonly<Record<MergeReason, number>> = {
  same_name: 0.9,
  look_alike: 0.85,
  shared_alias: 0.8,
  initials: 0.7,
  short_name: 0.5,
  spelling: 0.5,
};
/** Shorter names differ by a letter and mean different things: Java, Lava. */
export const LONG_NAME = 8;
/** A name met more often is spelt as its writers want it. */
const RARE = 3;

export function whySame(one: Entity, other: Entity): MergeSuggestion | null {
  const reason = one.id === other.id ? undefined : REASONS.find(([, holds]) => holds(one, other))?.[0];
  if (!reason) return null;
  const [into, from] = isBetterKnown(other, one) ? [other, one] : [one, other];
  const score = areCompatible(typeKey(one.type), typeKey(other.type)) ? SCORES[reason] : SCORES[reason] * 0.8;
  return { into: toNamed(into), from: toNamed(from), reason, score: Math.round(score * 100) / 100 };
}

const REASONS: readonly (readonly [MergeReason, (one: Entity, other: Entity) => boolean])[] = [
  ['same_name', (one, other) => keyOf(one) === keyOf(other)],
  ['look_alike', (one, other) => skeletonOf(keyOf(one)) === skeletonOf(keyOf(other))],
  ['shared_alias', sharesAlias],
  ['initials', (one, other) => abbreviates(one, other) || abbreviates(other, one)],
  ['short_name', (one, other) => isShortFor(one, other) || isShortFor(other, one)],
  ['spelling', isMisspelling],
];

/** Without an organisation's legal form, whatever it was taken for. */
export function keyOf({ name }: Pick<Entity, 'name'>): string {
  return nameKey(name, 'organization');
}

/** A lone word is many people's alias, so that it is no sign for them. */
function sharesAlias(one: Entity, other: Entity): boolean {
  const own = new Set([one.name, ...one.aliases].map((name) => keyOf({ name })));
  const shared = [other.name, ...other.aliases].map((name) => keyOf({ name })).filter((key) => own.has(key));
  const isPerson = [one, other].some(({ type }) => typeKey(type) === 'person');
  return shared.some((key) => !isPerson || wordsOf(key).length > 1);
}

function abbreviates(short: Entity, long: Entity): boolean {
  return isAcronym(short.name) && initialsOf(long.name) === short.name.replaceAll('.', '');
}

function isShortFor(short: Entity, long: Entity): boolean {
  if (typeKey(short.type) !== 'person' || typeKey(long.type) !== 'person') return false;
  const words = wordsOf(keyOf(long));
  return words.length > 1 && wordsOf(keyOf(short)).length === 1 && words.at(-1) === keyOf(short);
}

function isMisspelling(one: Entity, other: Entity): boolean {
  const [a, b] = [keyOf(one), keyOf(other)];
  const isRare = Math.min(one.mentions, other.mentions) <= RARE;
  const isLong = Math.min(a.length, b.length) >= LONG_NAME;
  return isRare && isLong && !/\d/u.test(a + b) && typeKey(one.type) === typeKey(other.type) && isOneEditApart(a, b);
}

function isBetterKnown(one: Entity, other: Entity): boolean {
  const [a, b] = [one, other].map(({ mentions, relations, asserted }) => mentions + relations + (asserted ? 1000 : 0));
  if (a !== b) return (a as number) > (b as number);
  return one.name.length === other.name.length ? one.id < other.id : one.name.length > other.name.length;
}
