/** How fast another process makes the vectors that a store waits for. */
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStorage } from '@zapomni/db';

/** So many are embedded at once, in two lanes. */
const PORTION = 32;
const silent = { log: () => undefined, child: () => silent };

/** Once the model is loaded: from the first vectors to the last. What is under way at the first is half done, and half counts. */
export async function vectorsPerSecond(dataDir: string, model: string, all: number): Promise<number> {
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  let [begun, first, left] = [0, 0, await storage.embeddings.pending(model)];
  while (left > 0) {
    await pause(20);
    left = await storage.embeddings.pending(model);
    if (begun === 0 && left < all) [begun, first] = [performance.now(), left];
  }
  await storage.close();
  return (first - PORTION / 2) / ((performance.now() - begun) / 1000);
}
