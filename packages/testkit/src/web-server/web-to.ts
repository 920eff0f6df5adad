import type { Web } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { createWeb } from '@zapomni/providers/web';
import { createRecordingLogger } from '../fakes/recording-logger.ts';
import type { WebServer } from './web-server.ts';

/** The real thing, with this server as the only one that may be reached. */
export function webTo({ port }: WebServer): Web {
  return createWeb({
    hosts: [],
    privateHosts: [`127.0.0.1:${port}`],
    userAgent: 'zapomni-test',
    clock: systemClock,
    logger: createRecordingLogger(),
  });
}
