/** From what was found passage by passage to the things of the whole memory: one for each id. */
import { typeKey, type PassageSpan } from '../../../model/index.ts';
import type { Extraction, FoundEntity } from '../../../ports/index.ts';
import { yieldToEventLoop } from '../../within.ts';
import { plainName } from './name-forms.ts';
import { isNameable, Thing, type Place } from './thing.ts';

/** A page that names more has lists or tables, and the surest names say what it is about. */
const MOST_PLACES_IN_PASSAGE = 200;
const PASSAGES_BETWEEN_BREATHS = 64;

/**
 * Names less sure than `minConfidence` are passed over, unless one of the relations needs them: what is surely said of a name
 * shows that it is one. Offsets that cut out nothing are passed over too.
 */
export async function gatherThings(
  passages: readonly PassageSpan[],
  extractions: readonly Extraction[],
  minConfidence: number,
): Promise<Thing[]> {
  const things = new Map<string, Thing>();
  for (const [i, passage] of passages.entries()) {
    if (i % PASSAGES_BETWEEN_BREATHS === PASSAGES_BETWEEN_BREATHS - 1) await yieldToEventLoop();
    for (const find of surest(extractions[i] ?? NOTHING, minConfidence)) {
      if (isWithin(find.entity, passage)) addFind(things, find, { index: i, start: passage.start });
    }
  }
  return [...things.values()];
}

interface Find {
  readonly entity: FoundEntity;
  /** Place in the extraction, which relations speak of. */
  readonly index: number;
}

const NOTHING: Extraction = { entities: [], relations: [] };

function surest({ entities, relations }: Extraction, minConfidence: number): Find[] {
  const related = new Set(relations.flatMap(({ source, target }) => [source, target]));
  const isSure = ({ entity, index }: Find): boolean =>
    entity.confidence > 0 && (entity.confidence >= minConfidence || related.has(index)) && isNameable(entity);
  const finds = entities.map((entity, index) => ({ entity, index })).filter(isSure);
  if (finds.length <= MOST_PLACES_IN_PASSAGE) return finds;
  const best = finds.toSorted((one, other) => other.entity.confidence - one.entity.confidence);
  return best.slice(0, MOST_PLACES_IN_PASSAGE).toSorted((one, other) => one.index - other.index);
}

function isWithin({ start, end }: FoundEntity, passage: PassageSpan): boolean {
  return start >= 0 && start < end && passage.start + end <= passage.end;
}

function addFind(things: Map<string, Thing>, { entity, index }: Find, passage: { index: number; start: number }): void {
  const fresh = new Thing({ type: entity.type, name: plainName(entity.name, typeKey(entity.type)) });
  const thing = things.get(fresh.id) ?? fresh;
  things.set(thing.id, thing);
  thing.places.push(toPlace(entity, index, passage));
  for (const alias of entity.aliases ?? []) thing.addAlias(alias);
}

function toPlace(entity: FoundEntity, found: number, passage: { index: number; start: number }): Place {
  const { start, end, confidence } = entity;
  return { passage: passage.index, found, start: passage.start + start, end: passage.start + end, confidence };
}
