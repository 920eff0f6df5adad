import { describe, expect, test, vi } from 'vitest';
import { GRAPH_PARTS, storageContract } from '@zapomni/testkit/contracts';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { memory, NOW, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { openFixture } from './testing/fixture.ts';

const server = await falkordbForTests();
const url = server?.url ?? '';

// A hundred thousand entities with as many relations are made in one of them.
vi.setConfig({ testTimeout: 240_000 });

describe.skipIf(!server)('FalkorDB', () => {
  storageContract('falkordb', () => Promise.resolve(openFixture(url)), { parts: GRAPH_PARTS });

  test('changes of one graph by several at once are all made', async () => {
    const { storage, open, destroy } = openFixture(url);
    const all = [storage, open(), open()];
    const things = Array.from({ length: 12 }, (_, i) => ({ type: 'thing', name: `t${i}` }));
    await storage.graph.assertEntities(WORKSPACE, things, NOW);
    const said = { type: 'LINKS', confidence: 0.5, memoryId: null, validFrom: NOW, validTo: null };
    await Promise.all(
      things.flatMap((_, i) => [
        all[i % 3]?.graph.assertRelations(
          WORKSPACE,
          [{ ...said, source: `thing:t${i}`, target: `thing:t${(i + 1) % 12}` }],
          NOW + i,
        ),
        all[(i + 1) % 3]?.memories.add([memory(`beside ${i}`)], NOW),
        all[(i + 2) % 3]?.graph.assertEntities(WORKSPACE, [{ type: 'other', name: `o${i}` }], NOW),
      ]),
    );
    expect(await storage.graph.counts(WORKSPACE)).toMatchObject({
      entities: 24,
      relations: 12,
      memories: 12,
      pending: 12,
    });
    expect(await storage.graph.reach(WORKSPACE, 'thing:t0', { depth: 5, limit: 99 })).toMatchObject({ total: 10 });
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await destroy();
  });
});
