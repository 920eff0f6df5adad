/**
 * From what was found in a memory's passages to what the memory says:
 *
 *   finds ── one thing per id ── one type per name ── short forms ── what is known ── relations between the things
 */
import { LONGEST_TYPE, relationType } from '../../../model/index.ts';
import type { Extraction, FoundRelation, MemoryToRead, ExtractionRules, ReadRelation } from '../../../ports/index.ts';
import { MENTIONED_WITH } from '../related/mentioned-with.ts';
import { gatherThings } from './gather-things.ts';
import type { VoteDeps } from '../votes/vote-records.ts';
import { followKnown } from './known-things.ts';
import { unifyTypes } from './one-type.ts';
import { linksIn, relateLinks } from './note-links.ts';
import { joinShortForms } from './short-forms.ts';
import { recordsRelation, subjectOf } from './subject.ts';
import type { Thing } from './thing.ts';
import { validityOf } from './valid-time.ts';

export interface ThingRelation extends Omit<ReadRelation, 'source' | 'target'> {
  readonly from: Thing;
  readonly to: Thing;
}

export interface Resolved {
  readonly things: readonly Thing[];
  readonly relations: readonly ThingRelation[];
}

const MOST_RELATIONS_IN_PASSAGE = 100;

/** `extractions` has one for each passage of the memory, in order. */
export async function resolveMemory(
  deps: VoteDeps,
  memory: MemoryToRead,
  extractions: readonly Extraction[],
  { mode, minConfidence }: ExtractionRules,
): Promise<Resolved> {
  if (recordsRelation(memory)) return { things: [], relations: [] };
  const sure = extractions.map(({ entities, relations }) => ({
    entities,
    relations: relations.filter(({ confidence }) => confidence > 0 && confidence >= minConfidence),
  }));
  const subject = subjectOf(memory);
  const links = subject.length === 0 ? [] : linksIn(memory);
  const linked = links.map(({ thing }) => thing);
  const found = [...subject, ...linked, ...(await gatherThings(memory.passages, sure, minConfidence))];
  const things = await followKnown(deps, memory.workspace, joinShortForms(unifyTypes(found)));
  if (mode === 'entities_only') return { things, relations: [] };
  const thingAt = placesOf(things);
  const said = relate(
    memory,
    thingAt,
    sure.map((extraction) => extraction.relations),
  );
  const relations = withoutRepeats([...relateLinks(memory, links, thingAt), ...said]);
  return { things: mode === 'relationships_only' ? relatedOnly(things, relations) : things, relations };
}

type ThingAt = (passage: number, found: number) => Thing | undefined;

function placesOf(things: readonly Thing[]): ThingAt {
  const places = new Map(
    things.flatMap((thing) => thing.places.map(({ passage, found }) => [`${passage} ${found}`, thing] as const)),
  );
  return (passage, found) => places.get(`${passage} ${found}`);
}

function relate(memory: MemoryToRead, thingAt: ThingAt, found: readonly (readonly FoundRelation[])[]): ThingRelation[] {
  return found.flatMap((relations, i) => surest(relations).flatMap((one) => toThingRelation(memory, one, i, thingAt)));
}

function surest(relations: readonly FoundRelation[]): readonly FoundRelation[] {
  if (relations.length <= MOST_RELATIONS_IN_PASSAGE) return relations;
  return relations.toSorted((one, other) => other.confidence - one.confidence).slice(0, MOST_RELATIONS_IN_PASSAGE);
}

/** None when an end was too unsure to keep, both ends are one, nothing is said but that they stand together, or it never held. */
function toThingRelation(
  memory: MemoryToRead,
  relation: FoundRelation,
  passage: number,
  thingAt: ThingAt,
): ThingRelation[] {
  const [from, to] = [relation.source, relation.target].map((end) => thingAt(passage, end));
  const type = relationType(relation.type);
  const validity = validityOf(relation, memory);
  const span = memory.passages[passage];
  const isSound = type !== '' && type !== MENTIONED_WITH && type.length <= LONGEST_TYPE && from?.id !== to?.id;
  if (!from || !to || !validity || !span || !isSound) return [];
  const end = Math.min(span.end, span.start + relation.end);
  const start = Math.min(end, span.start + Math.max(0, relation.start));
  return [{ from, to, type, start, end, confidence: Math.min(1, relation.confidence), ...validity }];
}

/** Passages overlap, so that the same words may be read twice. */
function withoutRepeats(relations: readonly ThingRelation[]): ThingRelation[] {
  const seen = new Map<string, ThingRelation>();
  for (const relation of relations) {
    const { from, type, to, start, end, confidence } = relation;
    const words = [from.id, type, to.id, start, end].join('\t');
    if (confidence > (seen.get(words)?.confidence ?? -1)) seen.set(words, relation);
  }
  return [...seen.values()];
}

function relatedOnly(things: readonly Thing[], relations: readonly ThingRelation[]): Thing[] {
  const related = new Set(relations.flatMap(({ from, to }) => [from, to]));
  return things.filter((thing) => related.has(thing));
}
