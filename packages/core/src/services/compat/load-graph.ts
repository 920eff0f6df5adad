/** The graph out of the store, whole or what some names are in, in the order in which it was made. */
import type { GraphCalls } from '../../app/graph.ts';
import type { MemoryCalls } from '../../app/memories.ts';
import type { MemorySummary, Metadata, MetadataCondition } from '../../model/index.ts';
import type { KnowledgeGraph, KnowledgeRelation } from './knowledge-graph.ts';
import { RECORD_KINDS, SERVER_MEMORY, toRecord, type EntityFacts, type KnowledgeRecord } from './records.ts';

/** What the graph is kept with. */
export interface KnowledgeApp {
  readonly memories: Pick<MemoryCalls, 'add' | 'areForgotten' | 'delete' | 'list' | 'many'>;
  readonly graph: Pick<GraphCalls, 'assertEntities' | 'link' | 'subgraph' | 'removeEntities'>;
}

export interface LoadedEntity extends EntityFacts {
  readonly memoryId: string;
  readonly otherFields?: Metadata;
  readonly observations: { readonly memoryId: string; readonly content: string }[];
}

export interface LoadedRelation extends KnowledgeRelation {
  readonly memoryId: string;
  readonly otherFields?: Metadata;
}

export interface LoadedGraph {
  /** By name. */
  readonly entities: ReadonlyMap<string, LoadedEntity>;
  readonly relations: readonly LoadedRelation[];
}

type Kept = KnowledgeRecord & { readonly memoryId: string; readonly createdAt: number };
type RecordKind = (typeof RECORD_KINDS)[number];

/** Which records: the store finds them, so that what is read grows with the answer and not with the graph. */
interface Wanted {
  readonly kinds: readonly RecordKind[];
  readonly metadata?: readonly MetadataCondition[];
}

const PAGE = 1000;

export async function loadGraph(
  app: KnowledgeApp,
  workspace: string,
  kinds: readonly RecordKind[] = RECORD_KINDS,
): Promise<LoadedGraph> {
  return assemble(await loadRecords(app, workspace, { kinds }));
}

/** The entities of these names that there are, with their observations unless only entities are asked for. */
export async function loadEntities(
  app: KnowledgeApp,
  workspace: string,
  names: Iterable<string>,
  kinds: readonly RecordKind[] = ['entity', 'observation'],
): Promise<LoadedGraph['entities']> {
  return assemble(await loadRecords(app, workspace, { kinds, metadata: [isOneOf('entity', names)] })).entities;
}

/** Relations that begin or end at one of the names. */
export async function loadRelations(
  app: KnowledgeApp,
  workspace: string,
  names: Iterable<string>,
): Promise<LoadedRelation[]> {
  const all = new Set(names);
  const load = (field: 'from' | 'to') =>
    loadRecords(app, workspace, { kinds: ['relation'], metadata: [isOneOf(field, all)] });
  const [leaving, coming] = await Promise.all([load('from'), load('to')]);
  const seen = new Set(leaving.map(({ memoryId }) => memoryId));
  const others = coming.filter(({ memoryId }) => !seen.has(memoryId));
  return [...assemble([...leaving, ...others].toSorted(byAge)).relations];
}

/** Relations from one of these names to one of those. */
export async function loadRelationsBetween(
  app: KnowledgeApp,
  workspace: string,
  ends: readonly KnowledgeRelation[],
): Promise<readonly LoadedRelation[]> {
  const metadata = (['from', 'to'] as const).map((field) =>
    isOneOf(
      field,
      ends.map((relation) => relation[field]),
    ),
  );
  return assemble(await loadRecords(app, workspace, { kinds: ['relation'], metadata })).relations;
}

function isOneOf(field: string, names: Iterable<string>): MetadataCondition {
  return { field, op: 'in', value: [...new Set(names)] };
}

function assemble(records: readonly Kept[]): LoadedGraph {
  const entities = new Map<string, LoadedEntity>();
  const relations: LoadedRelation[] = [];
  const observations: Extract<Kept, { kind: 'observation' }>[] = [];
  for (const record of records) {
    if (record.kind === 'observation') observations.push(record);
    else if (record.kind === 'relation') relations.push(record);
    else if (!entities.has(record.name)) entities.set(record.name, { ...record, observations: [] });
  }
  for (const { entity, memoryId, content } of observations)
    entities.get(entity)?.observations.push({ memoryId, content });
  return { entities, relations };
}

/** As clients see it. */
export function toKnowledge({ entities, relations }: LoadedGraph): KnowledgeGraph {
  return {
    entities: [...entities.values()].map(({ name, entityType, observations }) => ({
      name,
      entityType,
      observations: observations.map(({ content }) => content),
    })),
    relations: relations.map(({ from, to, relationType }) => ({ from, to, relationType })),
  };
}

async function loadRecords(app: KnowledgeApp, workspace: string, wanted: Wanted): Promise<Kept[]> {
  const kept: Kept[] = [];
  let cursor: string | undefined;
  do {
    const filter = { sources: [SERVER_MEMORY], ...wanted };
    const { items, next } = await app.memories.list({ workspace, filter, limit: PAGE, cursor });
    const texts = await longTexts(app, workspace, items);
    for (const summary of items) {
      const record = toRecord({ ...summary, text: texts.get(summary.id) ?? summary.preview });
      if (record) kept.push({ ...record, memoryId: summary.id, createdAt: summary.createdAt });
    }
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return kept.toSorted(byAge);
}

/** Only observations are read from the text; a short one is all in the preview. */
async function longTexts(
  app: KnowledgeApp,
  workspace: string,
  summaries: readonly MemorySummary[],
): Promise<ReadonlyMap<string, string>> {
  const cut = summaries.filter(({ kind, preview, length }) => kind === 'observation' && preview.length < length);
  if (cut.length === 0) return new Map();
  const memories = await app.memories.many(
    workspace,
    cut.map(({ id }) => id),
  );
  return new Map(memories.map(({ id, text }) => [id, text]));
}

/** Ids of one moment are in the order they were given. */
function byAge(a: Kept, b: Kept): number {
  return a.createdAt - b.createdAt || (a.memoryId < b.memoryId ? -1 : 1);
}
