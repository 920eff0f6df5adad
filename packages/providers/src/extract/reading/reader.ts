/** A text in, what it names and says out. Everything here runs in the extractor's thread. */
import type { Mention } from '@zapomni/core/model';
import type { Extraction, FoundEntity, FoundRelation, TextToRead } from '@zapomni/core/ports';
import { findNames } from '../names/find-names.ts';
import { findThings } from '../patterns/find-things.ts';
import { findRelations } from '../relations/find-relations.ts';
import { toBlocks } from './blocks.ts';
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
  const things = findThings(text);
  const pieces = [...toPieces(toReadable(text, things))];
  const sentences = pieces.flatMap((piece) => tagger.tag(piece.text, piece.start));
  const places = new Set(things.map(({ start }) => start));
  const names = findNames(sentences, tagger, (word: Word) => places.has(word.start));
  const entities: FoundEntity[] = [...things, ...names]
    .sort((a, b) => a.start - b.start)
    .map(({ type, start, end, confidence }) => ({ type, name: text.slice(start, end), start, end, confidence }));
  return { entities, relations: findRelations({ text, at, sentences, entities }) };
}
