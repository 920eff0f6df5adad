/**
 * What the SDK leaves to the server that is built on it, case by case: malformed input, ends, ids, limits. Every case is
 * shown over stdio and, where it means something there, over HTTP. Cases that need a process of their own are elsewhere:
 * EPIPE on stdout and SIGTERM as a real signal in process.test.ts, and URI templates (RFC 6570) under uri-template/.
 */
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { elicitForm, inputRequired } from './client/input-required.ts';
import type { McpBaseServer } from './mcp-base-server.ts';
import { call, events, HttpTestServer, request, stateless } from './testing/http-server.ts';
import { OpenGate } from './testing/open-gate.ts';
import { initializeParams, MODERN_META, PipedServer, textOf, type WireMessage } from './testing/piped-server.ts';
import { echo, entered, manual, tool } from './testing/sample-tools.ts';
import { createHttpTransport } from './transports/http/index.ts';

const MIB = 1 << 20;
const { tool: slow, calls } = manual();
const liar = tool({
  name: 'liar',
  input: z.object({}),
  output: z.object({ count: z.number() }),
  execute: async () => ({ text: 'fine', structured: { count: 'none' } }),
});
const hasty = tool({ ...slow, name: 'hasty', timeoutMs: 20 });
const asking = tool({
  name: 'asking',
  input: z.object({}),
  async execute(_, { answers }) {
    const who = answers.elicited('who');
    if (who === undefined) return inputRequired({ who: elicitForm('Who?', z.object({ name: z.string() })) });
    return { text: JSON.stringify(who) };
  },
});
const tools = [echo, slow, liar, hasty, asking];

function prepare(server: McpBaseServer): void {
  server.registerResourceTemplate({
    uriTemplate: 'note://{id}',
    name: 'note',
    changes: true,
    read: async (uri) => ({ text: uri }),
  });
}

/** One connection, in the test's hands. `say` sends what it is given and returns the one answer to it. */
interface Wire {
  readonly server: McpBaseServer;
  say(raw: string | Uint8Array): Promise<{ status?: number; message: WireMessage }>;
}

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const { finish } of calls.splice(0)) finish();
  for (const close of open.splice(0).toReversed()) await close();
});

function startStdio(options: ConstructorParameters<typeof PipedServer>[0] = {}): PipedServer {
  const piped = new PipedServer({ tools, prepare, ...options });
  const run = piped.run();
  open.push(() => (piped.stdin.end(), run));
  return piped;
}

async function startHttp(options: Parameters<typeof HttpTestServer.start>[0] = {}): Promise<HttpTestServer> {
  const http = await HttpTestServer.start({ tools, prepare, ...options });
  open.push(() => http.stop());
  return http;
}

const WIRES: readonly [string, (pageSize?: number) => Promise<Wire>][] = [
  [
    'stdio',
    async (pageSize = 1000) => {
      const piped = startStdio({ pageSize });
      const say = async (raw: string | Uint8Array) => {
        const answer = piped.next(({ method }) => method === undefined);
        piped.send(Buffer.concat([Buffer.from(raw as Uint8Array), Buffer.from('\n')]));
        return { message: await answer };
      };
      return { server: piped.server, say };
    },
  ],
  [
    'HTTP',
    async (pageSize = 1000) => {
      const http = await startHttp({ server: { pageSize } });
      const session = await http.open();
      const say = async (raw: string | Uint8Array) => {
        const { status, body } = await http.send(raw, { 'mcp-session-id': session });
        return { status, message: body };
      };
      return { server: http.server, say };
    },
  ],
];

const json = (message: object) => JSON.stringify(message);

