import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpTestServer, stateless, type HttpTestOptions } from '../../testing/http-server.ts';
import { broken, echo } from '../../testing/sample-tools.ts';
import { HttpRefusal, page, type Readiness, type RoutePolicy, type Routes } from './index.ts';

const DATA: RoutePolicy = { scope: 'caller', cache: 'no-store', content: 'data' };
const running: HttpTestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(options: HttpTestOptions = {}): Promise<HttpTestServer> {
  const server = await HttpTestServer.start(options);
  running.push(server);
  return server;
}

async function read(server: HttpTestServer, path: string) {
  const response = await server.get(path);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('/health', () => {
  test('tells how the server is', async () => {
    verifies('R079', 'R219', 'R276', 'D016');
    const server = await start({ tools: [echo, broken] });
    expect(await read(server, '/health')).toEqual({
      status: 200,
      body: {
        status: 'healthy',
        name: 'sample',
        version: '1.2.3',
        uptime_seconds: expect.any(Number),
        requests: 0,
        errors: 0,
        tools: 2,
        transports: ['http'],
        initialized: false,
        sessions: { created: 0, closed: 0, active: 0, peak: 0, max: 1000 },
        ready: true,
      },
    });
    await server.open();
    const { body, headers } = stateless(1, 'tools/call', { name: 'broken', arguments: {} });
    await server.send(body, headers);
    expect((await read(server, '/health')).body).toMatchObject({
      requests: 2,
      errors: 1,
      initialized: true,
      sessions: { created: 1, active: 1, peak: 1 },
    });
  });

  test.each<[string, () => Promise<Readiness>, object]>([
    ['says no', async () => ({ ready: false, details: { store: 'locked' } }), { store: 'locked' }],
    [
      'throws',
      async () => {
        throw new Error('redis://user:hunter2@host');
      },
      { reason: 'the check failed' },
    ],
    ['does not come back', () => new Promise(() => undefined), { reason: 'the check takes too long' }],
  ])('is 503 when the readiness check %s', async (_, readiness, shown) => {
    verifies('R276');
    const server = await start({ readiness, limits: { readinessMs: 20 } });
    expect(await read(server, '/health')).toMatchObject({
      status: 503,
      body: { status: 'unhealthy', ready: false, readiness: shown },
    });
    expect(await read(server, '/ready')).toEqual({ status: 503, body: { ready: false, details: shown } });
  });

  test('shows what the check has to say', async () => {
    const server = await start({ readiness: async () => ({ ready: true, details: { store: 'open', pending: 3 } }) });
    expect((await read(server, '/health')).body).toMatchObject({
      ready: true,
      readiness: { store: 'open', pending: 3 },
    });
    expect(await read(server, '/ready')).toEqual({
      status: 200,
      body: { ready: true, details: { store: 'open', pending: 3 } },
    });
  });
});

test('/info tells what there is', async () => {
  verifies('R220');
  const server = await start({
    tools: [echo],
    server: { title: 'Sample', instructions: 'Be brief.' },
    prepare: (base) => {
      base.registerResource({ uri: 'note://1', name: 'one', read: async () => ({ text: 'first' }) });
      base.registerResourceTemplate({ uriTemplate: 'note://{id}', name: 'by id', read: async () => ({ text: 'x' }) });
      base.registerPrompt({ name: 'greet', render: async () => [{ role: 'user', text: 'Hello' }] });
    },
  });
  const { status, body } = await read(server, '/info');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'sample',
    version: '1.2.3',
    title: 'Sample',
    instructions: 'Be brief.',
    capabilities: { tools: {}, resources: {}, prompts: {} },
    protocol_versions: expect.arrayContaining(['2026-07-28', '2025-11-25', '2024-11-05']),
    transports: ['http'],
    tools: [{ name: 'echo', description: 'What echo does.' }],
    resources: [{ uri: 'note://1', name: 'one' }],
    resource_templates: [{ uriTemplate: 'note://{id}' }],
    prompts: [{ name: 'greet' }],
  });
  expect(JSON.stringify(body)).not.toContain('inputSchema');
});

describe('/metrics', () => {
  test('is whatever was plugged in', async () => {
    const server = await start({ metrics: async () => ({ contentType: 'text/plain; version=0.0.4', body: 'up 1\n' }) });
    const response = await server.get('/metrics');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; version=0.0.4',
      'up 1\n',
    ]);
  });

  test('is not there without', async () => {
    expect((await (await start()).get('/metrics')).status).toBe(404);
  });
});

