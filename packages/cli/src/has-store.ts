import { existsSync } from 'node:fs';
import path from 'node:path';
import { STORE_FILE } from '@zapomni/db';

/** Whether there is a store in the folder, without opening it. */
export function hasStore(dataDir: string): boolean {
  return existsSync(path.join(dataDir, STORE_FILE));
}
