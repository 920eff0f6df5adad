import { PassThrough } from 'node:stream';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { ChangeFeed } from './change-feed.ts';
import type { McpBaseServer } from '../mcp-base-server.ts';
import { relayChanges } from './relay-changes.ts';
import { ResourceRegistry } from './resource-registry.ts';
import { ResourceSubscriptions } from './resource-subscriptions.ts';
import { createSession } from '../connection/session.ts';
import { connect, LEGACY_CLIENTS, MODERN_CLIENTS } from '../testing/any-client.ts';
import { MODERN_META, PipedServer } from '../testing/piped-server.ts';
import { tool } from '../testing/sample-tools.ts';
import { StreamClientTransport } from '../testing/stream-client-transport.ts';
import { createStdioTransport } from '../transports/stdio/index.ts';

const changing = ['tools', 'resources', 'prompts'] as const;
const late = tool({ name: 'late', input: { type: 'object' }, execute: async () => ({ text: 'late' }) });

function prepare(server: McpBaseServer): void {
  server.registerResource({ uri: 'note://1', name: 'one', changes: true, read: async () => ({ text: 'first' }) });
  server.registerResource({ uri: 'note://still', name: 'still', read: async () => ({ text: 'still' }) });
  server.registerResourceTemplate({
    uriTemplate: 'memory://{id}',
    name: 'memory',
    changes: true,
    read: async () => ({ text: '' }),
  });
}

/** What the server sends goes out in order: an answer after it means that it is all there. */
const settle = (client: { listTools(): Promise<unknown> }) => client.listTools();

describe.each(LEGACY_CLIENTS)('%s', (_, make) => {
  test('hears of the resources it subscribed to, and of no others', async () => {
    const { client, piped, notifications, end } = await connect(make, { prepare });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: { subscribe: true } });
    await client.subscribeResource({ uri: 'note://1' });
    await client.subscribeResource({ uri: 'memory://7' });
    for (const uri of ['note://1', 'note://2', 'memory://7', 'memory://8']) piped.server.notifyResourceUpdated(uri);
    await settle(client);
    expect(notifications).toMatchObject([
      { method: 'notifications/resources/updated', params: { uri: 'note://1' } },
      { method: 'notifications/resources/updated', params: { uri: 'memory://7' } },
    ]);
    await client.unsubscribeResource({ uri: 'note://1' });
    await client.unsubscribeResource({ uri: 'never://subscribed' });
    piped.server.notifyResourceUpdated('note://1');
    piped.server.notifyResourceUpdated('memory://7');
    await settle(client);
    expect(notifications.slice(2)).toMatchObject([{ params: { uri: 'memory://7' } }]);
    await end();
  });

  test('cannot subscribe to what is not there or does not change', async () => {
    const { client, end } = await connect(make, { prepare });
    await expect(client.subscribeResource({ uri: 'nowhere://x' })).rejects.toThrow('Resource not found: nowhere://x');
    await expect(client.subscribeResource({ uri: 'note://still' })).rejects.toThrow('does not change');
    await expect(client.subscribeResource({ uri: '' })).rejects.toThrow('missing uri');
    await end();
  });

  test('hears of changed lists and gets them', async () => {
    const { client, piped, notifications, heard, end } = await connect(make, { changing });
    const { server } = piped;
    const listed = { listChanged: true };
    expect(client.getServerCapabilities()).toEqual({ tools: listed, resources: listed, prompts: listed });
    server.registerTool(late);
    server.registerTool({ ...late, name: 'later' });
    await heard(1);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'late', 'later']);
    expect(server.unregister('tools', 'late')).toBe(true);
    expect(server.unregister('tools', 'late')).toBe(false);
    server.registerPrompt({ name: 'p', render: async () => [] });
    server.registerResource({ uri: 'x://1', name: 'one', read: async () => ({ text: '' }) });
    await heard(4);
    server.notifyListChanged('prompts');
    await heard(5);
    await settle(client);
    expect(notifications.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/prompts/list_changed',
    ]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'later']);
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    expect((await client.listResources()).resources).toHaveLength(1);
    await end();
  });
});

describe.each(MODERN_CLIENTS)('%s', (_, make) => {
  test('hears of what it listens for, and of nothing else', async () => {
    const { client, piped, notifications, heard, end } = await connect(make, {
      prepare,
      changing: ['tools', 'prompts'],
    });
    const { server } = piped;
    server.notifyListChanged('tools');
    server.notifyResourceUpdated('note://1');
    await client.listTools();
    expect(notifications).toEqual([]);
    const subscription = await client.listen({
      toolsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ['note://1'],
    });
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true, resourceSubscriptions: ['note://1'] });
    server.notifyListChanged('prompts');
    server.notifyResourceUpdated('memory://7');
    server.notifyResourceUpdated('note://1');
    server.registerTool(late);
    await heard(2);
    expect(notifications.map(({ method }) => method)).toEqual([
      'notifications/resources/updated',
      'notifications/tools/list_changed',
    ]);
    await subscription.close();
    server.notifyResourceUpdated('note://1');
    await client.readResource({ uri: 'note://1' });
    expect(notifications).toHaveLength(2);
    await end();
  });

  test('is told that a subscription has ended with the server', async () => {
    const { client, piped, end } = await connect(make, { prepare });
    const subscription = await client.listen({ resourceSubscriptions: ['note://1'] });
    void piped.server.shutdown();
    expect(await subscription.closed).toBe('graceful');
    await end();
  });
});