describe('paths', () => {
  test('that nobody knows are 404, in JSON', async () => {
    const server = await start();
    for (const path of ['/', '/mcp/', '/MCP', '/constructor', '/health/x', '/%6dcp']) {
      const response = await server.get(path);
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Not found' } },
      ]);
    }
  });

  test('asked for the wrong way are 405, with the ways there are', async () => {
    const server = await start();
    const asked = async (method: string, path: string) => {
      const { status, headers } = await server.get(path, {}, { method });
      return [status, headers.get('allow')];
    };
    expect(await asked('PUT', '/mcp')).toEqual([405, 'POST, GET, DELETE']);
    expect(await asked('HEAD', '/mcp')).toEqual([405, 'POST, GET, DELETE']);
    expect(await asked('POST', '/health')).toEqual([405, 'GET, HEAD']);
    expect(await asked('HEAD', '/health')).toEqual([200, null]);
  });

  test.each(['scope', 'cache', 'content'] as const)(
    'that do not say their %s keep the server from starting',
    async (missing) => {
      const { [missing]: _left, ...rest } = { ...DATA, on: { GET: async () => undefined } };
      const routes = { '/half': rest } as unknown as Routes;
      await expect(HttpTestServer.start({ routes })).rejects.toThrow(`The route /half does not say its ${missing}.`);
    },
  );

  test('with a scope that there is not keep the server from starting', async () => {
    const routes = { '/half': page({ ...DATA, scope: 'everyone' as 'public' }, async () => undefined) };
    await expect(HttpTestServer.start({ routes })).rejects.toThrow('The route /half does not say its scope.');
  });

  test('say what may be kept and what a browser may run, refusals included', async () => {
    const kept = page({ ...DATA, cache: { seconds: 60 }, content: 'page' }, async (exchange) =>
      exchange.send(200, 'text/html', '<h1>Hi</h1>'),
    );
    const metrics = async () => ({ contentType: 'text/plain', body: 'up 1' });
    const server = await start({ routes: { '/kept': kept }, metrics, legacySse: true });
    const policyOf = async (path: string) => {
      const { headers } = await server.get(path);
      const names = ['cache-control', 'x-content-type-options', 'content-security-policy', 'referrer-policy'];
      return names.map((name) => headers.get(name));
    };
    const data = ['no-store', 'nosniff', "default-src 'none'; frame-ancestors 'none'", 'no-referrer'];
    for (const path of ['/health', '/ready', '/info', '/metrics', '/mcp', '/messages', '/nowhere'])
      expect(await policyOf(path), path).toEqual(data);
    const page200 = ['max-age=60', 'nosniff', "default-src 'self'; frame-ancestors 'none'", 'no-referrer'];
    expect(await policyOf('/kept')).toEqual(page200);
    const events = await server.get('/sse');
    expect(events.headers.get('x-content-type-options')).toBe('nosniff');
    expect(events.headers.get('cache-control')).toBe('no-cache, no-transform');
    await events.body?.cancel();
  });

  test('can be plugged in, by name and by prefix, and cannot take the place of the server’s own', async () => {
    const server = await start({
      routes: {
        '/': page({ ...DATA, content: 'page' }, async (exchange) => exchange.send(200, 'text/html', '<h1>Hi</h1>')),
        '/api/*': {
          ...DATA,
          on: {
            GET: async (exchange) => exchange.json(200, { path: exchange.head.path, who: exchange.caller.subject }),
            POST: async (exchange) => exchange.json(201, { got: (await exchange.readBody()).toString('utf8') }),
          },
        },
        '/api/secret': page(DATA, async () => {
          throw new HttpRefusal(403, 'Not for you.');
        }),
        '/broken': page(DATA, async () => {
          throw new Error('hunter2');
        }),
        '/mcp': page(DATA, async (exchange) => exchange.json(200, 'hijacked')),
      },
    });
    const home = await server.get('/');
    expect([home.headers.get('content-type'), await home.text()]).toEqual(['text/html', '<h1>Hi</h1>']);
    expect(await read(server, '/api/a/b?q=1')).toEqual({ status: 200, body: { path: '/api/a/b', who: 'local' } });
    expect(await (await server.post({ a: 1 }, {}, '/api/x')).json()).toEqual({ got: '{"a":1}' });
    expect(await read(server, '/api/secret')).toMatchObject({
      status: 403,
      body: { error: { message: 'Not for you.' } },
    });
    expect(await read(server, '/broken')).toMatchObject({
      status: 500,
      body: { error: { message: 'Internal error' } },
    });
    expect((await server.get('/mcp', { accept: 'text/event-stream' })).status).toBe(400);
  });
});
