/**
 * A process that writes until it is killed: in each transaction a pair of memories and a record that counts the pairs. It tells its
 * parent of each that was acknowledged. The store is a folder, or an address of a server.
 */
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { plainMemory, silent } from './stores.ts';

const [, , place = '', name = ''] = process.argv;
const storage = place.includes('://')
  ? openFalkordbStorage({ url: place, logger: silent })
  : openSqliteStorage({ dataDir: place, busyTimeoutMs: 60_000, logger: silent });
const count = { op: 'put' as const, collection: 'counts', key: name, entries: [], blobs: [], parent: null };
for (let n = 0; ; n++) {
  const number = String(n).padStart(6, '0');
  const pair = [plainMemory(`a-${name}-${number}`), plainMemory(`z-${name}-${number}`)];
  await storage.memories.add(pair, n + 1, undefined, [{ ...count, value: String(n + 1) }]);
  process.send?.(n);
}
