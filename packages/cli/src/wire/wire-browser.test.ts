/** The browser as the settings open it, with a real one, the real resolver and a server on loopback. */
import { parseConfig } from '@zapomni/core/config';
import { systemClock } from '@zapomni/providers';
import { findTestBrowser } from '@zapomni/testkit/browser';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { says, WebServer } from '@zapomni/testkit/web-server';
import { describe, expect, it } from 'vitest';
import { wireBrowser } from './wire-browser.ts';
import { wireWeb } from './wire-web.ts';

const { path, reason } = await findTestBrowser();
const RULES = { hosts: ['127.0.0.1'], timeoutMs: 30_000, maxBytes: 1_000_000, maxPages: 5 };

const wire = (settings: Record<string, string>) => {
  const config = parseConfig({ data_dir: '/nowhere', ...settings });
  const logger = createRecordingLogger();
  return wireBrowser(config, { web: wireWeb(config, logger), clock: systemClock, logger });
};

describe('the browser', () => {
  it('is off by default, and ends without having begun', async () => {
    const { browser_sandbox: sandbox, browser_headless: headless } = parseConfig({ data_dir: '/nowhere' });
    expect([sandbox, headless]).toEqual(['on', true]);
    const browser = wire({});
    await expect(browser.open(RULES)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect((await browser.about()).reason).toMatch(/ZAPOMNI_BROWSER=on/);
    await browser.close();
    await expect(browser.open(RULES)).rejects.toMatchObject({ code: 'CANCELLED' });
    await wire({}).close();
  });

  it.skipIf(path === null)(
    path === null
      ? `visits (skipped: ${reason})`
      : 'visits what the settings allow, says who it is and obeys robots.txt',
    async () => {
      const site = await WebServer.start();
      site.page('/', says('<p>hello</p>', { 'content-type': 'text/html' }));
      site.page('/robots.txt', says('User-agent: zapomni\nDisallow: /no'));
      const own = {
        browser: path as string,
        browser_sandbox: 'off',
        browser_pace_ms: '0',
        web_contact: 'me@example.org',
      };
      const off = wire(own);
      await expect(off.open(RULES)).rejects.toMatchObject({ code: 'NETWORK_OFF' });
      const every = wire({ ...own, web_hosts: '*' });
      const lost = await every.open(RULES);
      await expect(lost.goto(`http://127.0.0.1:${site.port}/`)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await every.close();
      expect(site.accepted).toBe(0);
      const browser = wire({ ...own, web_private_hosts: `127.0.0.1:${site.port}` });
      const visit = await browser.open(RULES);
      await visit.goto(`http://127.0.0.1:${site.port}/`);
      expect(await visit.count([{ text: 'hello' }])).toBe(1);
      await expect(visit.goto(`http://127.0.0.1:${site.port}/no`)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect(site.requests.at(-1)?.headers['user-agent']).toMatch(
        /Chrome.* zapomni\/\S+ \(\+https:.*; mailto:me@example\.org\)$/,
      );
      await browser.close();
      await site.close();
    },
  );
});
