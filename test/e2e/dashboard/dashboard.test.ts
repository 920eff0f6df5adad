/** The page as a person uses it, in a real Chromium, on the installed package. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../packed.ts';
import { browserPath, go, launch, open, post, startDashboard, stop, type Dashboard } from './opened-page.ts';

const VIEWS = ['overview', 'search?q=harbour', 'memories', 'graph', 'timeline', 'context', 'activity', 'settings'];

let browser: Browser;
let dataDir: string;
let server: Dashboard;

const zapomni = (...args: string[]): string => {
  const { node, bin } = packed();
  const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
  return execFileSync(node, [bin, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
};

describe.skipIf(browserPath === null)('the dashboard', () => {
  beforeAll(async () => {
    browser = await launch();
    dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
    zapomni('add', 'The harbour of Quellmund opens at six.', '--tag', 'harbour');
    zapomni('add', 'Oskar works for Initech Corp.');
    server = await startDashboard(dataDir);
  });
  afterAll(async () => {
    await browser.close();
    await stop(server);
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** A code of its own for each: the command finds the server that runs. */
  const freshAddress = (...flags: string[]): string =>
    zapomni('dashboard', '--no-open', '--http-port', new URL(server.address).port, ...flags).trim();

  it('opens by a code once; without one it shows how to get in and nothing else', async () => {
    const address = freshAddress();
    const { page, faults } = await open(browser, address);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).not.toContain('code=');
    const second = await open(browser, address);
    await second.page.getByText('a code is good once').waitFor();
    const stranger = await open(browser, new URL(server.address).origin);
    await stranger.page.getByText('zapomni dashboard').waitFor();
    expect(await stranger.page.getByText('harbour').count()).toBe(0);
    expect([...faults, ...second.faults, ...stranger.faults]).toEqual([]);
    for (const one of [page, second.page, stranger.page]) await one.context().close();
  });

  it('searches, corrects, supersedes, takes back a forgetting, and forgets', async () => {
    const { page, faults } = await open(browser, freshAddress());
    await go(page, '#/search?q=when+does+the+harbour+open');
    await page.getByRole('link', { name: 'The harbour of Quellmund opens at six.' }).click();
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('The text, corrected').fill('The harbour of Quellmund opens at seven.');
    await page.getByText('seven.').first().waitFor();
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    expect(await page.locator('.difference ins').first().textContent()).toContain('seven.');
    expect(zapomni('search', 'Quellmund')).toContain('at seven');
    await page.getByRole('button', { name: 'It has changed' }).click();
    await page.getByLabel('What holds now').fill('The harbour of Quellmund is closed.');
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('link', { name: 'What it took the place of' }).waitFor();
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(zapomni('search', 'Quellmund closed')).toContain('is closed');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows what another process writes without being reloaded', async () => {
    const { page } = await open(browser, freshAddress());
    await go(page, '#/memories');
    await page.getByText('Live', { exact: true }).waitFor();
    zapomni('add', 'Written by somebody else.');
    await page.getByRole('link', { name: 'Written by somebody else.' }).waitFor();
    await page.context().close();
  });

  it('draws the graph, goes from thing to thing, and back in time', async () => {
    const { page, faults } = await open(browser, freshAddress());
    await go(page, '#/graph');
    await page.locator('.canvas canvas').first().waitFor();
    await page.getByRole('list', { name: 'Things' }).getByRole('link', { name: 'Oskar' }).click();
    await page.getByText('works for', { exact: true }).waitFor();
    await page.locator('blockquote', { hasText: 'Oskar works for Initech Corp.' }).waitFor();
    await page.getByRole('slider', { name: /^As it was:/ }).fill('100');
    await page.getByText('Relations (0)').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows no button that changes anything to whoever may only read, and refuses them', async () => {
    const { page } = await open(browser, freshAddress('--scope', 'read'));
    await go(page, '#/memories');
    await page
      .getByRole('link', { name: /harbour/ })
      .first()
      .click();
    await page.getByText('Version', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Correct|Forget|changed/ }).count()).toBe(0);
    expect(await post(page, '/api/memories', { text: 'x' })).toBe(403);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds fault with, in %s', async (colorScheme) => {
    const { page } = await open(browser, freshAddress(), { colorScheme });
    for (const view of VIEWS) {
      await go(page, `#/${view}`);
      await page.locator('main h1').waitFor();
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${view} ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
    await page.context().close();
  });

  it('says that the server is away, and goes on when it is back', async () => {
    const port = new URL(server.address).port;
    const { page } = await open(browser, freshAddress());
    await page.getByText('Live', { exact: true }).waitFor();
    await stop(server);
    await page.getByText('Not connected').waitFor();
    server = await startDashboard(dataDir, '--http-port', port);
    // The new process knows no session of the old one: the page says how to get in again.
    await page.getByText('zapomni dashboard').waitFor({ timeout: 60_000 });
    await page.goto(server.address);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().close();
  });
});
