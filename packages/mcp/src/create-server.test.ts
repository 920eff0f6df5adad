import { openTestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { expect, it } from 'vitest';
import { createZapomniServer, loadTools } from './create-server.ts';

it('keeps nothing of what is remembered: any other server on the same application knows the same', async () => {
  verifies('R183');
  const zapomni = await openTestClient();
  const { app, logger } = zapomni;
  const options = { app, logger, tools: await loadTools('all'), concurrency: 8, timeoutMs: 60_000 };
  const [one, other] = [createZapomniServer(options), createZapomniServer(options)];
  const asking = (server: typeof one) => async (name: string, given: object) => {
    const message = { id: 1, method: 'tools/call', params: { name, arguments: given } };
    const { isError, structuredContent } = (await server.handleRequest(message))?.result ?? {};
    expect(isError, name).toBe(false);
    return structuredContent as Record<string, unknown>;
  };
  const [askOne, askOther] = [asking(one), asking(other)];
  const look = (ask: typeof askOne) =>
    Promise.all([
      ask('list_memories', {}),
      ask('search_memory', { query: 'coffee' }),
      ask('list_workspaces', {}),
      ask('search_entities', { query: 'Anna' }),
      ask('read_graph', {}),
    ]);

  const { memory_id } = await askOne('add_memory', { text: 'Anna drinks coffee' });
  await askOne('create_workspace', { workspace_id: 'office' });
  await askOne('create_entities', {
    entities: ['Anna', 'Bob'].map((name) => ({ name, entityType: 'person', observations: [] })),
  });
  await askOne('link', { source: 'Anna', type: 'knows', target: 'Bob' });
  const before = await look(askOne);
  expect(await look(askOther)).toEqual(before);

  await askOther('delete_memory', { memory_id, confirm: true });
  await askOther('delete_workspace', { workspace_id: 'office', confirm: true });
  await askOther('unlink', { source: 'Anna', type: 'knows', target: 'Bob' });
  const after = await look(askOne);
  expect(after).not.toEqual(before);
  expect(await look(askOther)).toEqual(after);
  await zapomni.close();
});
