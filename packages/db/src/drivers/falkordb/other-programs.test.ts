import { FalkorDB } from 'falkordb';
import { expect, test } from 'vitest';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { memory, NOW } from '@zapomni/testkit/storage-fixtures';
import { openFixture } from './testing/fixture.ts';

const server = await falkordbForTests();

test.skipIf(!server)("the engine's own client finds the memories as plain nodes, one graph per workspace", async () => {
  const fixture = openFixture(server?.url ?? '');
  await fixture.storage.memories.add([memory('for all to read', { tags: ['open'] })], NOW);
  await fixture.storage.memories.add([memory('elsewhere', { workspace: 'second' })], NOW);
  const client = await FalkorDB.connect({ socket: { host: '127.0.0.1', port: server?.port ?? 0 } });
  const graphs = await client.list();
  const answers = await Promise.all(
    graphs.map((name) =>
      client
        .selectGraph(name)
        .roQuery('MATCH (m:Memory)-[:HAS]->(p:Passage) RETURN m.kind AS kind, m.tags AS tags, p.t AS text'),
    ),
  );
  const rows = answers.flatMap(({ data }) => data ?? []);
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ kind: 'note', tags: ['open'], text: 'for all to read' });
  await client.close();
  await fixture.destroy();
});
