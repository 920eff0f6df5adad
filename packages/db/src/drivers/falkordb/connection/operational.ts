/**
 * Indexes are built anew at every start of the server, and one that is being built answers nothing, or too little. Those of
 * vectors do not count: as long as they are not whole, every vector is compared.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ZapomniError } from '@zapomni/core/errors';
import type { Row } from '../cypher/rows.ts';

export const INDEX_STATES = 'CALL db.indexes() YIELD label, status RETURN label, status';

const OF_VECTORS = /^V\d+$/;
const LONGEST_PAUSE_MS = 500;

/** STORE_UNAVAILABLE when it takes too long. */
export async function untilOperational(readStates: () => Promise<readonly Row[]>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const states = await readStates();
    if (states.every(([label, status]) => status === 'OPERATIONAL' || OF_VECTORS.test(String(label)))) return;
    if (Date.now() + pause > deadline) {
      throw new ZapomniError('STORE_UNAVAILABLE', 'The database server is still building its indexes.');
    }
    await sleep(pause);
  }
}
