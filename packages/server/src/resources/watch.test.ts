/** A resource hears who watches it and for how long, whichever way a client subscribes. */
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { McpBaseServer } from '../mcp-base-server.ts';
import { ResourceRegistry } from './resource-registry.ts';
import { ResourceSubscriptions } from './resource-subscriptions.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import { connect, LEGACY_CLIENTS, MODERN_CLIENTS, type AnyClient } from '../testing/any-client.ts';
import { HttpTestServer } from '../testing/http-server.ts';
import { MemoryLogger } from '../testing/memory-logger.ts';
import { MODERN_META, PipedServer } from '../testing/piped-server.ts';
import type { WatchContext } from './watch-context.ts';

/** By the URI that is watched. */
let watches: Map<string, WatchContext>;
let hold: Promise<void> | undefined;

beforeEach(() => {
  watches = new Map();
  hold = undefined;
});

function prepare(server: McpBaseServer): void {
  server.registerResourceTemplate({
    uriTemplate: 'file:///{+path}',
    name: 'file',
    changes: true,
    read: async () => ({ text: '' }),
    async watch(uri, _variables, context) {
      await hold;
      if (uri.includes('forbidden')) throw new RpcError(-32602, 'FORBIDDEN: not that one.');
      if (uri.includes('missing')) return false;
      watches.set(uri, context);
      return true;
    },
  });
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
};
const live = () => [...watches].filter(([, { signal }]) => !signal.aborted).map(([uri]) => uri);

describe.each(LEGACY_CLIENTS)('%s', (_, make) => {
  test('watches from subscribing to unsubscribing, or to the end of the connection', async () => {
    const { client, end } = await connect(make, { prepare });
    await client.subscribeResource({ uri: 'file:///a' });
    await client.subscribeResource({ uri: 'file:///b' });
    await client.subscribeResource({ uri: 'file:///b' });
    expect(live()).toEqual(['file:///a', 'file:///b']);
    expect(watches.get('file:///a')?.caller.subject).toBe('local');
    await client.unsubscribeResource({ uri: 'file:///a' });
    expect(live()).toEqual(['file:///b']);
    await end();
    expect(live()).toEqual([]);
  });

  test('is refused what the resource refuses, and hears nothing of it', async () => {
    const { client, piped, notifications, end } = await connect(make, { prepare });
    await expect(client.subscribeResource({ uri: 'file:///missing' })).rejects.toThrow('Resource not found');
    await expect(client.subscribeResource({ uri: 'file:///forbidden' })).rejects.toThrow('not that one');
    for (const name of ['missing', 'forbidden']) piped.server.notifyResourceUpdated(`file:///${name}`);
    await client.listTools();
    expect(notifications).toEqual([]);
    await end();
  });
});

describe.each(MODERN_CLIENTS)('%s', (_, make) => {
  test('watches what it listens for until it stops listening, or the connection ends', async () => {
    const { client, piped, heard, notifications, end } = await connect(make, { prepare });
    const uris = ['file:///a', 'file:///missing', 'file:///forbidden', 'nowhere://x'];
    const first = await client.listen({ resourceSubscriptions: uris });
    expect(first.honoredFilter).toEqual({ resourceSubscriptions: ['file:///a'] });
    await client.listen({ resourceSubscriptions: ['file:///b'] });
    expect(live()).toEqual(['file:///a', 'file:///b']);
    for (const uri of [...uris, 'file:///b']) piped.server.notifyResourceUpdated(uri);
    await heard(2);
    expect(notifications.map(({ params }) => params?.['uri'])).toEqual(['file:///a', 'file:///b']);
    await first.close();
    await until(() => live().length === 1);
    await end();
    expect(live()).toEqual([]);
  });

  test('that takes it back before it is granted leaves no watch behind', async () => {
    const granting = Promise.withResolvers<void>();
    hold = granting.promise;
    const piped = new PipedServer({ prepare });
    const run = piped.run();
    const params = { notifications: { resourceSubscriptions: ['file:///a'] }, _meta: MODERN_META };
    piped.send({ jsonrpc: '2.0', id: 'l', method: 'subscriptions/listen', params });
    piped.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'l' } });
    await piped.request('t', 'tools/list', { _meta: MODERN_META });
    granting.resolve();
    await until(() => watches.size === 1);
    expect(live()).toEqual([]);
    piped.stdin.end();
    await run;
    expect(piped.messages.map(({ id }) => id)).toEqual(['t']);
  });
});

describe('over HTTP', () => {
  let server: HttpTestServer;
  beforeEach(async () => {
    server = await HttpTestServer.start({ prepare });
  });
  afterEach(() => server.stop());
  const about = { name: 'test', version: '0' };

  test('a session watches until it is closed', async () => {
    const client = new ClientV1(about);
    const transport = new HttpV1(server.url);
    await client.connect(transport as never);
    await client.subscribeResource({ uri: 'file:///a' });
    await expect(client.subscribeResource({ uri: 'file:///missing' })).rejects.toThrow('Resource not found');
    expect(live()).toEqual(['file:///a']);
    await transport.terminateSession();
    expect(live()).toEqual([]);
    await client.close();
  });

  test('a stateless client watches as long as it listens', async () => {
    const options = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
    const client = new ClientV2(about, options) as unknown as AnyClient;
    await client.connect(new HttpV2(server.url) as never);
    const listening = await client.listen({ resourceSubscriptions: ['file:///a', 'file:///missing'] });
    expect(listening.honoredFilter).toEqual({ resourceSubscriptions: ['file:///a'] });
    expect(live()).toEqual(['file:///a']);
    await listening.close();
    await until(() => live().length === 0);
    await client.listen({ resourceSubscriptions: ['file:///b'] });
    await client.close();
    await until(() => live().length === 0);
  });
});

test('whoever may not read is granted nothing', async () => {
  const registry = new ResourceRegistry();
  registry.add({ uri: 'note://1', name: 'one', changes: true, read: async () => ({ text: '' }) });
  const subscriptions = new ResourceSubscriptions(registry);
  const grantTo = (...scopes: string[]) => {
    const caller = { subject: 'x', scopes: new Set(scopes) };
    return subscriptions.grant(['note://1'], {
      caller,
      logger: new MemoryLogger(),
      signal: new AbortController().signal,
    });
  };
  expect(await grantTo()).toEqual([]);
  expect(await grantTo('read')).toEqual(['note://1']);
});

test('unsubscribing before the subscription is granted leaves no watch behind', async () => {
  const granting = Promise.withResolvers<void>();
  hold = granting.promise;
  const { server } = new PipedServer({ prepare });
  const ask = (method: string) => server.handleRequest({ id: 1, method, params: { uri: 'file:///a' } });
  const subscribed = ask('resources/subscribe');
  await ask('resources/unsubscribe');
  granting.resolve();
  await subscribed;
  expect(watches.size).toBe(1);
  expect(live()).toEqual([]);
});
