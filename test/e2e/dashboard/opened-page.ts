/** The installed command's page in a real browser: a server of its own, signed in, with everything told that must not happen. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findTestBrowser } from '@zapomni/testkit/browser';
import { packed } from '../packed.ts';

export interface Dashboard {
  readonly child: ChildProcess;
  /** Opens the page by the code; good once. */
  readonly address: string;
}

const found = await findTestBrowser();
export const browserPath = found.path;
if (browserPath === null) console.warn(found.reason);

export async function startDashboard(dataDir: string, ...flags: string[]): Promise<Dashboard> {
  const { node, bin } = packed();
  const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
  const child = spawn(node, [bin, 'dashboard', '--no-open', ...flags], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = (await once(createInterface({ input: child.stdout as Readable }), 'line')) as [string];
  return { child, address };
}

export async function stop({ child }: Dashboard): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] });
}

export interface OpenedPage {
  readonly page: Page;
  /** Dialogs, scripts that failed, requests to elsewhere, breaches of the policy: empty when all is well. */
  readonly faults: string[];
}

export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  const { origin } = new URL(address);
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) faults.push(`policy: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) faults.push(`request: ${url}`);
  });
  await page.goto(address);
  return { page, faults };
}

export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = to;
  }, hash);
}

/** As the page itself would, with its token; the status of the answer. */
export function post(page: Page, path: string, body: unknown): Promise<number> {
  return page.evaluate(
    async ([to, sent]) => {
      const { sessionStorage } = globalThis as unknown as { sessionStorage: { getItem(key: string): string } };
      const authorization = `Bearer ${sessionStorage.getItem('zapomni-token')}`;
      const headers = { authorization, 'content-type': 'application/json' };
      return (await fetch(to, { method: 'POST', headers, body: sent })).status;
    },
    [path, JSON.stringify(body)] as const,
  );
}
