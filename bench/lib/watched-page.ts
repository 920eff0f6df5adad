/** The page of a server in a real browser, with what kept its thread from answering. */
import { execFileSync } from 'node:child_process';
import { findTestBrowser } from '@zapomni/testkit/browser';
import { chromium, type Browser, type Page } from 'playwright-core';
import { round } from './figures.ts';

export async function launchBrowser(): Promise<Browser | undefined> {
  const { path, reason } = await findTestBrowser();
  if (path === null) console.log(reason);
  return path === null ? undefined : chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
}

/** What of a page is used that Node does not know. */
interface Watched {
  long: number[];
  PerformanceObserver: new (note: (list: { getEntries(): { duration: number }[] }) => void) => {
    observe(what: { entryTypes: string[] }): void;
  };
}

export interface Served {
  /** The built command. */
  readonly script: string;
  readonly dataDir: string;
  readonly port: number;
}

/** Signed in, and noting tasks of 50 ms and more. */
export async function openPage(browser: Browser, { script, dataDir, port }: Served): Promise<Page> {
  const args = [script, 'dashboard', '--no-open', '--http-port', String(port), '--data-dir', dataDir];
  const address = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const opened = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await opened.addInitScript(() => {
    const page = globalThis as unknown as Watched;
    page.long = [];
    const observer = new page.PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) page.long.push(duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
  });
  await opened.goto(address.trim());
  await opened.getByText('Live', { exact: true }).waitFor();
  return opened;
}

export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = to;
  }, hash);
  await page.locator('main h1').waitFor();
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** What the work cost the page's thread in tasks that are long enough to be felt. */
export async function longTasks(page: Page, work: () => Promise<void>) {
  const take = (): Promise<number[]> =>
    page.evaluate(() => (globalThis as unknown as { long: number[] }).long.splice(0));
  await take();
  const began = performance.now();
  await work();
  const wallMs = performance.now() - began;
  const long = await take();
  return {
    count: long.length,
    longestMs: round(Math.max(0, ...long), 0),
    totalMs: round(
      long.reduce((sum, ms) => sum + ms, 0),
      0,
    ),
    wallMs: round(wallMs, 0),
  };
}
