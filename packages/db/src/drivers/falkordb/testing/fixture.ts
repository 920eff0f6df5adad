/** A store of its own on a running server, for tests. */
import { randomUUID } from 'node:crypto';
import type { Logger, Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, type FalkordbStorageOptions } from '../driver.ts';

export const silent: Logger = { log: () => undefined, child: () => silent };

export interface Fixture {
  readonly storage: Storage;
  readonly url: string;
  /** Another storage on the same data, as another process would open it. Closed with the fixture. */
  open(options?: Partial<FalkordbStorageOptions>): Storage;
  reopen(): Promise<Storage>;
  destroy(): Promise<void>;
}

/** `server`: the address without a name; each fixture has a name of its own there. */
export function openFixture(server: string, options: Partial<FalkordbStorageOptions> = {}): Fixture {
  const url = `${server}/${randomUUID()}`;
  const opened: Storage[] = [];
  const closeAll = (): Promise<unknown> => Promise.all(opened.map((storage) => storage.close()));
  const open = (more: Partial<FalkordbStorageOptions> = {}): Storage => {
    const storage = openFalkordbStorage({ url, logger: silent, ...options, ...more });
    opened.push(storage);
    return storage;
  };
  return {
    url,
    storage: open(),
    open,
    reopen: async () => {
      await closeAll();
      return open();
    },
    destroy: async () => void (await closeAll()),
  };
}
