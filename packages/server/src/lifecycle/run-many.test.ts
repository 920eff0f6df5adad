import { verifies } from '@zapomni/testkit/verifies';
import { connect, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { McpBaseServer } from '../mcp-base-server.ts';
import { call, HttpTestServer, request } from '../testing/http-server.ts';
import { MemoryLogger } from '../testing/memory-logger.ts';
import { OpenGate } from '../testing/open-gate.ts';
import { PipedServer, textOf } from '../testing/piped-server.ts';
import { echo, entered, manual } from '../testing/sample-tools.ts';
import { createHttpTransport, type HttpTransport } from '../transports/http/index.ts';

const taken: Server[] = [];
afterEach(() => {
  for (const server of taken.splice(0)) server.close();
});

/** A port that somebody else listens on. */
async function takePort(): Promise<number> {
  const server = createServer();
  taken.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

function http(logger: MemoryLogger, port = 0): HttpTransport {
  return createHttpTransport({ port, gatekeeper: new OpenGate(), logger });
}

async function listening(transport: HttpTransport): Promise<string> {
  while (transport.address === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  return `http://127.0.0.1:${transport.address.port}`;
}

const refused = (origin: string) => expect(fetch(`${origin}/health`)).rejects.toThrow();

async function transportsOf(origin: string): Promise<string[]> {
  return ((await (await fetch(`${origin}/health`)).json()) as { transports: string[] }).transports;
}

describe('several transports', () => {
  test('serve at once, over one set of tools', async () => {
    verifies('R160', 'R221', 'R236', 'R237');
    const piped = new PipedServer();
    const transport = http(piped.logger);
    const { signals } = piped;
    const run = piped.server.run({ transports: [piped.transport, transport], signals });
    const origin = await listening(transport);
    expect(await transportsOf(origin)).toEqual(['stdio', 'http']);
    expect(textOf(await piped.call(1, 'echo', { text: 'over a pipe' }))).toBe('echo: over a pipe');
    const { session, ask } = await httpSession(origin);
    expect(session).toMatch(/^[0-9a-f-]{36}$/);
    expect(textOf(await ask(call(1, 'echo', { text: 'over HTTP' })))).toBe('echo: over HTTP');
    signals.emit('SIGTERM', 'SIGTERM');
    await run;
    expect(piped.logger.of('signal_received')).toHaveLength(1);
    await refused(origin);
    expect(piped.messages.map(({ id }) => id)).toEqual([1]);
  });

  test('the end of stdin ends the pipe but not HTTP', async () => {
    verifies('R236');
    const piped = new PipedServer();
    const transport = http(piped.logger);
    const run = piped.server.run({ transports: [piped.transport, transport], signals: piped.signals });
    const origin = await listening(transport);
    piped.stdin.end();
    while ((await transportsOf(origin)).length > 1) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await transportsOf(origin)).toEqual(['http']);
    await piped.server.shutdown();
    await run;
  });

  test('the end of stdin ends everything when that was asked for', async () => {
    const piped = new PipedServer();
    const transport = http(piped.logger);
    const run = piped.server.run({ transports: [piped.transport, transport], signals: piped.signals, untilEof: true });
    const origin = await listening(transport);
    piped.stdin.end();
    await run;
    await refused(origin);
    expect(piped.logger.of('eof_received')).toHaveLength(1);
  });

  test('a pipe that fails does not take HTTP along', async () => {
    verifies('R238');
    const piped = new PipedServer();
    const transport = http(piped.logger);
    const run = piped.server.run({ transports: [piped.transport, transport], signals: piped.signals });
    const origin = await listening(transport);
    piped.stdin.destroy(Object.assign(new Error('gone'), { code: 'EIO' }));
    while ((await transportsOf(origin)).length > 1) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(piped.logger.of('connection_error')).toHaveLength(1);
    await piped.server.shutdown();
    expect(await run).toBe(undefined);
  });
});

describe('a transport that cannot start', () => {
  test('is logged by its name, and the others serve', async () => {
    verifies('R238', 'R308');
    const piped = new PipedServer();
    const port = await takePort();
    const run = piped.server.run({
      transports: [http(piped.logger, port), piped.transport],
      signals: piped.signals,
    });
    expect(textOf(await piped.call(1, 'echo', { text: 'still here' }))).toBe('echo: still here');
    expect(piped.logger.of('transport_failed')).toMatchObject([
      {
        level: 'error',
        transport: 'http',
        error: { message: `Port ${port} on 127.0.0.1: it is in use. Choose another port or host.` },
      },
    ]);
    // Nothing but the pipe serves, so its end is the end.
    piped.stdin.end();
    await run;
  });

  test('the other way round: HTTP serves when there is no stdin', async () => {
    verifies('R238', 'R308');
    const { server, logger, signals, transport: pipe } = new PipedServer();
    await pipe.close();
    const transport = http(logger);
    const run = server.run({ transports: [pipe, transport], signals });
    expect(await transportsOf(await listening(transport))).toEqual(['http']);
    expect(logger.of('transport_failed')).toMatchObject([{ transport: 'stdio' }]);
    await server.shutdown();
    await run;
  });

  test('with no other is the end, and the run may be tried again', async () => {
    verifies('R239', 'R308');
    const logger = new MemoryLogger();
    const server = new McpBaseServer({ name: 's', version: '1', logger });
    server.registerTool(echo);
    const [one, two] = [await takePort(), await takePort()];
    await expect(server.run({ transports: [http(logger, one), http(logger, two)] })).rejects.toMatchObject({
      name: 'ServerError',
      code: 'NO_TRANSPORT',
      message: 'All transports failed',
    });
    expect(logger.of('transport_failed')).toHaveLength(2);
    expect(server.getStats()).toMatchObject({ running: false, started_at: 0 });
    const transport = http(logger);
    const run = server.run({ transports: [transport] });
    await listening(transport);
    await server.shutdown();
    await run;
  });

  test('as the only one says what is wrong', async () => {
    const logger = new MemoryLogger();
    const server = new McpBaseServer({ name: 's', version: '1', logger });
    server.registerTool(echo);
    const port = await takePort();
    await expect(server.run({ transport: http(logger, port) })).rejects.toMatchObject({
      code: 'CONNECTION',
      message: expect.stringContaining('it is in use'),
    });
    expect(logger.of('start_refused')).toHaveLength(1);
  });
});

describe('shutting down', () => {
  test('takes no more, finishes what runs, closes streams, resolves', async () => {
    const { tool: slow, calls } = manual();
    const server = await HttpTestServer.start({ tools: [slow] });
    const session = await server.open();
    const stream = await server.get('/mcp', { accept: 'text/event-stream', 'mcp-session-id': session });
    const pending = server.ask(session, call(1, 'manual'));
    await entered(calls, 1);
    const done = server.server.shutdown();
    await server.logged('shutdown_requested');
    await refused(server.origin);
    calls[0]?.finish('finished');
    expect(textOf((await pending).body)).toBe('finished');
    await Promise.all([done, server.run]);
    expect(await stream.text()).toBe('');
    expect(server.logger.of('session_closed')).toMatchObject([{ reason: 'shutdown' }]);
    expect(server.logger.of('drain_incomplete')).toEqual([]);
    expect(server.logger.of('transport_closed')).toMatchObject([{ transport: 'http' }]);
  });

  test('waits only so long, and then ends what is left', async () => {
    const { tool: slow, calls } = manual();
    const server = await HttpTestServer.start({ tools: [slow], server: { drainMs: 20 } });
    const session = await server.open();
    const pending = server.post(call(1, 'manual'), { 'mcp-session-id': session });
    await entered(calls, 1);
    await server.stop();
    expect(await (await pending).text()).toBe('');
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(server.logger.of('drain_incomplete')).toMatchObject([{ transport: 'http', unanswered: 1 }]);
  });

  test('a second signal does not wait at all', async () => {
    const { tool: slow, calls } = manual();
    const server = await HttpTestServer.start({ tools: [slow], server: { drainMs: 60_000 } });
    const session = await server.open();
    const pending = server.post(call(1, 'manual'), { 'mcp-session-id': session });
    await entered(calls, 1);
    server.signals.emit('SIGTERM', 'SIGTERM');
    server.signals.emit('SIGTERM', 'SIGTERM');
    await server.run;
    await (await pending).text();
  });

  test('requests on a connection that is still open are told to go elsewhere', async () => {
    const { tool: slow, calls } = manual();
    const server = await HttpTestServer.start({ tools: [slow] });
    const session = await server.open();
    const pending = server.ask(session, call(1, 'manual'));
    await entered(calls, 1);
    let text = '';
    const socket = connect(server.transport.address?.port ?? 0, '127.0.0.1').on(
      'data',
      (chunk) => (text += String(chunk)),
    );
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n');
    // What was sent lies there already: a few turns of the loop, and the connection is taken and the beginning read.
    for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    const done = server.server.shutdown();
    await server.logged('shutdown_requested');
    socket.write('\r\n');
    while (!text.includes('shutting down')) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(text).toContain('503');
    calls[0]?.finish();
    await Promise.all([pending, done, server.run]);
  });
});

async function httpSession(origin: string) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body: object, more = {}) =>
    fetch(`${origin}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const opened = await post(
    request(0, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '0' },
    }),
  );
  const session = opened.headers.get('mcp-session-id') ?? '';
  return {
    session,
    ask: async (body: object) => (await post(body, { 'mcp-session-id': session })).json() as Promise<{ result: {} }>,
  };
}
