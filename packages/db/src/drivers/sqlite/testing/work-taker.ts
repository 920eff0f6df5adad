/** Takes work from a store. Arguments: its folder, and how to go about it as JSON. */
import { takeWork, type TakerOptions } from '../../testing/take-work.ts';
import { openSqliteStorage } from '../driver.ts';
import { silent } from './fixture.ts';

const [dataDir = '', options = '{}'] = process.argv.slice(2);
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger: silent });

await takeWork(storage, JSON.parse(options) as TakerOptions);
await storage.close();
process.disconnect();
