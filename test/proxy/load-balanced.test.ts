/** Two installed instances on one store behind a proxy: stateless requests go to both, a session stays where it began. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TokenFile } from '@zapomni/server/guards';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packed } from '../e2e/packed.ts';
import { originFrom } from '../e2e/matrix/listening.ts';
import { namedFetch } from './named-fetch.ts';
import { PROXIES, PUBLIC_NAME, type RunningProxy } from './proxies.ts';

const CLIENTS = 24;

interface Instance {
  readonly child: ChildProcess;
  readonly origin: string;
}

for (const [name, { isInstalled }] of PROXIES) {
  if (!isInstalled) console.warn(`load-balanced.test.ts: skipped for ${name}, which is not installed.`);
}

describe.each(PROXIES)('behind %s', (_name, proxy) => {
  describe.skipIf(!proxy.isInstalled)('two instances on one store', () => {
    let folder: string;
    let instances: [Instance, Instance];
    let front: RunningProxy;
    let tokens: string[];
    const clients: Client[] = [];

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'zapomni-proxy-'));
      const dataDir = path.join(folder, 'data');
      mkdirSync(dataDir, { mode: 0o700 });
      tokens = await createTokens(path.join(dataDir, 'tokens.json'));
      instances = [await startInstance(dataDir), await startInstance(dataDir)];
      const [first, second] = instances.map(({ origin }) => Number(new URL(origin).port)) as [number, number];
      front = await proxy.start(path.join(folder, 'proxy'), [first, second]);
    });
    afterAll(async () => {
      for (const client of clients) await client.close().catch(() => undefined);
      // The streams end with the instances; a proxy waits for them.
      for (const instance of instances ?? []) await kill(instance);
      await front?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const headersOf = (n: number) => ({ authorization: `Bearer ${tokens[n % CLIENTS]}` });

    async function connect(n: number, mode: 'legacy' | { pin: string }): Promise<Client> {
      const client = new Client({ name: 'proxy', version: '1' }, { versionNegotiation: { mode } });
      const url = new URL(`http://127.0.0.1:${front.port}/mcp`);
      const options = { fetch: namedFetch(PUBLIC_NAME), requestInit: { headers: headersOf(n) } };
      await client.connect(new StreamableHTTPClientTransport(url, options));
      clients.push(client);
      return client;
    }

    /** A figure of each instance, asked for past the proxy. */
    async function figures(pattern: RegExp): Promise<number[]> {
      const read = async ({ origin }: Instance) => (await fetch(`${origin}/metrics`, { headers: headersOf(0) })).text();
      const pages = instances.map(read);
      const matches = (await Promise.all(pages)).map((text) => [...text.matchAll(pattern)]);
      return matches.map((found) => found.reduce((sum, [, figure]) => sum + Number(figure), 0));
    }
    const requestsOf = () => figures(/^http_requests_total\{[^}]*route="\/mcp"[^}]*\} (\d+)/gm);

    it('answer stateless requests by turns', async () => {
      verifies('R251');
      const client = await connect(0, { pin: '2026-07-28' });
      const before = await requestsOf();
      for (let n = 0; n < 20; n += 1) await client.callTool({ name: 'get_stats', arguments: {} });
      const served = (await requestsOf()).map((count, n) => count - (before[n] ?? 0));
      expect(served.reduce((sum, count) => sum + count, 0)).toBe(20);
      for (const count of served) expect(count).toBeGreaterThanOrEqual(5);
    });

    it('keep each session where it began, and have some each', async () => {
      verifies('R211');
      const members = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => connect(n, 'legacy')));
      for (const [n, client] of members.entries())
        await client.callTool({ name: 'set_current_workspace', arguments: { workspace_id: `room-${n}` } });
      for (const [n, client] of members.entries()) {
        const { structuredContent } = await client.callTool({ name: 'get_current_workspace', arguments: {} });
        expect(structuredContent).toMatchObject({ workspace_id: `room-${n}` });
      }
      const sessions = await figures(/^mcp_sessions\{state="active"\} (\d+)/gm);
      expect(sessions.reduce((sum, count) => sum + count, 0)).toBe(CLIENTS);
      for (const count of sessions) expect(count).toBeGreaterThan(0);
    });

    it('see what the other has stored', async () => {
      const client = await connect(1, { pin: '2026-07-28' });
      const added = await client.callTool({ name: 'add_memory', arguments: { text: 'Said through the proxy' } });
      const { memory_id } = added.structuredContent as { memory_id: string };
      // By turns, so that both are asked.
      for (let n = 0; n < 4; n += 1) {
        const { structuredContent } = await client.callTool({ name: 'get_memory', arguments: { memory_id } });
        expect(JSON.stringify(structuredContent)).toContain('Said through the proxy');
      }
    });

    it('send events as they come, through a stream that stays open', async () => {
      verifies('R251');
      const client = await connect(2, 'legacy');
      const heard: unknown[] = [];
      client.fallbackNotificationHandler = async ({ params }) => void heard.push(params?.['uri']);
      await client.subscribeResource({ uri: 'memory://recent' });
      await client.callTool({ name: 'add_memory', arguments: { text: 'Something to be told of' } });
      await vi.waitFor(() => expect(heard).toContain('memory://recent'), { timeout: 50_000 });
    });

    it('give nothing to who has no token, or calls them by another name', async () => {
      verifies('P028', 'R293');
      const url = `http://127.0.0.1:${front.port}/info`;
      expect((await namedFetch(PUBLIC_NAME)(url)).status).toBe(401);
      expect((await namedFetch(PUBLIC_NAME)(url, { headers: headersOf(0) })).status).toBe(200);
      const foreign = await namedFetch('evil.example')(url, { headers: headersOf(0) });
      expect(await foreign.text()).not.toContain('zapomni');
    });

    it('are one when the other is gone: stateless clients go on, sessions begin anew', async () => {
      const stateless = await connect(3, { pin: '2026-07-28' });
      const ask = async (client: Client) => {
        expect(await client.callTool({ name: 'get_stats', arguments: {} })).toMatchObject({ isError: false });
      };
      await kill(instances[0]);
      await settles(() => ask(stateless));
      let next = 0;
      await settles(async () => ask(await connect((next += 1), 'legacy')));
    });
  });
});

/**
 * Resolves when it has succeeded eight times in a row. A proxy finds out by calls that fail: nginx sends these on, Caddy
 * answers for the first of them.
 */
async function settles(attempt: () => Promise<void>): Promise<void> {
  for (let inARow = 0, tries = 1; inARow < 8; tries += 1) {
    const error: unknown = await attempt().catch((cause: unknown) => cause);
    if (error !== undefined && tries > 30) throw error;
    inARow = error === undefined ? inARow + 1 : 0;
  }
}

async function createTokens(file: string): Promise<string[]> {
  const store = new TokenFile(file);
  const made: string[] = [];
  for (let n = 0; n < CLIENTS; n += 1)
    made.push((await store.create({ name: `client-${n}`, scopes: ['admin'] })).token);
  return made;
}

async function startInstance(dataDir: string): Promise<Instance> {
  const { node, bin } = packed();
  const flags = ['serve', '--http-port', '0', '--stdio', 'false', '--allowed-hosts', PUBLIC_NAME];
  const child = spawn(node, [bin, ...flags], {
    env: { ...process.env, ZAPOMNI_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { child, origin: await originFrom(child.stderr as NodeJS.ReadableStream) };
}

async function kill({ child }: Instance): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
