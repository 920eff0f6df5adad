/** The whole graph out of the store, in the order in which it was made. */
import type { App } from '../../app.ts';
import type { MemorySummary, Metadata } from '../../model/index.ts';
import type { KnowledgeGraph, KnowledgeRelation } from './knowledge-graph.ts';
import { RECORD_KINDS, SERVER_MEMORY, toRecord, type EntityFacts, type KnowledgeRecord } from './records.ts';

/** What the graph is kept with. */
export type KnowledgeApp = Pick<
  App,
  | 'addMemories'
  | 'deleteMemories'
  | 'listMemories'
  | 'getMemories'
  | 'assertEntities'
  | 'link'
  | 'subgraph'
  | 'removeEntities'
>;

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

type Kept = KnowledgeRecord & { readonly memoryId: string };

const PAGE = 1000;

export async function loadGraph(
  app: KnowledgeApp,
  workspace: string,
  kinds: readonly (typeof RECORD_KINDS)[number][] = RECORD_KINDS,
): Promise<LoadedGraph> {
  const entities = new Map<string, LoadedEntity>();
  const relations: LoadedRelation[] = [];
  const observations: Extract<Kept, { kind: 'observation' }>[] = [];
  for (const record of await loadRecords(app, workspace, kinds)) {
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

async function loadRecords(app: KnowledgeApp, workspace: string, kinds: readonly string[]): Promise<Kept[]> {
  const kept: { readonly summary: MemorySummary; readonly record: Kept }[] = [];
  let cursor: string | undefined;
  do {
    const filter = { sources: [SERVER_MEMORY], kinds };
    const { items, next } = await app.listMemories({ workspace, filter, limit: PAGE, cursor });
    const texts = await longTexts(app, workspace, items);
    for (const summary of items) {
      const record = toRecord({ ...summary, text: texts.get(summary.id) ?? summary.preview });
      if (record) kept.push({ summary, record: { ...record, memoryId: summary.id } });
    }
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return kept.toSorted((a, b) => byAge(a.summary, b.summary)).map(({ record }) => record);
}

/** Only observations are read from the text; a short one is all in the preview. */
async function longTexts(
  app: KnowledgeApp,
  workspace: string,
  summaries: readonly MemorySummary[],
): Promise<ReadonlyMap<string, string>> {
  const cut = summaries.filter(({ kind, preview, length }) => kind === 'observation' && preview.length < length);
  if (cut.length === 0) return new Map();
  const memories = await app.getMemories(
    workspace,
    cut.map(({ id }) => id),
  );
  return new Map(memories.map(({ id, text }) => [id, text]));
}

/** Ids of one moment are in the order they were given. */
function byAge(a: MemorySummary, b: MemorySummary): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
