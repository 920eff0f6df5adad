/** A process that writes until it is killed: memories in pairs, the second of a pair only when the first is acknowledged. */
import { openSqliteStorage } from '@zapomni/db';
import { plainMemory, silent } from './stores.ts';

const [, , dataDir = '', name = ''] = process.argv;
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 60_000, logger: silent });
for (let n = 0; ; n++) {
  const number = String(n).padStart(6, '0');
  await storage.memories.add([plainMemory(`a-${name}-${number}`)], n + 1);
  await storage.memories.add([plainMemory(`z-${name}-${number}`)], n + 1);
  process.send?.(n);
}
