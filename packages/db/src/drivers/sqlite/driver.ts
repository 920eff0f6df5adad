/** The embedded engine's door: all ports of storage on one SQLite file, each call carried to the store's worker. */
import type { Logger, ScrubReport, Storage } from '@zapomni/core/ports';
import { carryPorts } from '../../shared/carried-ports.ts';
import { waitingFor } from '../../shared/next-changes.ts';
import { Channel } from './connection/channel.ts';
import { FolderBell } from './connection/folder-bell.ts';
import type { EngineOptions, EngineReport } from './connection/protocol.ts';

export interface SqliteStorageOptions extends EngineOptions {
  readonly logger: Logger;
  /** The clock of whoever asks: the present, where a question leaves the time open. The system's if not given. */
  readonly now?: () => number;
}

/**
 * Opens nothing yet: the first call starts the worker and opens the store, making it if there is none. Whoever opens it
 * closes it. A failed open is tried afresh by the next call.
 */
export function openSqliteStorage(options: SqliteStorageOptions): Storage {
  const channel = new Channel({ now: Date.now, ...options });
  const ports = carryPorts((port, method, args) => channel.call(port, method, args));
  // Waited for on this side: the thread has calls to answer.
  const { since } = ports.changes;
  const waiting = waitingFor(since, new FolderBell({ folder: options.dataDir }));
  return {
    ...ports,
    changes: { since, next: waiting.next },
    version: () => channel.call('store', 'version', []) as Promise<string>,
    async inspect(deep) {
      const asked = channel.call('store', 'inspect', [deep]) as Promise<EngineReport>;
      const { pool } = channel;
      return { ...(await asked), pool };
    },
    scrub: () => channel.call('store', 'scrub', []) as Promise<ScrubReport>,
    close: () => {
      waiting.close();
      return channel.close();
    },
  };
}
