/** What is known of an entity, on a timeline: each piece of evidence for a relation of its, and each memory that mentions it. */
import type { Entity, Evidence, Relation } from '../../model/index.ts';
import type { Storage } from '../../ports/index.ts';
import { namesOf, textsOf, toSnippet } from '../graph/related/relation-views.ts';
import type { NamedEntity } from '../graph/related/related-request.ts';
import { toMemoryEntry } from './memory-entries.ts';
import type { TimelineEntry } from './time-request.ts';

const MOST_RELATIONS = 200;
const EVIDENCE_OF_EACH = 20;
const MOST_MENTIONS = 200;

/** Bounded: of an entity with more, the strongest relations and the latest mentions. The latest first. */
export async function entriesAbout(
  storage: Storage,
  entity: Entity,
  knownAt: number | undefined,
): Promise<TimelineEntry[]> {
  const known = await believedRelations(storage, entity, knownAt);
  const entries = [
    ...(await relationEntries(storage, known, entity.workspace)),
    ...(await memoryEntries(storage, known, entity)),
  ];
  return entries.toSorted((one, other) => other.from - one.from || other.recordedAt - one.recordedAt);
}

interface KnownRelation {
  readonly relation: Relation;
  readonly evidence: readonly Evidence[];
}

async function believedRelations(
  { graph }: Storage,
  { workspace, id }: Entity,
  knownAt: number | undefined,
): Promise<KnownRelation[]> {
  const query = { whenever: true, limit: MOST_RELATIONS, ...(knownAt === undefined ? {} : { knownAt }) };
  const { relations } = await graph.neighbours(workspace, [id], query);
  return Promise.all(
    relations.map(async (relation) => {
      const pieces = await graph.evidence(workspace, relation.id, EVIDENCE_OF_EACH);
      return { relation, evidence: pieces.filter((piece) => isBelieved(piece, knownAt)) };
    }),
  );
}

async function relationEntries(
  storage: Storage,
  known: readonly KnownRelation[],
  workspace: string,
): Promise<TimelineEntry[]> {
  const [names, textOf] = await Promise.all([
    namesOf(
      storage,
      workspace,
      known.map(({ relation }) => relation),
    ),
    textsOf(
      storage,
      workspace,
      known.flatMap(({ evidence }) => evidence),
    ),
  ]);
  return known.flatMap(({ relation, evidence }) =>
    evidence.map((piece) => toRelationEntry(relation, { piece, names, text: textOf(piece) })),
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

/** Those that mention it now, and those that say what was so of it. */
async function memoryEntries(
  { graph, memories }: Storage,
  known: readonly KnownRelation[],
  { workspace, id }: Entity,
): Promise<TimelineEntry[]> {
  const { items } = await graph.mentionsOf(workspace, id, { limit: MOST_MENTIONS });
  const sources = known.flatMap(({ evidence }) => evidence.flatMap(({ memoryId }) => memoryId ?? []));
  const ids = [...new Set([...items.map(({ memoryId }) => memoryId), ...sources])];
  return (await memories.summaries(workspace, ids)).map(toMemoryEntry);
}
