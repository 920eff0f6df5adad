import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { call, HttpTestServer, request, stateless, type HttpTestOptions } from '../../testing/http-server.ts';
import { initializeParams, textOf } from '../../testing/piped-server.ts';
import { broken, echo, entered, manual, tool } from '../../testing/sample-tools.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const running: HttpTestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(options: HttpTestOptions = {}): Promise<HttpTestServer> {
  const server = await HttpTestServer.start(options);
  running.push(server);
  return server;
}

const initialize = request(0, 'initialize', initializeParams('2025-06-18'));

describe('a session', () => {
  test('begins with initialize, which gives it a random id', async () => {
    verifies('R077', 'R212', 'R246');
    const server = await start();
    const answers = [await server.send(initialize), await server.send(initialize)];
    for (const { status, headers, body } of answers) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('mcp-session-id')).toMatch(UUID);
      expect(body.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'sample' } });
    }
    expect(new Set(answers.map(({ headers }) => headers.get('mcp-session-id'))).size).toBe(2);
  });

  test('gets the requests that name it, and answers them with their own id', async () => {
    verifies('R213', 'R241');
    const server = await start();
    const session = await server.open();
    const { status, headers, body } = await server.ask(session, call('a-1', 'echo', { text: 'hi' }));
    expect([status, headers.get('mcp-session-id'), body.id]).toEqual([200, session, 'a-1']);
    expect(textOf(body)).toBe('echo: hi');
  });

  test('notifications and responses are taken with 202 and nothing more', async () => {
    verifies('R242');
    const server = await start();
    const session = await server.open();
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'echo', arguments: { text: 'a' } } },
      { jsonrpc: '2.0', id: 99, result: {} },
    ]) {
      const response = await server.post(message, { 'mcp-session-id': session });
      expect([response.status, await response.text()]).toEqual([202, '']);
    }
    expect(server.logger.of('request_without_id')).toHaveLength(1);
  });

  test('has to be named, known and one’s own', async () => {
    verifies('R214', 'R215', 'R216', 'R244');
    const server = await start();
    const session = await server.open('2025-11-25', { 'x-test-subject': 'ada' });
    const list = request(1, 'tools/list');
    const methods = ['POST', 'GET', 'DELETE'] as const;
    const ask = (method: string, headers: Record<string, string>) =>
      method === 'POST'
        ? server.post(list, headers)
        : server.get('/mcp', { accept: 'text/event-stream', ...headers }, { method });
    for (const method of methods) {
      const missing = await ask(method, {});
      expect([method, missing.status, await missing.json()]).toMatchObject([
        method,
        400,
        { error: { code: -32_000, message: expect.stringContaining('Mcp-Session-Id header is required') } },
      ]);
      for (const [who, id] of [
        ['ada', 'no-such-session'],
        ['ada', crypto.randomUUID()],
        ['ada', `${session}, ${session}`],
        // Somebody else who learned the id learns nothing by it.
        ['eve', session],
      ] as const) {
        const unknown = await ask(method, { 'x-test-subject': who, 'mcp-session-id': id });
        expect([method, unknown.status, await unknown.json()]).toEqual([
          method,
          404,
          { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } },
        ]);
      }
    }
    const own = await ask('POST', { 'x-test-subject': 'ada', 'mcp-session-id': session });
    expect(own.status).toBe(200);
  });

  test('is initialized once, and not at all by what is no initialize', async () => {
    const server = await start();
    const session = await server.open();
    expect(await server.ask(session, initialize)).toMatchObject({
      status: 400,
      body: { id: 0, error: { code: -32_600, message: 'Invalid request: the session is initialized already' } },
    });
    expect(await server.ask('gone', initialize)).toMatchObject({ status: 404 });
    expect(await server.send(request(1, 'initialize', { protocolVersion: 5 }))).toMatchObject({
      status: 400,
      body: { id: 1, error: { code: -32_602, message: expect.stringContaining('initialize needs protocolVersion') } },
    });
    expect(server.transport.sessionCounters.created).toBe(1);
  });

  test('ends with DELETE, which stops what runs and closes its streams', async () => {
    verifies('R216', 'R217');
    const { tool: slow, calls } = manual();
    const closed: unknown[] = [];
    const server = await start({
      tools: [slow],
      sessions: { onSessionClosed: (session, reason) => closed.push([session, reason]) },
    });
    const id = await server.open();
    const headers = { 'mcp-session-id': id, accept: 'text/event-stream' };
    const stream = await server.get('/mcp', headers);
    const pending = server.post(call(1, 'manual'), { 'mcp-session-id': id });
    await entered(calls, 1);
    const gone = await server.get('/mcp', headers, { method: 'DELETE' });
    expect(gone.status).toBe(200);
    expect(await stream.text()).toBe('');
    expect(await (await pending).text()).toBe('');
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(closed).toEqual([[{ id, kind: 'streamable' }, 'deleted']]);
    expect(await server.ask(id, request(2, 'tools/list'))).toMatchObject({ status: 404 });
    expect(server.transport.sessionCounters).toMatchObject({ created: 1, closed: 1, active: 0, peak: 1 });
  });

  test('refuses a second request with the id of one that runs', async () => {
    const { tool: slow, calls } = manual();
    const server = await start({ tools: [slow] });
    const [one, other] = [await server.open(), await server.open()];
    const first = server.ask(one, call(1, 'manual'));
    await entered(calls, 1);
    expect(await server.ask(one, call(1, 'manual'))).toMatchObject({
      status: 400,
      body: { id: 1, error: { code: -32_600 } },
    });
    const elsewhere = server.ask(other, call(1, 'manual'));
    await entered(calls, 2);
    calls[0]?.finish('one');
    calls[1]?.finish('other');
    expect([textOf((await first).body), textOf((await elsewhere).body)]).toEqual(['one', 'other']);
  });

  test('a request that was withdrawn is not answered, and its POST ends', async () => {
    const { tool: slow, calls } = manual();
    const server = await start({ tools: [slow] });
    const id = await server.open();
    const pending = server.post(call(1, 'manual'), { 'mcp-session-id': id });
    await entered(calls, 1);
    await server.post(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { 'mcp-session-id': id },
    );
    expect(await (await pending).text()).toBe('');
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(server.logger.of('request_cancelled')).toHaveLength(1);
  });

  test('many at once keep to themselves', async () => {
    verifies('R211', 'R232', 'R247', 'R285');
    const remember = tool({
      name: 'remember',
      input: z.object({ text: z.string() }),
      async execute({ text }, { session }) {
        const before = session.state.get('text') ?? '';
        session.state.set('text', `${before}${text}`);
        return { text: String(session.state.get('text')) };
      },
    });
    const server = await start({ tools: [remember] });
    const ids = await Promise.all(Array.from({ length: 100 }, () => server.open()));
    for (const letter of ['a', 'b', 'c']) {
      const said = await Promise.all(
        ids.map((id, n) => server.ask(id, call(7, 'remember', { text: `${letter}${n}.` }))),
      );
      if (letter === 'c') expect(said.map(({ body }) => textOf(body))).toEqual(ids.map((_, n) => `a${n}.b${n}.c${n}.`));
    }
    expect(server.transport.sessionCounters).toMatchObject({ created: 100, active: 100, peak: 100 });
  });

  test('of an older revision is told so when it names an unknown one', async () => {
    const server = await start();
    const id = await server.open();
    const { status, body } = await server.ask(id, request(1, 'tools/list'), { 'mcp-protocol-version': '1999-01-01' });
    expect([status, body.error]).toMatchObject([
      400,
      { code: -32_000, message: expect.stringContaining('2025-11-25') },
    ]);
  });
});

