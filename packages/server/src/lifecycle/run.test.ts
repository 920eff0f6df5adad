import { verifies } from '@zapomni/testkit/verifies';
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { McpBaseServer } from '../mcp-base-server.ts';
import { ServerError } from '../server-error.ts';
import { MemoryLogger } from '../testing/memory-logger.ts';
import { MODERN_META, PipedServer, textOf } from '../testing/piped-server.ts';
import { broken, echo, entered, manual, tool } from '../testing/sample-tools.ts';
import { createStdioTransport } from '../transports/stdio/index.ts';

function eventsOf(piped: PipedServer): string[] {
  return piped.logger.lines.map(({ level, event }) => `${level} ${event}`);
}

describe('start', () => {
  test('sets the running flag and the time, and logs what it starts with', async () => {
    verifies('R001', 'R013', 'R054', 'R057', 'R081');
    const piped = new PipedServer();
    expect(piped.server.getStats()).toMatchObject({ running: false, started_at: 0, uptime_seconds: 0 });
    const run = piped.run();
    expect(piped.server.getStats()).toMatchObject({
      running: true,
      tools: ['echo'],
      total_requests: 0,
      total_errors: 0,
    });
    expect(piped.server.getStats().started_at).toBeGreaterThan(0);
    expect(piped.logger.of('server_starting')).toMatchObject([
      { level: 'info', tools: ['echo'], tool_count: 1, config: { concurrency: 8 } },
    ]);
    piped.stdin.end();
    expect(await run).toBe(undefined);
    expect(piped.server.getStats().running).toBe(false);
  });

  test('with no tool is refused, and may be tried again', async () => {
    verifies('R004', 'R007', 'R008', 'R081');
    const piped = new PipedServer({ tools: [] });
    await expect(piped.run()).rejects.toMatchObject({
      code: 'NO_TOOLS',
      message: 'Cannot start server with zero tools registered. Call register_all_tools() or register_tool() first.',
    });
    expect(eventsOf(piped)).toEqual(['error start_refused']);
    expect(piped.server.getStats()).toMatchObject({ running: false, started_at: 0 });
    piped.server.registerTool(echo);
    piped.stdin.end();
    await piped.run();
  });

  test('while running is refused and does not disturb the first run', async () => {
    verifies('R005', 'R006', 'R081');
    const piped = new PipedServer();
    const run = piped.run();
    await expect(piped.run()).rejects.toMatchObject({ code: 'ALREADY_RUNNING', message: 'Server is already running' });
    expect(piped.logger.of('start_refused')).toMatchObject([{ level: 'error' }]);
    expect(textOf(await piped.call(1, 'echo', { text: 'a' }))).toBe('echo: a');
    piped.stdin.end();
    await run;
  });

  test('after the end is refused: an instance serves once', async () => {
    const piped = new PipedServer();
    piped.stdin.end();
    await piped.run();
    await expect(piped.run()).rejects.toMatchObject({ code: 'ALREADY_STOPPED' });
  });

  const ended = () => {
    const stream = new PassThrough();
    stream.destroy();
    return stream;
  };
  const decoded = () => new PassThrough().setEncoding('utf8');
  const objects = () => new PassThrough({ objectMode: true });
  test.each([
    ['stdin not available in binary mode', undefined as unknown as Readable, new PassThrough()],
    ['stdin not available in binary mode', decoded(), new PassThrough()],
    ['stdin not available in binary mode', objects(), new PassThrough()],
    ['stdout not available in binary mode', new PassThrough(), undefined as unknown as Writable],
    ['stdout not available in binary mode', new PassThrough(), objects()],
    ['stdin is closed', ended(), new PassThrough()],
    ['stdout is closed', new PassThrough(), ended()],
  ])('%s', async (message, stdin, stdout) => {
    verifies('R004', 'R009', 'R010', 'R011', 'R012', 'R081');
    const logger = new MemoryLogger();
    const server = new McpBaseServer({ name: 's', version: '1', logger });
    const transport = createStdioTransport({ stdin, stdout, maxRequestBytes: 1000, logger });
    await transport.opened;
    // Tools are looked at before streams.
    await expect(server.run({ transport })).rejects.toMatchObject({ code: 'NO_TOOLS' });
    server.registerTool(echo);
    const refused = server.run({ transport });
    await expect(refused).rejects.toBeInstanceOf(ServerError);
    await expect(refused).rejects.toMatchObject({ code: 'CONNECTION', message });
    expect(server.getStats()).toMatchObject({ running: false, started_at: 0 });
  });

  test('nothing can be registered any more once it runs', async () => {
    const piped = new PipedServer();
    const run = piped.run();
    expect(() => piped.server.registerTool(broken)).toThrow('Register everything before run().');
    piped.stdin.end();
    await run;
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ version: undefined }, 'version'],
    [{ logger: null }, 'logger'],
    [{ concurrency: 0 }, 'concurrency'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs'],
    [{ drainMs: -1 }, 'drainMs'],
    [{ errorRateWarning: 5 }, 'errorRateWarning'],
  ])('options %j are refused by name', (options, named) => {
    verifies('R132');
    const good = { name: 's', version: '1', logger: new MemoryLogger() };
    const make = () => new McpBaseServer({ ...good, ...options } as never);
    expect(make).toThrow(expect.objectContaining({ code: 'INVALID_OPTIONS', message: expect.stringContaining(named) }));
  });

  test('a tool is refused when its name is taken or malformed', () => {
    verifies('R131', 'P003');
    const { server } = new PipedServer();
    expect(() => server.registerTool(echo)).toThrow('A tool named echo is already registered.');
    for (const name of ['Echo', '1st', 'a-b', '', 'a b']) {
      expect(() => server.registerTool({ ...echo, name })).toThrow(
        expect.objectContaining({ code: 'INVALID_REGISTRATION' }),
      );
    }
  });
});

