import { existsSync } from 'node:fs';
import path from 'node:path';
import { STORE_FILE } from '@zapomni/db';

/** Whether there is a store, without opening it. One on a server is taken to be there. */
export function hasStore(dataDir: string, store = 'sqlite'): boolean {
  return store !== 'sqlite' || existsSync(path.join(dataDir, STORE_FILE));
}
