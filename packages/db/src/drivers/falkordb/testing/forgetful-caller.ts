/** Uses a storage and never closes it: the process must end by itself all the same, and not before the answer came. */
import { numberedMemory } from '../../sqlite/testing/numbered-memory.ts';
import { openFixture } from './fixture.ts';

const { storage } = openFixture(process.argv[2] ?? '');
const [stored] = await storage.memories.add([numberedMemory(0, 0)], 1);
process.exitCode = stored?.status === 'stored' ? 0 : 1;
// Nobody waits for what others do any more when nothing else is left to do.
const { position } = await storage.changes.since(null);
void storage.changes.next(position, new AbortController().signal);
