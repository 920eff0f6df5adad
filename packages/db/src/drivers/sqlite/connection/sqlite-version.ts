/** SQLite before 3.51.3 has a bug in its write-ahead log that can corrupt a store which several processes use. */
import { Database } from './database.ts';

const FIRST_SHAREABLE = [3, 51, 3] as const;

/** The version that runs, which may differ from the one Node was built with. */
export function runningVersion(): string {
  const db = new Database({ file: ':memory:', lockWaitMs: 0 });
  try {
    return db.value<string>('SELECT sqlite_version()') ?? '0';
  } finally {
    db.close();
  }
}

/** True when processes may share a store under this version, e.g. '3.53.4'. */
export function isShareable(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [place, least] of FIRST_SHAREABLE.entries()) {
    const part = parts[place] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

export const UNSHAREABLE_WARNING =
  'The SQLite of this Node.js is older than 3.51.3, which can corrupt a store shared by processes: ' +
  'only one process at a time may open the store. Update Node.js to 22.23, 24.21 or newer.';
