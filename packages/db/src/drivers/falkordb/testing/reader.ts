/**
 * Reads what waits, a few memories at a time, until nothing does; tells its parent of each reading the store has taken. While
 * the server is away it tries again, as a backlog does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { numberedReading } from '../../sqlite/testing/numbered-reading.ts';
import { openFalkordbStorage } from '../driver.ts';

const [url = '', owner = '', begin = '0'] = process.argv.slice(2);
/** Goes on with each failure, so that what was claimed then is free again. */
let now = Number(begin);
const silent = { log: () => undefined, child: () => silent };
const storage = openFalkordbStorage({ url, logger: silent, timeoutMs: 10_000 });

/** False when nothing waits any more. */
async function readSome(): Promise<boolean> {
  const claimed = await storage.extractions.claim({ owner, until: now + 1 }, 5, now);
  for (const memory of claimed) {
    if (await storage.graph.put(numberedReading(memory), 1000)) process.send?.(memory.memoryId);
  }
  if (claimed.length > 0) return true;
  await sleep(20);
  return (await storage.extractions.pending()) > 0;
}

for (let more = true; more;) {
  more = await readSome().catch(async (error: { code?: string }) => {
    if (error.code !== 'STORE_UNAVAILABLE') throw error;
    now += 1;
    await sleep(20);
    return true;
  });
}
await storage.close();
process.disconnect();
