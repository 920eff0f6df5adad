/** Writes numbered memories until it is killed, and tells its parent each number once the store has acknowledged it. */
import { openSqliteStorage } from '../driver.ts';
import { silent } from './fixture.ts';
import { numberedMemory } from './numbered-memory.ts';

const [dataDir = '', writer = '0'] = process.argv.slice(2);
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger: silent });

for (let number = 0; ; number++) {
  const [stored] = await storage.memories.add([numberedMemory(Number(writer), number)], number);
  process.send?.(number);
  const vectors = (stored?.passageIds ?? []).map((passageId) => ({ passageId, vector: Float32Array.of(1, number) }));
  await storage.vectors.put('trial', vectors);
}
