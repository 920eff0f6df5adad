/**
 * `node scripts/dashboard-pictures.ts`: pictures of the dashboard for docs/images, made by the built program in a browser for tests, from a
 * store of a few memories. Run `npm run build` first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findTestBrowser } from '@zapomni/testkit/browser';
import { DOCUMENT, libraryCommands } from '@zapomni/testkit/dashboard';
import { chromium, type Page } from 'playwright-core';

const root = path.join(import.meta.dirname, '..');
const command = path.join(root, 'dist/zapomni.js');
const images = path.join(root, 'docs/images');

const MEMORIES = [
  'Oskar works for Initech Corp in Berlin.',
  'Marta reports to Oskar.',
  'Marta lives in Prague.',
  'Initech Corp uses PostgreSQL.',
  'The billing service depends on Redis.',
  'Ji-woo Park founded the Globex Foundation in 2019.',
  'Oskar met Ji-woo Park in Lisbon.',
  'I do not eat cheese and prefer tea over coffee.',
  'We decided to move the billing service to Node 24.',
];

const VIEWS = {
  overview: '#/',
  search: '#/search?q=who+works+for+Initech',
  graph: '#/graph/Oskar?depth=2',
  memories: '#/memories',
  timeline: '#/timeline',
  documents: `#/documents/${DOCUMENT.name}?quote=nine+metres+deep+at+low+tide`,
  code: '#/code/fee',
  research: '#/research?tab=reading',
  review: '#/review?tab=contradictions',
};

async function main(): Promise<void> {
  const { path: executablePath, reason } = await findTestBrowser();
  if (executablePath === null) throw new Error(reason);
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-pictures-'));
  const env = { ...process.env, ZAPOMNI_DATA_DIR: path.join(folder, 'data'), ZAPOMNI_TOOLS: 'all' };
  const files = path.join(folder, 'files');
  mkdirSync(files);
  for (const args of [...MEMORIES.map((text) => ['add', text]), ...libraryCommands(files)])
    execFileSync(process.execPath, [command, ...args], { env, stdio: 'ignore' });
  const server = spawn(process.execPath, [command, 'dashboard', '--no-open'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const [address] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    const page = await browser.newPage({ viewport: { width: 1200, height: 750 }, colorScheme: 'light' });
    await page.goto(address);
    for (const [name, hash] of Object.entries(VIEWS)) await picture(page, name, hash);
  } finally {
    await browser.close();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function picture(page: Page, name: string, hash: string): Promise<void> {
  await page.evaluate((to) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = to;
  }, hash);
  await page.locator('main h1').waitFor();
  if (name === 'graph') await page.locator('.canvas canvas').first().waitFor();
  if (name === 'memories') await page.locator('.rows a').first().click();
  if (name === 'search') await page.getByLabel('Show why').check();
  // The worker that finds the places of a graph takes its time, and so does the model.
  await page.waitForTimeout(3000);
  await page.screenshot({ path: path.join(images, `dashboard-${name}.png`) });
}

await main();
