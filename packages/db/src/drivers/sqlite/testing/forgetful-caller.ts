/** Uses a storage and never closes it: the process must end by itself all the same, and not before the answer came. */
import { openSqliteStorage } from '../driver.ts';
import { silent } from './fixture.ts';
import { numberedMemory } from './numbered-memory.ts';

const [dataDir = ''] = process.argv.slice(2);
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 1000, logger: silent });
const [stored] = await storage.memories.add([numberedMemory(0, 0)], 1);
process.exitCode = stored?.status === 'stored' ? 0 : 1;
// Nobody waits for what others do any more when nothing else is left to do.
const { position } = await storage.changes.since(null);
void storage.changes.next(position, new AbortController().signal);
