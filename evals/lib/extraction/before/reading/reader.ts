/** A text in, what it names and says out. Everything here runs in the extractor's thread. */
import type { Mention } from '@zapomni/core/model';
import type { Extraction, FoundEntity, FoundRelation, TextToRead } from '@zapomni/core/ports';
import { findNames } from '../names/find-names.ts';
import { withYears } from '../names/with-years.ts';
import { typeByCompany } from '../names/by-company.ts';
import { resolveNames, type ResolvedName } from '../names/resolve.ts';
import { findThings } from '../../../../../packages/providers/src/extract/patterns/find-things.ts';
import type { Thing } from '../../../../../packages/providers/src/extract/patterns/pattern.ts';
import { findRelations } from '../relations/find-relations.ts';
import { toBlocks } from '../../../../../packages/providers/src/extract/blocks.ts';
import { toPieces, toReadable } from './pieces.ts';
import { createTagger, type Tagger } from './tagger.ts';
import type { Word } from './words.ts';

export interface Reader {
  /** Stops early, with what it has, once `isWanted` says no. */
  read(text: TextToRead, isWanted: () => boolean): Extraction;
}

/** Loads the language model. */
export function createReader(): Reader {
  const tagger = createTagger();
  return { read: (text, isWanted) => readText(text, tagger, isWanted) };
}

function readText({ text, at }: TextToRead, tagger: Tagger, isWanted: () => boolean): Extraction {
  const entities: FoundEntity[] = [];
  const relations: FoundRelation[] = [];
  for (const block of toBlocks(text)) {
    if (!isWanted()) break;
    const read = readBlock({ text: block.text, at }, tagger);
    const first = entities.length;
    for (const entity of read.entities) entities.push(moved(entity, block.start));
    for (const { source, target, ...relation } of read.relations)
      relations.push({ ...moved(relation, block.start), source: source + first, target: target + first });
  }
  return { entities, relations };
}

function moved<Place extends Mention>(place: Place, by: number): Place {
  return { ...place, start: place.start + by, end: place.end + by };
}

function readBlock({ text, at }: TextToRead, tagger: Tagger): Extraction {
  const found = findThings(text);
  const pieces = [...toPieces(toReadable(text, found))];
  const sentences = pieces.flatMap((piece) => tagger.tag(piece.text, piece.start));
  const places = new Set(found.map(({ start }) => start));
  const all = findNames(sentences, tagger, (word: Word) => places.has(word.start));
  const { things, names } = withYears(found, typeByCompany(all, text), text);
  const { entities, same } = toEntities(text, things, resolveNames(names, text));
  return { entities, relations: findRelations({ text, at, sentences, entities, same }) };
}

/** In the order of the text. `same` is, for each, the fullest that means the same. */
function toEntities(
  text: string,
  things: readonly Thing[],
  names: readonly ResolvedName[],
): { entities: FoundEntity[]; same: number[] } {
  const all: (Thing & Partial<Pick<ResolvedName, 'same' | 'aliases'>>)[] = [...things, ...names].sort(
    (a, b) => a.start - b.start,
  );
  const places = new Map<object | undefined, number>(all.map((one, place) => [one, place]));
  const entities = all.map(({ type, start, end, confidence, aliases = [] }) => ({
    type,
    name: text.slice(start, end),
    ...(aliases.length > 0 ? { aliases } : {}),
    start,
    end,
    confidence,
  }));
  const same = all.map((one, place) => places.get(one.same === undefined ? one : names[one.same]) ?? place);
  return { entities, same };
}