describe('requests', () => {
  test('go through a full cycle, answered with their own id', async () => {
    verifies('R002', 'R014', 'R042', 'R081', 'R099', 'R241');
    const piped = new PipedServer();
    const run = piped.run();
    expect((await piped.initialize()).result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'sample' },
    });
    piped.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect((await piped.request('list-1', 'tools/list')).id).toBe('list-1');
    expect(textOf(await piped.call(7, 'echo', { text: 'a' }))).toBe('echo: a');
    expect((await piped.request(8, 'ping')).result).toEqual({});
    piped.stdin.end();
    await run;
    expect(piped.server.getStats()).toMatchObject({ total_requests: 4, total_errors: 0 });
  });

  test('five piped in at once give five answers', async () => {
    verifies('R043', 'R081');
    const piped = new PipedServer();
    const lines = [1, 2, 3, 4, 5].map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' }));
    piped.stdin.end(`${lines.join('\n')}\n`);
    await piped.run();
    expect(piped.messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(piped.server.getStats()).toMatchObject({ total_requests: 5, total_errors: 0 });
  });

  test('go on after a tool threw', async () => {
    verifies('R015', 'R044', 'R081', 'R181');
    const piped = new PipedServer({ tools: [echo, broken] });
    const run = piped.run();
    expect((await piped.call(1, 'broken')).result?.['isError']).toBe(true);
    expect(textOf(await piped.call(2, 'echo', { text: 'a' }))).toBe('echo: a');
    piped.stdin.end();
    await run;
    expect(piped.server.getStats()).toMatchObject({ total_errors: 1, tool_errors: 1, protocol_errors: 0 });
  });

  test('without initialize are served, with one warning', async () => {
    verifies('R244');
    const piped = new PipedServer();
    const run = piped.run();
    await piped.request(1, 'tools/list');
    await piped.request(2, 'tools/list');
    expect(piped.logger.of('request_before_initialize')).toMatchObject([{ level: 'warning', method: 'tools/list' }]);
    piped.stdin.end();
    await run;
  });

  test('after initialize there is nothing to warn of', async () => {
    verifies('R244');
    const piped = new PipedServer();
    const run = piped.run();
    await piped.initialize();
    await piped.request(2, 'tools/list');
    expect(piped.logger.of('request_before_initialize')).toEqual([]);
    piped.stdin.end();
    await run;
  });

  test('a payload too large for its field is refused by the schema with a short answer', async () => {
    verifies('R049', 'R051', 'R081');
    const piped = new PipedServer({ maxRequestBytes: 4 << 20 });
    const run = piped.run();
    const reply = await piped.call(1, 'echo', { text: 'x'.repeat(1 << 20) });
    expect(textOf(reply)).toContain('text: must have at most 100 characters');
    expect(JSON.stringify(reply).length).toBeLessThan(1024);
    piped.stdin.end();
    await run;
  });

  test('cost less than 20 ms of processor time each, and keep no memory', async () => {
    verifies('R081');
    const piped = new PipedServer();
    const run = piped.run();
    await piped.initialize();
    const cycle = async (first: number) => {
      for (let id = first; id < first + 100; id += 1) await piped.call(id, 'echo', { text: 'x'.repeat(100) });
    };
    await cycle(0);
    const cpu = process.cpuUsage();
    const heap = process.memoryUsage().heapUsed;
    await cycle(100);
    const { user, system } = process.cpuUsage(cpu);
    expect((user + system) / 1000 / 100).toBeLessThan(20);
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(50e6);
    piped.stdin.end();
    await run;
  });

  test('sent as notifications are not carried out', async () => {
    verifies('R101', 'R242');
    const { tool: spied, calls } = manual();
    const piped = new PipedServer({ tools: [spied] });
    const run = piped.run();
    piped.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'manual', arguments: {} } });
    await piped.request(1, 'ping');
    expect(calls).toEqual([]);
    expect(piped.messages.map(({ id }) => id)).toEqual([1]);
    expect(piped.logger.of('request_without_id')).toMatchObject([{ request_id: '<no-id>', method: 'tools/call' }]);
    piped.stdin.end();
    await run;
  });

  test('work before, during and after the run when handed in by a program', async () => {
    verifies('R052', 'R104');
    const piped = new PipedServer();
    const call = { id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'a' } } };
    expect(textOf(await piped.server.handleRequest(call))).toBe('echo: a');
    const run = piped.run();
    expect(textOf(await piped.server.handleRequest(call))).toBe('echo: a');
    piped.stdin.end();
    await run;
    expect(textOf(await piped.server.handleRequest(call))).toBe('echo: a');
  });

  test('are answered over the wire exactly as they are to a program, errors included', async () => {
    const prepare = (server: McpBaseServer) =>
      server.registerResource({ uri: 'x://1', name: 'one', read: async () => ({ text: '1' }) });
    const piped = new PipedServer({
      tools: [echo, tool({ name: 'plain', input: z.object({}), execute: async () => ({ text: '' }) })],
      prepare,
    });
    const run = piped.run();
    await piped.initialize();
    const requests: [string, object | undefined][] = [
      ['tools/list', undefined],
      ['tools/list', { cursor: '%%%' }],
      ['tools/call', { name: 'plain' }],
      ['tools/call', { name: 'echo', arguments: { text: 'ü' } }],
      ['tools/call', { name: 'nope' }],
      ['tools/call', {}],
      ['tools/call', undefined],
      ['tools/call', { name: 'echo', arguments: [] }],
      ['resources/list', undefined],
      ['resources/templates/list', undefined],
      ['resources/read', { uri: 'x://1' }],
      ['resources/read', { uri: 'x://2' }],
      ['resources/read', { uri: 5 }],
      ['prompts/list', undefined],
      ['prompts/get', { name: 'x' }],
      ['ping', undefined],
      ['initialize', { protocolVersion: 5 }],
      ['no/such', undefined],
      ['completion/complete', { ref: 1 }],
      ['logging/setLevel', { level: 'debug' }],
    ];
    for (const [id, [method, params]] of requests.entries()) {
      const { result, error } = await piped.request(id, method, params);
      const reply = await piped.server.handleRequest({ id, method, ...(params ? { params } : {}) });
      expect(error ? { error } : { result }, `${method} ${JSON.stringify(params)}`).toEqual(reply);
    }
    piped.stdin.end();
    await run;
  });
});

