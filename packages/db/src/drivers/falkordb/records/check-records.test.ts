import { afterAll, describe, expect, test } from 'vitest';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { addOne, memory, NOW, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { openFixture } from '../testing/fixture.ts';

const server = await falkordbForTests();
const HASH = 'a'.repeat(64);

function thing(key: string, more: object = {}) {
  const entries = [
    { index: 'by_name', value: key, unique: true },
    { index: 'by_tag', value: 'tag', unique: false },
  ];
  return { op: 'put', collection: 'things', key, value: '{}', entries, parent: null, blobs: [HASH], ...more } as const;
}

describe.skipIf(!server)('a deep inspection', () => {
  const fixture = openFixture(server?.url ?? '');
  afterAll(() => fixture.destroy());

  /** A workspace of its own with three records: of a memory, of one of them, of nothing. */
  async function fill(workspace: string): Promise<{ key: (name: string) => string; graph: string; id: string }> {
    const { storage, url } = fixture;
    const { id } = await addOne(storage, memory('kept', { workspace }));
    const writes = [
      thing('one', { parent: { memory: id } }),
      thing('two', { parent: { collection: 'things', key: 'one' } }),
      thing('three'),
    ];
    await storage.records.write(workspace, writes, NOW);
    const name = new URL(url).pathname.slice(1);
    const entry = await server?.command('HGET', `{${name}}:workspaces`, workspace);
    const graph = `{${name}:${(JSON.parse(entry ?? '{}') as { number: number }).number}}`;
    return { key: (part) => `${graph}:${part}`, graph, id };
  }

  async function expectFault(workspace: string, ...faults: string[]): Promise<void> {
    const { integrity, warnings } = await fixture.storage.inspect(true);
    expect({ integrity, warnings }).toEqual({ integrity: 'damaged', warnings: faults });
    await fixture.storage.workspaces.remove(workspace, NOW);
  }

  test('finds nothing where nothing is wrong', async () => {
    await fill(WORKSPACE);
    expect(await fixture.storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await fixture.storage.workspaces.remove(WORKSPACE, NOW);
  });

  test('finds entries that are missing from an index, and those that no record has', async () => {
    const { key } = await fill('index');
    await server?.command('ZREM', key('index'), 'things\0by_tag\0tag\0one', 'things\0\0two');
    await server?.command('ZADD', key('index'), '0', 'things\0by_tag\0other\0one');
    await server?.command('ZADD', key('children'), '0', 'things/three\0things/one');
    await expectFault(
      'index',
      '2 entries of records missing from their index.',
      '2 index entries that no record has.',
      '1 collections with a wrong count.',
    );
  });

  test('finds unique values that are shared', async () => {
    const { key } = await fill('shared');
    await server?.command('ZADD', key('index'), '0', 'things\0by_name\0one\0two');
    await expectFault('shared', '1 index entries that no record has.', '1 records that share a unique value.');
  });

  test('finds parents that are gone, of either kind', async () => {
    const { graph, key, id } = await fill('parents');
    await server?.command('GRAPH.QUERY', graph, `MATCH (m:Memory {id: '${id}'}) SET m.id = 'another'`);
    await server?.command('HDEL', key('records'), 'things/one');
    const { warnings } = await fixture.storage.inspect(true);
    expect(warnings).toContain('1 records whose parent is gone.');
    await fixture.storage.workspaces.remove('parents', NOW);
  });

  test('finds memories that went without their records', async () => {
    const { graph, id } = await fill('orphans');
    await server?.command('GRAPH.QUERY', graph, `MATCH (m:Memory {id: '${id}'}) SET m.id = 'another'`);
    await expectFault('orphans', '1 records whose parent is gone.');
  });

  test('finds blobs that are not kept, and those that nothing refers to', async () => {
    const { key } = await fill('blobs');
    await server?.command('ZREM', key('blobs'), `${HASH}\0things/one`);
    await server?.command('ZADD', key('blobs'), '0', `${'b'.repeat(64)}\0things/one`);
    await expectFault('blobs', '1 blobs referred to without their record.', '1 records whose blobs are not kept.');
  });
});
