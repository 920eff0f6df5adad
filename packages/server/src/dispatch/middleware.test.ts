import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import type { Middleware } from './middleware.ts';
import { ALL_CLIENTS, connect } from '../testing/any-client.ts';
import { PipedServer, textOf } from '../testing/piped-server.ts';
import { RpcError } from '../protocol/rpc-error.ts';

describe('methods of one’s own', () => {
  test('are answered like any other', async () => {
    verifies('R122');
    const { server, logger } = new PipedServer();
    server.registerMethod('zapomni/sum', async ({ of }, { caller, log }) => {
      log('info', 'not sent');
      if (!Array.isArray(of)) throw new RpcError(-32602, 'of must be an array');
      return { sum: of.reduce((sum, one) => sum + one, 0), who: caller.subject };
    });
    const ask = (params: object) => server.handleRequest({ id: 1, method: 'zapomni/sum', params });
    expect(await ask({ of: [1, 2] })).toEqual({ result: { sum: 3, who: 'local' } });
    expect(await ask({})).toEqual({ error: { code: -32602, message: 'of must be an array' } });
    expect(await server.handleRequest({ method: 'zapomni/sum' })).toBe(undefined);
    expect(logger.of('request_without_id')).toHaveLength(1);
  });

  test.each(ALL_CLIENTS)('reach %s', async (_, make) => {
    verifies('R122');
    const { client, piped, end } = await connect(make, {
      prepare: (server) => server.registerMethod('zapomni/hello', async ({ name }) => ({ hello: name })),
    });
    const [schema] = [{ '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } }];
    const result =
      make === ALL_CLIENTS[0]?.[1]
        ? await v1Request(client, { method: 'zapomni/hello', params: { name: 'Ada' } })
        : await (client as unknown as { request(...given: unknown[]): Promise<unknown> }).request(
            { method: 'zapomni/hello', params: { name: 'Ada' } },
            schema,
          );
    expect(result).toMatchObject({ hello: 'Ada' });
    expect(piped.server.getStats().total_errors).toBe(0);
    await end();
  });

  test.each([
    ['tools/list', 'DUPLICATE_NAME'],
    ['resources/subscribe', 'DUPLICATE_NAME'],
    ['subscriptions/listen', 'INVALID_REGISTRATION'],
    ['notifications/x', 'INVALID_REGISTRATION'],
    ['rpc.x', 'INVALID_REGISTRATION'],
    ['', 'INVALID_REGISTRATION'],
  ])('cannot be called %j', (name, code) => {
    const { server } = new PipedServer();
    expect(() => server.registerMethod(name, async () => ({}))).toThrow(expect.objectContaining({ code }));
  });

  test('what they throw tells nothing of it', async () => {
    const { server } = new PipedServer();
    server.registerMethod('x/y', async () => {
      throw new Error('secret');
    });
    const reply = await server.handleRequest({ id: 1, method: 'x/y' });
    expect(reply?.error).toMatchObject({ code: -32603, message: 'Processing failed. Check logs.' });
  });
});

async function v1Request(client: unknown, request: object): Promise<unknown> {
  const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  return (client as { request(...given: unknown[]): Promise<unknown> }).request(request, ResultSchema);
}

describe('middleware', () => {
  const seen: string[] = [];
  const noting =
    (name: string): Middleware =>
    async (call, next) => {
      seen.push(`${name} > ${call.method}`);
      const reply = await next(call);
      seen.push(`${name} < ${reply.error ? 'error' : 'result'}`);
      return reply;
    };

  test('stands around every request, the first outermost', async () => {
    verifies('R123');
    seen.length = 0;
    const { server } = new PipedServer();
    server.use(noting('outer'));
    server.use(noting('inner'));
    await server.handleRequest({ id: 1, method: 'ping' });
    await server.handleRequest({ id: 2, method: 'nope' });
    expect(seen).toEqual([
      'outer > ping',
      'inner > ping',
      'inner < result',
      'outer < result',
      'outer > nope',
      'inner > nope',
      'inner < error',
      'outer < error',
    ]);
  });

  test('refuses, limits, changes', async () => {
    verifies('R123');
    const { server } = new PipedServer();
    let left = 2;
    server.use(async (call, next) => {
      left -= 1;
      return left < 0 ? { error: { code: -32_005, message: 'Too many requests' } } : next(call);
    });
    server.use((call, next) => next({ ...call, params: { ...call.params, arguments: { text: 'other' } } }));
    const call = () =>
      server.handleRequest({ id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'one' } } });
    expect(textOf(await call())).toBe('echo: other');
    expect(textOf(await call())).toBe('echo: other');
    expect(await call()).toEqual({ error: { code: -32_005, message: 'Too many requests' } });
    expect(server.getStats()).toMatchObject({ total_requests: 3, protocol_errors: 1 });
  });

  test('may say who is asking', async () => {
    const { server } = new PipedServer();
    const nobody = { subject: 'nobody', scopes: new Set<string>() };
    server.use((call, next) => next({ ...call, context: { ...call.context, caller: nobody } }));
    expect((await server.handleRequest({ id: 1, method: 'tools/list' }))?.result).toEqual({ tools: [] });
  });

  test('that throws is an internal error without a word of it', async () => {
    const { server, logger } = new PipedServer();
    server.use(async () => {
      throw new Error('secret');
    });
    const reply = await server.handleRequest({ id: 1, method: 'ping' });
    expect(reply?.error).toMatchObject({ code: -32603, message: 'Processing failed. Check logs.' });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(logger.of('unexpected_request_error')).toHaveLength(1);
  });

  test.each(ALL_CLIENTS)('sees the requests of %s', async (_, make) => {
    verifies('R123');
    seen.length = 0;
    const { client, end } = await connect(make, { prepare: (server) => server.use(noting('only')) });
    await client.listTools();
    await client.callTool({ name: 'echo', arguments: { text: 'x' } });
    expect(seen).toContain('only > tools/list');
    expect(seen).toContain('only > tools/call');
    await end();
  });
});