describe('the end', () => {
  test('of input ends the run without an error', async () => {
    verifies('R016', 'R017', 'R034', 'R060', 'R061', 'R081');
    const piped = new PipedServer();
    piped.stdin.end();
    await piped.run();
    expect(eventsOf(piped)).toEqual([
      'info server_starting',
      'info eof_received',
      'info cleanup_started',
      'info server_stopped',
    ]);
    expect(piped.logger.of('server_stopped')).toMatchObject([
      { total_requests: 0, total_errors: 0, uptime_seconds: expect.any(Number) },
    ]);
    expect(piped.writes).toEqual([]);
  });

  test('after one blank line is clean', async () => {
    verifies('R018');
    const piped = new PipedServer();
    piped.stdin.end('\n');
    await piped.run();
    expect(piped.writes).toEqual([]);
    expect(piped.server.getStats()).toMatchObject({ total_requests: 0, total_errors: 0 });
  });

  test('waits for requests in flight and sends their answers', async () => {
    verifies('R024', 'R027');
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow] });
    const run = piped.run();
    const answer = piped.call(1, 'manual');
    piped.stdin.end();
    await entered(calls, 1);
    calls[0]?.finish('late');
    await run;
    expect(textOf(await answer)).toBe('late');
  });

  test('comes without the answer when the time for it is up, and the tool is told', async () => {
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow], drainMs: 20 });
    const run = piped.run();
    void piped.call(1, 'manual');
    piped.stdin.end();
    await run;
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(piped.messages).toEqual([]);
    expect(piped.logger.of('drain_incomplete')).toMatchObject([{ level: 'warning', unanswered: 1 }]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'on %s lets the running request finish, then stops reading',
    async (name) => {
      verifies('R019', 'R020', 'R024', 'R028', 'R061', 'R073', 'R081', 'D017');
      const { tool: slow, calls } = manual();
      const piped = new PipedServer({ tools: [slow] });
      const run = piped.run();
      const answer = piped.call(1, 'manual');
      await entered(calls, 1);
      piped.signals.emit(name, name);
      await new Promise((resolve) => setImmediate(resolve));
      piped.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
      calls[0]?.finish('finished');
      await run;
      expect(textOf(await answer)).toBe('finished');
      expect(piped.messages.map(({ id }) => id)).toEqual([1]);
      expect(piped.logger.of('signal_received')).toMatchObject([{ level: 'info', signal: name }]);
      expect(piped.server.getStats()).toMatchObject({ running: false, total_requests: 1, total_errors: 0 });
    },
  );

  test('comes at once on a second signal', async () => {
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow], drainMs: 600_000 });
    const run = piped.run();
    void piped.call(1, 'manual');
    await entered(calls, 1);
    piped.signals.emit('SIGINT', 'SIGINT');
    piped.signals.emit('SIGINT', 'SIGINT');
    await run;
    expect(calls[0]?.context.signal.aborted).toBe(true);
  });

  test('shutdown() ends the run, and may be called before, during and after it, again and again', async () => {
    verifies('R022', 'R023');
    const piped = new PipedServer();
    await piped.server.shutdown();
    const run = piped.run();
    await piped.initialize();
    await Promise.all([piped.server.shutdown(), piped.server.shutdown()]);
    await run;
    await piped.server.shutdown();
    expect(eventsOf(piped)).toContain('info shutdown_requested');
    expect(piped.server.getStats().running).toBe(false);
  });

  test.each(['before', 'during'])('cancelling the run %s it is no failure', async (when) => {
    verifies('R025', 'R061');
    const controller = new AbortController();
    const piped = new PipedServer();
    if (when === 'before') controller.abort();
    const run = piped.run(controller.signal);
    if (when === 'during') {
      await piped.initialize();
      controller.abort();
    }
    await run;
    expect(eventsOf(piped)).toContain('info run_cancelled');
  });

  test('leaves nothing behind on the streams, the signals or the abort signal', async () => {
    verifies('R021', 'R029');
    const piped = new PipedServer();
    const controller = new AbortController();
    const before = process.listenerCount('SIGTERM');
    const run = piped.run(controller.signal);
    expect(piped.signals.listenerCount('SIGTERM') + piped.signals.listenerCount('SIGINT')).toBe(2);
    await piped.initialize();
    piped.stdin.end();
    await run;
    expect(piped.signals.eventNames()).toEqual([]);
    expect(process.listenerCount('SIGTERM')).toBe(before);
    expect(['data', 'error', 'end', 'close'].map((name) => piped.stdin.listenerCount(name))).toEqual([0, 0, 0, 0]);
    expect(piped.stdout.listenerCount('drain')).toBe(0);
  });

  test('does not wait for an open subscription, but closes it in good order', async () => {
    const piped = new PipedServer({ drainMs: 600_000 });
    const run = piped.run();
    const acknowledged = piped.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
    piped.send({
      jsonrpc: '2.0',
      id: 'sub',
      method: 'subscriptions/listen',
      params: { _meta: MODERN_META, notifications: { toolsListChanged: true } },
    });
    await acknowledged;
    const closed = piped.answer('sub');
    piped.stdin.end();
    await run;
    expect((await closed).result).toMatchObject({ resultType: 'complete' });
  });

  test('a pipe that the client closed is a normal end', async () => {
    verifies('R026', 'R030', 'R034');
    const stdout = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      },
    });
    const logger = new MemoryLogger();
    const stdin = new PassThrough();
    const server = new McpBaseServer({ name: 's', version: '1', logger });
    const { tool: slow, calls } = manual();
    server.registerTool(slow);
    const run = server.run({ transport: createStdioTransport({ stdin, stdout, maxRequestBytes: 1000, logger }) });
    stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"manual"}}\n');
    await entered(calls, 1);
    stdin.write('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
    await run;
    expect(logger.of('write_failed')).toMatchObject([{ level: 'warning', error_type: 'EPIPE' }]);
    expect(server.getStats()).toMatchObject({ running: false, total_errors: 1 });
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(logger.of('server_stopped')).toHaveLength(1);
  });

  test('a stream that fails is fatal, after cleaning up', async () => {
    verifies('R026', 'R031');
    const piped = new PipedServer();
    const run = piped.run();
    const cause = Object.assign(new Error('read EIO'), { code: 'EIO' });
    piped.stdin.destroy(cause);
    await expect(run).rejects.toMatchObject({ code: 'CONNECTION', cause });
    expect(piped.logger.of('connection_error')).toMatchObject([{ level: 'error', error_type: 'EIO', error: cause }]);
    expect(piped.logger.of('server_stopped')).toHaveLength(1);
    expect(piped.signals.eventNames()).toEqual([]);
    expect(piped.server.getStats().running).toBe(false);
  });

  test('an unexpected fault is fatal, logged as critical with the error', async () => {
    verifies('R026', 'R032');
    const piped = new PipedServer();
    const fault = new RangeError('unforeseen');
    const transport = {
      ended: Promise.reject(fault),
      check: () => undefined,
      stopReading: () => undefined,
      start: async () => undefined,
      send: async () => undefined,
      close: async () => undefined,
    };
    await expect(piped.server.run({ transport, signals: piped.signals })).rejects.toBe(fault);
    expect(piped.logger.of('server_error')).toMatchObject([{ level: 'critical', error: fault }]);
    expect(piped.server.getStats()).toMatchObject({ running: false, total_errors: 1 });
    expect(piped.signals.eventNames()).toEqual([]);
  });

  test('a client that does not read cannot hold up the end', async () => {
    const stdout = new Writable({ highWaterMark: 1, write: () => undefined });
    const logger = new MemoryLogger();
    const stdin = new PassThrough();
    const server = new McpBaseServer({ name: 's', version: '1', logger, drainMs: 20 });
    server.registerTool(echo);
    stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
    await server.run({ transport: createStdioTransport({ stdin, stdout, maxRequestBytes: 1000, logger }) });
    expect(server.getStats().running).toBe(false);
  });
});
