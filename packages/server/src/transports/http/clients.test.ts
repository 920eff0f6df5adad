import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { McpBaseServer } from '../../mcp-base-server.ts';
import { HttpTestServer } from '../../testing/http-server.ts';
import { broken, echo, entered, manual, tool } from '../../testing/sample-tools.ts';

const about = { name: 'test', version: '0' };

/** What the tests need of a client; all of them have it. */
interface AnyClient {
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): unknown;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: object, ...rest: unknown[]): Promise<unknown>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{ messages: unknown[] }>;
}

interface Kind {
  readonly make: () => AnyClient;
  readonly transport: (server: HttpTestServer) => { close(): Promise<void> };
  /** Where `callTool` takes its options. */
  readonly call: (client: AnyClient, params: object, options: object) => Promise<unknown>;
  readonly hasSession: boolean;
}

const v1 = {
  make: () => new ClientV1(about) as unknown as AnyClient,
  call: (client: AnyClient, params: object, options: object) => client.callTool(params, undefined, options),
};
const v2 = (mode: 'legacy' | 'auto' | { pin: string }) => ({
  make: () => new ClientV2(about, { versionNegotiation: { mode } } as never) as unknown as AnyClient,
  transport: ({ url }: HttpTestServer) => new HttpV2(url),
  call: (client: AnyClient, params: object, options: object) => client.callTool(params, options),
});

const KINDS: readonly [string, Kind][] = [
  ['SDK v1, streamable HTTP', { ...v1, transport: ({ url }) => new HttpV1(url), hasSession: true }],
  [
    'SDK v1, SSE',
    { ...v1, transport: ({ origin }) => new SSEClientTransport(new URL('/sse', origin)), hasSession: true },
  ],
  ['SDK v2, session', { ...v2('legacy'), hasSession: true }],
  ['SDK v2, stateless', { ...v2({ pin: '2026-07-28' }), hasSession: false }],
  ['SDK v2, finding out', { ...v2('auto'), hasSession: false }],
];

function prepare(server: McpBaseServer): void {
  server.registerResource({ uri: 'note://1', name: 'one', read: async () => ({ text: 'first' }) });
  server.registerPrompt({
    name: 'greet',
    arguments: [{ name: 'who', required: true }],
    render: async ({ who }) => [{ role: 'user', text: `Hello, ${who}` }],
  });
}

const whoami = tool({
  name: 'whoami',
  input: z.object({}),
  async execute(_, { session }) {
    const calls = Number(session.state.get('calls') ?? 0) + 1;
    session.state.set('calls', calls);
    return { text: `${session.id} ${calls}` };
  },
});

const { tool: slow, calls } = manual();
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
  calls.length = 0;
});

async function start(): Promise<HttpTestServer> {
  const server = await HttpTestServer.start({ tools: [echo, broken, whoami, slow], prepare, legacySse: true });
  open.push(() => server.stop());
  return server;
}

async function connect(server: HttpTestServer, kind: Kind): Promise<AnyClient> {
  const client = kind.make();
  await client.connect(kind.transport(server) as never);
  open.push(() => client.close());
  return client;
}

const text = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text ?? '';