describe('sessions', () => {
  test('several clients of one server hear of their own subscriptions, each by a server of its own', async () => {
    verifies('R208', 'R211');
    const { server, logger, signals } = new PipedServer({ prepare });
    const ends = [...LEGACY_CLIENTS, ...MODERN_CLIENTS].map(([, make]) => {
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const transport = createStdioTransport({ stdin, stdout, maxRequestBytes: 1 << 20, logger });
      const heard: unknown[] = [];
      const client = make();
      client.fallbackNotificationHandler = async ({ params }) => void heard.push(params?.['uri']);
      return { transport, client, heard, wire: new StreamClientTransport(stdin, stdout) };
    });
    const run = server.run({ transports: ends.map(({ transport }) => transport), signals });
    for (const { client, wire } of ends) await client.connect(wire as never);
    const [v1, v2, modern] = ends;
    await v1?.client.subscribeResource({ uri: 'memory://1' });
    await v2?.client.subscribeResource({ uri: 'memory://2' });
    await modern?.client.listen({ resourceSubscriptions: ['memory://3'] });
    for (const n of [1, 2, 3, 4]) server.notifyResourceUpdated(`memory://${n}`);
    for (const { client } of ends) await client.readResource({ uri: 'note://1' });
    expect(ends.map(({ heard }) => heard)).toEqual([['memory://1'], ['memory://2'], ['memory://3']]);
    for (const { client } of ends) await client.close();
    await run;
  });

  test('a connection that has closed is forgotten', async () => {
    const changes = new ChangeFeed();
    let listening = 0;
    const counted = Object.assign(Object.create(changes) as ChangeFeed, {
      subscribe(listener: Parameters<ChangeFeed['subscribe']>[0]) {
        const stop = changes.subscribe(listener);
        listening += 1;
        return () => {
          listening -= 1;
          stop();
        };
      },
    });
    const mcp = new McpServer({ name: 'x', version: '0' });
    const subscriptions = new ResourceSubscriptions(new ResourceRegistry());
    const [end] = InMemoryTransport.createLinkedPair();
    relayChanges({ changes: counted, subscriptions }, mcp, createSession(), 'legacy');
    await mcp.connect(end);
    expect(listening).toBe(1);
    await mcp.close();
    expect(listening).toBe(0);
  });

  test('the stateless revision has no such request', async () => {
    const { server } = new PipedServer({ prepare });
    const params = { uri: 'note://1', _meta: MODERN_META };
    const reply = await server.handleRequest({ id: 1, method: 'resources/subscribe', params });
    expect(reply?.error?.code).toBe(-32601);
  });

  test('a session has no more than a thousand subscriptions', async () => {
    const { server } = new PipedServer({ prepare });
    const subscribe = (n: number) =>
      server.handleRequest({ id: n, method: 'resources/subscribe', params: { uri: `memory://${n}` } });
    for (let n = 0; n < 1000; n += 1) await subscribe(n);
    expect(await subscribe(5)).toEqual({ result: {} });
    expect((await subscribe(1000))?.error?.message).toContain('No more than 1000 subscriptions');
    await server.handleRequest({ id: 1, method: 'resources/unsubscribe', params: { uri: 'memory://5' } });
    expect(await subscribe(1000)).toEqual({ result: {} });
  });
});

describe('what was not announced', () => {
  test('a server on which nothing changes offers no more than before', async () => {
    verifies('R298');
    const { server } = new PipedServer();
    expect(server.greeting.capabilities).toEqual({ tools: {} });
    for (const method of ['resources/subscribe', 'resources/unsubscribe', 'completion/complete', 'logging/setLevel']) {
      expect((await server.handleRequest({ id: 1, method, params: {} }))?.error?.code).toBe(-32601);
    }
    expect(() => server.notifyListChanged('tools')).toThrow('Name tools in the option changing');
    expect(() => server.notifyResourceUpdated('x://1')).toThrow('No resource was registered with changes');
  });

  test('cannot be registered while the server runs', async () => {
    const piped = new PipedServer({ changing: ['resources', 'prompts'] });
    const run = piped.run();
    const { server } = piped;
    const told = server.greeting.capabilities;
    const refused = expect.objectContaining({ code: 'INVALID_REGISTRATION' });
    const read = async () => ({ text: '' });
    expect(() => server.registerTool(late)).toThrow(refused);
    expect(() => server.unregister('tools', 'echo')).toThrow(refused);
    expect(() => server.registerResource({ uri: 'x://1', name: 'x', changes: true, read })).toThrow(refused);
    const complete = { id: () => [] };
    expect(() => server.registerResourceTemplate({ uriTemplate: 'x://{id}', name: 'x', complete, read })).toThrow(
      refused,
    );
    const list = await server.handleRequest({ id: 1, method: 'resources/list' });
    expect(list?.result).toEqual({ resources: [] });
    server.registerResource({ uri: 'x://1', name: 'x', read });
    expect(server.greeting.capabilities).toEqual(told);
    piped.stdin.end();
    await run;
  });

  test('what is announced stays so when the last of its kind goes', async () => {
    const piped = new PipedServer({ changing: ['resources'], prepare });
    const run = piped.run();
    const told = piped.server.greeting.capabilities;
    expect(told.resources).toEqual({ listChanged: true, subscribe: true });
    for (const name of ['note://1', 'memory://{id}']) piped.server.unregister('resources', name);
    expect(piped.server.greeting.capabilities).toEqual(told);
    piped.stdin.end();
    await run;
  });

  test('an option names lists that exist', () => {
    expect(() => new PipedServer({ changing: ['roots'] as never })).toThrow('Option changing may hold');
  });
});
