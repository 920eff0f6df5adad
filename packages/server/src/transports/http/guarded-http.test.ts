import { verifies } from '@zapomni/testkit/verifies';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createGatekeeper, openTokenVerifier, TokenFile, type GatekeeperOptions } from '../../guards/index.ts';
import { createServerMetrics } from '../../metrics/index.ts';
import { page, type RouteHandler } from './index.ts';
import { call, HttpTestServer, request, stateless } from '../../testing/http-server.ts';
import { initializeParams, textOf } from '../../testing/piped-server.ts';
import { broken, echo } from '../../testing/sample-tools.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(options: Partial<GatekeeperOptions> = {}, more: object = {}): Promise<HttpTestServer> {
  const server = await HttpTestServer.start({
    tools: [
      { ...echo, scope: 'read' },
      { ...broken, scope: 'write' },
    ],
    gatekeeper: createGatekeeper({ bind: '127.0.0.1', ...options }),
    ...more,
  });
  cleanUps.push(() => server.stop());
  return server;
}

/** With headers that `fetch` does not let one set, and the path as it is written. */
function ask(server: HttpTestServer, headers: Record<string, string>, method = 'GET', to = '/health') {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest(server.origin, { method, headers, path: to }, (response) => {
      response.resume();
      resolve(response);
    });
    sent.on('error', reject).end();
  });
}

async function tokens() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tokens-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'tokens.json');
  const { token: reader } = await new TokenFile(file).create({ name: 'reader', scopes: ['read'] });
  const { token: writer } = await new TokenFile(file).create({ name: 'writer', scopes: ['write'] });
  const verifier = await openTokenVerifier(file);
  cleanUps.push(() => verifier.close());
  return { verifier, reader: { authorization: `Bearer ${reader}` }, writer: { authorization: `Bearer ${writer}` } };
}

const initialize = request(0, 'initialize', initializeParams('2025-11-25'));

