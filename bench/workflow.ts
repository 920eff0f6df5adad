/**
 * A visit of ten steps to a site on loopback, beside the same steps in bare `playwright-core`, in one run: each round a new context, in turn, in a browser
 * that runs already. What is ours besides: the proxy that looks at every address, the guard of every request, robots.txt, the signs of a page that wants a
 * person. `cold` is the first visit with the start of the browser.
 */
import { chromium, type Browser as Bare } from 'playwright-core';
import type { Browser, FieldRule } from '@zapomni/core/ports';
import { systemClock } from '@zapomni/providers';
import { createBrowser } from '@zapomni/providers/browser';
import { findTestBrowser } from '@zapomni/testkit/browser';
import { WebServer } from '@zapomni/testkit/web-server';
import { round, spread, timed } from './lib/figures.ts';

const ROUNDS = 20;
const ROWS = 25;
const GOAL = 1.3;
const byCss = (css: string) => [{ css }];
const silent = { log: () => undefined, child: () => silent };

export async function benchWorkflow(_server: string, rounds = ROUNDS) {
  const { path, reason } = await findTestBrowser();
  if (path === null) throw new Error(reason);
  const site = await startSite();
  const ours = createBrowser({
    browser: path,
    headless: true,
    sandbox: false,
    paceMs: 0,
    agent: 'zapomni-bench',
    environment: process.env,
    robots: async () => ({}),
    clock: systemClock,
    logger: silent,
    idleMs: 60_000,
    hosts: [],
    privateHosts: [`127.0.0.1:${site.port}`],
  });
  const base = `http://127.0.0.1:${site.port}`;
  let bare: Bare | undefined;
  try {
    const coldOurs = await timed(() => visit(ours, base));
    const coldBare = await timed(async () => {
      bare = await chromium.launch({ executablePath: path, chromiumSandbox: false });
      await plainly(bare, base);
    });
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    for (let i = 0; i < rounds; i++) {
      times.bare.push(await timed(() => plainly(bare as Bare, base)));
      times.ours.push(await timed(() => visit(ours, base)));
    }
    const ms = { ours: spread(times.ours), bare: spread(times.bare) };
    const toBare = round(ms.ours.p50 / ms.bare.p50);
    return {
      steps: 10,
      rows: ROWS,
      ms,
      toBare,
      goal: GOAL,
      met: toBare <= GOAL,
      cold: { ours: round(coldOurs), bare: round(coldBare) },
    };
  } finally {
    await bare?.close();
    await ours.close();
    await site.close();
  }
}

async function visit(browser: Browser, base: string): Promise<void> {
  const rule = (css: string, take: FieldRule['take']): FieldRule => ({ target: [{ css }], take, all: false });
  const fields = {
    title: rule('h3 a', 'text'),
    url: rule('h3 a', 'href'),
    by: rule('.by', 'text'),
    date: rule('time', 'attr:datetime'),
  };
  const visited = await browser.open({ hosts: ['127.0.0.1'], timeoutMs: 60_000, maxBytes: 20_000_000, maxPages: 10 });
  await visited.goto(`${base}/`);
  await visited.fill(byCss('[name=q]'), 'wind');
  await visited.select([{ css: 'select' }], 'new');
  await visited.click([{ role: 'button', name: 'Search' }]);
  await visited.wait({ target: [{ css: '.row' }] }, 5000);
  expectRows(await visited.extract([{ css: '.row' }], fields, ROWS));
  await visited.check([{ css: '#open' }], true);
  await visited.click([{ css: 'a.next' }]);
  await visited.wait({ target: [{ css: '.row' }] }, 5000);
  expectRows(await visited.extract([{ css: '.row' }], fields, ROWS));
  await visited.close();
}

/** The same, as one would write it. */
async function plainly(browser: Bare, base: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/`);
  await page.locator('[name=q]').fill('wind');
  await page.locator('select').selectOption('new');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.row').first().waitFor();
  expectRows(await page.locator('.row').evaluateAll(rowsOf));
  await page.locator('#open').setChecked(true);
  await page.locator('a.next').click();
  await page.locator('.row').first().waitFor();
  expectRows(await page.locator('.row').evaluateAll(rowsOf));
  await context.close();
}

interface Row {
  querySelector(css: string): { innerText: string; href: string; getAttribute(name: string): string } | null;
}

function rowsOf(rows: Row[]): unknown[] {
  return rows.map((row) => ({
    title: row.querySelector('h3 a')?.innerText,
    url: row.querySelector('h3 a')?.href,
    by: row.querySelector('.by')?.innerText,
    date: row.querySelector('time')?.getAttribute('datetime'),
  }));
}

function expectRows(rows: readonly unknown[]): void {
  if (rows.length !== ROWS) throw new Error(`${rows.length} rows in place of ${ROWS}`);
}

async function startSite(): Promise<WebServer> {
  const site = await WebServer.start();
  const style = '<link rel=stylesheet href="/style.css"><script src="/script.js" defer></script>';
  const html = (body: string) => `<!doctype html><meta charset=utf-8><title>Papers</title>${style}${body}`;
  const row = (i: number) =>
    `<li class=row><h3><a href="/paper/${i}">Paper number ${i} on wind and weather</a></h3><span class=by>Ann Author, Bob Writer</span><time datetime="2026-01-${10 + (i % 20)}">January</time><p>${'Words of an abstract. '.repeat(20)}</p></li>`;
  const list = (from: number) =>
    html(
      `<input type=checkbox id=open><ul>${Array.from({ length: ROWS }, (_, i) => row(from + i)).join('')}</ul><a class=next href="/more">Next</a>`,
    );
  const form = html(
    '<form action="/found"><input name=q><select name=s><option value=old>Old<option value=new>New</select><button>Search</button></form>',
  );
  const send =
    (body: string, type = 'text/html') =>
    (response: { writeHead(status: number, heads: Record<string, string>): { end(body: string): void } }) =>
      response.writeHead(200, { 'content-type': type }).end(body);
  site.page('/', send(form));
  site.page('/found?q=wind&s=new', send(list(0)));
  site.page('/more', send(list(ROWS)));
  site.page('/style.css', send('body { font: 16px sans-serif } .row { margin: 1em }', 'text/css'));
  site.page('/script.js', send('document.documentElement.dataset.ready = "1"', 'text/javascript'));
  return site;
}
