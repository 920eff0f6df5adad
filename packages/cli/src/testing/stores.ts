/** Stores in folders, filled and looked into, for tests of commands that move whole stores. */
import { createHash } from 'node:crypto';
import type { Logger, NewMemory, Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';

export const silent: Logger = { log: () => undefined, child: () => silent };

export async function withStore<T>(dataDir: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

export function plainMemory(id: string, text = `memory ${id}`): NewMemory {
  return {
    id,
    workspace: 'default',
    text,
    kind: 'note',
    tags: [],
    source: '',
    metadata: {},
    hash: createHash('sha256').update(text).digest('hex'),
    key: null,
    occurredAt: null,
    validFrom: 1,
    supersedes: null,
    passages: [{ start: 0, end: text.length }],
  };
}
