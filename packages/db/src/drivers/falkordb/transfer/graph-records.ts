/** Entities, merges, and relations that were asserted without a memory: their keys and their records. */
import {
  compareTexts,
  timeKey,
  type AssertionRecord,
  type EntityRecord,
  type MergeRecord,
  type RecordName,
} from '@zapomni/core/model';
import type { Context } from '../context.ts';
import { readMerges } from '../graph/merges-view.ts';
import {
  ASSERTED,
  ENTITY_COLUMNS,
  EVIDENCE_COLUMNS,
  partsOf,
  toEntityRow,
  toEvidenceRow,
  type EvidenceRow,
} from '../graph/rows.ts';
import type { Store } from '../store.ts';
import { byWorkspace, inEveryWorkspace } from './by-workspace.ts';
import { toStates } from './graph-states.ts';

export const entityKeys = byWorkspace({
  query: 'MATCH (e:Entity) WHERE e.id + "" > $id RETURN e.id ORDER BY e.id LIMIT $limit',
  params: ([id = '']) => ({ id }),
  key: ([id]) => [String(id)],
});

/** Merges are few. */
export const mergeKeys = inEveryWorkspace(async ({ store }, graph) => {
  const merges = await readMerges(store, graph);
  return merges.map(({ at, from }) => [timeKey(at), from]);
});

export const assertionKeys = inEveryWorkspace(async ({ store }, graph) => {
  // The engine's index does not find empty texts.
  const rows = await store.read(graph, 'MATCH (v:Evidence) WHERE v.memory + "" = "" RETURN DISTINCT v.rel');
  return rows.map(([rel]) => partsOf(rel as string));
});

type Names = readonly RecordName[];

export async function findEntities(context: Context, names: Names): Promise<EntityRecord[]> {
  return inGraphs(context, names, async (store, graph, workspace, keys) => {
    const query = `UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN ${ENTITY_COLUMNS}`;
    const rows = await store.read(graph, query, { ids: keys.map(([id]) => id) });
    return rows.map(toEntityRow).map(({ id, type, name, asserted, createdAt, forms }) => {
      const aliases = forms.filter(([, giver]) => giver === ASSERTED).map(([form]) => form);
      const facts = { id, type, name, asserted, createdAt };
      return { kind: 'entity', workspace, ...facts, aliases: aliases.toSorted(compareTexts) } as const;
    });
  });
}

export async function findMerges(context: Context, names: Names): Promise<MergeRecord[]> {
  return inGraphs(context, names, async (store, graph, workspace, keys) => {
    const wanted = new Set(keys.map((key) => key.join(' ')));
    const rows = (await readMerges(store, graph)).filter(({ at, from }) => wanted.has([timeKey(at), from].join(' ')));
    return rows.map(({ from, into, at }) => ({ kind: 'merge', workspace, from, into, at }) as const);
  });
}

export async function findAssertions(context: Context, names: Names): Promise<AssertionRecord[]> {
  return inGraphs(context, names, async (store, graph, workspace, keys) => {
    const rows = await assertedOf(
      store,
      graph,
      keys.map((key) => key.join('\t')),
    );
    return Array.from(
      Map.groupBy(rows, ({ rel }) => rel),
      ([rel, pieces]) => {
        const [source, type, target] = partsOf(rel);
        return { kind: 'assertion', workspace, source, type, target, evidence: toStates(pieces) } as const;
      },
    );
  });
}

/** Evidence of the relations that names no memory. */
export async function assertedOf(store: Store, graph: number, rels: readonly string[]): Promise<EvidenceRow[]> {
  const query = `UNWIND $rels AS rel MATCH (v:Evidence {rel: rel}) RETURN ${EVIDENCE_COLUMNS}`;
  const rows = await store.read(graph, query, { rels });
  return rows.map(toEvidenceRow).filter(({ memory }) => memory === ASSERTED);
}

/** Keys without their workspace. */
async function inGraphs<Found>(
  { store, registry }: Context,
  names: Names,
  find: (store: Store, graph: number, workspace: string, keys: readonly (readonly string[])[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const [workspace, some] of Map.groupBy(names, ({ key: [id = ''] }) => id)) {
    const entry = await registry.find(workspace);
    const keys = some.map(({ key: [, ...rest] }) => rest);
    if (entry) found.push(...(await find(store, entry.number, workspace, keys)));
  }
  return found;
}
