/**
 * Short forms within one memory: who is introduced as Alice Smith and then called Smith, and what is spelt out once and
 * then abbreviated. Only where exactly one long form fits; a short form of two things stays by itself.
 */
import { initialsOf, isAcronym, wordsOf } from './name-forms.ts';
import type { Thing } from './thing.ts';
import { areCompatible, VAGUE_TYPES } from './vague-types.ts';

/** Mutates the things that stay. */
export function joinShortForms(things: readonly Thing[]): Thing[] {
  const names = [personsByPart(things), thingsByInitials(things)];
  return things.filter((thing) => {
    const [full, ...others] = new Set(names.flatMap((longForms) => longForms(thing)));
    if (!full || others.length > 0) return true;
    full.absorb(thing);
    return false;
  });
}

type LongForms = (short: Thing) => readonly Thing[];

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
