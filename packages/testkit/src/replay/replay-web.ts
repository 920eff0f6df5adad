import type { Clock, Logger, Web } from '@zapomni/core/ports';
import { createWeb } from '@zapomni/providers/web';

export interface ReplayWebOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Patterns; every name that ends with `.test` by default. */
  readonly hosts?: readonly string[];
  /** Who has not begun to answer by then is slow. */
  readonly firstByteMs?: number;
}

/** Somebody's; nothing is ever sent there. */
const PUBLIC = '93.184.216.34';

/** The real thing. Names lead to loopback. */
export function replayWeb({ clock, logger, pause, hosts = ['*.test'], firstByteMs = 2000 }: ReplayWebOptions): Web {
  return createWeb({
    hosts,
    privateHosts: [],
    userAgent: 'zapomni-test',
    clock,
    logger,
    pause,
    pace: { minIntervalMs: 0, concurrency: 100 },
    limits: { connectMs: 10_000, firstByteMs, totalMs: 30_000 },
    resolve: async () => [PUBLIC],
    route: () => '127.0.0.1',
  });
}
