/** Sessions that are made up, guessed, used after their end, and opened by the thousand and left behind. */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedServer, INITIALIZE } from './attacked-server.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const STREAM = { accept: 'text/event-stream' };

async function activeSessions(server: AttackedServer): Promise<number> {
  const { text } = await server.send('GET', '/metrics');
  return Number(/^mcp_sessions\{state="active"\} (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

describe('a session id', () => {
  let server: AttackedServer;
  beforeAll(async () => {
    server = await AttackedServer.start(AttackedServer.createFolder(), { flags: ['--legacy-sse', 'true'] });
  });
  afterAll(() => server.stop());

  it('that the client has chosen is not taken', async () => {
    const chosen = randomUUID();
    expect((await server.post(INITIALIZE, { 'mcp-session-id': chosen })).status).toBe(404);
    expect((await server.post(LIST, { 'mcp-session-id': chosen })).status).toBe(404);
    expect(
      (await server.send('POST', `/messages?sessionId=${chosen}`, { 'content-type': 'application/json' }, '{}')).status,
    ).toBe(404);
    expect(await activeSessions(server)).toBe(0);
  });

  it('is never given twice, and cannot be told from the ones before', async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, () => server.open()));
    expect(new Set(ids).size).toBe(200);
    // Random bits throughout: no position but the two that a UUID of version 4 fixes is the same in all.
    const fixed = Array.from(ids[0] ?? '', (_, n) => new Set(ids.map((id) => id[n])).size === 1);
    expect(fixed.flatMap((same, n) => (same ? [ids[0]?.[n]] : []))).toEqual(['-', '-', '4', '-', '-']);
    for (const id of ids) await server.send('DELETE', '/mcp', { 'mcp-session-id': id });
  });

  it('that is guessed opens nothing', async () => {
    const random = trialRandom();
    const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
    const guess = () => [8, 4, 4, 4, 12].map(hex).join('-');
    const real = await server.open();
    const near = Array.from(real, (char, n) => real.slice(0, n) + (char === 'a' ? 'b' : 'a') + real.slice(n + 1));
    const odd = [
      '__proto__',
      'constructor',
      '0',
      '*',
      '%00',
      '../',
      'null',
      'undefined',
      real.toUpperCase(),
      ` ${real}x`,
      `${real},${real}`,
      real.slice(1),
    ];
    const guesses = [...near.filter((id) => id !== real), ...odd, ...Array.from({ length: 500 }, guess)];
    for (const id of guesses) {
      const { status } = await server.post(LIST, { 'mcp-session-id': id });
      expect([id, status]).toEqual([id, id.toLowerCase() === real ? status : 404]);
    }
    expect((await server.post(LIST, { 'mcp-session-id': real })).status).toBe(200);
    expect((await server.send('DELETE', '/mcp', { 'mcp-session-id': real })).status).toBe(200);
  });

  it('of a session that was closed is worth nothing, for anything', async () => {
    const id = { 'mcp-session-id': await server.open() };
    expect((await server.send('DELETE', '/mcp', id)).status).toBe(200);
    const answers = [
      await server.post(LIST, id),
      await server.post(INITIALIZE, id),
      await server.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, id),
      await server.send('GET', '/mcp', { ...id, ...STREAM }),
      await server.send('GET', '/mcp', { ...id, ...STREAM, 'last-event-id': '1-1' }),
      await server.send('DELETE', '/mcp', id),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
    expect(await server.servesHonestly()).toBe(true);
  });
});

const SESSIONS = 10_000;
const CONNECTIONS = 50;
/** What a heap may have grown by: less than 1 kB for each session that was. */
const ALLOWED_BYTES = 8 << 20;

describe('ten thousand sessions', () => {
  let server: AttackedServer;
  let agent: Agent;
  beforeAll(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const nodeFlags = ['--expose-gc', '--import', path.join(import.meta.dirname, 'gc-on-signal.mjs')];
    const flags = ['--max-sessions', '20000', '--session-ttl-seconds', '2'];
    server = await AttackedServer.start(AttackedServer.createFolder(), { nodeFlags, flags });
  });
  afterAll(() => {
    agent.destroy();
    return server.stop();
  });

  /** Over kept connections; the rate limit lets one address have as many at once. */
  async function post(method: string, headers: Record<string, string>, body = ''): Promise<IncomingMessage> {
    const sent = httpRequest({ host: '127.0.0.1', port: server.port, method, path: '/mcp', headers, agent });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response;
  }

  const initialize = JSON.stringify(INITIALIZE);
  const both = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  /** Every other one is ended; the rest are left to themselves. */
  async function openAndDrop(count: number): Promise<void> {
    let next = 0;
    const worker = async () => {
      while (next < count) {
        const n = next++;
        const { statusCode, headers } = await post('POST', both, initialize);
        if (statusCode !== 200) throw new Error(`Session ${n} was answered with ${statusCode}.`);
        if (n % 2 === 0) await post('DELETE', { 'mcp-session-id': String(headers['mcp-session-id']) });
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  }

  /** What the heap holds once garbage is collected: the least of some readings, because a signal takes effect when it can. */
  async function heldBytes(): Promise<number> {
    await expect.poll(() => activeSessions(server), { timeout: 30_000, interval: 250 }).toBe(0);
    const readings: number[] = [];
    while (readings.length < 5) {
      server.child.kill('SIGUSR2');
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { text } = await server.send('GET', '/metrics');
      readings.push(Number(/^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1] ?? Number.NaN));
    }
    return Math.min(...readings);
  }

  it.skipIf(process.platform === 'win32')(
    'opened and dropped leave nothing behind, and the next client is served',
    async () => {
      await openAndDrop(500);
      const before = await heldBytes();
      await openAndDrop(SESSIONS);
      const after = await heldBytes();
      expect(before).toBeGreaterThan(1 << 20);
      expect(after - before).toBeLessThan(ALLOWED_BYTES);
      expect(await server.servesHonestly()).toBe(true);
    },
  );
});
