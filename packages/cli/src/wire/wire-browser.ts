/** The browser that visits sites, as the settings allow it. Nothing of it is loaded before somebody wants to visit something. */
import type { Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Browser, Clock, Logger, Web } from '@zapomni/core/ports';
import { reachable, userAgent } from './wire-web.ts';

export interface BrowserParts {
  readonly web: Web;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function wireBrowser(config: Config, parts: BrowserParts): Browser {
  let opened: Promise<Browser> | undefined;
  let isClosed = false;
  const loaded = () => (opened ??= openBrowser(config, parts));
  return {
    about: async () => (await loaded()).about(),
    async open(rules) {
      if (isClosed) throw new ZapomniError('CANCELLED', 'The browser was closed.');
      return (await loaded()).open(rules);
    },
    async close() {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}

async function openBrowser(config: Config, { web, clock, logger }: BrowserParts): Promise<Browser> {
  const { createBrowser } = await import('@zapomni/providers/browser');
  const { obeyRobots } = await import('@zapomni/core/robots');
  return createBrowser({
    ...reachable(config),
    browser: config.browser,
    headless: config.browser_headless,
    sandbox: config.browser_sandbox === 'on',
    paceMs: config.browser_pace_ms,
    agent: userAgent(config.web_contact),
    robots: (url, signal) => obeyRobots({ web, clock, config, logger }, url, signal),
    environment: process.env,
    clock,
    logger,
  });
}
