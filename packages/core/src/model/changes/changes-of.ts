/**
 * What writes change, as the change log names it. The engines and the bus of events both go by this, so that one's own
 * changes and those of other processes are told in the same words. Where a write cannot know whether it made a difference,
 * the change is named: one too many costs a look, one too few is missed for good.
 */
import type { RecordName, TransferRecord } from '../transfer/records.ts';
import { changeTo, changeToWorkspace, type StoreChange } from './store-change.ts';

interface Draft {
  readonly workspace: string;
  readonly supersedes: string | null;
}

/** A record, by its collection and its key there. */
interface Named {
  readonly collection: string;
  readonly key: string;
}

interface Outcome {
  readonly id: string;
  readonly status: 'stored' | 'duplicate';
}

/** A workspace that comes with its first memory is told by that memory. */
export function changesOfAddition(
  drafts: readonly Draft[],
  stored: readonly Outcome[],
  records: readonly Named[] = [],
): StoreChange[] {
  const added = drafts.flatMap((draft, i) => (stored[i]?.status === 'stored' ? [{ ...draft, id: stored[i].id }] : []));
  const memories = [...Map.groupBy(added, ({ workspace }) => workspace)].flatMap(([workspace, some]) => [
    ...changeTo(
      'memory.added',
      workspace,
      some.map(({ id }) => id),
    ),
    ...changeTo(
      'memory.changed',
      workspace,
      some.flatMap(({ supersedes }) => supersedes ?? []),
    ),
  ]);
  // Memories that records are written with are all of one workspace.
  return [...memories, ...changesOfRecordWrites(drafts[0]?.workspace ?? '', records)];
}

export function changesOfUpdate(workspace: string, id: string, records: readonly Named[] = []): StoreChange[] {
  return [...changeTo('memory.changed', workspace, [id]), ...changesOfRecordWrites(workspace, records)];
}

/** Records go with their memories; which they were is not known. */
export function changesOfRemovedMemories(
  workspace: string,
  ids: readonly string[],
  receipt: { readonly records: number },
  records: readonly Named[] = [],
): StoreChange[] {
  const gone: StoreChange[] = receipt.records > 0 ? [{ kind: 'record.changed', workspace, ids: [] }] : [];
  const written = changesOfRecordWrites(workspace, records);
  return [...changeTo('memory.removed', workspace, ids), ...(gone.length > 0 ? gone : written)];
}

/** Of emptying a workspace, by what the receipt says went. */
export function changesOfErasure(
  workspace: string,
  { memories, entities, records }: { readonly memories: number; readonly entities: number; readonly records: number },
): StoreChange[] {
  return memories + entities + records > 0 ? changeToWorkspace('workspace.cleared', workspace) : [];
}

/** Of records that were put or deleted, named by collection and key. */
export function changesOfRecordWrites(workspace: string, writes: readonly Named[]): StoreChange[] {
  return changeTo(
    'record.changed',
    workspace,
    writes.map(({ collection, key }) => `${collection}/${key}`),
  );
}

/** Of items of work that were queued, taken, ended or given back. */
export function changesOfWork(
  items: readonly { readonly id: string; readonly workspace: string | null }[],
): StoreChange[] {
  return [...Map.groupBy(items, ({ workspace }) => workspace)].flatMap(([workspace, some]) =>
    changeTo(
      'work.changed',
      workspace,
      some.map(({ id }) => id),
    ),
  );
}

/** Items that ended long ago are forgotten; nobody knows which they were. */
export const WORK_FORGOTTEN: StoreChange = { kind: 'work.changed', workspace: null, ids: [] };

/** Of held items of which their holder said how far they have got; a lease that was only kept is no change. */
export function changesOfProgress(
  still: readonly { readonly id: string }[],
  told: readonly { readonly id: string; readonly progress?: unknown }[],
): StoreChange[] {
  const held = new Set(still.map(({ id }) => id));
  const gotOn = told.filter(({ id, progress }) => progress !== undefined && held.has(id));
  return changeTo(
    'work.changed',
    null,
    gotOn.map(({ id }) => id),
  );
}

interface Ends {
  readonly source: string;
  readonly target: string;
}

export function changesOfRelations(workspace: string, relations: readonly Ends[]): StoreChange[] {
  return changeTo(
    'graph.changed',
    workspace,
    relations.flatMap(({ source, target }) => [source, target]),
  );
}

/** Of the relation with this id, which names its ends. */
export function changesOfRelation(workspace: string, relationId: string): StoreChange[] {
  const [source = '', , target = ''] = relationId.split('\t');
  return changesOfRelations(workspace, [{ source, target }]);
}

export function changesOfMerge(
  workspace: string,
  { into, from }: { readonly into: string; readonly from: string },
): StoreChange[] {
  return changeTo('graph.changed', workspace, [into, from]);
}

/** Memories that were moved in are told as changed, whether or not they were there. */
export function changesOfRecords(records: readonly TransferRecord[]): StoreChange[] {
  const placed = records.flatMap((record) => ('workspace' in record ? [record] : []));
  return [...Map.groupBy(placed, ({ workspace }) => workspace)].flatMap(([workspace, some]) => [
    ...(some.some(({ kind }) => kind === 'workspace') ? changeToWorkspace('workspace.created', workspace) : []),
    ...changeTo(
      'memory.changed',
      workspace,
      some.flatMap((record) => (record.kind === 'memory' ? [record.id] : [])),
    ),
    ...changeTo('graph.changed', workspace, some.flatMap(entitiesOf)),
    ...changesOfRecordWrites(
      workspace,
      some.flatMap((record) => (record.kind === 'record' ? [record] : [])),
    ),
  ]);
}

/** Those that a record is about; a memory's own are told with the memory. */
function entitiesOf(record: TransferRecord): string[] {
  switch (record.kind) {
    case 'entity':
      return [record.id];
    case 'merge':
      return [record.into, record.from];
    case 'assertion':
      return [record.source, record.target];
    default:
      return [];
  }
}

/** Of records that were taken away. The names of a workspace's records begin with its id. */
export function changesOfRemoval(names: readonly RecordName[]): StoreChange[] {
  const placed = names.filter(({ kind }) => kind !== 'setting');
  return [...Map.groupBy(placed, ({ key: [workspace = ''] }) => workspace)].flatMap(([workspace, some]) => [
    ...changeTo(
      'memory.removed',
      workspace,
      some.flatMap(({ kind, key: [, id = ''] }) => (kind === 'memory' ? [id] : [])),
    ),
    ...changeTo('graph.changed', workspace, some.flatMap(entitiesNamed)),
    ...changesOfRecordWrites(
      workspace,
      some.flatMap(({ kind, key: [, collection = '', key = ''] }) => (kind === 'record' ? [{ collection, key }] : [])),
    ),
    ...(some.some(({ kind }) => kind === 'workspace') ? changeToWorkspace('workspace.removed', workspace) : []),
  ]);
}

function entitiesNamed({ kind, key: [, first = '', second = '', third = ''] }: RecordName): string[] {
  switch (kind) {
    case 'entity':
      return [first];
    case 'merge':
      return [second];
    case 'assertion':
      return [first, third];
    default:
      return [];
  }
}