describe('errors of one layer each', () => {
  test('bad JSON, bad message, bad method, bad parameters, a failing tool', async () => {
    verifies('R240', 'R289');
    const server = await start({ tools: [echo, broken] });
    const session = await server.open();
    const answers = [
      await server.ask(session, '{"jsonrpc":' as never),
      await server.ask(session, { jsonrpc: '1.0', id: 1, method: 'ping' }),
      await server.ask(session, [request(1, 'ping')] as never),
      await server.ask(session, request(2, 'no/such')),
      await server.ask(session, request(3, 'tools/call', { name: 5 })),
      await server.ask(session, call(4, 'nope')),
      await server.ask(session, call(5, 'broken')),
    ];
    expect(answers.map(({ status, body }) => [status, body.id, body.error?.code ?? body.result?.['isError']])).toEqual([
      [400, null, -32_700],
      [400, 1, -32_600],
      [400, null, -32_600],
      [200, 2, -32_601],
      [200, 3, -32_602],
      [200, 4, -32_602],
      [200, 5, true],
    ]);
    expect(JSON.stringify(answers)).not.toContain('hunter2');
  });
});

describe('the gatekeeper', () => {
  test('is asked about every request, before its body, and its headers are on every answer', async () => {
    const server = await start();
    const session = await server.open();
    const answers = [
      await server.post(request(1, 'tools/list'), { 'mcp-session-id': session }),
      await server.post('{', {}),
      await server.get('/health'),
      await server.get('/nowhere'),
      await server.get('/mcp', {}, { method: 'PUT' }),
      await server.get('/mcp', { accept: 'text/event-stream', 'mcp-session-id': session }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 404, 405, 200]);
    expect(answers.map(({ headers }) => headers.get('x-admitted'))).toEqual(Array(6).fill('yes'));
    expect(server.gate.seen.slice(-6).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /mcp',
      'POST /mcp',
      'GET /health',
      'GET /nowhere',
      'PUT /mcp',
      'GET /mcp',
    ]);
  });

  test('refuses in its own words, and what it refuses is not carried out', async () => {
    const server = await start();
    server.gate.refusals.set('/mcp', { status: 401, error: { code: -32_000, message: 'Who are you?' } });
    const { status, headers, body } = await server.send(initialize);
    expect([status, headers.get('x-refused'), body]).toEqual([
      401,
      'yes',
      { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Who are you?' } },
    ]);
    expect(server.transport.sessionCounters.created).toBe(0);
  });

  test('answers preflights', async () => {
    const server = await start();
    const answer = await server.get('/mcp', {}, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });

  test('that fails is an internal error, told without its words', async () => {
    const server = await start({
      gatekeeper: {
        admit: async () => {
          throw new Error('secret');
        },
      },
    });
    const answer = await server.get('/health');
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('secret')]);
    expect(server.logger.of('http_request_failed')).toHaveLength(1);
  });
});