describe.each(WIRES)('over %s', (name, connect) => {
  const isHttp = name === 'HTTP';
  const expectError = ({ status, message }: { status?: number; message: WireMessage }, code: number, http: number) => {
    expect(message.error?.code).toBe(code);
    if (isHttp) expect(status).toBe(http);
  };
  const stillServes = async ({ say }: Wire) =>
    expect(textOf((await say(json(call('on', 'echo', { text: 'on' })))).message)).toBe('echo: on');

  test('malformed JSON is answered with -32700', async () => {
    verifies('R037', 'R086');
    const wire = await connect();
    for (const raw of ['{"jsonrpc":', 'hello', '{"jsonrpc":"2.0","id":1,"method":"ping"', '\0'])
      expectError(await wire.say(raw), -32700, 400);
    await stillServes(wire);
  });

  test.each([
    ['valid JSON, not JSON-RPC', '{"hello":1}'],
    ['jsonrpc 1.0', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ['id 1.5', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'],
  ])('%s is answered with -32600', async (_, raw) => {
    verifies('R038', 'R240');
    const wire = await connect();
    expectError(await wire.say(raw), -32600, 400);
    await stillServes(wire);
  });

  test('a message of more than 10 MiB is answered, and the server stays alive', async () => {
    const wire = await connect();
    const huge = Buffer.from(json(call(7, 'echo', { text: 'x'.repeat(11 * MIB) })));
    const { status, message } = await wire.say(huge);
    expect(message.error?.message).toContain('Request too large');
    if (isHttp) expect(status).toBe(413);
    await stillServes(wire);
  });

  test('a byte order mark before the JSON is stripped', async () => {
    const wire = await connect();
    const { message } = await wire.say(`\uFEFF${json(call(1, 'echo', { text: 'marked' }))}`);
    expect(textOf(message)).toBe('echo: marked');
  });

  test('an unknown method is -32601', async () => {
    const wire = await connect();
    expectError(await wire.say(json(request(1, 'no/such/method'))), -32601, 200);
  });

  test.each(['nope', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'an unknown tool named %s is -32602 and says which',
    async (tool_name) => {
      verifies('R320');
      const wire = await connect();
      const answer = await wire.say(json(call(1, tool_name)));
      expectError(answer, -32602, 200);
      expect(answer.message.error?.message).toContain(`Unknown tool: ${tool_name}`);
    },
  );

  test.each([
    ['bad', { text: 5 }],
    ['missing', {}],
    ['unknown', { text: 'x', colour: 'red' }],
  ])('%s arguments are a result with isError, for the model to read', async (_, given) => {
    const wire = await connect();
    const { message } = await wire.say(json(call(1, 'echo', given)));
    expect(message.result).toMatchObject({ isError: true });
    expect(textOf(message)).not.toContain('MCP error');
  });

  test.each([
    ['arguments null', { name: 'echo', arguments: null }],
    ['arguments an array', { name: 'echo', arguments: ['x'] }],
    ['no name', { arguments: {} }],
    ['no params', undefined],
  ])('%s: -32602 in one readable line', async (_, params) => {
    const wire = await connect();
    const answer = await wire.say(json(request(1, 'tools/call', params)));
    expectError(answer, -32602, 200);
    expect(answer.message.error?.message).toMatch(/^Invalid params: [^\n{}[\]]{5,120}$/);
  });

  test('a second request with the id of one that runs is refused, and the first is answered', async () => {
    const wire = await connect();
    const first = wire.say(json(call(1, 'manual', { label: 'first' })));
    await entered(calls, 1);
    if (isHttp) expectError(await wire.say(json(call(1, 'manual', { label: 'second' }))), -32600, 400);
    else void wire.say(json(call(1, 'manual', { label: 'second' })));
    // Over stdio both answers have the same id: the refusal comes while the first still runs.
    if (!isHttp) expectError(await first, -32600, 400);
    calls[0]?.finish('first');
    if (isHttp) expect(textOf((await first).message)).toBe('first');
    await stillServes(wire);
    expect(calls.map(({ label }) => label)).toEqual(['first']);
  });

  test.each(['1999-01-01', '2026-07-28', ''])(
    'initialize with version %j gets the newest that has one',
    async (version) => {
      const answer = isHttp
        ? await (await startHttp()).send(request(1, 'initialize', initializeParams(version)))
        : { body: await startStdio().initialize(version) };
      expect(answer.body.result).toMatchObject({ protocolVersion: '2025-11-25' });
    },
  );

  test('lists have pages', async () => {
    const wire = await connect(2);
    const { message } = await wire.say(json(request(1, 'tools/list')));
    expect(message.result?.['tools']).toHaveLength(2);
    const cursor = message.result?.['nextCursor'];
    const second = await wire.say(json(request(2, 'tools/list', { cursor })));
    expect(second.message.result?.['tools']).toMatchObject([{ name: 'liar' }, { name: 'hasty' }]);
  });

  test('a tool has so long and is then told to stop', async () => {
    const wire = await connect();
    const { message } = await wire.say(json(call(1, 'hasty')));
    expect(message.result).toMatchObject({ isError: true });
    expect(textOf(message)).toMatch(/^TIMEOUT/);
    expect(calls[0]?.context.signal.aborted).toBe(true);
  });

  test('a result that is not what the tool promised is a failure, and not sent', async () => {
    const wire = await connect();
    const { message } = await wire.say(json(call(1, 'liar')));
    expect(message.result).toMatchObject({ isError: true });
    expect(message.result).not.toHaveProperty('structuredContent');
  });
});

describe('tools/call without an id', () => {
  test('is not carried out and not answered over stdio', async () => {
    const piped = startStdio();
    piped.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'manual' } });
    await piped.request(1, 'ping');
    expect(piped.messages.map(({ id }) => id)).toEqual([1]);
    expect(calls).toEqual([]);
  });

  test('is taken with 202 over HTTP, and not carried out', async () => {
    const http = await startHttp();
    const session = await http.open();
    const said = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'manual' } };
    const { status, body } = await http.ask(session, said);
    expect([status, body]).toEqual([202, {}]);
    expect(calls).toEqual([]);
  });
});

