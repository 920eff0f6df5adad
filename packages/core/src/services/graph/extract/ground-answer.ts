/**
 * Makes an extraction of a language model's answer. Nothing is believed that the text does not have: a name that does not occur
 * in it is dropped, and so is a relation between such names. Where a name stands is found here, never taken from the model.
 */
import { entityId, relationType, typeKey } from '../../../model/graph/entity-id.ts';
import type { Extraction, FoundEntity, FoundRelation, TextToRead } from '../../../ports/index.ts';
import { readTime } from '../../../model/time/read-times.ts';
import type { ReadingAnswer } from './reading-answer.ts';

const ENTITY_CONFIDENCE = 0.9;
const RELATION_CONFIDENCE = 0.8;
/** Of one name; a text that repeats it more often says nothing new. */
const MOST_PLACES = 50;
const TYPE = /^[\p{L}\p{N}_]+$/u;

export function groundAnswer(answer: ReadingAnswer, { text, at }: TextToRead): Extraction {
  const entities = groundEntities(answer.entities, text);
  const places = new Map<string, number[]>();
  for (const [i, { name, aliases = [] }] of entities.entries()) {
    for (const form of [name, ...aliases]) places.set(form, [...(places.get(form) ?? []), i]);
  }
  const relations = answer.relations.flatMap((relation) => {
    const ends = nearest(entities, places.get(relation.source), places.get(relation.target));
    const type = relationType(relation.type);
    return ends && type !== ''
      ? [{ ...ends, type, confidence: RELATION_CONFIDENCE, ...validity(relation, text, at) }]
      : [];
  });
  return { entities, relations: distinct(relations) };
}

/** Of names that overlap the longest stays: `Anna` within `Anna Petrova` is not named there. */
function groundEntities(named: ReadingAnswer['entities'], text: string): FoundEntity[] {
  const taken = new Uint8Array(text.length);
  const longestFirst = named.flatMap((one) => mentionsOf(one, text)).sort((a, b) => b.name.length - a.name.length);
  const kept = longestFirst.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start);
}

/** Every place of every form that the text has. */
function mentionsOf({ name, type, aliases }: ReadingAnswer['entities'][number], text: string): FoundEntity[] {
  const key = typeKey(type);
  if (!TYPE.test(key)) return [];
  const forms = [...new Set([name, ...(aliases ?? [])])].map((form) => ({ form, places: placesOf(form, text) }));
  const present = forms.filter(({ places }) => places.length > 0);
  return present.flatMap(({ form, places }) => {
    const others = present.filter((other) => other.form !== form).map((other) => other.form);
    return places.map((start) => ({
      type: key,
      name: form,
      ...(others.length > 0 ? { aliases: others } : {}),
      start,
      end: start + form.length,
      confidence: ENTITY_CONFIDENCE,
    }));
  });
}

/** Where the words stand, not as part of another word. */
function placesOf(words: string, text: string): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(words);
    at >= 0 && places.length < MOST_PLACES;
    at = text.indexOf(words, at + words.length)
  ) {
    if (!isInsideWord(text, at) && !isInsideWord(text, at + words.length)) places.push(at);
  }
  return places;
}

function isInsideWord(text: string, at: number): boolean {
  return /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1)) && at > 0;
}

type Ends = Pick<FoundRelation, 'source' | 'target' | 'start' | 'end'>;

/** The two mentions that stand closest together are what the relation is read from. */
function nearest(
  entities: readonly FoundEntity[],
  sources: readonly number[] = [],
  targets: readonly number[] = [],
): Ends | undefined {
  let best: Ends | undefined;
  for (const source of sources) {
    for (const target of targets) {
      const ends = endsOf(entities, source, target);
      if (ends && (!best || ends.end - ends.start < best.end - best.start)) best = ends;
    }
  }
  return best;
}

function endsOf(entities: readonly FoundEntity[], source: number, target: number): Ends | undefined {
  const [a, b] = [entities[source], entities[target]];
  if (!a || !b || entityId(a) === entityId(b)) return undefined;
  return { source, target, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

function distinct(relations: readonly FoundRelation[]): FoundRelation[] {
  const byKey = new Map(
    relations.map((relation) => [`${relation.source} ${relation.type} ${relation.target}`, relation]),
  );
  return [...byKey.values()].sort((a, b) => a.start - b.start);
}

type Said = ReadingAnswer['relations'][number];

/** Times count only in words that the text has. */
function validity({ since, until }: Said, text: string, at: number): Pick<FoundRelation, 'validFrom' | 'validTo'> {
  const from = toTime(since, text, at)?.from;
  const to = toTime(until, text, at)?.before;
  return { ...(from === undefined ? {} : { validFrom: from }), ...(to === undefined ? {} : { validTo: to }) };
}

function toTime(words: string | null | undefined, text: string, at: number): ReturnType<typeof readTime> {
  return words && text.includes(words) ? readTime(words, at) : null;
}
