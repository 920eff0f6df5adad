/** What a test starts and must not leave behind: ended after it, the last first. */
import { afterEach } from 'vitest';
import { startFalkordb, type FalkordbOptions, type RunningFalkordb } from './start-falkordb.ts';

export interface UntilTestEnds {
  start(options?: FalkordbOptions): Promise<RunningFalkordb>;
  /** For whatever else it opens. */
  stopLater(stop: () => unknown): void;
}

/** For the tests of a file. */
export function untilTestEnds(): UntilTestEnds {
  const toStop: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of toStop.splice(0).toReversed()) await stop();
  });
  return {
    start: async (options = {}) => {
      const server = await startFalkordb(options);
      toStop.push(() => server.stop());
      return server;
    },
    stopLater: (stop) => void toStop.push(stop),
  };
}