describe('behind the gatekeeper', () => {
  test('foreign hosts and origins get nothing, on any path', async () => {
    const server = await start();
    for (const to of ['/health', '/mcp', '/info', '/nowhere']) {
      expect((await ask(server, { host: 'evil.example' }, 'GET', to)).statusCode).toBe(403);
      expect((await ask(server, { origin: 'https://evil.example' }, 'GET', to)).statusCode).toBe(403);
    }
    expect((await ask(server, {})).statusCode).toBe(200);
    expect(server.transport.sessionCounters.created).toBe(0);
  });

  test('without a token only what its route calls public is shown, by no other spelling', async () => {
    const { verifier, reader } = await tokens();
    const metrics = async () => ({ contentType: 'text/plain', body: 'up 1' });
    const server = await start({ tokens: verifier }, { metrics, legacySse: true });
    const status = async (to: string, headers = {}) => (await ask(server, headers, 'GET', to)).statusCode;
    for (const to of ['/health', '/ready?x=1']) expect(await status(to), to).toBe(200);
    const closed = ['/health/', '/health/../mcp', '/HEALTH', '//health', '/health%2f', '/', '/nowhere'];
    for (const to of [...closed, '/info', '/metrics', '/mcp', '/sse']) expect(await status(to), to).toBe(401);
    expect((await ask(server, {}, 'POST', '/messages')).statusCode).toBe(401);
    for (const to of ['/info', '/metrics']) expect(await status(to, reader), to).toBe(200);
  });

  test('a route is for callers of its scope, whatever they ask of it', async () => {
    const { verifier, reader, writer } = await tokens();
    const policy = { cache: 'no-store', content: 'data' } as const;
    const show: RouteHandler = async (exchange) => exchange.json(200, exchange.caller.subject);
    const routes = Object.fromEntries(
      (['caller', 'read', 'write', 'admin'] as const).map((scope) => [`/${scope}`, page({ ...policy, scope }, show)]),
    );
    const server = await start({ tokens: verifier }, { routes });
    const answers = async (headers: Record<string, string>) =>
      Promise.all(Object.keys(routes).map(async (to) => (await ask(server, headers, 'GET', to)).statusCode));
    expect(await answers({})).toEqual([401, 401, 401, 401]);
    expect(await answers(reader)).toEqual([200, 200, 403, 403]);
    expect(await answers(writer)).toEqual([200, 200, 200, 403]);
    expect((await ask(server, reader, 'POST', '/admin')).statusCode).toBe(403);
  });

  test('an allowed page may use sessions: preflight answered, session id exposed', async () => {
    verifies('R218');
    const server = await start();
    const { origin } = server;
    const preflight = await ask(
      server,
      { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-session-id' },
      'OPTIONS',
      '/mcp',
    );
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, origin]);
    const opened = await server.post(initialize, { origin });
    expect(opened.headers.get('access-control-allow-origin')).toBe(origin);
    expect(opened.headers.get('access-control-expose-headers')).toContain('mcp-session-id');
    expect(opened.headers.get('mcp-session-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('without a token there is only the pulse', async () => {
    const { verifier, reader } = await tokens();
    const server = await start({ tokens: verifier });
    const refused = await server.post(initialize);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
    expect((await server.get('/health')).status).toBe(200);
    expect((await server.get('/info')).status).toBe(401);
    expect((await server.get('/info', reader)).status).toBe(200);
  });

  test('a token decides what is seen and done, in sessions and without, and on the info page', async () => {
    const { verifier, reader, writer } = await tokens();
    const server = await start({ tokens: verifier });
    const names = ({ result = {} }: { result?: Record<string, unknown> }) =>
      (result['tools'] as { name: string }[]).map(({ name }) => name);
    for (const [token, seen] of [
      [reader, ['echo']],
      [writer, ['echo', 'broken']],
    ] as const) {
      const session = await server.open('2025-11-25', token);
      expect(names((await server.ask(session, request(1, 'tools/list'), token)).body)).toEqual(seen);
      const listed = stateless(1, 'tools/list');
      expect(names((await server.send(listed.body, { ...listed.headers, ...token })).body)).toEqual(seen);
      const info = (await (await server.get('/info', token)).json()) as { tools: { name: string }[] };
      expect(info.tools.map(({ name }) => name)).toEqual(seen);
    }
    const session = await server.open('2025-11-25', reader);
    const denied = await server.ask(session, call(2, 'broken'), reader);
    expect(JSON.stringify(denied.body)).toContain('INSUFFICIENT_SCOPE');
    expect(server.logger.of('executing_tool')).toEqual([]);
    expect(textOf((await server.ask(session, call(3, 'echo', { text: 'a' }), reader)).body)).toBe('echo: a');
  });

  test('a session is of no use with another token', async () => {
    const { verifier, reader, writer } = await tokens();
    const server = await start({ tokens: verifier });
    const session = await server.open('2025-11-25', reader);
    expect((await server.ask(session, request(1, 'tools/list'), writer)).status).toBe(404);
    expect((await server.get('/mcp', { 'mcp-session-id': session, ...writer }, { method: 'DELETE' })).status).toBe(404);
    expect((await server.ask(session, request(1, 'tools/list'), reader)).status).toBe(200);
  });

  test('too many requests are told when to come back', async () => {
    const server = await start({ rate: { perSecond: 0.01, burst: 3 } });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await server.get('/health')).status);
    expect(statuses.at(-1)).toBe(429);
    const refused = await server.send(request(1, 'ping'));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('100');
    expect(refused.body.error).toMatchObject({
      code: -32_011,
      data: { code: 'RATE_LIMITED', retryable: true, retry_after_ms: 100_000 },
    });
  });
});

test('metrics of requests, HTTP and sessions come together on one page', async () => {
  verifies('R302');
  const metrics = createServerMetrics({ isTool: (name) => name === 'echo' });
  const server = await start(
    {},
    {
      server: { observer: metrics },
      metrics: () => metrics.render(),
      onRequestDone: metrics.httpRequestDone,
    },
  );
  metrics.watchSessions(() => ({ ...server.transport.sessionCounters }));
  const session = await server.open();
  await server.ask(session, call(1, 'echo', { text: 'a' }));
  const { body, headers } = stateless(1, 'tools/call', { name: 'echo', arguments: {} });
  await server.send(body, headers);
  await server.logged('http_request', 4);
  const text = await (await server.get('/metrics')).text();
  expect(text).toContain('tool_executions_total{tool="echo",outcome="ok"} 1');
  expect(text).toContain('tool_executions_total{tool="echo",outcome="tool_error"} 1');
  expect(text).toContain('tool_execution_seconds_count{tool="echo",outcome="ok"} 1');
  expect(text).toContain('http_requests_total{route="/mcp",status="200"} 3');
  expect(text).toContain('mcp_sessions{state="active"} 1');
  expect(text).toContain('mcp_request_seconds_count{method="initialize",outcome="ok"} 1');
});
