/**
 * The page on a store of 100,000 memories and 20,000 entities beside an empty one: tasks of 50 ms and more in the page's thread while
 * somebody scrolls the list, searches and looks at the graph. And what agents notice: the median of a search with three pages open
 * beside none, in turns, while a memory is stored now and then so that the pages have something to follow. The browser draws the
 * graph without a graphics card here: its long tasks are mostly that. `ZAPOMNI_BENCH_MEMORIES=10000` makes it smaller.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@zapomni/db';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import type { Browser, Page } from 'playwright-core';
import { queryMaker, sentenceMaker, unitVectorMaker } from './lib/corpus.ts';
import { round, spread } from './lib/figures.ts';
import { openSession, post, startServer, type Server } from './lib/http-load.ts';
import { readWaiting } from './lib/reading-fill.ts';
import { fillSearch } from './lib/search-fill.ts';
import { settle } from './lib/vector-fill.ts';
import { go, launchBrowser, longTasks, openPage, type Served } from './lib/watched-page.ts';

const MEMORIES = Number(process.env['ZAPOMNI_BENCH_MEMORIES'] ?? 100_000);
const MEMORIES_PER_ENTITY = 5;
/** How many memories share an entity in the readings of the bench. */
const SHARED_BY = 4;
const STRIDES = 100;
const STRIDE_PX = 1600;
const SEARCHES = 20;
const TURNS = 8;
const ASKED_IN_A_TURN = 40;
const STORED_EVERY = 20;
const TABS = ['#/', '#/memories', '#/graph'];
const silent = { log: () => undefined, child: () => silent };

export async function benchDashboard(script: string) {
  const browser = await launchBrowser();
  if (!browser) return { skipped: 'no browser' };
  try {
    const empty = await onStore(browser, script, 0);
    const filled = await onStore(browser, script, MEMORIES);
    return { memories: MEMORIES, entities: Math.round(MEMORIES / MEMORIES_PER_ENTITY), empty, filled };
  } finally {
    await browser.close();
  }
}

async function onStore(browser: Browser, script: string, memories: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  try {
    if (memories > 0) await fill(dataDir, memories);
    const server = await startServer([script, 'serve', '--http-port', '0', '--stdio', 'false', '--data-dir', dataDir]);
    try {
      const served: Served = { script, dataDir, port: server.port };
      const page = await measurePage(browser, served);
      return memories === 0 ? { page } : { page, agents: await measureAgents(browser, served, server) };
    } finally {
      server.child.kill('SIGTERM');
      await new Promise((resolve) => server.child.once('exit', resolve));
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, memories: number): Promise<void> {
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  const { model } = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: silent });
  const [sentence, vector] = [sentenceMaker(1), unitVectorMaker(1, model.dimensions)];
  try {
    await fillSearch({ storage, model, count: memories, text: () => sentence(40), vector });
    await readWaiting(storage, 'default', { memories: (memories * SHARED_BY) / MEMORIES_PER_ENTITY });
    await settle(dataDir, memories, () => storage.vectors.nearest(model.name, vector(), 10, { workspace: 'default' }));
  } finally {
    await storage.close();
  }
}

async function measurePage(browser: Browser, served: Served) {
  const page = await openPage(browser, served);
  const query = queryMaker(5);
  const list = await longTasks(page, () => scroll(page));
  const search = await longTasks(page, async () => {
    for (let i = 0; i < SEARCHES; i++) await go(page, `#/search?q=${encodeURIComponent(query(4))}`);
  });
  const graph = await longTasks(page, async () => {
    await go(page, '#/graph');
    await page.locator('.canvas canvas').first().waitFor();
  });
  await page.close();
  return { list, search, graph };
}

async function scroll(page: Page): Promise<void> {
  await go(page, '#/memories');
  await page.locator('.window').waitFor();
  for (let i = 0; i < STRIDES; i++) {
    await page.locator('.window').evaluate((box, px) => {
      (box as unknown as { scrollTop: number }).scrollTop += px;
    }, STRIDE_PX);
    await page.waitForTimeout(16);
  }
}

async function measureAgents(browser: Browser, served: Served, server: Server) {
  const pages = await Promise.all(TABS.map(() => openPage(browser, served)));
  const session = await openSession(server);
  const samples: Record<'none' | 'three', number[]> = { none: [], three: [] };
  const query = queryMaker(9);
  const call = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const params = { name, arguments: args };
    await post(
      server,
      { headers: { 'mcp-session-id': session } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    );
  };
  for (let warm = 0; warm < 10; warm++) await call('search_memory', { query: query(4) });
  for (let turn = 0; turn < TURNS; turn++) {
    const open = turn % 2 === 1;
    for (const [i, page] of pages.entries()) await (open ? show(page, TABS[i] ?? '#/') : hide(page));
    for (let asked = 0; asked < ASKED_IN_A_TURN; asked++) {
      if (asked % STORED_EVERY === 0)
        await call('add_memory', { text: `Turn ${turn}, question ${asked}: ${query(8)}` });
      const began = performance.now();
      await call('search_memory', { query: query(4) });
      samples[open ? 'three' : 'none'].push(performance.now() - began);
    }
  }
  for (const page of pages) await page.close();
  const [none, three] = [spread(samples.none), spread(samples.three)];
  return { searchMsWithNoPage: none, searchMsWithThreePages: three, ratio: round(three.p50 / none.p50) };
}

/** Away: its stream ends, and nothing is asked. The token stays with the tab. */
async function hide(page: Page): Promise<void> {
  await page.goto('about:blank');
}

async function show(page: Page, hash: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goBack();
  await page.getByText('Live', { exact: true }).waitFor();
  await go(page, hash);
}
