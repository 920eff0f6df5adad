/**
 * Short forms within one memory: who is introduced as Alice Smith and then called Smith, what is spelt out once and then
 * abbreviated, what is inflected, and what the extractor says is another name. Only where exactly one long form fits; a short form of two
 * things stays by itself.
 */
import { nameKey } from '../../../model/index.ts';
import { baseKeys } from './inflected.ts';
import { initialsOf, isAcronym, mayBeShortFor, wordsOf } from './name-forms.ts';
import type { Thing } from './thing.ts';
import { areCompatible, VAGUE_TYPES } from './vague-types.ts';

/** Mutates the things that stay. */
export function joinShortForms(things: readonly Thing[]): Thing[] {
  const told = absorbShort(things, thingsByAlias(things));
  const [persons, initials] = [personsByPart(told), thingsByInitials(told)];
  const whole = absorbShort(told, (short) => [
    ...persons(short),
    ...initials(short),
    ...personsByInitials(told, short),
  ]);
  return absorbShort(whole, thingsByBase(whole));
}

type LongForms = (short: Thing) => readonly Thing[];

/** The shortest first, so that what absorbs is not absorbed before. */
function absorbShort(things: readonly Thing[], longForms: LongForms): Thing[] {
  const gone = new Set<Thing>();
  for (const thing of things.toSorted((one, other) => one.name.length - other.name.length)) {
    const [full, ...others] = new Set(longForms(thing).filter((long) => !gone.has(long)));
    if (!full || others.length > 0) continue;
    full.absorb(thing);
    gone.add(thing);
  }
  return things.filter((thing) => !gone.has(thing));
}

/** Longer names among those that the thing goes by. */
function thingsByAlias(things: readonly Thing[]): LongForms {
  const byKey = new Map(things.map((thing) => [thing.key, thing]));
  return ({ aliases, type, name }) =>
    [...aliases].flatMap((alias) => {
      const long = byKey.get(nameKey(alias, type));
      return long && long.name.length > name.length && areCompatible(long.type, type) ? long : [];
    });
}

/** `Smith` and `Alice` are Alice Smith's; a middle name alone is nobody's. */
function personsByPart(things: readonly Thing[]): LongForms {
  const byPart = new Map<string, Thing[]>();
  for (const thing of things) {
    const words = thing.type === 'person' ? wordsOf(thing.key) : [];
    if (words.length < 2) continue;
    for (const part of new Set([words[0], words.at(-1)])) {
      if (part !== undefined && part.length > 1) byPart.set(part, [...(byPart.get(part) ?? []), thing]);
    }
  }
  return ({ key, type }) => {
    const isShort = wordsOf(key).length === 1 && (type === 'person' || VAGUE_TYPES.has(type));
    return isShort ? (byPart.get(key) ?? []) : [];
  };
}

/** `J. Smith` is John Smith's where no James Smith is named. */
function personsByInitials(things: readonly Thing[], { key, type }: Thing): Thing[] {
  if (type !== 'person' || !/^\p{L}\.?\s/u.test(key)) return [];
  return things.filter((long) => long.type === 'person' && long.key !== key && mayBeShortFor(key, long.key));
}

/** What an inflected form is a form of. */
function thingsByBase(things: readonly Thing[]): LongForms {
  const byKey = new Map(things.map((thing) => [thing.key, thing]));
  return ({ key, type }) =>
    baseKeys(key, type).flatMap((base) => {
      const thing = byKey.get(base);
      return thing?.type === type ? [thing] : [];
    });
}

function thingsByInitials(things: readonly Thing[]): LongForms {
  const byInitials = Map.groupBy(
    things.filter(({ name, type }) => type !== 'person' && initialsOf(name) !== ''),
    ({ name }) => initialsOf(name),
  );
  return ({ name, type }) => {
    const longForms = isAcronym(name) ? (byInitials.get(name.replaceAll('.', '')) ?? []) : [];
    return longForms.filter((long) => areCompatible(long.type, type));
  };
}
