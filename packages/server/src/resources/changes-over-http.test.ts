import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AnyClient } from '../testing/any-client.ts';
import { HttpTestServer, stateless } from '../testing/http-server.ts';
import { tool } from '../testing/sample-tools.ts';

const about = { name: 'test', version: '0' };
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
const CLIENTS: [string, (url: URL) => [client: unknown, transport: unknown], boolean][] = [
  ['SDK v1', (url) => [new ClientV1(about), new HttpV1(url)], false],
  ['SDK v2, 2025 era', (url) => [new ClientV2(about), new HttpV2(url)], false],
  ['SDK v2, 2026 era', (url) => [new ClientV2(about, modern), new HttpV2(url)], true],
];

const talk = tool({
  name: 'talk',
  input: z.object({}),
  async execute(_, { log }) {
    log('info', 'small');
    log('error', 'big');
    return { text: 'said' };
  },
});

let server: HttpTestServer | undefined;
afterEach(() => server?.stop());

function start(): Promise<HttpTestServer> {
  return HttpTestServer.start({
    tools: [talk],
    server: { changing: ['tools'], logging: true },
    prepare: (made) =>
      made.registerResourceTemplate({
        uriTemplate: 'memory://{id}',
        name: 'memory',
        changes: true,
        read: async (uri) => ({ text: uri }),
      }),
  });
}

describe.each(CLIENTS)('%s over HTTP', (_, make, isModern) => {
  async function connected(url: URL) {
    const [made, transport] = make(url);
    const client = made as AnyClient;
    const heard: string[] = [];
    client.fallbackNotificationHandler = async ({ method, params }) =>
      void heard.push(
        [method.replace('notifications/', ''), params?.['uri'] ?? params?.['level']].filter(Boolean).join(' '),
      );
    await client.connect(transport as never);
    const until = async (count: number) => {
      while (heard.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    return { client, heard, until };
  }

  test('each client hears of what it subscribed to, and of changed lists', async () => {
    server = await start();
    const [one, other] = [await connected(server.url), await connected(server.url)];
    if (isModern) {
      await one.client.listen({ toolsListChanged: true, resourceSubscriptions: ['memory://1'] });
      await other.client.listen({ resourceSubscriptions: ['memory://2'] });
    } else {
      await one.client.subscribeResource({ uri: 'memory://1' });
      await other.client.subscribeResource({ uri: 'memory://2' });
    }
    for (const n of [1, 2, 3]) server.server.notifyResourceUpdated(`memory://${n}`);
    await Promise.all([one.until(1), other.until(1)]);
    server.server.registerTool({ ...talk, name: 'late' });
    await one.until(2);
    expect((await other.client.listTools()).tools).toHaveLength(2);
    expect(one.heard).toEqual(['resources/updated memory://1', 'tools/list_changed']);
    expect(other.heard[0]).toBe('resources/updated memory://2');
    expect(other.heard.slice(1)).toEqual(isModern ? [] : ['tools/list_changed']);
    await one.client.close();
    await other.client.close();
  });

  test('logs go to the client that wants them', async () => {
    server = await start();
    const { client, heard } = await connected(server.url);
    if (!isModern) await client.setLoggingLevel('warning');
    const meta = isModern ? { _meta: { 'io.modelcontextprotocol/logLevel': 'warning' } } : {};
    await client.callTool({ name: 'talk', ...meta });
    expect(heard).toEqual(['message error']);
    await client.close();
  });
});

test('a stateless request without a level hears nothing', async () => {
  server = await start();
  const { body, headers } = stateless(1, 'tools/call', { name: 'talk', arguments: {} });
  const answer = await server.send(body, headers);
  expect(answer.body.result).toMatchObject({ content: [{ text: 'said' }] });
});
