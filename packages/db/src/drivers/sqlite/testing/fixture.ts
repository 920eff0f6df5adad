/** A store in a folder of its own, for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger, Storage } from '@zapomni/core/ports';
import { openSqliteStorage, type SqliteStorageOptions } from '../driver.ts';
import { STORE_FILE } from '../connection/store-file.ts';

export const silent: Logger = { log: () => undefined, child: () => silent };

type FixtureOptions = Partial<Omit<SqliteStorageOptions, 'logger'>>;

export interface Fixture {
  readonly dataDir: string;
  readonly storage: Storage;
  /** Another storage on the same folder, as another process would open it. Closed with the fixture. */
  open(options?: FixtureOptions): Storage;
  reopen(): Promise<Storage>;
  /** Looks into the file itself, past the store. */
  raw<Result>(use: (db: DatabaseSync) => Result): Result;
  destroy(): Promise<void>;
}

export async function openFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'zapomni-db-'));
  const opened: Storage[] = [];
  const closeAll = (): Promise<unknown> => Promise.all(opened.map((storage) => storage.close()));
  const open = (more: FixtureOptions = {}): Storage => {
    const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent, ...options, ...more });
    opened.push(storage);
    return storage;
  };
  return {
    dataDir,
    storage: open(),
    open,
    reopen: async () => {
      await closeAll();
      return open();
    },
    raw: (use) => {
      const db = new DatabaseSync(join(dataDir, STORE_FILE), { timeout: 5000 });
      try {
        return use(db);
      } finally {
        db.close();
      }
    },
    destroy: async () => {
      await closeAll();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
