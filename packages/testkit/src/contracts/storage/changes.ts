/** What one storage learns of what another did to the same data. */
import type { ChangeKind, StoreChange } from '@zapomni/core/model';
import type { RecordPut, Storage } from '@zapomni/core/ports';
import { expect } from 'vitest';
import { ACME, ADA, ids as entity, LONDON, tellOffice, WORKS } from '../graph/fixtures.ts';
import { addOne, addVectors, memory, NOW, textPatch, unit, WORKSPACE, type Clause } from './fixtures.ts';
import { fillStore } from './transfer-fixtures.ts';
import { addWork, claimOne, DONE, LEASE } from './work-fixtures.ts';

const LATER = NOW + 1;

/** The contract opens its stores with a log of this length, so that a clause can fill it. */
export const KEPT_CHANGES = 40;

export function changeClauses(clause: Clause): void {
  clause('the beginning is a position, and nothing has happened since', async ({ storage, open }) => {
    await addOne(open(), memory('before'));
    const { position, changes, complete } = await storage.changes.since(null);
    expect({ changes, complete }).toEqual({ changes: [], complete: true });
    expect(await storage.changes.since(position)).toEqual({ position, changes: [], complete: true });
  });

  clause('every change to memories that another makes is told, once and in order, with their ids', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    const first = await addOne(other, memory('first'));
    await other.memories.update(WORKSPACE, first.id, { tags: ['only a tag'] }, LATER);
    await other.memories.update(WORKSPACE, first.id, { text: textPatch('another text') }, LATER);
    expect(await tell()).toEqual([
      told('memory.added', first.id),
      told('memory.changed', first.id),
      told('memory.changed', first.id),
    ]);
    const second = await addOne(other, memory('second', { supersedes: first.id }));
    expect(await tell()).toEqual([told('memory.added', second.id), told('memory.changed', first.id)]);
    await other.memories.remove(WORKSPACE, [second.id], LATER);
    await other.memories.clear(WORKSPACE, LATER);
    expect(await tell()).toEqual([told('memory.removed', second.id), told('workspace.cleared')]);
    expect(await tell()).toEqual([]);
  });

  clause('more than can be named are told without names', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    const many = Array.from({ length: 100 }, (_, n) => memory(`m${n}`, { passages: [] }));
    await other.memories.add(many, NOW);
    await other.memories.add(
      [...many.map(({ id }) => memory(`after ${id}`, { supersedes: id })), memory('one more')],
      NOW,
    );
    const ids = many.map(({ id }) => id);
    expect(await tell()).toEqual([told('memory.added', ...ids), told('memory.added'), told('memory.changed', ...ids)]);
  });

  clause('workspaces that come and go are told', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    await other.workspaces.create({ id: 'project', name: 'Project', description: '', createdAt: NOW });
    await addOne(other, memory('something', { workspace: 'project' }));
    await tell();
    await other.workspaces.remove('project', LATER);
    await other.workspaces.create({ id: 'project', name: 'Project', description: '', createdAt: NOW });
    const whole = { workspace: 'project', ids: [] };
    expect(await tell()).toEqual([
      { kind: 'workspace.removed', ...whole },
      { kind: 'workspace.created', ...whole },
    ]);
  });

  clause('what is read from memories and asserted of entities is told', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    const { id } = await tellOffice(other);
    expect(await tell()).toEqual([told('memory.added', id), told('memory.extracted', id)]);
    await other.graph.assertEntities(WORKSPACE, [ADA, LONDON], LATER);
    const likes = { source: entity.ada, type: 'LIKES', target: entity.london, confidence: 1, memoryId: null };
    const [relation = ''] = await other.graph.assertRelations(
      WORKSPACE,
      [{ ...likes, validFrom: NOW, validTo: null }],
      LATER,
    );
    await other.graph.retractRelation(WORKSPACE, relation, LATER, LATER);
    const merge = await other.graph.merge(WORKSPACE, entity.acme, entity.london, LATER);
    await other.graph.split(WORKSPACE, merge.id, LATER);
    await other.graph.removeEntities(WORKSPACE, [entity.london], LATER);
    // Names of entities are not left in the log: see `loggedChange`.
    expect(await tell()).toEqual(Array.from({ length: 6 }, () => told('graph.changed')));
  });

  clause('what is moved into a store is told, and what is taken away again', async (harness) => {
    const other = harness.open();
    await fillStore(other);
    const records = await other.transfer.read(null, 1000);
    const tell = await follow(harness.storage);
    await other.transfer.write(records, 'mark');
    const changes = await tell();
    const kinds = new Set(changes.map(({ kind }) => kind));
    expect(kinds).toEqual(
      new Set<ChangeKind>(['workspace.created', 'memory.changed', 'graph.changed', 'record.changed']),
    );
    expect(new Set(changes.map(({ workspace }) => workspace))).toEqual(
      new Set((await other.workspaces.list()).map(({ id }) => id)),
    );
    expect(await other.transfer.remove([{ kind: 'entity', key: [WORKSPACE, 'person:ada'] }])).toBe(1);
    expect(await tell()).toEqual([told('graph.changed')]);
  });

  clause('records are told with their collection, those that go with a memory without names', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    const own = memory('with records');
    const belongs = { memory: own.id };
    await other.memories.add([own], NOW, undefined, [put('notes', 'a', belongs)]);
    await other.records.write(WORKSPACE, [put('notes', 'b'), put('marks', 'c/d')], NOW);
    await other.memories.update(WORKSPACE, own.id, { tags: ['t'] }, LATER, [put('notes', 'a', belongs)]);
    await other.records.write(WORKSPACE, [{ op: 'delete', collection: 'notes', key: 'b' }], LATER);
    await other.memories.remove(WORKSPACE, [own.id], LATER);
    await other.memories.clear(WORKSPACE, LATER);
    expect(await tell()).toEqual([
      told('memory.added', own.id),
      told('record.changed', 'notes/a'),
      told('record.changed', 'notes/b', 'marks/c/d'),
      told('memory.changed', own.id),
      told('record.changed', 'notes/a'),
      told('record.changed', 'notes/b'),
      told('memory.removed', own.id),
      told('record.changed'),
      told('workspace.cleared'),
    ]);
  });

  clause('what becomes of work is told, but not that a lease is kept', async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    const { id } = await addWork(other, { workspace: WORKSPACE });
    await claimOne(other, 'me');
    await other.work.extend('me', [{ id }], NOW + LEASE);
    await other.work.extend('another', [{ id, progress: { done: 1, total: 2, message: '' } }], NOW + LEASE);
    expect(await tell()).toEqual([told('work.changed', id), told('work.changed', id)]);
    await other.work.extend('me', [{ id, progress: { done: 1, total: 2, message: '' } }], NOW + LEASE);
    expect(await tell()).toEqual([{ kind: 'work.changed', workspace: null, ids: [id] }]);
    await other.work.cancel(id, LATER);
    await other.work.settle('me', id, { end: 'cancelled' }, LATER);
    await other.work.settle('me', id, DONE, LATER);
    await other.work.retry(id, LATER);
    expect(await tell()).toEqual(['asked to stop', 'stopped', 'queued anew'].map(() => told('work.changed', id)));
    await other.work.cancel(id, LATER);
    expect(await other.work.prune(LATER + 1)).toBe(1);
    expect(await tell()).toEqual([told('work.changed', id), { kind: 'work.changed', workspace: null, ids: [] }]);
  });

  clause("neither one's own changes are told, nor what failed, nor what made no difference", async (harness) => {
    const other = harness.open();
    const tell = await follow(harness.storage);
    await addVectors(harness.storage, [unit(1, 0)]);
    const keyed = await addOne(harness.storage, memory('mine', { key: 'k' }));
    await addOne(other, memory('mine', { key: 'k' }));
    await expect(other.memories.remove(WORKSPACE, [keyed.id, 'absent'], LATER)).rejects.toThrow();
    await expect(other.workspaces.remove('absent', LATER)).rejects.toThrow();
    await other.memories.clear('absent', LATER);
    await other.graph.retractRelation(WORKSPACE, WORKS, LATER, LATER);
    await other.graph.removeEntities(WORKSPACE, ['person:nobody'], LATER);
    await other.graph.assertEntities(WORKSPACE, [], LATER);
    await other.vectors.put('another-model', [{ passageId: keyed.passageIds[0] ?? 0, vector: unit(0, 1) }]);
    expect(await tell()).toEqual([]);
  });

  clause('whoever is too far behind is told that anything may have changed', async (harness) => {
    const other = harness.open();
    const { id } = await addOne(other, memory('changed often'));
    const { position } = await harness.storage.changes.since(null);
    const change = () => other.memories.update(WORKSPACE, id, { tags: ['again'] }, LATER);
    for (let n = 0; n < KEPT_CHANGES; n++) await change();
    expect((await harness.storage.changes.since(position)).changes).toHaveLength(KEPT_CHANGES);
    await change();
    const late = await harness.storage.changes.since(position);
    expect(late).toMatchObject({ changes: [], complete: false });
    await other.graph.assertEntities(WORKSPACE, [ACME], LATER);
    expect(await harness.storage.changes.since(late.position)).toMatchObject({
      changes: [told('graph.changed')],
      complete: true,
    });
  });
}

function told(kind: ChangeKind, ...ids: readonly string[]): StoreChange {
  return { kind, workspace: WORKSPACE, ids };
}

function put(collection: string, key: string, parent: RecordPut['parent'] = null): RecordPut {
  return { op: 'put', collection, key, value: '1', entries: [], parent, blobs: [] };
}

/** Asks again from where it stopped. */
async function follow(storage: Storage) {
  let { position } = await storage.changes.since(null);
  return async () => {
    const next = await storage.changes.since(position);
    expect(next.complete).toBe(true);
    ({ position } = next);
    return next.changes;
  };
}