describe('tools/list before initialize', () => {
  test('is answered over stdio', async () => {
    expect((await startStdio().request(1, 'tools/list')).result?.['tools']).toHaveLength(tools.length);
  });

  test('over HTTP says how to begin', async () => {
    const { status, body } = await (await startHttp()).send(request(1, 'tools/list'));
    expect([status, body.error?.message]).toEqual([400, 'Mcp-Session-Id header is required: begin with initialize.']);
  });
});

test('an unknown method of the stateless revision is told by the status of HTTP too', async () => {
  const { body, headers } = stateless(1, 'no/such/method');
  const answer = await (await startHttp()).send(body, headers);
  expect([answer.status, answer.body.error?.code]).toEqual([404, -32601]);
});

test('on a stdio connection of the stateless revision a request without its envelope is -32602', async () => {
  const piped = startStdio();
  await piped.request(1, 'tools/list', { _meta: MODERN_META });
  expect((await piped.request(2, 'tools/list')).error?.code).toBe(-32602);
});

describe('the end of stdin', () => {
  test('with a request in flight waits for its answer', async () => {
    const piped = startStdio();
    const answer = piped.call(1, 'manual');
    await entered(calls, 1);
    piped.stdin.end();
    await new Promise((resolve) => setImmediate(resolve));
    calls[0]?.finish('in time');
    expect(textOf(await answer)).toBe('in time');
  });

  test('right after piped requests loses none, slow ones included', async () => {
    const piped = startStdio();
    const answers = [piped.request(0, 'ping'), piped.request(1, 'tools/list'), piped.call(2, 'echo', { text: 'x' })];
    const last = piped.call(3, 'manual');
    piped.stdin.end();
    await entered(calls, 1);
    calls[0]?.finish();
    await Promise.all([...answers, last]);
    expect(piped.messages.map(({ id }) => id).toSorted()).toEqual([0, 1, 2, 3]);
  });

  test.each([false, true])('with HTTP listening ends the process only if asked to (%s)', async (untilEof) => {
    const piped = new PipedServer({ tools });
    const http = createHttpTransport({ port: 0, gatekeeper: new OpenGate(), logger: piped.logger });
    const transports = [piped.transport, http];
    const run = piped.server.run({ transports, untilEof, signals: piped.signals });
    await piped.request(1, 'ping');
    const page = `http://127.0.0.1:${http.address?.port}/health`;
    const serving = async () => ((await (await fetch(page)).json()) as { transports: string[] }).transports;
    expect(await serving()).toEqual(['stdio', 'http']);
    piped.stdin.end();
    if (!untilEof) {
      while ((await serving()).includes('stdio')) await new Promise((resolve) => setTimeout(resolve, 1));
      expect((await fetch(page)).status).toBe(200);
      await piped.server.shutdown();
    }
    await run;
    await expect(fetch(page)).rejects.toThrow();
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s drains, then closes', async (signal) => {
  verifies('R019', 'R020');
  const piped = new PipedServer({ tools });
  const run = piped.run();
  const answer = piped.call(1, 'manual');
  await entered(calls, 1);
  piped.signals.emit(signal, signal);
  await new Promise((resolve) => setImmediate(resolve));
  calls[0]?.finish('drained');
  expect(textOf(await answer)).toBe('drained');
  await run;
});

describe('resources/subscribe', () => {
  test('is kept for the connection over stdio', async () => {
    const piped = startStdio();
    await piped.initialize();
    await piped.request(1, 'resources/subscribe', { uri: 'note://1' });
    const told = piped.next(({ method }) => method === 'notifications/resources/updated');
    for (const id of [2, 1]) piped.server.notifyResourceUpdated(`note://${id}`);
    expect((await told).params).toEqual({ uri: 'note://1' });
  });

  test('is kept for the session over HTTP, and told on its stream', async () => {
    const http = await startHttp();
    const [one, other] = [await http.open(), await http.open()];
    await http.ask(one, request(1, 'resources/subscribe', { uri: 'note://1' }));
    await http.ask(other, request(1, 'resources/subscribe', { uri: 'note://2' }));
    const stream = await http.get('/mcp', { accept: 'text/event-stream', 'mcp-session-id': one });
    for (const id of [2, 1]) http.server.notifyResourceUpdated(`note://${id}`);
    for await (const { data } of events(stream)) {
      expect(JSON.parse(data)).toMatchObject({ params: { uri: 'note://1' } });
      break;
    }
  });
});

describe('cancellation', () => {
  const aborted = async () => {
    while (!calls[0]?.context.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  test('by notification over stdio', async () => {
    const piped = startStdio();
    void piped.call(1, 'manual');
    await entered(calls, 1);
    piped.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await aborted();
    await piped.request(2, 'ping');
    expect(piped.messages.map(({ id }) => id)).toEqual([2]);
  });

  test('by notification in a session over HTTP', async () => {
    const http = await startHttp();
    const session = await http.open();
    const pending = http.post(call(1, 'manual'), { 'mcp-session-id': session });
    await entered(calls, 1);
    await http.ask(session, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await aborted();
    expect((await (await pending).text()).includes('"result"')).toBe(false);
  });

  test('by closing the response of a stateless request', async () => {
    const http = await startHttp();
    const { body, headers } = stateless(1, 'tools/call', { name: 'manual', arguments: {} });
    const controller = new AbortController();
    const pending = http.get(
      '/mcp',
      {},
      {
        method: 'POST',
        signal: controller.signal,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify(body),
      },
    );
    await entered(calls, 1);
    controller.abort();
    await expect(pending).rejects.toThrow();
    await aborted();
  });
});

test('a tool asks the client by returning what it needs, where the SDK would throw', async () => {
  const http = await startHttp();
  const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
  const first = stateless(1, 'tools/call', { name: 'asking', arguments: {}, _meta: meta });
  const asked = (await http.send(first.body, first.headers)).body.result ?? {};
  expect(asked).toMatchObject({
    resultType: 'input_required',
    inputRequests: { who: { method: 'elicitation/create' } },
  });
  const again = stateless(2, 'tools/call', {
    name: 'asking',
    arguments: {},
    _meta: meta,
    inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
    ...(asked['requestState'] === undefined ? {} : { requestState: asked['requestState'] }),
  });
  expect(textOf((await http.send(again.body, again.headers)).body)).toContain('Ada');
});

test('one stdio transport of our own serves both eras', async () => {
  const older = startStdio();
  expect((await older.initialize()).result).toMatchObject({ serverInfo: { name: 'sample' } });
  const newer = startStdio();
  const discovered = await newer.request(1, 'server/discover', { _meta: MODERN_META });
  expect(discovered.result).toMatchObject({ supportedVersions: expect.arrayContaining(['2026-07-28']) });
});
