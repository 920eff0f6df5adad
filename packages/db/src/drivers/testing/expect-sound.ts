import assert from 'node:assert/strict';
import type { Storage } from '@zapomni/core/ports';

/** A deep look finds nothing wrong. */
export async function expectSound(storage: Storage): Promise<void> {
  const { integrity, warnings } = await storage.inspect(true);
  assert.deepEqual({ integrity, warnings }, { integrity: 'ok', warnings: [] });
}
