import type { Browser } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { createBrowser } from '@zapomni/providers/browser';
import { createRecordingLogger } from '../fakes/recording-logger.ts';
import type { WebServer } from '../web-server/web-server.ts';

/** A real browser, `path` of `findTestBrowser`, with these servers as the only ones that may be reached. */
export function browserTo(path: string, servers: readonly WebServer[]): Browser {
  return createBrowser({
    browser: path,
    headless: true,
    // Tests run as root in containers, where there is no sandbox.
    sandbox: false,
    paceMs: 0,
    targetMs: 2000,
    agent: 'zapomni-test',
    robots: async () => ({ minIntervalMs: 0, concurrency: 4 }),
    environment: process.env,
    hosts: [],
    privateHosts: servers.map(({ port }) => `127.0.0.1:${port}`),
    clock: systemClock,
    logger: createRecordingLogger(),
  });
}
