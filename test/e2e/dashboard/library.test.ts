/** Documents, code, research and review as a person uses them, in a real Chromium, on the installed package. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { DOCUMENT, libraryCommands, QUERY } from '@zapomni/testkit/dashboard';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../packed.ts';
import { HOSTILE } from '@zapomni/testkit/hostile-strings';
import { browserPath, go, launch, open, startDashboard, stop, type Dashboard } from './opened-page.ts';

/** What is done later is done after eight seconds; nobody waits for that long in vain on a busy machine. */
const LATER_MS = 60_000;

let browser: Browser;
let folder: string;
let server: Dashboard;

const run = (dataDir: string, ...args: string[]): string => {
  const { node, bin } = packed();
  const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
  return execFileSync(node, [bin, ...args], {
    env,
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
};
const dataDir = (): string => path.join(folder, 'data');
const zapomni = (...args: string[]): string => run(dataDir(), ...args);
const freshAddress = (...flags: string[]): string =>
  zapomni('dashboard', '--no-open', '--http-port', new URL(server.address).port, ...flags).trim();

/** As the page itself would, with its token. */
function ask(page: Page, method: string, to: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async ([how, where, sent]) => {
      const { sessionStorage } = globalThis as unknown as { sessionStorage: { getItem(key: string): string } };
      const authorization = `Bearer ${sessionStorage.getItem('zapomni-token')}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(where, { method: how, headers, ...(sent === undefined ? {} : { body: sent }) });
      return { status: response.status, body: await response.json() };
    },
    [method, to, body === undefined ? undefined : JSON.stringify(body)] as const,
  );
}

describe.skipIf(browserPath === null)('the screens of the library', () => {
  beforeAll(async () => {
    browser = await launch();
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
    for (const command of libraryCommands(folder)) zapomni(...command);
    server = await startDashboard(dataDir(), '--file-roots', folder);
  });
  afterAll(async () => {
    await browser.close();
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  });

  it('are offered where there is something to show; an empty one says what to type', async () => {
    const { page } = await open(browser, freshAddress());
    const screens = page.getByRole('navigation', { name: 'Screens' });
    for (const name of ['Documents', 'Code', 'Research', 'Review']) await screens.getByRole('link', { name }).waitFor();
    await go(page, '#/documents');
    await page.getByText('ZAPOMNI_TOOLS=memory,workspaces,documents').waitFor();
    await page.context().close();
    const empty = await startDashboard(path.join(folder, 'empty'));
    const other = await open(browser, empty.address);
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.page.getByText('Live', { exact: true }).waitFor();
    const links = other.page.getByRole('navigation', { name: 'Screens' });
    await go(other.page, '#/documents');
    await other.page.getByText('zapomni read').waitFor();
    await go(other.page, '#/code');
    await other.page.getByText('zapomni index').waitFor();
    expect(await links.getByRole('link', { name: 'Documents' }).count()).toBe(0);
    await go(other.page, '#/research');
    await other.page.getByText('zapomni papers add').waitFor();
    await other.page.context().close();
    await stop(empty);
  });

  it('go from a hit to its place in the document, find words in it, and take back a forgetting', async () => {
    const { page, faults } = await open(browser, freshAddress());
    await go(page, '#/search?q=how+deep+is+the+basin+of+Quellmund');
    await page
      .locator('.hits')
      .getByRole('link', { name: new RegExp(DOCUMENT.name) })
      .first()
      .click();
    await page.getByRole('heading', { name: DOCUMENT.title, level: 1 }).waitFor();
    await page.locator('mark', { hasText: 'nine metres deep' }).waitFor();
    await page.getByLabel('Find words in it').fill('the gate stays shut');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('Said in 1 place').waitFor();
    await expect.poll(() => page.locator('mark').textContent()).toBe('the gate stays shut');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Fees' }).click();
    await page.getByText('costs forty crowns').waitFor();
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await go(page, '#/documents');
    await page.getByRole('list', { name: 'Documents' }).getByRole('link', { name: DOCUMENT.title }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('show what another process reads, and how far work is, to be cancelled and taken up again', async () => {
    const { page } = await open(browser, freshAddress());
    await page.getByText('Live', { exact: true }).waitFor();
    // How long real work takes is not ours to say: what the server tells of it is put in its place, what is asked of it is not.
    const task = {
      name: 'read_folder',
      done: 3,
      total: 9,
      percent: 33,
      attempts: 1,
      created_at: '2026-01-01T00:00:00Z',
    };
    const error = { code: 'NOT_FOUND', message: 'The folder is gone.' };
    const tasks = [
      { ...task, task_id: 'runs', state: 'running', message: 'files' },
      { ...task, task_id: 'failed', state: 'failed', error },
    ];
    await page.route('**/api/tasks?*', (route) => route.fulfill({ json: { count: 2, tasks } }));
    await go(page, '#/documents');
    await page.getByText('3 of 9 files').waitFor();
    await page.getByText('The folder is gone.').waitFor();
    for (const [button, asked] of [
      ['Cancel', '/api/tasks/runs/cancel'],
      ['Resume', '/api/tasks/failed/retry'],
    ] as const) {
      const [sent] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith(asked)),
        page.getByRole('button', { name: button }).click(),
      ]);
      // The server knows no such work, and the page says so.
      expect(sent.status()).toBe(404);
    }
    const later = path.join(folder, 'later.md');
    writeFileSync(later, '# Read later\n\nBy another process.\n');
    zapomni('read', later);
    await page.getByRole('list', { name: 'Documents' }).getByRole('link', { name: 'Read later' }).waitFor();
    await page.context().close();
  });

  it('go from symbol to symbol, with source, callers, callees, bases and commits', async () => {
    const { page, faults } = await open(browser, freshAddress());
    await go(page, '#/code');
    await page.getByText('harbour-desk').first().waitFor();
    await page.getByLabel('What it does, words, or a name').fill('fee');
    await page.getByLabel('Look for').selectOption('name');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'fee' }).first().click();
    await page.locator('.source', { hasText: 'return nights * rate(length)' }).waitFor();
    await page.getByText('How it came to be').click();
    await page.getByText('Berths and fees').waitFor();
    await page.getByText('What may break if it changes').waitFor();
    await page.getByRole('link', { name: 'welcome' }).first().click();
    await page.getByRole('heading', { name: 'welcome', level: 1 }).waitFor();
    await go(page, '#/code?q=DeepBerth&how=name');
    await page.getByRole('link', { name: 'DeepBerth', exact: true }).first().click();
    await page.getByRole('heading', { name: 'DeepBerth', level: 1, exact: true }).waitFor();
    await page.getByRole('heading', { name: 'What it comes from, what comes from it' }).waitFor();
    await page.getByRole('link', { name: 'Berth', exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('show papers, who said what, what to read next, and keep a verdict until it is taken back', async () => {
    const { page, faults } = await open(browser, freshAddress());
    await go(page, '#/research');
    await page.getByRole('link', { name: 'Quiet rotors for small wind turbines' }).click();
    await page.getByText('Every field, and who said it').click();
    await page
      .getByRole('cell', { name: /bibtex|bibliography/ })
      .first()
      .waitFor();
    await go(page, '#/research?tab=reading');
    const owls = page.getByRole('listitem').filter({ hasText: 'Owl wings' });
    await owls.getByRole('button', { name: 'Like', exact: true }).click();
    await owls.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await owls.waitFor();
    await go(page, '#/research?tab=queries');
    await page.getByRole('link', { name: QUERY }).click();
    await page.getByText('How can wind turbines be made quiet?').waitFor();
    await go(page, '#/research?tab=sources');
    await page.getByText('rotors on arXiv').waitFor();
    await page.getByRole('button', { name: 'Look now' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('settle what is remembered twice and what contradicts, and take it back', async () => {
    const { page, faults } = await open(browser, freshAddress());
    await go(page, '#/review');
    const pair = page.getByRole('listitem').filter({ hasText: 'quarterly planning' });
    await pair.getByRole('button', { name: 'Keep both' }).click();
    await pair.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await pair.getByRole('button', { name: /Merge/ }).click();
    await pair.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await pair.getByRole('button', { name: /Merge/ }).click();
    const pairs = async (): Promise<number> => {
      const { body } = await ask(page, 'GET', '/api/review/duplicates');
      return (body as { pairs: unknown[] }).pairs.length;
    };
    await expect.poll(pairs, { timeout: LATER_MS, interval: 500 }).toBe(0);
    await go(page, '#/review?tab=contradictions');
    await page.getByText('took 47 minutes').first().waitFor();
    await go(page, '#/review?tab=secrets');
    await page.getByText('Deploying the harbour desk needs').waitFor();
    expect(await page.getByText('ghp_').count()).toBe(0);
    await page.getByRole('button', { name: 'It is none' }).click();
    await page.getByText('Nothing to settle here.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Deploying the harbour desk needs').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('have no button that changes anything for whoever may only read, and refuse them', async () => {
    const { page } = await open(browser, freshAddress('--scope', 'read'));
    const has = (name: RegExp) => page.getByRole('button', { name }).count();
    await go(page, '#/documents');
    await page.getByRole('link', { name: DOCUMENT.title }).click();
    await page.locator('.leaf').waitFor();
    expect(await has(/Forget|changed/)).toBe(0);
    await go(page, '#/code');
    await page.getByText('harbour-desk').first().waitFor();
    expect(await has(/Read what changed/)).toBe(0);
    await go(page, '#/research?tab=reading');
    await page.getByText('as they were last judged').waitFor();
    expect(await has(/Like|Skip/)).toBe(0);
    await go(page, '#/research?tab=sources');
    await page.getByText('rotors on arXiv').waitFor();
    expect(await has(/Look/)).toBe(0);
    await go(page, '#/review?tab=contradictions');
    await page.getByText('took 47 minutes').first().waitFor();
    expect(await has(/Merge|Keep|Forget|took/)).toBe(0);
    const refused = await Promise.all([
      ask(page, 'POST', '/api/review/merge', { keep: 'a', drop: 'b' }),
      ask(page, 'POST', '/api/runs', {}),
      ask(page, 'DELETE', `/api/documents/${DOCUMENT.name}`, { confirm: true }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'have nothing that axe finds fault with, in %s, down to 360 px',
    async (theme) => {
      const { page, faults } = await open(browser, freshAddress(), { colorScheme: theme });
      const views = [
        'documents',
        `documents/${DOCUMENT.name}?quote=nine+metres+deep`,
        'code?q=what+a+ship+pays',
        'code/fee',
        'research',
        'research?q=quiet+turbines',
        'research/mueller2019quiet',
        'research?tab=reading',
        `research?tab=queries&query=${QUERY}`,
        'research?tab=sources',
        'review?tab=contradictions',
        'review?tab=secrets',
        'review?tab=stale',
      ];
      for (const view of views) {
        await go(page, `#/${view}`);
        await page.locator('main h1').waitFor();
        await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${view} ${id} ${nodes[0]?.html}`)).toEqual([]);
        await page.setViewportSize({ width: 360, height: 800 });
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width, `${view} is wider than the screen`).toBeLessThanOrEqual(360);
        await page.setViewportSize({ width: 1280, height: 800 });
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('run nothing that a file name, a heading, a symbol, a path, a title or an author says', async () => {
    const hostile = path.join(folder, 'hostile');
    const asNames = HOSTILE.filter((text) => !/[/\0\n]/.test(text) && text.length < 100).slice(0, 3);
    const code = path.join(hostile, `<img src=x onerror=alert(1)>`);
    mkdirSync(code, { recursive: true });
    const headings = HOSTILE.map((text, i) => `# ${i} ${text.replaceAll('\n', ' ')}\n\nMarked text ${i}. ${text}\n`);
    const files = asNames.map((name) => path.join(hostile, `${name}.md`));
    for (const file of files) writeFileSync(file, headings.join('\n'));
    const methods = HOSTILE.map((text, i) => `  ${JSON.stringify(`hostile ${i} ${text}`)}() { return ${i}; }`);
    writeFileSync(path.join(code, 'hostile.js'), `class Hostile {\n${methods.join('\n')}\n}\n`);
    const papers = HOSTILE.map((text, i) => ({
      id: `hostile${i}`,
      type: 'article-journal',
      title: `Paper ${i} ${text}`,
      author: [{ family: text, given: 'A.' }],
      'container-title': text,
      abstract: text,
    }));
    const bibliography = path.join(hostile, 'papers.json');
    writeFileSync(bibliography, JSON.stringify(papers));
    zapomni('read', ...files);
    zapomni('index', code);
    zapomni('papers', 'import', bibliography);
    const { page, faults } = await open(browser, freshAddress());
    const clean = async (): Promise<void> => {
      const found = page.locator('main script, main iframe, main img, main object, main embed, main base, main style');
      expect(await found.count()).toBe(0);
    };
    await go(page, '#/documents');
    await page.getByRole('list', { name: 'Documents' }).getByRole('link').nth(2).waitFor();
    await clean();
    for (const i of [0, 2]) {
      await go(page, `#/documents/${encodeURIComponent(files[i] ?? '')}`);
      await page.locator('.leaf').waitFor();
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').nth(9).click();
      await page.locator('.leaf', { hasText: 'Marked text 9' }).waitFor();
      await clean();
    }
    await go(page, '#/code?q=Hostile&how=name');
    await page.getByRole('link', { name: 'Hostile' }).first().click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await clean();
    await page
      .getByRole('link', { name: /hostile 1 / })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /hostile 1 / }).waitFor();
    await clean();
    await go(page, '#/research');
    await page
      .getByRole('link', { name: /^Paper \d+ / })
      .first()
      .waitFor();
    await clean();
    for (const i of [0, 1, 7]) {
      await go(page, `#/research/hostile${i}`);
      await page.getByRole('heading', { level: 1, name: `Paper ${i} ` }).waitFor();
      await page.getByText('Every field, and who said it').click();
      await clean();
    }
    await go(page, '#/research?q=Paper');
    await page.getByRole('list', { name: 'Papers' }).getByRole('link').first().waitFor();
    await clean();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
