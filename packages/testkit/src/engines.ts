/** The engines that tests of tools run on, so that a tool answers alike on each. */
import { randomUUID } from 'node:crypto';
import { openFalkordbStorage } from '@zapomni/db';
import type { TestClientOptions } from './client.ts';
import { falkordbForTests } from './falkordb/for-tests.ts';

export interface TestEngine {
  readonly engine: string;
  /** For `openTestClient`: a store of its own each time. */
  options(): TestClientOptions;
}

/** SQLite, and a FalkorDB that ends with the file's tests, unless none can be started (see `falkordbForTests`). */
export async function enginesForTests(): Promise<readonly TestEngine[]> {
  const server = await falkordbForTests();
  const sqlite: TestEngine = { engine: 'SQLite', options: () => ({}) };
  return server ? [sqlite, { engine: 'FalkorDB', options: () => onFalkordb(server.url) }] : [sqlite];
}

function onFalkordb(server: string): TestClientOptions {
  const url = `${server}/${randomUUID()}`;
  return { openStorage: ({ logger }) => openFalkordbStorage({ url, logger }) };
}
