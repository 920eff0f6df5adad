/** Which client did what, whichever process it called; and a page that costs nothing while nobody looks at it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../packed.ts';
import { askAs, openHouse, type House } from './house.ts';
import { browserPath, go } from './opened-page.ts';

describe.skipIf(browserPath === null)('what clients did', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(['The harbour of Quellmund opens at six.']);
  });
  afterAll(() => house.close());

  /** A program that has a server of its own on the same data folder. */
  async function callOverStdio(name: string, tool: string, args: Record<string, unknown>): Promise<void> {
    const { node, bin } = packed();
    const env = { ...process.env, ZAPOMNI_DATA_DIR: house.dataDir, ZAPOMNI_SHARE: 'never' } as Record<string, string>;
    const client = new Client({ name, version: '1' });
    await client.connect(new StdioClientTransport({ command: node, args: [bin], env, stderr: 'ignore' }));
    const { isError } = await client.callTool({ name: tool, arguments: args });
    await client.close();
    expect(isError).toBeFalsy();
  }

  const rows = (page: Page) => page.getByRole('row');

  it('shows agents, programs with their own server, the command line and the page itself, each by its name', async () => {
    const { page, faults } = await house.open();
    await house.callTools(['search_memory', { query: 'harbour' }]);
    await callOverStdio('editor of Quellmund', 'add_memory', { text: 'The lighthouse is red.' });
    expect((await askAs(page, 'POST', '/api/memories', { text: 'The pier is long.' })).status).toBe(200);
    await go(page, '#/activity');
    const row = (client: string, name: string) =>
      rows(page)
        .filter({ has: page.getByRole('cell', { name: client, exact: true }) })
        .filter({ has: page.getByRole('cell', { name, exact: true }) });
    await row('an agent', 'search_memory').first().waitFor();
    await row('editor of Quellmund', 'add_memory').getByRole('cell', { name: 'stored' }).waitFor();
    await row('dashboard', 'add_memory').first().waitFor();
    await row('zapomni (command line)', 'add').first().waitFor();
    expect(await page.locator('main').textContent()).not.toContain('lighthouse');

    await page
      .locator('main')
      .getByRole('combobox', { name: /^Client/ })
      .selectOption('editor of Quellmund');
    await expect.poll(() => rows(page).count()).toBe(2);
    // To what it was about.
    await row('editor of Quellmund', 'add_memory').getByRole('link').first().click();
    await page.locator('.memory').getByText('The lighthouse is red.').waitFor();
    await go(page, '#/activity?kind=stored');
    await row('editor of Quellmund', 'add_memory').waitFor();
    expect(await page.getByRole('cell', { name: 'search_memory' }).count()).toBe(0);

    await go(page, '#/overview');
    const lately = page.getByRole('list', { name: 'Heard of lately' });
    await lately.getByRole('link', { name: 'editor of Quellmund' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('names who is connected, whatever it calls itself', async () => {
    const { page, faults } = await house.open();
    const name = 'one <img src=x onerror=alert(1)> that stays';
    const client = new Client({ name, version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', house.origin)));
    await client.listTools();
    await go(page, '#/search');
    await go(page, '#/overview');
    await page.getByRole('list', { name: 'Connected' }).getByText(name).waitFor({ timeout: 60_000 });
    await client.close();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('has one stream for the tab, lets it go when nobody has looked for long, and has missed nothing after', async () => {
    const { page } = await house.open();
    const streams: Request[] = [];
    const ended: Request[] = [];
    page.on('request', (request) => request.url().endsWith('/api/events') && streams.push(request));
    page.on('requestfailed', (request) => request.url().endsWith('/api/events') && ended.push(request));
    await page.clock.install();
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    // That of the page before the reload.
    ended.length = 0;
    await go(page, '#/memories');
    await page.getByRole('link', { name: /harbour/ }).waitFor();
    expect(streams).toHaveLength(1);

    await see(page, 'hidden');
    await page.clock.fastForward(150_000);
    house.zapomni('add', 'Written while nobody looked.');
    // Hidden, it follows what happens, and asks for nothing.
    expect(ended).toHaveLength(0);
    await page.clock.fastForward(150_000);
    await expect.poll(() => ended.length).toBe(1);
    house.zapomni('add', 'Written while the stream was down.');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.fastForward(600_000);
    expect(asked).toEqual([]);

    await see(page, 'visible');
    await page.getByRole('link', { name: 'Written while the stream was down.' }).waitFor();
    await page.getByRole('link', { name: 'Written while nobody looked.' }).waitFor();
    expect(streams).toHaveLength(2);
    expect(await streams[1]?.headerValue('last-event-id')).toMatch(/:\d+$/);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().close();
  });
});

/** As the browser does when the tab is put behind another. */
async function see(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    const { document, Event } = globalThis as unknown as {
      document: { dispatchEvent(event: unknown): void };
      Event: new (name: string) => unknown;
    };
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
