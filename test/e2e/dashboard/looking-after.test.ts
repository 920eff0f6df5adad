/** Looking after the server on the page: tokens, backups, clients, the doctor; and what agents did, as the page tells it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../packed.ts';
import { askAs, openHouse, type House } from './house.ts';
import { browserPath, go, open } from './opened-page.ts';

describe.skipIf(browserPath === null)('looking after the server', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(['The harbour of Quellmund opens at six.']);
  });
  afterAll(() => house.close());

  it('makes a read-only token that opens the page, can change nothing, and is taken back', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/settings');
    await page.getByLabel('Name', { exact: true }).fill('reader');
    await page.locator('select[name=scope]').selectOption('read');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const shown = page.locator('[role=status] .copyable code');
    const token = (await shown.textContent()) ?? '';
    await page.getByRole('list', { name: 'Tokens' }).getByText('reader').first().waitFor();
    await page.getByRole('button', { name: 'I have it' }).click();
    await go(page, '#/overview');
    await go(page, '#/settings');
    await page.getByRole('list', { name: 'Tokens' }).waitFor();
    expect(await page.getByText(token).count()).toBe(0);

    const guest = await open(house.browser, house.origin);
    await guest.page.getByLabel(/a token that was made for you/).fill('zpm_wrong');
    await guest.page.getByRole('button', { name: 'Sign in' }).click();
    await guest.page.getByText('This token opens nothing here.').waitFor();
    await guest.page.getByLabel(/a token that was made for you/).fill(token);
    await guest.page.getByRole('button', { name: 'Sign in' }).click();
    await guest.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await go(guest.page, '#/memories');
    await guest.page.getByRole('link', { name: /harbour/ }).click();
    await guest.page.getByText('Version', { exact: true }).waitFor();
    expect(await guest.page.getByRole('button', { name: /Correct|Forget|changed/ }).count()).toBe(0);
    const refused = await askAs(guest.page, 'POST', '/api/memories', { text: 'x' });
    expect(refused).toMatchObject({ status: 403, body: { error: { message: 'This needs the scope write.' } } });
    expect(await askAs(guest.page, 'POST', '/api/tokens', { name: 'more', scope: 'admin' })).toMatchObject({
      status: 403,
    });

    await page.getByRole('button', { name: 'Revoke reader' }).click();
    await page.getByText('It opens nothing any more.').waitFor();
    expect(await askAs(guest.page, 'GET', '/api/me')).toMatchObject({ status: 401 });
    expect([...faults, ...guest.faults]).toEqual([]);
    for (const one of [page, guest.page]) await one.context().close();
  });

  it('makes a backup and says where it went', async () => {
    const { page } = await house.open();
    await go(page, '#/settings');
    await page.getByRole('button', { name: 'Back up now' }).click();
    const told = page.getByText(/1 memories are in/);
    await told.waitFor({ timeout: 120_000 });
    const file = (await told.locator('code').textContent()) ?? '';
    expect(path.dirname(file)).toBe(path.join(house.dataDir, 'backups'));
    expect(existsSync(file)).toBe(true);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
    await page.getByRole('list', { name: 'Backups' }).getByText(path.basename(file)).waitFor();
    await page.context().close();
  });

  it('says how each client is connected, which models are at work, and what the doctor finds', async () => {
    const { page } = await house.open();
    await go(page, '#/settings');
    await page.getByText(/others that are known/).click();
    const cursor = page.getByRole('listitem').filter({ hasText: 'Cursor' }).first();
    expect(await cursor.locator('code').textContent()).toContain(`setup --client cursor --data-dir ${house.dataDir}`);
    await page.getByText('Passages that wait').waitFor();
    await page.getByRole('button', { name: 'Look at everything' }).click();
    const findings = page.getByRole('list', { name: 'Findings' });
    await findings.waitFor({ timeout: 120_000 });
    expect(await findings.getByRole('listitem').count()).toBeGreaterThan(5);
    await findings.getByText('Store', { exact: true }).waitFor();
    await page.context().close();
  });

  it('shows what an agent called over MCP, with the percentiles of all of it', async () => {
    verifies('P043');
    const { page } = await house.open();
    const { body } = await askAs(page, 'GET', '/api/health');
    const before = (body as { operations: { count: number } }).operations.count;
    const searches = Array.from({ length: 5 }, () => ['search_memory', { query: 'harbour' }] as const);
    await house.callTools(...searches);
    const after = await askAs(page, 'GET', '/api/health');
    const { operations } = after.body as { operations: Record<string, number> };
    expect(operations['count']).toBeGreaterThanOrEqual(before + 5);
    for (const name of ['p50_ms', 'p95_ms', 'p99_ms', 'per_second', 'resident_bytes'])
      expect(operations[name], name).toBeGreaterThan(0);
    expect(operations['cpu_share']).toBeGreaterThanOrEqual(0);
    await go(page, '#/search');
    await go(page, '#/overview');
    // The page looks again by itself.
    const shown = page.locator('.fact', { hasText: 'Operations' }).locator('dd');
    await expect
      .poll(async () => Number.parseInt((await shown.textContent()) ?? '', 10), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(before + 5);
    expect(await page.locator('.fact', { hasText: 'p50 / p95 / p99' }).locator('dd').textContent()).toMatch(
      /^[\d.]+ ms \/ [\d.]+ ms \/ [\d.]+ ms$/,
    );
    await go(page, '#/activity');
    await page.getByRole('cell', { name: 'search_memory' }).or(page.getByText('search_memory')).first().waitFor();
    await page.context().close();
  });

  it('draws how memory grew, with every figure for whoever cannot see a line', async () => {
    const { page } = await house.open();
    await go(page, '#/overview');
    await page.getByRole('img', { name: 'From 0 to 1 memories.' }).waitFor();
    await go(page, '#/settings');
    house.zapomni('add', 'The harbour of Ansgarfleet opens at five.');
    await go(page, '#/overview');
    await page.getByRole('img', { name: 'From 0 to 2 memories.' }).waitFor();
    await page.getByText('Figures', { exact: true }).click();
    const figures = page.locator('.chart tbody tr');
    expect(await figures.count()).toBe(31);
    expect(await figures.first().locator('td').last().textContent()).toBe('0');
    expect(await figures.last().locator('td').last().textContent()).toBe('2');
    await page.context().close();
  });

  it('says what holds and where each value came from', async () => {
    const { page } = await house.open();
    await go(page, '#/settings');
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await row('data_dir').waitFor();
    const told = async (name: string) => row(name).locator('td').allTextContents();
    expect(await told('data_dir')).toEqual([house.dataDir, expect.stringContaining('environment')]);
    expect((await told('workspace'))[1]).toContain('default');
    await page.context().close();
  });

  it('hands over what an agent would get, at a start and for a prompt, within the tokens asked for', async () => {
    const { page } = await house.open();
    await go(page, '#/context');
    const entries = page.locator('.hits li');
    await expect.poll(() => entries.count()).toBeGreaterThanOrEqual(1);
    await page.getByLabel(/For a prompt/).fill('When does Quellmund open?');
    await page.getByLabel('Tokens').fill('100');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(/^1 memories, about \d+ tokens; \d+ left out\.$/).waitFor();
    expect(await entries.allTextContents()).toEqual([expect.stringContaining('Quellmund')]);
    expect(await page.getByRole('status').first().textContent()).not.toContain('about 0 tokens');
    await page.context().close();
  });
});

describe('what the server answers over HTTP beside MCP', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  async function serve(folder: string) {
    const { node, bin } = packed();
    const env = { ...process.env, ZAPOMNI_DATA_DIR: folder };
    const child = spawn(node, [bin, 'serve', '--http-port', '0', '--stdio', 'false', '--legacy-sse', 'true'], { env });
    for await (const line of createInterface({ input: child.stderr })) {
      const { event, port } = JSON.parse(line) as { event: string; port?: number };
      if (event !== 'http_listening') continue;
      child.stderr.resume();
      const end = async (): Promise<void> => {
        child.kill('SIGTERM');
        await once(child, 'exit');
      };
      return { origin: `http://127.0.0.1:${port}`, end };
    }
    throw new Error('the server did not listen');
  }

  /** The first event names where messages go. */
  async function oldTransport(origin: string): Promise<{ endpoint: string; posted: number }> {
    const stop = new AbortController();
    const stream = await fetch(`${origin}/sse`, { signal: stop.signal });
    let text = '';
    for await (const piece of (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.includes('\n\n')) break;
    }
    const [, endpoint = ''] = /data: *(\S+)/.exec(text) ?? [];
    const fresh = await fetch(`${origin}/sse`, { signal: stop.signal });
    const reader = (fresh.body as ReadableStream<Uint8Array>).getReader();
    const [, own = ''] = /data: *(\S+)/.exec(new TextDecoder().decode((await reader.read()).value)) ?? [];
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(new URL(own, origin), { method: 'POST', headers, body: ping });
    stop.abort();
    return { endpoint, posted: status };
  }

  it('the page, the graph, the old transport, and how it is, with the numbers of its connections', async () => {
    verifies('P027');
    const { origin, end } = await serve(dataDir);
    try {
      const page = await fetch(`${origin}/`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('<title>Zapomni</title>');
      // It is there, and not for whoever has not signed in.
      expect((await fetch(`${origin}/api/graph?workspace=default&limit=5`)).status).toBe(401);
      const { node, bin } = packed();
      const made = spawn(node, [bin, 'token', 'create', 'looker', '--scope', 'read'], {
        env: { ...process.env, ZAPOMNI_DATA_DIR: dataDir },
      });
      const [token] = (await once(createInterface({ input: made.stdout }), 'line')) as [string];
      const graph = await fetch(`${origin}/api/graph?workspace=default&limit=5`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await graph.json()).toEqual({ workspace: 'default', nodes: [], edges: [], truncated: 0 });
      const { endpoint, posted } = await oldTransport(origin);
      expect(endpoint).toMatch(/^\/messages\/?\?/);
      expect(posted).toBe(202);
      const health = await fetch(`${origin}/health`);
      expect(health.status).toBe(200);
      expect(await health.json()).toMatchObject({
        status: 'healthy',
        version: expect.stringMatching(/^\d/),
        transports: expect.arrayContaining([expect.stringContaining('http')]),
        uptime_seconds: expect.any(Number),
        sessions: { active: expect.any(Number), created: expect.any(Number), peak: expect.any(Number) },
        readiness: {
          pool: {
            size: expect.any(Number),
            in_use: expect.any(Number),
            idle: expect.any(Number),
            waiting: expect.any(Number),
          },
        },
      });
    } finally {
      await end();
    }
  });

  it('says 503 when it cannot do its work', async () => {
    verifies('P027');
    const broken = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
    writeFileSync(path.join(broken, 'zapomni.db'), 'This is no store. '.repeat(1000));
    const { origin, end } = await serve(broken);
    try {
      const health = await fetch(`${origin}/health`);
      expect([health.status, ((await health.json()) as { status: string }).status]).toEqual([503, 'unhealthy']);
    } finally {
      await end();
      rmSync(broken, { recursive: true, force: true });
    }
  });
});
