/** Writes memories and records together. Arguments: the address of the store, the number of the writer, and how many numbers. */
import { writeTogether } from '../../testing/write-together.ts';
import { openFalkordbStorage } from '../driver.ts';

const [url = '', writer = '0', count = 'Infinity'] = process.argv.slice(2);
const silent = { log: () => undefined, child: () => silent };
const storage = openFalkordbStorage({ url, logger: silent, timeoutMs: 10_000 });

await writeTogether(storage, Number(writer), Number(count));
await storage.close();
process.disconnect();
