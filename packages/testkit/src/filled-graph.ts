/** A client whose memories have been read: who Alice, Bob and Acme are, and how they are connected. */
import { openTestClient, type TestClient, type TestClientOptions } from './client.ts';
import { condition } from './condition.ts';

export const SENTENCES = [
  'Alice works for Acme.',
  'Bob works for Acme.',
  'Acme uses SQLite.',
  'Alice knows Bob.',
  'Acme is in Berlin.',
] as const;

export interface FilledGraph extends TestClient {
  /** Ids of the memories, in the order of SENTENCES. */
  readonly memoryIds: readonly string[];
}

export async function openFilledGraph(options: TestClientOptions = {}): Promise<FilledGraph> {
  const client = await openTestClient(options);
  const { memory_ids } = await client.call('add_memory', { items: SENTENCES.map((text) => ({ text })) });
  await client.app.resume();
  await untilRead(client);
  return { ...client, memoryIds: memory_ids };
}

/** Waits until nothing waits to be read any more. */
export async function untilRead(client: TestClient): Promise<void> {
  await condition(async () => {
    const { pending, tasks } = await client.call('graph_status');
    return pending === 0 && tasks.every(({ state }: { state: string }) => state !== 'running');
  });
}
