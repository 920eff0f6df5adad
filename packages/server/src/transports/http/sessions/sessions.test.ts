import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, test } from 'vitest';
import { call, events, HttpTestServer, request, type HttpTestOptions } from '../../../testing/http-server.ts';
import { initializeParams, textOf } from '../../../testing/piped-server.ts';
import { echo, entered, manual } from '../../../testing/sample-tools.ts';
import { createHttpTransport } from '../index.ts';

const running: HttpTestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(options: HttpTestOptions = {}): Promise<HttpTestServer> {
  const server = await HttpTestServer.start({ server: { drainMs: 50 }, ...options });
  running.push(server);
  return server;
}

const initialize = request(0, 'initialize', initializeParams('2025-11-25'));
const STREAM = { accept: 'text/event-stream' };

describe('an idle session', () => {
  test('is ended after its time, and its id is worth nothing then', async () => {
    verifies('R217', 'R231', 'D016', 'P029');
    const seen: unknown[] = [];
    const server = await start({
      sessions: {
        ttlMs: 20,
        onSessionOpened: ({ kind }) => seen.push(['opened', kind]),
        onSessionClosed: ({ kind }, reason) => seen.push(['closed', kind, reason]),
      },
    });
    const id = await server.open();
    await server.logged('session_closed');
    expect((await server.ask(id, request(1, 'tools/list'))).status).toBe(404);
    expect(server.transport.sessionCounters).toMatchObject({ created: 1, closed: 1, active: 0, peak: 1 });
    expect(seen).toEqual([
      ['opened', 'streamable'],
      ['closed', 'streamable', 'expired'],
    ]);
    expect(server.logger.of('session_closed')).toMatchObject([{ session_id: id, reason: 'expired' }]);
  });

  test('is not one whose client listens or waits', async () => {
    const { tool: slow, calls } = manual();
    const server = await start({ tools: [slow, echo], sessions: { ttlMs: 500 } });
    const listening = await server.open();
    const controller = new AbortController();
    await server.get('/mcp', { ...STREAM, 'mcp-session-id': listening }, { signal: controller.signal });
    const waiting = await server.open();
    const answer = server.ask(waiting, call(1, 'manual'));
    await entered(calls, 1);
    // The others have not been heard of for longer than this one.
    const idle = await server.open();
    await server.logged('session_closed');
    expect(server.logger.of('session_closed').map(({ session_id }) => session_id)).toEqual([idle]);
    calls[0]?.finish('done');
    expect(textOf((await answer).body)).toBe('done');
    controller.abort();
    await server.logged('session_closed', 3);
    expect(server.transport.sessionCounters.active).toBe(0);
  });
});

