import type { Web } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { createWeb } from '@zapomni/providers/web';
import { createRecordingLogger } from '../fakes/recording-logger.ts';
import type { WebServer } from './web-server.ts';

/** The real thing, with this server as the only one that may be reached. */
export function webTo({ port }: WebServer, options: { readonly pause?: (ms: number) => Promise<void> } = {}): Web {
  return createWeb({
    hosts: [],
    privateHosts: [`127.0.0.1:${port}`],
    userAgent: 'zapomni-test',
    clock: systemClock,
    logger: createRecordingLogger(),
    ...options,
  });
}

/** Somebody's; nothing is ever sent there. */
const PUBLIC = '93.184.216.34';

/**
 * Every public host may be reached, and each leads to loopback. `addresses` are those that a name has, once for each time
 * it is asked for; one public address where nothing is said.
 */
export function publicWebTo(addresses: (host: string) => readonly string[] | undefined): Web {
  return createWeb({
    hosts: ['*'],
    privateHosts: [],
    userAgent: 'zapomni-test',
    clock: systemClock,
    logger: createRecordingLogger(),
    pace: { minIntervalMs: 0, concurrency: 100 },
    resolve: async (host) => addresses(host) ?? [PUBLIC],
    route: () => '127.0.0.1',
  });
}
