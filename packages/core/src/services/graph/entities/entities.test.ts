import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const workspace = 'default';

describe('entities', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember([
      'Alice Smith works for Acme. Later, Smith lives in Berlin.',
      'Acme is in Berlin',
      'Bob uses SQLite',
    ]);
    await store.read();
  });
  afterAll(() => store.close());
  const search = async (query: string, types?: string[]) =>
    (await store.app.graph.searchEntities({ workspace, query, types })).map(({ name }) => name);

  describe('search', () => {
    it('finds by words of names and aliases, the whole name first', async () => {
      verifies('D011');
      await store.app.graph.assertEntities({
        workspace: 'names',
        entities: [
          { type: 'organization', name: 'Acme Research Labs' },
          { type: 'organization', name: 'Acme', aliases: ['The Company'] },
        ],
      });
      const find = async (query: string) =>
        (await store.app.graph.searchEntities({ workspace: 'names', query })).map(({ name }) => name);
      expect(await find('acme')).toEqual(['Acme', 'Acme Research Labs']);
      expect(await find('acme labs')).toEqual(['Acme Research Labs', 'Acme']);
      expect(await find('company')).toEqual(['Acme']);
      expect(await find('nothing of the kind')).toEqual([]);
    });

    it('forgives a slip of the pen', async () => {
      expect(await search('Berlni')).toEqual(['Berlin']);
    });

    it('narrows by type, in any spelling', async () => {
      expect(await search('acme', ['Organization'])).toEqual(['Acme']);
      expect(await search('acme', ['person'])).toEqual([]);
    });

    it('shows the most connected when there are no words', async () => {
      expect((await search('')).length).toBe(5);
      expect(await search('', ['technology'])).toEqual(['SQLite']);
    });

    it.each([
      [{ query: 'x'.repeat(1001) }, 'query'],
      [{ query: '\ud800' }, 'query'],
      [{ query: 'x', limit: 0 }, 'limit'],
    ])('refuses %o', async (request, field) => {
      const call = store.app.graph.searchEntities({ workspace, ...request });
      await expect(call).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: [{ field }] });
    });
  });

  describe('one entity', () => {
    it('is shown with its mentions, relations, aliases and what says so', async () => {
      verifies('D011', 'D013');
      const view = await store.app.graph.entity({ workspace, entity: 'Smith' });
      expect(view.entity).toMatchObject({ id: 'person:alice smith', aliases: ['Smith'], mentions: 1, relations: 2 });
      expect(view.mentions.map(({ text, start, end }) => [text, start, end])).toEqual([
        ['Alice Smith works for Acme.', 0, 11],
        ['Later, Smith lives in Berlin.', 35, 40],
      ]);
      expect([view.mentionsTotal, view.moreMentions]).toEqual([2, null]);
      const shown = view.relations.map(({ type, target, evidence }) => [type, target.name, evidence[0]?.text]);
      expect(shown.toSorted()).toEqual([
        ['LIVES_IN', 'Berlin', 'Later, Smith lives in Berlin.'],
        ['WORKS_FOR', 'Acme', 'Alice Smith works for Acme.'],
      ]);
      expect(view.relationsTotal).toBe(2);
    });

    it('is shown page by page', async () => {
      const first = await store.app.graph.entity({ workspace, entity: 'Berlin', limit: 1 });
      expect([first.mentions.length, first.mentionsTotal, first.relations.length, first.relationsTotal]).toEqual([
        1, 2, 1, 2,
      ]);
      const cursor = first.moreMentions ?? '';
      const second = await store.app.graph.entity({ workspace, entity: 'Berlin', limit: 1, cursor });
      expect(second.mentions[0]?.memoryId).not.toBe(first.mentions[0]?.memoryId);
      expect(second.moreMentions).toBeNull();
      const none = await store.app.graph.entity({ workspace, entity: 'Berlin', limit: 0 });
      expect([none.mentions, none.relations, none.mentionsTotal, none.relationsTotal]).toEqual([[], [], 2, 2]);
    });

    it('is one of several of its name: the rest are told', async () => {
      await store.app.graph.assertEntities({
        workspace: 'namesakes',
        entities: [
          { type: 'place', name: 'Mercury' },
          { type: 'product', name: 'Mercury' },
        ],
      });
      const ask = (type?: string) => store.app.graph.entity({ workspace: 'namesakes', entity: 'mercury', type });
      const { entity, alternatives } = await ask();
      expect(new Set([entity?.type, alternatives[0]?.type])).toEqual(new Set(['place', 'product']));
      expect((await ask('Product')).entity?.id).toBe('product:mercury');
      expect((await ask('person')).entity).toBeNull();
    });

    it('that nothing is called is answered with what there is', async () => {
      const { entity, suggestions, mentions } = await store.app.graph.entity({ workspace, entity: 'Alice Jones' });
      expect([entity, mentions]).toEqual([null, []]);
      expect(suggestions.map(({ name }) => name)).toEqual(['Alice Smith']);
    });
  });

  describe('asserting and removing', () => {
    const own = 'asserted';

    it('makes entities that stay without any mention, and gives new aliases to those that exist', async () => {
      const made = await store.app.graph.assertEntities({
        workspace: own,
        entities: [
          { type: 'Research Topic', name: 'Memory' },
          { type: 'person', name: 'Ada' },
        ],
      });
      expect(made.map(({ entity, created }) => [entity.id, entity.type, entity.asserted, created])).toEqual([
        ['research_topic:memory', 'Research Topic', true, true],
        ['person:ada', 'person', true, true],
      ]);
      const [again] = await store.app.graph.assertEntities({
        workspace: own,
        entities: [{ type: 'person', name: 'ADA', aliases: ['Countess'] }],
      });
      expect(again).toMatchObject({
        created: false,
        entity: { name: 'Ada', aliases: expect.arrayContaining(['Countess']) },
      });
      expect(await store.app.graph.entitiesNamed(own, ['countess', 'memory', 'nobody'])).toHaveLength(2);
    });

    it('removes entities with their relations, and leaves the memories', async () => {
      await store.remember(['Alice works for Acme'], own);
      await store.read();
      expect(await store.app.graph.removeEntities({ workspace: own, ids: ['organization:acme', 'no:such'] })).toEqual({
        entities: 1,
        relations: 1,
      });
      expect((await store.app.graph.related({ workspace: own, entity: 'Alice' })).related).toEqual([]);
      expect((await store.app.store.stats(own)).memories).toBe(1);
    });

    it.each([
      [{ type: '', name: 'x' }, 'entities[0].type'],
      [{ type: '!!!', name: 'x' }, 'entities[0].type'],
      [{ type: 'x'.repeat(61), name: 'x' }, 'entities[0].type'],
      [{ type: 'person', name: ' ' }, 'entities[0].name'],
      [{ type: 'person', name: 'x'.repeat(10_000) }, 'entities[0].name'],
      [{ type: 'person', name: 'x'.repeat(301) }, 'entities[0].name'],
      [{ type: 'person', name: 'a\nb' }, 'entities[0].name'],
      [{ type: 'person', name: 'x', aliases: ['\ud800'] }, 'entities[0].aliases'],
      [{ type: 'person', name: 'x', aliases: Array(51).fill('y') }, 'entities[0].aliases'],
    ])('refuses %o and makes nothing', async (entity, field) => {
      const call = store.app.graph.assertEntities({ workspace: 'refused', entities: [entity] });
      await expect(call).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: [{ field }] });
      expect((await store.app.graph.listEntities({ workspace: 'refused', limit: 10 })).items).toEqual([]);
    });
  });

  it('lists all, page by page, and the relations among some', async () => {
    const first = await store.app.graph.listEntities({ workspace, limit: 2 });
    const rest = await store.app.graph.listEntities({ workspace, limit: 100, cursor: first.next ?? '' });
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(ids).toHaveLength(5);
    expect((await store.app.graph.listRelations({ workspace, limit: 100 })).items).toHaveLength(4);
    const { entities, relations } = await store.app.graph.subgraph(workspace, [
      'organization:acme',
      'place:berlin',
      'x:y',
    ]);
    expect(entities.map(({ name }) => name)).toEqual(['Acme', 'Berlin']);
    expect(relations.map(({ type }) => type)).toEqual(['LOCATED_IN']);
    await expect(store.app.graph.listEntities({ workspace, limit: 0 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
