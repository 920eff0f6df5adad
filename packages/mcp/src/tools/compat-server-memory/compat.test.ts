/** The nine tools beside the official memory server: what it answered to the same calls is in recorded.json. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilRead } from '@zapomni/testkit/filled-graph';
import recorded from './recorded.json' with { type: 'json' };

describe('the tools of the official memory server', () => {
  let zapomni: TestClient;
  const create = (name: string, entityType = 'person', ...observations: string[]) =>
    zapomni.call('create_entities', { entities: [{ name, entityType, observations }] });
  const relate = (from: string, relationType: string, to: string) =>
    zapomni.call('create_relations', { relations: [{ from, to, relationType }] });
  beforeEach(async () => {
    zapomni = await openTestClient();
  });
  afterEach(() => zapomni.close());

  it('answer every call as it does, word for word', async () => {
    for (const { tool, arguments: args, text, structured } of recorded.calls) {
      const result = await zapomni.raw(tool, args);
      expect({ tool, args, data: result.structuredContent }).toEqual({ tool, args, data: structured });
      expect(textOf(result)).toBe(text);
    }
  });

  it('take a thing once, also within one call', async () => {
    const ada = { name: 'Ada', entityType: 'person', observations: ['one', 'one', 'two'] };
    const created = await zapomni.call('create_entities', { entities: [ada, { ...ada, observations: ['three'] }] });
    expect(created.entities).toEqual([{ ...ada, observations: ['one', 'two'] }]);
    const knows = { from: 'Ada', to: 'Bob', relationType: 'knows' };
    expect(await zapomni.call('create_relations', { relations: [knows, knows] })).toEqual({ relations: [knows] });
    const added = await zapomni.call('add_observations', {
      observations: [
        { entityName: 'Ada', contents: ['two', 'three', 'three'] },
        { entityName: 'Ada', contents: ['three', 'four'] },
      ],
    });
    expect(added.results.map((result: { addedObservations: string[] }) => result.addedObservations)).toEqual([
      ['three'],
      ['four'],
    ]);
    const { entities } = await zapomni.call('read_graph');
    expect(entities).toEqual([{ ...ada, observations: ['one', 'two', 'three', 'four'] }]);
  });

  it('add observations to all that are named or to none', async () => {
    await create('Ada');
    const observations = [
      { entityName: 'Ada', contents: ['known'] },
      { entityName: 'ADA', contents: ['lost'] },
    ];
    const text = await zapomni.fails('add_observations', { observations });
    expect(text).toMatch(/^NOT_FOUND: observations\[1\]\.entityName: there is no entity of this name.*search_nodes/);
    expect((await zapomni.call('read_graph')).entities).toEqual([
      { name: 'Ada', entityType: 'person', observations: [] },
    ]);
  });

  it('remember observations like anything else: found by search, exact, with whose they are', async () => {
    await create('Ada', 'person', '  Prefers green tea\n to coffee ');
    const { results } = await zapomni.call('search_memory', { query: 'green tea', limit: 1 });
    expect(results).toMatchObject([
      { kind: 'observation', source: 'server-memory', metadata: { entity: 'Ada', entity_type: 'person' } },
    ]);
    expect((await zapomni.call('open_nodes', { names: ['Ada'] })).entities[0].observations).toEqual([
      '  Prefers green tea\n to coffee ',
    ]);
    await zapomni.call('update_memory', { memory_id: results[0].memory_id, text: 'Prefers black tea' });
    expect((await zapomni.call('open_nodes', { names: ['Ada'] })).entities[0].observations).toEqual([
      'Prefers black tea',
    ]);
  });

  it('show only what they were given, and only of the workspace', async () => {
    await zapomni.call('add_memory', { text: 'Grace Hopper wrote a compiler', kind: 'entity' });
    await create('Ada');
    expect((await zapomni.call('read_graph')).entities).toHaveLength(1);
    await zapomni.call('create_workspace', { workspace_id: 'other' });
    await zapomni.call('set_current_workspace', { workspace_id: 'other' });
    expect(await zapomni.call('read_graph')).toEqual({ entities: [], relations: [] });
    await create('Ada', 'ship');
    expect((await zapomni.call('read_graph')).entities).toMatchObject([{ entityType: 'ship' }]);
  });

  it('make one of a thing that several clients make at once', async () => {
    const others = await Promise.all([zapomni.another(), zapomni.another()]);
    const clients = [zapomni, ...others];
    const entities = Array.from({ length: 10 }, (_, i) => ({ name: `E${i}`, entityType: 't', observations: ['o'] }));
    const relations = entities.map(({ name }) => ({ from: name, to: 'E0', relationType: 'r' }));
    await Promise.all(clients.map((client) => client.call('create_entities', { entities })));
    await Promise.all(clients.map((client) => client.call('create_relations', { relations })));
    const graph = await zapomni.call('read_graph');
    expect(graph.entities.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      entities.map(({ name }) => name),
    );
    expect(graph.entities.every((entity: { observations: string[] }) => entity.observations.length === 1)).toBe(true);
    expect(graph.relations).toHaveLength(10);
    await Promise.all(clients.map((client) => client.call('delete_entities', { entityNames: ['E0', 'E1'] })));
    expect((await zapomni.call('read_graph')).entities).toHaveLength(8);
    await Promise.all(others.map((client) => client.close()));
  });

  it('keep names apart that look alike, and names of any length up to a bound that is told', async () => {
    for (const name of ['Ада', 'Aда', 'ada', 'Ada', 'Àda', 'x'.repeat(10_000)]) await create(name);
    const { entities } = await zapomni.call('read_graph');
    expect(entities).toHaveLength(6);
    expect((await zapomni.call('open_nodes', { names: ['Aда'] })).entities).toHaveLength(1);
    expect(
      await zapomni.fails('create_entities', {
        entities: [{ name: 'x'.repeat(10_001), entityType: 't', observations: [] }],
      }),
    ).toMatch(/INVALID_INPUT.*entities.*name/);
    expect(
      await zapomni.fails('create_entities', { entities: [{ name: '\ud800', entityType: 't', observations: [] }] }),
    ).toMatch(/surrogate/);
  });

  it('put what they are given into the graph, on the word of the memory that records it', async () => {
    await create('Ada Lovelace', 'Person', 'Speaks fluent Spanish');
    await relate('Ada Lovelace', 'works_at', 'Acme');
    await zapomni.app.resume();
    await untilRead(zapomni);
    const related = { entity: 'ada lovelace', depth: 1 };
    expect((await zapomni.call('get_related', related)).related).toEqual([]);
    await create('Acme', 'company!');
    const answer = await zapomni.call('get_related', related);
    expect(answer.entity).toMatchObject({ name: 'Ada Lovelace', type: 'Person', asserted: true });
    expect(answer.related).toMatchObject([
      { name: 'Acme', path: [{ type: 'WORKS_AT', evidence: [{ memory_id: expect.any(String) }] }] },
    ]);
    const { memory_id } = answer.related[0].path[0].evidence[0];
    expect((await zapomni.call('get_memory', { memory_id })).text).toBe('Ada Lovelace works at Acme');
    const { mentions } = await zapomni.call('get_entity', { entity: 'Ada Lovelace' });
    expect(mentions.map(({ text }: { text: string }) => text)).toContain('Speaks fluent Spanish');
  });

  it('take what they delete out of the graph, unless some other memory speaks of it', async () => {
    await create('Acme', 'organization');
    await create('Ghost', 'person', 'Haunts the place');
    await relate('Ghost', 'haunts', 'Acme');
    await zapomni.call('add_memory', { text: 'Alice works for Acme.' });
    await zapomni.app.resume();
    await untilRead(zapomni);
    await zapomni.call('delete_relations', { relations: [{ from: 'Ghost', to: 'Acme', relationType: 'haunts' }] });
    expect((await zapomni.call('get_related', { entity: 'Ghost' })).related).toEqual([]);
    await zapomni.call('delete_entities', { entityNames: ['Ghost', 'Acme'] });
    expect((await zapomni.call('get_entity', { entity: 'Ghost' })).status).toBe('not_found');
    expect((await zapomni.call('get_entity', { entity: 'Acme' })).mentions).toHaveLength(1);
    expect((await zapomni.call('search_memory', { query: 'haunts the place', strict: true })).results).toEqual([]);
  });

  it('have the resource too, and tell its subscribers', async () => {
    const { resources } = await zapomni.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('memory://knowledge-graph');
    const told = new Promise<string>((resolve) => {
      zapomni.client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    });
    await zapomni.client.subscribeResource({ uri: 'memory://knowledge-graph' });
    await create('Ada', 'person', 'one');
    expect(await told).toBe('memory://knowledge-graph');
    const { contents } = await zapomni.client.readResource({ uri: 'memory://knowledge-graph' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(await zapomni.call('read_graph'));
  });

  it('are shown only to those who name them', async () => {
    const usual = await openTestClient({ settings: { tools: 'memory,graph' } });
    const { tools } = await usual.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('read_graph');
    const { resources } = await usual.client.listResources();
    expect(resources.map(({ uri }) => uri)).not.toContain('memory://knowledge-graph');
    await usual.close();
  });
});
