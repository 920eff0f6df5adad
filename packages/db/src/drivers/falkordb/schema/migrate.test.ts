import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import type { Storage } from '@zapomni/core/ports';
import type { RunningFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { addOne, findByWords, memory, MODEL, NOW, unit, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { told } from '../testing/told.ts';

const found = await falkordbForTests();
const server = found as RunningFalkordb;
const NAMES = ['alder', 'birch', 'cedar', 'dogwood'];
const HERE = { workspace: WORKSPACE };

/** What each version had, and what it had not. */
const TO_VERSION_2 = [
  'DROP INDEX FOR (m:Memory) ON (m.hash)',
  'MATCH (g:Store) SET g.fence = null, g.committed = null',
  'MATCH (g:Store) SET g.schema = 2',
];
const TO_VERSION_1 = [
  ...TO_VERSION_2,
  'MATCH (p:Passage) SET p.id = null',
  'MATCH (t:Term) SET t.c = toInteger(substring(t.c, 1))',
  'DROP INDEX FOR (p:Passage) ON (p.id)',
  'CREATE INDEX FOR (p:Passage) ON (p.n)',
  'MATCH (g:Store) SET g.schema = 1',
];

function nameIn({ url }: Fixture): string {
  return new URL(url).pathname.slice(1);
}

async function graphsOf(fixture: Fixture): Promise<string[]> {
  const lines = (await server.command('GRAPH.LIST')).split('\r\n');
  return lines.filter((line) => line.startsWith(`{${nameIn(fixture)}:`));
}

/** Takes the store back. */
async function makeOlder(fixture: Fixture, version: 1 | 2): Promise<void> {
  for (const graph of await graphsOf(fixture)) {
    for (const query of version === 1 ? TO_VERSION_1 : TO_VERSION_2) {
      expect(await server.command('GRAPH.QUERY', graph, query)).not.toMatch(/^-/);
    }
    expect(await server.command('DEL', `${graph}:open`)).toBe(':1');
  }
  await server.command('SET', `{${nameIn(fixture)}}:format`, String(version));
}

/** Two workspaces, with vectors and mentions, whose texts share beginnings; then taken back. */
async function olderStore(version: 1 | 2): Promise<Fixture & { ids: string[]; passageIds: number[] }> {
  const fixture = openFixture(server.url);
  const { storage } = fixture;
  const texts = ['heron at the reed bed', 'a heronry upstream', 'Ёлка во дворе'];
  const stored = [];
  for (const text of texts) stored.push(await addOne(storage, memory(text)));
  await addOne(storage, memory('elsewhere', { workspace: 'second' }));
  const passageIds = stored.flatMap((one) => one.passageIds);
  const vectors = passageIds.slice(0, 2).map((passageId, i) => ({ passageId, vector: unit(1, i) }));
  await storage.vectors.put(MODEL, vectors);
  await storage.close();
  await makeOlder(fixture, version);
  return { ...fixture, ids: stored.map(({ id }) => id), passageIds };
}

describe.skipIf(!found)('a store of version 1', () => {
  test('is brought forward when it is met: all of it is found, and can be changed', async () => {
    const { ids, passageIds, ...fixture } = await olderStore(1);
    const logger = createRecordingLogger();
    const storage = fixture.open({ logger });
    expect(await findByWords(storage, 'heron')).toEqual([ids[0]]);
    const byBeginning = await storage.fullText.search({ terms: [], prefixes: ['heron'] }, 5, HERE);
    expect(byBeginning.map(({ memoryId }) => memoryId).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(await storage.fullText.similar('herom', WORKSPACE, 3)).toMatchObject([{ term: 'heron' }]);
    expect((await storage.memories.passages(passageIds)).map(({ id }) => id)).toEqual(passageIds);
    expect(await storage.vectors.nearest(MODEL, unit(1, 0), 1, HERE)).toMatchObject([{ memoryId: ids[0] }]);
    const claimed = await storage.embeddings.claim(MODEL, { owner: 'o', until: NOW + 1 }, 9, NOW);
    await storage.vectors.put(
      MODEL,
      claimed.map(({ id }) => ({ passageId: id, vector: unit(0, 1) })),
    );
    expect(await storage.embeddings.pending(MODEL)).toBe(0);
    await storage.memories.remove(WORKSPACE, [ids[1] ?? ''], NOW);
    const later = await addOne(storage, memory('a heron again'));
    expect((await findByWords(storage, 'heron')).toSorted()).toEqual([ids[0], later.id].toSorted());
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [], schemaVersion: 3 });
    expect(logger.of('store_migrated')).toHaveLength(2);
    for (const graph of await graphsOf(fixture)) {
      const indexes = await server.command('GRAPH.QUERY', graph, 'CALL db.indexes() YIELD label, properties');
      expect(indexes).toMatch(/Passage.*\[w, id\]|Passage.*\[id, w\]/s);
    }
    expect(await server.command('GET', `{${nameIn(fixture)}}:format`)).toBe('3');
    await fixture.destroy();
  });

  test('is brought forward once by several at a time, while they read and write', async () => {
    const { ids, ...fixture } = await olderStore(1);
    const logger = createRecordingLogger();
    const all = NAMES.map(() => fixture.open({ logger }));
    const calls = all.flatMap((storage, i) => [
      findByWords(storage, 'reed'),
      addOne(storage, memory(`a reed of ${NAMES[i]}`)).then(({ id }) => [id]),
      storage.memories.get('second', [randomUUID()]),
    ]);
    const answers = await Promise.all(calls);
    for (const [i, storage] of all.entries()) {
      expect(answers[i * 3]).toContain(ids[0]);
      expect(await findByWords(storage, NAMES[i] ?? '')).toEqual(answers[i * 3 + 1]);
      expect(await findByWords(storage, 'reed')).toHaveLength(5);
    }
    expect(await all[0]?.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    expect(logger.of('store_migrated')).toHaveLength(2);
    await fixture.destroy();
  });
});

describe.skipIf(!found)('a store of version 2', () => {
  const note = { op: 'put', collection: 'notes', key: 'a', value: '1', entries: [], blobs: [] } as const;

  test.each([
    ['a record', (storage: Storage) => storage.records.write(WORKSPACE, [{ ...note, parent: null }], NOW)],
    ['a search', (storage: Storage) => findByWords(storage, 'heron')],
  ])('is brought forward by %s, and keeps programs away that know no records', async (_, touch) => {
    const { ids, ...fixture } = await olderStore(2);
    await touch(fixture.open());
    expect(await server.command('GET', `{${nameIn(fixture)}}:format`)).toBe('3');
    const storage = fixture.open();
    const [id = ''] = ids;
    await storage.records.write(WORKSPACE, [{ ...note, parent: { memory: id } }], NOW);
    expect(await storage.memories.remove(WORKSPACE, [id], NOW)).toMatchObject({ memories: 1, records: 1 });
    expect(await storage.records.count(WORKSPACE, { collection: 'notes' })).toBe(0);
    expect((await storage.memories.list({ ...HERE, limit: 9 })).total).toBe(2);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await fixture.destroy();
  });
});

describe.skipIf(!found)('a store of a newer version', () => {
  test('is refused in words, and left alone', async () => {
    const fixture = openFixture(server.url);
    await addOne(fixture.storage, memory('from the future'));
    await server.command('SET', `{${nameIn(fixture)}}:format`, '4');
    const { code, message } = await told(fixture.open().memories.list({ ...HERE, limit: 1 }));
    expect({ code, message }).toEqual({
      code: 'STORE_TOO_NEW',
      message: 'The store was made by a newer version of Zapomni; it was left alone.',
    });
    await fixture.destroy();
  });

  test('so is a single graph of it, also by a write', async () => {
    const fixture = openFixture(server.url);
    await addOne(fixture.storage, memory('from the future'));
    const [graph = ''] = await graphsOf(fixture);
    await server.command('GRAPH.QUERY', graph, 'MATCH (g:Store) SET g.schema = 4');
    expect((await told(findByWords(fixture.open(), 'future'))).code).toBe('STORE_TOO_NEW');
    expect((await told(addOne(fixture.open(), memory('too late')))).code).toBe('STORE_TOO_NEW');
    await fixture.destroy();
  });
});