describe.each(KINDS)('%s', (_, kind) => {
  test('connects, lists, calls, reads and gets', async () => {
    verifies('R198');
    const server = await start();
    const client = await connect(server, kind);
    expect(client.getServerVersion()).toEqual({ name: 'sample', version: '1.2.3' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'broken', 'whoami', 'manual']);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'Grüße 👋' } })).toMatchObject({
      content: [{ type: 'text', text: 'echo: Grüße 👋' }],
      structuredContent: { text: 'Grüße 👋' },
    });
    expect((await client.listResources()).resources).toMatchObject([{ uri: 'note://1' }]);
    expect((await client.readResource({ uri: 'note://1' })).contents).toMatchObject([{ text: 'first' }]);
    expect((await client.getPrompt({ name: 'greet', arguments: { who: 'Ada' } })).messages).toHaveLength(1);
    expect(server.server.getStats().total_errors).toBe(0);
  });

  test('gets failures as results, protocol errors as errors', async () => {
    verifies('R289');
    const client = await connect(await start(), kind);
    expect(await client.callTool({ name: 'broken' })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'nope' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: nope'),
    });
    await expect(client.readResource({ uri: 'note://none' })).rejects.toThrow('Resource not found: note://none');
    expect(await client.callTool({ name: 'echo', arguments: { text: 'on' } })).toMatchObject({ isError: false });
  });

  test('knows the address alone, opens a stream, calls, and hears each step before the answer', async () => {
    verifies('R280');
    const client = await connect(await start(), kind);
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress);
    const call = kind.call(client, { name: 'manual' }, { onprogress });
    await entered(calls, 1);
    for (const step of [1, 2, 3]) {
      calls[0]?.context.progress(step, 3);
      await entered(seen, step);
    }
    calls[0]?.finish();
    expect(text(await call)).toBe('done');
    expect(seen).toEqual([1, 2, 3]);
  });

  test('can cancel', async () => {
    const client = await connect(await start(), kind);
    const controller = new AbortController();
    const call = kind.call(client, { name: 'manual' }, { signal: controller.signal });
    await entered(calls, 1);
    controller.abort('enough');
    await expect(call).rejects.toThrow();
    while (!calls[0]?.context.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await client.callTool({ name: 'echo', arguments: { text: 'on' } })).toMatchObject({ isError: false });
  });

  test('two at once have nothing in common', async () => {
    verifies('R210', 'R211', 'R247');
    const server = await start();
    const clients = [await connect(server, kind), await connect(server, kind)];
    const texts: string[][] = [[], []];
    for (const _round of [1, 2, 3]) {
      const results = await Promise.all(clients.map((client) => client.callTool({ name: 'whoami' })));
      for (const [index, result] of results.entries()) texts[index]?.push(text(result));
    }
    const [first, second] = texts.map((said) => said.map((line) => line.split(' ')));
    const ids = (said: string[][] | undefined) => new Set(said?.map(([id]) => id));
    expect(ids(first).isDisjointFrom(ids(second))).toBe(true);
    const counts = kind.hasSession ? ['1', '2', '3'] : ['1', '1', '1'];
    expect([first?.map(([, count]) => count), second?.map(([, count]) => count)]).toEqual([counts, counts]);
  });
});

test('clients whose stream breaks off come back for the answer by themselves', async () => {
  verifies('R250');
  const server = await start();
  const sessions = KINDS.filter(([name]) => name === 'SDK v1, streamable HTTP' || name === 'SDK v2, session');
  const clients = await Promise.all(sessions.map(([, kind]) => connect(server, kind)));
  const pending = clients.map((client, n) => client.callTool({ name: 'manual', arguments: { label: `${n}` } }));
  await entered(calls, 2);
  for (const { context } of calls) context.closeStream?.();
  await server.logged('http_request', 6);
  for (const { label, finish } of calls) finish(`for ${label}`);
  expect((await Promise.all(pending)).map(text)).toEqual(['for 0', 'for 1']);
});

test('all kinds at once, each gets its own answers', async () => {
  verifies('R236', 'R237', 'R247', 'R285');
  const server = await start();
  const clients = await Promise.all(KINDS.flatMap(([, kind]) => [connect(server, kind), connect(server, kind)]));
  const rounds = Array.from({ length: 20 }, (_, round) => round);
  const asked = clients.flatMap((client, who) =>
    rounds.map(async (round) => {
      const said = `${who}/${round}`;
      expect(text(await client.callTool({ name: 'echo', arguments: { text: said } }))).toBe(`echo: ${said}`);
    }),
  );
  await Promise.all(asked);
  expect(server.server.getStats().total_errors).toBe(0);
});
