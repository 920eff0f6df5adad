import { createApp, type App } from '@zapomni/core';
import type { Extraction, Extractor } from '@zapomni/core/ports';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { condition } from '@zapomni/testkit/condition';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decide } from './voting-types.ts';

const workspace = 'default';
const ENGINES = await enginesForTests();

/** Reads `person[Acme]` as a person called Acme, wherever it stands. */
const reader: Extractor = {
  name: 'brackets-1',
  extract: (texts) => Promise.resolve(texts.map(({ text }) => read(text))),
  close: () => Promise.resolve(),
};

function read(text: string): Extraction {
  const entities = Array.from(
    text.matchAll(/(\w+)\[([^\]]+)\](?:=(\w+))?/gu),
    ({ 0: all, 1: type = '', 2: name = '', 3: alias, index }) => {
      const start = index + type.length + 1;
      const aliases = alias === undefined ? {} : { aliases: [alias] };
      return { type, name, start, end: start + name.length, confidence: 0.9, all, ...aliases };
    },
  );
  const relations =
    entities.length < 2 ? [] : [{ source: 0, type: 'KNOWS', target: 1, confidence: 0.9, start: 0, end: text.length }];
  return { entities, relations };
}

describe('what a name names is what most memories take it for', () => {
  it.each([
    [{ kept: 'person', support: 2, others: { organization: 1 } }, ['person']],
    [{ kept: 'person', support: 2, others: { organization: 2 } }, ['person']],
    [{ kept: 'person', support: 2, others: { organization: 3 } }, ['organization']],
    [{ kept: 'person', support: 40, others: { organization: 30 } }, ['person']],
    [{ kept: 'person', support: 6, others: { place: 3 } }, ['person', 'place']],
    [{ kept: 'person', support: 6, others: { place: 2 } }, ['person']],
    [{ kept: 'person', support: 60, others: { place: 3 } }, ['person']],
    [{ kept: 'place', support: 3, others: { technology: 4, person: 1 } }, ['place', 'technology']],
    [{ kept: 'work', support: 0, others: {} }, ['work']],
  ])('%o', ({ kept, support, others }, types) => {
    expect(decide({ kept, support, others: new Map(Object.entries(others)) })).toEqual(types);
  });
});

describe.each(ENGINES)('names that memories take for different things, on $engine', ({ options }) => {
  let client: TestClient;
  let app: App;
  beforeEach(async () => {
    client = await openTestClient({ ...options(), extractor: reader });
    ({ app } = client);
  });
  afterEach(() => client.close());

  const settled = async (): Promise<void> => {
    await app.resume();
    await condition(async () => {
      const { pendingReadings } = await app.store.stats(workspace);
      return (
        pendingReadings === 0 && (await app.work.list({ name: 'graph', states: ['running', 'queued'] })).total === 0
      );
    });
  };
  const add = async (...texts: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const text of texts) {
      const { memories } = await app.memories.add({ workspace, drafts: [{ text }], batch: true });
      ids.push(memories[0]?.id ?? '');
      await settled();
    }
    return ids;
  };
  const kept = async (): Promise<string[]> => {
    const { items } = await app.graph.listEntities({ workspace, limit: 100 });
    // What an earlier reading said stays for questions about the past, and what it said it of.
    const living = items.filter(({ mentions, relations, asserted }) => asserted || mentions + relations > 0);
    return living.map(({ id, mentions }) => `${id} ${mentions}`).sort();
  };

  it('keeps one thing, and changes what it is with the votes, there and back', async () => {
    await add('person[Acme] one', 'organization[Acme] two');
    expect(await kept()).toEqual(['person:acme 2']);
    const [third] = await add('organization[Acme Corp] three');
    expect(await kept()).toEqual(['organization:acme 3']);
    await add('person[Bob] saw person[Acme]', 'organization[Acme] five');
    expect(await kept()).toEqual(['organization:acme 5', 'person:bob 1']);
    const { related } = await app.graph.related({ workspace, entity: 'Bob' });
    expect(related.map(({ entity, path: [step] }) => `${step?.type} ${entity.id}`)).toEqual([
      'KNOWS organization:acme',
    ]);
    await app.memories.delete(workspace, [third ?? '']);
    await add('person[Acme] six');
    expect(await kept()).toEqual(['person:acme 5', 'person:bob 1']);
    const { entity, alternatives } = await app.graph.entity({ workspace, entity: 'Acme' });
    expect([entity?.id, alternatives]).toEqual(['person:acme', []]);
  });

  it('keeps two where the texts show two', async () => {
    await add(...[1, 2, 3].flatMap((n) => [`person[Jordan] ${n}`, `place[Jordan] ${n}`]));
    expect(await kept()).toEqual(['person:jordan 3', 'place:jordan 3']);
    await add('place[Jordan] again');
    expect(await kept()).toEqual(['person:jordan 3', 'place:jordan 4']);
  });

  it('lets a name that nobody could place take the place that it gets', async () => {
    await add('concept[Falcon] one', 'technology[Falcon] two', 'concept[Falcon] three');
    expect(await kept()).toEqual(['technology:falcon 3']);
  });

  it('leaves what somebody linked or merged by hand what they made it', async () => {
    const bob = { name: 'Bob', type: 'person' };
    await app.graph.link({
      workspace,
      links: [{ source: bob, type: 'likes', target: { name: 'Acme', type: 'person' } }],
    });
    await add('organization[Acme] one', 'organization[Acme] two', 'person[Initech] three', 'person[Initrode] four');
    await app.graph.merge({ workspace, into: 'person:initech', from: 'person:initrode' });
    await add('organization[Initech] five', 'organization[Initech] six', 'organization[Initech] seven');
    expect(await kept()).toEqual(['person:acme 2', 'person:bob 0', 'person:initech 5']);
  });

  it('takes an acronym for what it turns out to stand for', async () => {
    await add('organization[WHO] one', 'organization[WHO] two', 'organization[World Health Organization]=WHO three');
    expect(await kept()).toEqual(['organization:world health organization 3']);
  });
});

it('forgets votes with their memory, and leaves no name behind', async () => {
  const { deps, close } = openTestDeps({ extractor: reader });
  const app = createApp(deps);
  const add = async (text: string): Promise<string> => {
    const { memories } = await app.memories.add({ workspace, drafts: [{ text }], batch: true });
    await app.readWaiting(60_000);
    return memories[0]?.id ?? '';
  };
  const ids = [await add('person[Acme] one'), await add('organization[Acme] two')];
  const votes = () => deps.storage.records.count(workspace, { collection: 'name_votes' });
  expect(await votes()).toBe(1);
  await app.memories.delete(workspace, ids);
  expect(await votes()).toBe(0);
  const { items } = await deps.storage.records.scan(workspace, { collection: 'name_types', limit: 10 });
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items).toLowerCase()).not.toContain('acme');
  await add('organization[Acme] three');
  await add('organization[Acme] four');
  const { items: left } = await app.graph.listEntities({ workspace, limit: 10 });
  expect(left.map(({ type, mentions }) => `${type} ${mentions}`)).toEqual(['organization 2']);
  await app.close();
  await close();
});