describe('the log', () => {
  test('has one line per HTTP request, without its query', async () => {
    verifies('R222', 'R225');
    const server = await start();
    const session = await server.open();
    await server.ask(session, request(1, 'tools/list'));
    await server.get('/info?token=hunter2');
    await server.logged('http_request', 4);
    const lines = server.logger.of('http_request');
    expect(lines.map(({ method, path, status, session_id }) => [method, path, status, session_id])).toEqual([
      ['POST', '/mcp', 200, session],
      ['POST', '/mcp', 202, session],
      ['POST', '/mcp', 200, session],
      ['GET', '/info', 200, undefined],
    ]);
    expect(JSON.stringify(server.logger.lines)).not.toContain('hunter2');
    expect(server.logger.of('request_processed')).toMatchObject([
      { method: 'initialize', session_id: session },
      { method: 'tools/list', session_id: session },
    ]);
  });

  test('shows stateless requests too', async () => {
    verifies('R222');
    const server = await start();
    const { body, headers } = stateless(7, 'tools/call', { name: 'echo', arguments: { text: 'a' } });
    await server.send(body, headers);
    expect(server.logger.of('request_processed')).toMatchObject([
      { method: 'tools/call', tool: 'echo', request_id: 7, outcome: 'ok' },
    ]);
  });
});
