import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { McpBaseServer } from './mcp-base-server.ts';
import { PipedServer } from './testing/piped-server.ts';
import { broken, echo, entered, manual, tool } from './testing/sample-tools.ts';
import { StreamClientTransport } from './testing/stream-client-transport.ts';

const about = { name: 'test', version: '0' };

/** What the test needs of a client; all three have it. */
interface AnyClient {
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): unknown;
  getServerCapabilities(): unknown;
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: object, ...rest: unknown[]): Promise<unknown>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{ messages: unknown[] }>;
}

const notFound = { v1: -32002, v2: -32002, modern: -32602 };
const CLIENTS = [
  ['SDK v1', () => new ClientV1(about) as unknown as AnyClient, notFound.v1, false],
  ['SDK v2, 2025 era', () => new ClientV2(about) as unknown as AnyClient, notFound.v2, false],
  ['SDK v2, 2026 era', () => modern({ pin: '2026-07-28' }), notFound.modern, true],
  ['SDK v2, finding out', () => modern('auto'), notFound.modern, true],
] as const;

function modern(mode: 'auto' | { pin: string }): AnyClient {
  return new ClientV2(about, { versionNegotiation: { mode } }) as unknown as AnyClient;
}

function prepare(server: McpBaseServer): void {
  server.registerResource({ uri: 'note://1', name: 'one', read: async () => ({ text: 'first' }) });
  server.registerResourceTemplate({
    uriTemplate: 'note://by/{who}',
    name: 'by',
    read: async (_, { who }) => ({ text: `by ${who}` }),
  });
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

async function connected(make: () => AnyClient, early: boolean) {
  const { tool: slow, calls } = manual();
  const steps = tool({
    name: 'steps',
    input: z.object({}),
    async execute(_, { progress }) {
      for (const n of [1, 2, 3]) progress(n, 3);
      return { text: 'done' };
    },
  });
  const options = { tools: [echo, broken, whoami, steps, slow], prepare, title: 'Sample', instructions: 'Be brief.' };
  const piped = new PipedServer({
    ...options,
    ...(early ? { greeting: new PipedServer(options).server.greeting } : {}),
  });
  const run = piped.run();
  const client = make();
  await client.connect(new StreamClientTransport(piped.stdin, piped.stdout) as never);
  const end = async () => {
    await client.close();
    await run;
  };
  return { piped, client, calls, end };
}

describe.each(CLIENTS)('%s', (_, make, notFoundCode, isModern) => {
  test.each([false, true])('connects, lists, calls, reads and gets (early greeting: %s)', async (early) => {
    verifies('R094', 'R189', 'R198', 'R306');
    const { client, piped, end } = await connected(make, early);
    expect(client.getServerVersion()).toEqual({ name: 'sample', version: '1.2.3', title: 'Sample' });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
    expect(client.getInstructions()).toBe('Be brief.');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'echo',
      'broken',
      'whoami',
      'steps',
      'manual',
    ]);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'Grüße 👋' } })).toMatchObject({
      content: [{ type: 'text', text: 'echo: Grüße 👋' }],
      structuredContent: { text: 'Grüße 👋' },
      isError: false,
    });
    expect((await client.listResources()).resources).toMatchObject([{ uri: 'note://1' }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'note://by/{who}' },
    ]);
    expect((await client.readResource({ uri: 'note://by/Ada%20L' })).contents).toMatchObject([{ text: 'by Ada L' }]);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'greet' }]);
    expect((await client.getPrompt({ name: 'greet', arguments: { who: 'Ada' } })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Hello, Ada' } },
    ]);
    await end();
    expect(piped.logger.of('request_before_initialize')).toEqual([]);
    expect(piped.server.getStats().total_errors).toBe(0);
  });

  test('gets failures as results, protocol errors as errors', async () => {
    verifies('R044', 'R091', 'R315');
    const { piped, client, end } = await connected(make, false);
    await client.listTools();
    expect(await client.callTool({ name: 'broken' })).toMatchObject({
      isError: true,
      _meta: { error: { code: 'INTERNAL' } },
    });
    expect(await client.callTool({ name: 'echo', arguments: { txt: 1 } })).toMatchObject({
      isError: true,
      _meta: { error: { code: 'INVALID_INPUT', issues: [{ field: 'text' }, { field: 'txt' }] } },
    });
    await expect(client.callTool({ name: 'nope' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: nope'),
    });
    await expect(client.readResource({ uri: 'note://none' })).rejects.toThrow('Resource not found: note://none');
    // The newer client renames the older code, so it is the wire that tells.
    expect(piped.messages.at(-1)?.error?.code).toBe(notFoundCode);
    await expect(client.getPrompt({ name: 'nope' })).rejects.toMatchObject({ code: -32602 });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'on' } })).toMatchObject({ isError: false });
    await end();
  });

  test('has one session for the whole connection', async () => {
    verifies('R209');
    const { client, end } = await connected(make, false);
    const texts = [];
    for (let n = 0; n < 3; n += 1) {
      const { content } = (await client.callTool({ name: 'whoami' })) as { content: { text: string }[] };
      texts.push(content[0]?.text.split(' '));
    }
    expect(texts.map((pair) => pair?.[1])).toEqual(['1', '2', '3']);
    expect(new Set(texts.map((pair) => pair?.[0])).size).toBe(1);
    await end();
  });

  test('sees progress', async () => {
    const { client, end } = await connected(make, false);
    const seen: unknown[] = [];
    const options = { onprogress: (progress: { progress: number }) => seen.push(progress.progress) };
    await (isModern || make === CLIENTS[1][1]
      ? client.callTool({ name: 'steps' }, options)
      : client.callTool({ name: 'steps' }, undefined, options));
    expect(seen).toEqual([1, 2, 3]);
    await end();
  });

  test('can cancel', async () => {
    const { client, calls, end } = await connected(make, false);
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const call =
      isModern || make === CLIENTS[1][1]
        ? client.callTool({ name: 'manual' }, options)
        : client.callTool({ name: 'manual' }, undefined, options);
    await entered(calls, 1);
    controller.abort('enough');
    await expect(call).rejects.toThrow();
    while (!calls[0]?.context.signal.aborted) await new Promise((resolve) => setImmediate(resolve));
    expect(await client.callTool({ name: 'echo', arguments: { text: 'on' } })).toMatchObject({ isError: false });
    await end();
  });
});