describe('the number of sessions', () => {
  test('is bounded, with a clear refusal, until one ends', async () => {
    verifies('D016', 'P029');
    const server = await start({ sessions: { max: 2 } });
    const first = await server.open();
    await server.open();
    const { status, headers, body } = await server.send(initialize);
    expect([status, headers.get('retry-after'), headers.get('mcp-session-id')]).toEqual([503, '30', null]);
    expect(body.error?.message).toBe('Too many sessions: 2 are open. End one with DELETE, or try again later.');
    expect(server.logger.of('session_refused')).toMatchObject([{ level: 'warning', active: 2, max: 2 }]);
    await server.get('/mcp', { 'mcp-session-id': first }, { method: 'DELETE' });
    expect((await server.send(initialize)).status).toBe(200);
    expect(server.transport.sessionCounters).toEqual({ created: 3, closed: 1, active: 2, peak: 2, max: 2 });
  });

  test('holds when many come at once', async () => {
    const server = await start({ sessions: { max: 10 } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => server.send(initialize)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(30);
  });

  test('opened and dropped by the hundred leaves nothing behind', async () => {
    const server = await start({ sessions: { max: 50 } });
    for (let round = 0; round < 6; round += 1) {
      const ids = await Promise.all(Array.from({ length: 50 }, () => server.open()));
      await Promise.all(ids.map((id) => server.get('/mcp', { 'mcp-session-id': id }, { method: 'DELETE' })));
    }
    expect(server.transport.sessionCounters).toMatchObject({ created: 300, closed: 300, active: 0 });
    expect((await server.send(initialize)).status).toBe(200);
  });
});

test('a hook that throws is logged, and the session is opened and closed all the same', async () => {
  const fail = () => {
    throw new Error('hook');
  };
  const server = await start({ sessions: { onSessionOpened: fail, onSessionClosed: fail } });
  const id = await server.open();
  expect((await server.get('/mcp', { 'mcp-session-id': id }, { method: 'DELETE' })).status).toBe(200);
  expect(server.logger.of('session_hook_failed')).toHaveLength(2);
});

test.each([
  [{ sessions: { ttlMs: 0 } }, 'sessions.ttlMs'],
  [{ sessions: { max: 1.5 } }, 'sessions.max'],
  [{ limits: { bodyBytes: -1 } }, 'bodyBytes'],
  [{ port: 70_000 }, 'port'],
])('options %j are refused by name', (options, named) => {
  const gatekeeper = { admit: async () => ({ preflight: {} }) };
  const logger = { log: () => undefined, child: () => logger };
  expect(() => createHttpTransport({ port: 0, gatekeeper, logger, ...options })).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTIONS', message: expect.stringContaining(named) }),
  );
});

describe('the older SSE transport', () => {
  /** Opens the stream and reads where to post. */
  async function open(server: HttpTestServer, headers: Record<string, string> = {}) {
    const controller = new AbortController();
    const response = await server.get('/sse', headers, { signal: controller.signal });
    const seen = events(response);
    const { value } = await seen.next();
    return { response, seen, endpoint: value?.data as string, first: value, leave: () => controller.abort() };
  }

  test('is not there unless asked for', async () => {
    const server = await start();
    expect((await server.get('/sse')).status).toBe(404);
    expect((await server.post(initialize, {}, '/messages')).status).toBe(404);
  });

  test('tells where to post, answers on the stream, and says that it is deprecated', async () => {
    verifies('R237', 'R245');
    const server = await start({ legacySse: true });
    const { response, seen, endpoint, first } = await open(server);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('deprecation')).toBe('@1742947200');
    expect(response.headers.get('link')).toBe('</mcp>; rel="successor-version"');
    expect(first).toMatchObject({
      event: 'endpoint',
      data: expect.stringMatching(/^\/messages\?sessionId=[0-9a-f]{8}-[0-9a-f-]{27}$/),
    });
    const posted = await server.post(initialize, {}, endpoint);
    expect([posted.status, posted.headers.get('deprecation'), await posted.text()]).toEqual([202, '@1742947200', '']);
    expect(JSON.parse((await seen.next()).value!.data)).toMatchObject({
      id: 0,
      result: { serverInfo: { name: 'sample' } },
    });
    expect(server.logger.of('deprecated_transport')).toMatchObject([{ level: 'warning', transport: 'sse' }]);
  });

  test('each client has its own stream and id', async () => {
    verifies('R245', 'R247');
    const server = await start({ legacySse: true });
    const clients = await Promise.all([1, 2, 3].map(() => open(server)));
    expect(new Set(clients.map(({ endpoint }) => endpoint)).size).toBe(3);
    for (const [n, { endpoint }] of clients.entries()) {
      await server.post(call(1, 'echo', { text: `to ${n}` }), {}, endpoint);
    }
    for (const [n, { seen }] of clients.entries()) {
      expect(textOf(JSON.parse((await seen.next()).value!.data))).toBe(`echo: to ${n}`);
    }
  });

  test('a client that leaves takes its session and what runs for it along', async () => {
    verifies('R217', 'R248');
    const { tool: slow, calls } = manual();
    const server = await start({ legacySse: true, tools: [slow] });
    const { endpoint, leave } = await open(server);
    await server.post(call(1, 'manual'), {}, endpoint);
    await entered(calls, 1);
    leave();
    await server.logged('session_closed');
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect((await server.post(initialize, {}, endpoint)).status).toBe(404);
    expect(server.transport.sessionCounters).toMatchObject({ created: 1, closed: 1, active: 0 });
  });

  test('refuses what it cannot take', async () => {
    verifies('R214');
    const server = await start({ legacySse: true });
    const { endpoint } = await open(server, { 'x-test-subject': 'ada' });
    const ada = { 'x-test-subject': 'ada' };
    const streamable = await server.open();
    const statuses = [
      (await server.post(initialize, ada, '/messages')).status,
      (await server.post(initialize, ada, `/messages?sessionId=${crypto.randomUUID()}`)).status,
      (await server.post(initialize, { 'x-test-subject': 'eve' }, endpoint)).status,
      (await server.post(initialize, {}, `/messages?sessionId=${streamable}`)).status,
      (await server.post(initialize, { ...ada, 'content-type': 'text/plain' }, endpoint)).status,
      (await server.post('{', ada, endpoint)).status,
      (await server.get('/messages')).status,
    ];
    expect(statuses).toEqual([400, 404, 404, 404, 415, 400, 405]);
    // Its id is none for the other transport either.
    const id = endpoint.split('=')[1] ?? '';
    expect((await server.ask(id, request(1, 'tools/list'), ada)).status).toBe(404);
  });

  test('counts among the sessions, and is refused when there are too many', async () => {
    const server = await start({ legacySse: true, sessions: { max: 1 } });
    await open(server);
    expect((await server.get('/sse')).status).toBe(503);
  });
});
