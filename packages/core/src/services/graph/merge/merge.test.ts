import type { Entity } from '@zapomni/core/model';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOneEditApart } from './edit-distance.ts';
import { whySame } from './why-same.ts';

describe('merging', () => {
  let store: FilledStore;
  let workspace = '';
  let tests = 0;
  beforeAll(() => {
    store = openFilledStore();
  });
  afterAll(() => store.close());
  beforeEach(() => {
    workspace = `test-${++tests}`;
  });
  const names = async (entity: string) =>
    (await store.app.graph.related({ workspace, entity })).related.map(({ entity: { name } }) => name).toSorted();

  it('makes two one, everywhere, and splitting makes them two as they were', async () => {
    verifies('D012');
    await store.remember(['Alice works for Acme', 'Alice Smith lives in Berlin'], workspace);
    await store.read();
    const before = await store.app.graph.listEntities({ workspace, limit: 10 });
    const { merge, entity } = await store.app.graph.merge({ workspace, into: 'Alice Smith', from: 'person:alice' });
    expect(entity).toEqual({ id: 'person:alice smith', type: 'person', name: 'Alice Smith' });
    for (const name of ['Alice', 'Alice Smith', 'person:alice']) expect(await names(name)).toEqual(['Acme', 'Berlin']);
    const view = await store.app.graph.entity({ workspace, entity: 'Alice' });
    expect(view).toMatchObject({ entity: { merged: ['person:alice'] }, merges: [{ id: merge.id }], mentionsTotal: 2 });
    expect(await store.app.graph.merges(workspace, 10)).toMatchObject([
      { into: 'person:alice smith', from: 'person:alice' },
    ]);

    // What is read meanwhile belongs to the one that it names.
    await store.remember(['Alice knows Bob'], workspace);
    await store.read();
    expect(await names('Alice Smith')).toEqual(['Acme', 'Berlin', 'Bob']);
    const split = await store.app.graph.split({ workspace, mergeId: merge.id });
    expect([split.into.name, split.from.name]).toEqual(['Alice Smith', 'Alice']);
    expect(await names('Alice')).toEqual(['Acme', 'Bob']);
    expect(await names('Alice Smith')).toEqual(['Berlin']);
    const after = await store.app.graph.listEntities({ workspace, limit: 10 });
    expect(after.items.map(({ id }) => id).filter((id) => id !== 'person:bob')).toEqual(
      before.items.map(({ id }) => id),
    );
  });

  it('refuses what cannot be', async () => {
    await store.app.graph.assertEntities({ workspace, entities: [{ type: 'person', name: 'Ada' }] });
    const merge = (into: string, from: string) => store.app.graph.merge({ workspace, into, from });
    await expect(merge('Ada', 'ada')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(merge('Ada', 'Bob')).rejects.toMatchObject({ code: 'NOT_FOUND', issues: [{ field: 'from' }] });
    await expect(merge('Bob', 'Ada')).rejects.toMatchObject({ code: 'NOT_FOUND', issues: [{ field: 'into' }] });
    const split = (mergeId: string) => store.app.graph.split({ workspace, mergeId });
    await expect(split('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(split(' ')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  describe('suggestions', () => {
    const cases = [
      [['product:Mercury', 'place:Mercury'], 'same_name'],
      [['organization:Acme', 'organization:Асме'], 'look_alike'],
      [['organization:World Health Organization', 'concept:WHO'], 'initials'],
      [['person:Alice Smith', 'person:Smith'], 'short_name'],
      [['technology:Kubernetes', 'technology:Kubernets'], 'spelling'],
      [['technology:PostgreSQL=Postgres', 'technology:Postgres'], 'shared_alias'],
    ] as const;

    it.each(cases)('%o might be one: %s', async (given, reason) => {
      const entities = given.map((one) => {
        const [type = '', rest = ''] = one.split(':');
        const [name = '', alias] = rest.split('=');
        return { type, name, ...(alias ? { aliases: [alias] } : {}) };
      });
      await store.remember(
        entities.map(({ name }) => `About ${name}`),
        workspace,
      );
      await store.app.graph.assertEntities({ workspace, entities });
      const { suggestions, compared, complete } = await store.app.graph.suggestMerges({ workspace });
      expect(suggestions).toMatchObject([{ reason }]);
      expect([compared, complete]).toEqual([2, true]);
      const { mergeSuggestions } = await store.app.graph.entity({ workspace, entity: entities[0]?.name ?? '' });
      expect(mergeSuggestions).toEqual(suggestions);
    });

    it('leave alone what only seems alike', async () => {
      const entities = ['Java', 'Lava', 'React 17', 'React 18', 'Alice Smith', 'Bob Smith', 'Kubernetes'].map(
        (name) => ({
          type: name.includes('Smith') ? 'person' : 'technology',
          name,
        }),
      );
      await store.app.graph.assertEntities({ workspace, entities });
      expect((await store.app.graph.suggestMerges({ workspace })).suggestions).toEqual([]);
    });

    it('are as many as asked for, and none after merging', async () => {
      const entities = ['place', 'product', 'person'].map((type) => ({ type, name: 'Mercury' }));
      await store.app.graph.assertEntities({ workspace, entities });
      expect((await store.app.graph.suggestMerges({ workspace, limit: 2 })).suggestions).toHaveLength(2);
      for (const from of ['product:mercury', 'person:mercury']) {
        await store.app.graph.merge({ workspace, into: 'place:mercury', from });
      }
      expect((await store.app.graph.suggestMerges({ workspace })).suggestions).toEqual([]);
      await expect(store.app.graph.suggestMerges({ workspace, limit: 0 })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    });
  });
});

it('puts the better known first', () => {
  const entity = (facts: Partial<Entity>): Entity => ({
    id: 'x',
    workspace: 'w',
    type: 'person',
    name: 'Smith',
    aliases: [],
    asserted: false,
    createdAt: 0,
    mentions: 0,
    relations: 0,
    merged: [],
    ...facts,
  });
  const known = entity({ id: 'a', name: 'Alice Smith', mentions: 5 });
  const short = entity({ id: 'b', mentions: 1 });
  expect(whySame(short, known)).toMatchObject({ into: { id: 'a' }, from: { id: 'b' } });
  expect(whySame(known, { ...short, asserted: true })).toMatchObject({ into: { id: 'b' } });
  expect(whySame(known, known)).toBeNull();
});

it.each([
  ['kitten', 'kitten', false],
  ['kitten', 'kiten', true],
  ['kiten', 'kitten', true],
  ['kitten', 'sitten', true],
  ['kitten', 'kittne', true],
  ['kitten', 'sittin', false],
  ['abcd', 'badc', false],
  ['', 'a', true],
])('%j and %j are one edit apart: %s', (one, other, expected) => {
  expect(isOneEditApart(one, other)).toBe(expected);
});
