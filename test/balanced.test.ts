/**
 * Two instances on one store behind a load balancer of a few lines: what has no session goes to either by turns, what has one
 * goes where it began. test/proxy shows the same behind real proxies, where they are installed.
 */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AttackedServer } from './attack/attacked-server.ts';

/** Sends each request on; a session stays with the instance that opened it. */
class Balancer {
  readonly served: number[];
  readonly homes = new Map<string, number>();
  readonly server: Server;
  /** Connections that are kept and used again. */
  readonly pool = new Agent({ keepAlive: true });
  #turn = 0;

  constructor(ports: readonly number[]) {
    this.served = ports.map(() => 0);
    this.server = createServer((request, response) => {
      const session = request.headers['mcp-session-id'];
      const home = typeof session === 'string' ? this.homes.get(session) : undefined;
      const target = home ?? (this.#turn = (this.#turn + 1) % ports.length);
      this.served[target] = (this.served[target] ?? 0) + 1;
      const { method, url, headers } = request;
      const to = { host: '127.0.0.1', port: ports[target], agent: this.pool };
      const onward = httpRequest({ ...to, method, path: url, headers }, (answer) => {
        this.#remember(answer, target);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      response.on('close', () => onward.destroy());
      request.pipe(onward);
    });
  }

  #remember(answer: IncomingMessage, target: number): void {
    const session = answer.headers['mcp-session-id'];
    if (typeof session === 'string') this.homes.set(session, target);
  }
}

describe('two instances on one store', () => {
  const folder = AttackedServer.createFolder();
  let instances: AttackedServer[];
  let balancer: Balancer;
  const clients: Client[] = [];

  beforeAll(async () => {
    instances = [await AttackedServer.start(folder), await AttackedServer.start(folder)];
    balancer = new Balancer(instances.map(({ port }) => port));
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
  });
  afterAll(async () => {
    for (const client of clients) await client.close().catch(() => undefined);
    balancer.server.closeAllConnections();
    balancer.server.close();
    await Promise.all(instances.map((instance) => instance.stop()));
  });

  async function connect(mode: 'legacy' | { pin: string }): Promise<Client> {
    const client = new Client({ name: 'balanced', version: '1' }, { versionNegotiation: { mode } });
    const { port } = balancer.server.address() as AddressInfo;
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    clients.push(client);
    return client;
  }
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;

  it(
    'serve stateless clients by turns, and only a session has to stay where it began',
    { timeout: 120_000 },
    async () => {
      verifies('R288');
      const free = await connect({ pin: '2026-07-28' });
      const { memory_id } = await call(free, 'add_memory', { text: 'Known to both' });
      const before = [...balancer.served];
      for (let n = 0; n < 10; n += 1)
        expect(await call(free, 'get_memory', { memory_id })).toMatchObject({ text: 'Known to both' });
      expect(balancer.served.map((count, i) => count - (before[i] ?? 0))).toEqual([5, 5]);

      const members = await Promise.all(Array.from({ length: 6 }, () => connect('legacy')));
      for (const [n, client] of members.entries())
        await call(client, 'set_current_workspace', { workspace_id: `room-${n}` });
      for (const [n, client] of members.entries())
        expect(await call(client, 'get_current_workspace')).toMatchObject({ workspace_id: `room-${n}` });
      expect([...new Set(balancer.homes.values())].toSorted()).toEqual([0, 1]);
      // The other instance does not know it: that is why it has to stay.
      const [[session, home] = ['', 0]] = [...balancer.homes];
      const other = instances[1 - home];
      expect(
        (await other?.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': session }))?.status,
      ).toBe(404);
    },
  );

  it('send events as they come through a proxy that keeps its connections, as the sample has it', async () => {
    verifies('R251');
    const client = await connect('legacy');
    const heard: unknown[] = [];
    client.fallbackNotificationHandler = async ({ params }) => void heard.push(params?.['uri']);
    await client.subscribeResource({ uri: 'memory://recent' });
    await call(client, 'add_memory', { text: 'Something to be told of' });
    await vi.waitFor(() => expect(heard).toContain('memory://recent'), { timeout: 50_000 });
    expect(Object.values(balancer.pool.freeSockets).flat().length).toBeGreaterThan(0);

    const page = readFileSync(path.join(import.meta.dirname, '../docs/reverse-proxy.md'), 'utf8');
    const [, nginx = ''] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
    for (const setting of ['proxy_buffering off', 'proxy_cache off', 'proxy_http_version 1.1', 'keepalive 32'])
      expect(nginx).toContain(`${setting};`);
    const seconds = (name: string) => Number(new RegExp(`proxy_${name}_timeout (\\d+)s;`).exec(nginx)?.[1]);
    expect(seconds('connect')).toBe(10);
    expect(seconds('read')).toBeGreaterThanOrEqual(300);
    expect(seconds('send')).toBeGreaterThanOrEqual(300);
  });
});
