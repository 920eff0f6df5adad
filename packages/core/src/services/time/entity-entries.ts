/** What is known of an entity, on a timeline: each piece of evidence for a relation of its, and each memory that mentions it. */
import type { Entity, Evidence, Relation } from '../../model/index.ts';
import type { Storage } from '../../ports/index.ts';
import { namesOf, textsOf, toSnippet } from '../graph/related/relation-views.ts';
import type { NamedEntity } from '../graph/related/request.ts';
import { toMemoryEntry } from './memory-entries.ts';
import type { TimelineEntry } from './request.ts';

const MOST_RELATIONS = 200;
const EVIDENCE_OF_EACH = 20;
const MOST_MENTIONS = 200;

/** Bounded: of an entity with more, the strongest relations and the latest mentions. The latest first. */
export async function entriesAbout(
  storage: Storage,
  entity: Entity,
  knownAt: number | undefined,
): Promise<TimelineEntry[]> {
  const [relations, mentions] = await Promise.all([
    relationEntries(storage, entity, knownAt),
    mentionEntries(storage, entity),
  ]);
  return [...relations, ...mentions].toSorted(
    (one, other) => other.from - one.from || other.recordedAt - one.recordedAt,
  );
}

async function relationEntries(
  storage: Storage,
  { workspace, id }: Entity,
  knownAt: number | undefined,
): Promise<TimelineEntry[]> {
  const query = { whenever: true, limit: MOST_RELATIONS, ...(knownAt === undefined ? {} : { knownAt }) };
  const { relations } = await storage.graph.neighbours(workspace, [id], query);
  const evidence = await Promise.all(
    relations.map((relation) => storage.graph.evidence(workspace, relation.id, EVIDENCE_OF_EACH)),
  );
  const believed = evidence.map((pieces) => pieces.filter((piece) => isBelieved(piece, knownAt)));
  const [names, textOf] = await Promise.all([
    namesOf(storage, workspace, relations),
    textsOf(storage, workspace, believed.flat()),
  ]);
  return relations.flatMap((relation, i) =>
    (believed[i] ?? []).map((piece) => toRelationEntry(relation, { piece, names, text: textOf(piece) })),
  );
}

function isBelieved({ recordedAt, recordedTo }: Evidence, knownAt: number | undefined): boolean {
  if (knownAt === undefined) return recordedTo === null;
  return recordedAt <= knownAt && (recordedTo === null || recordedTo > knownAt);
}

/** One piece of evidence is shown as the relation it would be by itself. */
function toRelationEntry(
  { id, source, type, target }: Relation,
  { piece, names, text }: { piece: Evidence; names: (id: string) => NamedEntity; text: string | undefined },
): TimelineEntry {
  const { validFrom, validTo, recordedAt, recordedTo, confidence: strength } = piece;
  const evidence = [toSnippet(piece, text)];
  const view = {
    id,
    source: names(source),
    type,
    target: names(target),
    strength,
    evidenceCount: 1,
    validFrom,
    validTo,
  };
  return { kind: 'relation', from: validFrom, until: validTo, recordedAt, recordedTo, relation: { ...view, evidence } };
}

async function mentionEntries({ graph, memories }: Storage, { workspace, id }: Entity): Promise<TimelineEntry[]> {
  const { items } = await graph.mentionsOf(workspace, id, { limit: MOST_MENTIONS });
  const ids = [...new Set(items.map(({ memoryId }) => memoryId))];
  return (await memories.summaries(workspace, ids)).map(toMemoryEntry);
}
