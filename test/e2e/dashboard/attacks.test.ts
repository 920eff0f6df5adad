/** What others try with the page, in a real Chromium: none of it gets through. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE } from '@zapomni/testkit/hostile-strings';
import { askAs, openHouse, type House } from './house.ts';
import { browserPath, go } from './opened-page.ts';

const SECRET = 'The key lies under the third stone.';

/** A page of another program on this machine. */
async function startStranger(): Promise<{ server: Server; port: number }> {
  const server = createServer((asked, answer) => {
    const framed = new URL(asked.url ?? '/', 'http://x').searchParams.get('frame');
    answer.setHeader('content-type', 'text/html');
    answer.end(framed ? `<!doctype html><iframe src="${framed}"></iframe>` : '<!doctype html><p>A stranger');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

describe.skipIf(browserPath === null)('attacks on the page', () => {
  let house: House;
  let stranger: { server: Server; port: number };
  beforeAll(async () => {
    stranger = await startStranger();
    house = await openHouse([SECRET], '--tools', 'all');
  });
  afterAll(async () => {
    stranger.server.close();
    await house.close();
  });

  const tokenOf = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const { sessionStorage } = globalThis as unknown as { sessionStorage: { getItem(key: string): string } };
      return sessionStorage.getItem('zapomni-token');
    });
  const memories = (): number => (JSON.parse(house.zapomni('list', '--json')) as { total: number }).total;

  /** What a page at this address gets by fetch: a status, or that the browser gave it nothing. */
  const tries = (page: Page, to: string, init: Record<string, unknown> = {}): Promise<number | string> =>
    page.evaluate(
      async ([where, how]) => {
        try {
          const { status, type } = await fetch(where as string, how as object);
          return type === 'opaque' ? 'opaque' : status;
        } catch {
          return 'nothing';
        }
      },
      [to, init] as const,
    );

  /** The target as it is written: no client puts it right. */
  const get = (target: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(house.origin);
      const asked = request({ hostname, port, path: target.replaceAll(' ', '%20'), headers }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      });
      asked.on('error', reject);
      asked.end();
    });

  it('a name that was turned to this machine is answered nothing, whatever it brings', async () => {
    const { page: own } = await house.open();
    const headers = { authorization: `Bearer ${await tokenOf(own)}` };
    const args = ['--no-sandbox', '--host-resolver-rules=MAP rebound.example 127.0.0.1'];
    const browser = await chromium.launch({ executablePath: browserPath ?? '', args });
    try {
      const page = await browser.newPage();
      const { port } = new URL(house.origin);
      const rebound = `http://rebound.example:${port}`;
      expect((await page.goto(rebound))?.status()).toBe(403);
      for (const to of ['/', '/api/me', '/api/memories', '/api/events', '/mcp', '/health']) {
        expect((await page.goto(`${rebound}${to}`))?.status(), to).toBe(403);
        // As a script would that came before the name was turned, should the browser let it.
        expect((await get(to, { ...headers, host: `rebound.example:${port}` })).status, to).toBe(403);
      }
    } finally {
      await browser.close();
      await own.context().close();
    }
  });

  it.each(['127.0.0.1', 'localhost'])('a page of another port on %s changes and reads nothing', async (name) => {
    const { page: own } = await house.open();
    const token = await tokenOf(own);
    const before = memories();
    const page = await house.browser.newPage();
    await page.goto(`http://${name}:${stranger.port}/`);
    const to = `${house.origin}/api/memories`;
    const body = JSON.stringify({ text: 'planted' });
    // Blind, as a form could; with the right type; and even with a token that was stolen.
    const blind = { method: 'POST', mode: 'no-cors', credentials: 'include', body };
    expect(await tries(page, to, blind)).toBe('opaque');
    expect(await tries(page, `${house.origin}/api/session`, { ...blind, body: '{"code":"x"}' })).toBe('opaque');
    const json = { 'content-type': 'application/json' };
    const authorization = `Bearer ${token}`;
    expect([403, 401, 'nothing']).toContain(await tries(page, to, { method: 'POST', headers: json, body }));
    expect([403, 'nothing']).toContain(
      await tries(page, to, { method: 'POST', headers: { ...json, authorization }, body }),
    );
    expect([403, 'nothing']).toContain(await tries(page, to, { headers: { authorization } }));
    expect([403, 'nothing']).toContain(await tries(page, `${house.origin}/api/events`, { headers: { authorization } }));
    await page.evaluate((address) => {
      const { document } = globalThis as unknown as {
        document: { body: { innerHTML: string }; forms: { submit(): void }[] };
      };
      document.body.innerHTML = `<form method="post" enctype="text/plain" action="${address}"><input name='{"text":"planted","x":"' value='"}'></form>`;
      document.forms[0]?.submit();
    }, to);
    await page.waitForURL(to);
    expect(await page.content()).toMatch(/SIGNED_OUT|FORBIDDEN|Only the page/);
    expect(memories()).toBe(before);
    await page.close();
    await own.context().close();
  });

  it('nobody puts it into a frame of theirs', async () => {
    const page = await house.browser.newPage();
    await page.goto(`http://127.0.0.1:${stranger.port}/?frame=${encodeURIComponent(house.origin)}`);
    const frame = page.frames()[1];
    expect(frame?.url()).not.toContain(house.origin);
    expect(await frame?.content()).not.toContain('zapomni dashboard');
    await page.close();
  });

  it('no cookie is ever set, and no other port finds anything that was kept', async () => {
    const { page } = await house.open();
    const set: string[] = [];
    page.on('response', (response) => {
      const cookie = response.headers()['set-cookie'];
      if (cookie !== undefined) set.push(`${response.url()} ${cookie}`);
    });
    for (const view of ['memories', 'search?q=key', 'graph', 'settings']) {
      await go(page, `#/${view}`);
      await page.locator('main h1').waitFor();
    }
    for (const sub of ['/api', '/api/session', '/x/y', '/mcp']) await tries(page, sub);
    expect(set).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${stranger.port}/x`);
    const found = await other.evaluate(() => {
      const all = globalThis as unknown as {
        document: { cookie: string };
        localStorage: { length: number };
        sessionStorage: { length: number };
      };
      return [all.document.cookie, all.localStorage.length, all.sessionStorage.length];
    });
    expect(found).toEqual(['', 0, 0]);
    await page.context().close();
  });

  it('a stranger hears of no event, and a token in the address opens nothing', async () => {
    const { page: own } = await house.open();
    const token = await tokenOf(own);
    const page = await house.browser.newPage();
    await page.goto(house.origin);
    expect(await tries(page, '/api/events')).toBe(401);
    for (const name of ['token', 'access_token', 'authorization', 'code'])
      expect(await tries(page, `/api/events?${name}=${token}`), name).toBe(401);
    const heard = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { EventSource } = globalThis as unknown as {
            EventSource: new (url: string) => { onerror: () => void; onmessage: () => void; close(): void };
          };
          const source = new EventSource('/api/events');
          const end = (what: string): void => {
            source.close();
            resolve(what);
          };
          source.onerror = () => end('refused');
          source.onmessage = () => end('heard');
        }),
    );
    expect(heard).toBe('refused');
    await page.close();
    await own.context().close();
  });

  it('no spelling of an address leads out of the folder of the page', async () => {
    writeFileSync(path.join(house.dataDir, 'beside.txt'), SECRET);
    const ups = [
      '..',
      '%2e%2e',
      '%2E%2E',
      '.%2e',
      '%252e%252e',
      '%c0%ae%c0%ae',
      '..;',
      '..%00',
      '..%5c',
      '%u002e%u002e',
    ];
    const slashes = ['/', '%2f', '%2F', '%252f', '\\', '%5c', '%c0%af', '//', '/./', '/%2e/'];
    const names = ['zapomni.js', 'package.json', 'etc/passwd', 'beside.txt', 'tokens.json'];
    const climbs = ups.flatMap((up) => slashes.flatMap((slash) => names.map((name) => `/${up}${slash}${name}`)));
    const others = [
      '/index.html',
      '/dashboard/index.html',
      '//etc/passwd',
      '/./tokens.json',
      '/page-codes/',
      '/%00',
      '/%',
      '/..',
      '/../../../../../../../../etc/passwd',
      `/${'../'.repeat(500)}etc/passwd`,
      'file:///etc/passwd',
      `/api/../${'%2e%2e/'.repeat(8)}etc/passwd`,
      '/\\etc\\passwd',
      '/C:/Windows/win.ini',
      '/~root',
      '/.git/config',
    ];
    for (const target of [...climbs, ...others]) {
      const { status, body } = await get(target);
      expect([400, 401, 403, 404], target).toContain(status);
      expect(body, target).not.toMatch(/root:|third stone|"dependencies"|import\s*\{/);
    }
  });

  it('runs nothing that a memory, a tag, a source, a name or the answer to a question says', async () => {
    const { page, faults } = await house.open();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
    const items = HOSTILE.map((text, i) => ({ text: `Number ${i} ${text}`, metadata: { tags: [text], source: text } }));
    const added = await askAs(page, 'POST', '/api/memories', { items });
    expect(added.status).toBe(200);
    const links = HOSTILE.map((name, i) => {
      // Those that hold control characters are refused as names.
      const source = `${i} ${name.replaceAll(/\p{Cc}/gu, '')}`.slice(0, 150);
      return [
        'link',
        { source, source_type: 'PERSON', type: 'KNOWS', target: 'Oskar', target_type: 'PERSON' },
      ] as const;
    });
    await house.callTools(...links);
    for (const view of [
      'overview',
      'search?q=number',
      'memories',
      'timeline',
      'timeline?entity=Oskar',
      'context',
      'graph',
      'graph/Oskar',
      'activity',
      'settings',
      // What stands in the address is text as well.
      `search?q=${encodeURIComponent(HOSTILE[0] ?? '')}`,
      `graph/${encodeURIComponent(HOSTILE[1] ?? '')}`,
      `memories/${encodeURIComponent(HOSTILE[2] ?? '')}`,
      `${encodeURIComponent(HOSTILE[0] ?? '')}`,
    ]) {
      await go(page, `#/${view}`);
      await page.locator('main h1').waitFor();
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    }
    const { body } = await askAs(page, 'GET', '/api/memories?limit=100');
    const listed = (body as { memories: { memory_id: string; text_preview: string }[] }).memories;
    const hostile = listed.filter(({ text_preview: text }) => text.startsWith('Number '));
    expect(hostile).toHaveLength(HOSTILE.length);
    for (const { memory_id: id } of hostile) {
      await go(page, `#/memories/${id}`);
      await page.locator('article .text').waitFor();
      await page.getByLabel('As Markdown').check();
      await page.locator('article .markdown').waitFor();
    }
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('The text, corrected').fill(HOSTILE.join('\n\n'));
    await page.locator('.preview .markdown').waitFor();
    const made = 'main script, main iframe, main img, main object, main embed, main base, main link, main style';
    expect(await page.locator(made).count()).toBe(0);
    expect(await page.locator('[onerror], [onload], [onclick], [href^="javascript:"]').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
