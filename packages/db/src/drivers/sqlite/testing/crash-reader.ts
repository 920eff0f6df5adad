/** Reads what waits, a few memories at a time, until nothing does; tells its parent of each reading the store has taken. */
import { openSqliteStorage } from '../driver.ts';
import { silent } from './fixture.ts';
import { numberedReading } from './numbered-reading.ts';

const [dataDir = '', owner = '', nowText = '0'] = process.argv.slice(2);
const now = Number(nowText);
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger: silent });

for (;;) {
  const claimed = await storage.extractions.claim({ owner, until: now + 1 }, 5, now);
  if (claimed.length === 0) break;
  for (const memory of claimed) {
    if (await storage.graph.put(numberedReading(memory), 1000)) process.send?.(memory.memoryId);
  }
}
await storage.close();
process.disconnect();
