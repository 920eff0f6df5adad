/**
 * What a memory says of itself. One that names its subject (`metadata.entity` and `metadata.entity_type`) is about it with
 * every passage, whether or not a passage says the name: "Speaks fluent Spanish" is about Ada.
 */
import type { MemoryToRead } from '../../../ports/index.ts';
import { aliasesIn } from './note-links.ts';
import { isNameable, Thing } from './thing.ts';

/** For finds that no extraction has. */
const NOWHERE = -1;

export function subjectOf({ metadata, passages }: MemoryToRead): Thing[] {
  const { entity: name, entity_type: type } = metadata;
  if (typeof name !== 'string' || typeof type !== 'string' || !isNameable({ name, type })) return [];
  const thing = new Thing({ name, type });
  for (const alias of aliasesIn({ metadata })) thing.addAlias(alias);
  for (const [passage, { start, end }] of passages.entries())
    thing.places.push({ passage, found: NOWHERE, start, end, confidence: 1 });
  return [thing];
}

/** The memory only records a relation that was asserted: the graph has it already, in the caller's own words. */
export function recordsRelation({ metadata: { from, relation_type: type, to } }: MemoryToRead): boolean {
  return [from, type, to].every((part) => typeof part === 'string');
}
