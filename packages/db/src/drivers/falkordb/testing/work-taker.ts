/**
 * Takes work from a store. Arguments: its address, and how to go about it as JSON. While the server is away it tries again,
 * as whoever works in the background does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { takeWork, type TakerOptions } from '../../testing/take-work.ts';
import { openFalkordbStorage } from '../driver.ts';

const [url = '', options = '{}'] = process.argv.slice(2);
const silent = { log: () => undefined, child: () => silent };
const storage = openFalkordbStorage({ url, logger: silent, timeoutMs: 10_000 });

for (let done = false; !done;) {
  done = await takeWork(storage, JSON.parse(options) as TakerOptions).then(
    () => true,
    async (error: { code?: string }) => {
      if (error.code !== 'STORE_UNAVAILABLE') throw error;
      await sleep(20);
      return false;
    },
  );
}
await storage.close();
process.disconnect();
