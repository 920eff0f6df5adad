/** Writes memories and records together until it is killed. Arguments: the folder of the store and the number of the writer. */
import { writeTogether } from '../../testing/write-together.ts';
import { openSqliteStorage } from '../driver.ts';
import { silent } from './fixture.ts';

const [dataDir = '', writer = '0'] = process.argv.slice(2);
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger: silent });

await writeTogether(storage, Number(writer), Infinity);
