/** A store in which nothing is wrong, with something of every part. */
import type { Storage } from '@zapomni/core/ports';
import { exportOf, fillStore } from './transfer-fixtures.ts';

/** `fillStore` has records that refer to blobs which nobody put; here there is one, to a blob of this hash. */
export async function fillSound(storage: Storage, hash: string): Promise<void> {
  await fillStore(storage);
  for (const line of await exportOf(storage)) {
    const record = JSON.parse(line) as { kind: string; workspace: string; blobs?: string[] } & Record<string, string>;
    const { kind, workspace, collection = '', key = '', blobs = [] } = record;
    if (kind === 'record' && blobs.length > 0)
      await storage.records.write(workspace, [{ op: 'delete', collection, key }], 9);
  }
  const entries = [{ index: 'by_name', value: 'boris', unique: true }];
  const put = { op: 'put' as const, collection: 'pictures', key: 'boris', value: '{}', parent: null };
  await storage.records.write('default', [{ ...put, entries, blobs: [hash] }], 9);
  const work = { kind: 'try', workspace: null, payload: null, key: null, dueAt: 1, priority: 0 };
  await storage.work.add([{ ...work, id: 'w', maxAttempts: 1, everyMs: null }], 1);
}
