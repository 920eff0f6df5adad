/**
 * Writes numbered memories and tells its parent each number, with the ids of its passages, once the store has acknowledged it:
 * so many of them, or without end. A memory that the store could not take is passed over, as a user would be told.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { numberedId, numberedMemory, numberedTerms } from '../../sqlite/testing/numbered-memory.ts';
import { openFalkordbStorage } from '../driver.ts';

/** What the parent is told. */
export interface Acknowledgement {
  readonly number: number;
  readonly passageIds: readonly number[];
}

const [url = '', writer = '0', count = 'Infinity'] = process.argv.slice(2);
const silent = { log: () => undefined, child: () => silent };
const storage = openFalkordbStorage({ url, logger: silent, timeoutMs: 10_000 });
const own = Number(writer);

for (let number = 0; number < Number(count); number++) {
  try {
    const [stored] = await storage.memories.add([numberedMemory(own, number)], number);
    process.send?.({ number, passageIds: stored?.passageIds ?? [] } satisfies Acknowledgement);
    const vectors = (stored?.passageIds ?? []).map((passageId) => ({ passageId, vector: Float32Array.of(1, number) }));
    await storage.vectors.put('trial', vectors);
    const hits = await storage.fullText.search({ terms: numberedTerms(own, number) }, 1, { workspace: 'default' });
    if (hits[0]?.memoryId !== numberedId(own, number)) process.exitCode = 1;
  } catch (error) {
    if ((error as { code?: string }).code !== 'STORE_UNAVAILABLE') throw error;
    await sleep(20);
  }
}
await storage.close();
process.disconnect?.();
