import { classifyInboundRequest, createMcpHandler } from '@modelcontextprotocol/server';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sortMessage } from '../../protocol/json-rpc-message.ts';
import { LOCAL_CALLER } from '../../dispatch/known-callers.ts';
import { McpBaseServer } from '../../mcp-base-server.ts';
import { createSdkServer } from '../../connection/sdk-server.ts';
import type { ServerHost, ServerListener } from '../../lifecycle/server-listener.ts';
import { createSession } from '../../connection/session.ts';
import { events, HttpTestServer, request, stateless } from '../../testing/http-server.ts';
import { MemoryLogger } from '../../testing/memory-logger.ts';
import { initializeParams, MODERN_META } from '../../testing/piped-server.ts';
import { broken, echo, entered, manual, tool } from '../../testing/sample-tools.ts';
import { eraOf } from './message-era.ts';

const running: HttpTestServer[] = [];
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const end of ends.splice(0)) await end();
});

const steps = tool({
  name: 'steps',
  input: z.object({}),
  async execute(_, { progress }) {
    for (const n of [1, 2, 3]) progress(n, 3, `step ${n}`);
    return { text: 'done' };
  },
});
const { tool: slow, calls } = manual();

const tools = [echo, broken, steps, slow];
const prepare = (server: McpBaseServer): void => {
  server.registerResource({ uri: 'note://1', name: 'one', read: async () => ({ text: 'first' }) });
  server.registerPrompt({ name: 'greet', arguments: [], render: async () => [{ role: 'user', text: 'Hello' }] });
};

async function start(): Promise<HttpTestServer> {
  calls.length = 0;
  const server = await HttpTestServer.start({ tools, prepare });
  running.push(server);
  return server;
}

/** The SDK's own handler over the same dispatcher, with nothing of ours around it. */
async function startReference(): Promise<(body: object, headers: Record<string, string>) => Promise<Response>> {
  const opened = Promise.withResolvers<ServerHost>();
  const spy: ServerListener = {
    name: 'spy',
    open: async (host) => opened.resolve(host),
    stopAccepting: () => undefined,
    unanswered: 0,
    idle: async () => undefined,
    close: async () => undefined,
  };
  const other = new McpBaseServer({ name: 'sample', version: '1.2.3', logger: new MemoryLogger() });
  for (const one of tools) other.registerTool(one);
  prepare(other);
  const run = other.run({ transport: spy });
  ends.push(async () => {
    await other.shutdown();
    await run;
  });
  const host = await opened.promise;
  const scope = {
    session: createSession(),
    callerOf: () => LOCAL_CALLER,
    loggerFor: () => host.logger,
    answerWith: () => undefined,
  };
  const handler = createMcpHandler(() => createSdkServer(host.greeting, host.dispatcher, scope, 'modern'), {
    legacy: 'reject',
  });
  return (body, headers) =>
    handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify(body),
      }),
    );
}

async function shown(response: Response) {
  const type = response.headers.get('content-type');
  if (type !== 'text/event-stream')
    return { status: response.status, type, body: (await response.text()) || undefined };
  const seen = [];
  for await (const { event, data } of events(response)) seen.push({ event, data: JSON.parse(data) });
  return { status: response.status, type, seen };
}

const parsed = (answer: Awaited<ReturnType<typeof shown>>) =>
  'body' in answer && answer.body ? { ...answer, body: withoutIds(answer.body) } : answer;
/** Correlation ids differ from one answer to the next. */
const withoutIds = (body: string) =>
  JSON.parse(body.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')) as unknown;

const plain = {
  discover: stateless(1, 'server/discover'),
  'tools/list': stateless('a', 'tools/list'),
  'tools/call': stateless(2, 'tools/call', { name: 'echo', arguments: { text: 'Grüße' } }),
  'a failing tool': stateless(3, 'tools/call', { name: 'broken', arguments: {} }),
  'an unknown tool': stateless(4, 'tools/call', { name: 'nope', arguments: {} }),
  'wrong arguments': stateless(5, 'tools/call', { name: 'echo', arguments: { txt: 1 } }),
  'no arguments': stateless(5, 'tools/call', { name: 'echo' }),
  'resources/list': stateless(6, 'resources/list'),
  'resources/templates/list': stateless(6, 'resources/templates/list'),
  'resources/read': stateless(7, 'resources/read', { uri: 'note://1' }),
  'an unknown resource': stateless(8, 'resources/read', { uri: 'note://none' }),
  'prompts/list': stateless(9, 'prompts/list'),
  'prompts/get': stateless(10, 'prompts/get', { name: 'greet' }),
  'an unknown prompt': stateless(11, 'prompts/get', { name: 'nope' }),
  progress: stateless(12, 'tools/call', { name: 'steps', arguments: {}, _meta: { progressToken: 'p' } }),
  'a retry with input': stateless(13, 'tools/call', {
    name: 'echo',
    arguments: { text: 'x' },
    inputResponses: {},
    requestState: 's',
  }),
};

const good = plain['tools/call'];
const without = (name: string) => ({
  body: good.body,
  headers: Object.fromEntries(Object.entries(good.headers).filter(([key]) => key !== name)) as typeof good.headers,
});
const withMeta = (meta: object) => ({
  body: request(1, 'tools/list', { _meta: meta }),
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
});
const odd = {
  'no version header': without('mcp-protocol-version'),
  'no method header': without('mcp-method'),
  'no name header': without('mcp-name'),
  'another version header': { ...good, headers: { ...good.headers, 'mcp-protocol-version': '2025-11-25' } },
  'another method header': { ...good, headers: { ...good.headers, 'mcp-method': 'tools/list' } },
  'another name header': { ...good, headers: { ...good.headers, 'mcp-name': 'broken' } },
  'an encoded name': { ...good, headers: { ...good.headers, 'mcp-name': '=?base64?ZWNobw==?=' } },
  'a badly encoded name': { ...good, headers: { ...good.headers, 'mcp-name': '=?base64?%%%?=' } },
  'a revision of the future': {
    body: request(1, 'tools/list', {
      _meta: { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
    }),
    headers: { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' },
  },
  'a header without a claim': withMeta({}),
  'no capabilities': withMeta({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }),
  'odd capabilities': withMeta({ ...MODERN_META, 'io.modelcontextprotocol/clientCapabilities': { roots: 5 } }),
  'odd client': withMeta({ ...MODERN_META, 'io.modelcontextprotocol/clientInfo': { name: 5 } }),
  ping: stateless(1, 'ping'),
  'initialize with a claim': stateless(1, 'initialize', initializeParams('2025-06-18') as Record<string, unknown>),
  'a notification': {
    body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: MODERN_META } },
    headers: { 'mcp-protocol-version': '2026-07-28' },
  },
  'a subscription to nothing that changes': stateless('s', 'subscriptions/listen', {
    notifications: { toolsListChanged: true },
  }),
};

describe('the stateless revision', () => {
  test('is answered as the SDK answers it, by the short way and by the long one', async () => {
    verifies('R235');
    const server = await start();
    const reference = await startReference();
    for (const [name, { body, headers }] of Object.entries({ ...plain, ...odd })) {
      const ours = parsed(await shown(await server.post(body, headers)));
      const theirs = parsed(await shown(await reference(body, headers)));
      expect([name, ours]).toEqual([name, theirs]);
    }
  });

  test('an unknown method is told by the status too', async () => {
    const server = await start();
    const { body, headers } = stateless(1, 'no/such');
    expect(await server.send(body, headers)).toMatchObject({ status: 404, body: { id: 1, error: { code: -32_601 } } });
  });

  test('has no sessions and leaves none', async () => {
    verifies('R287');
    const server = await start();
    const { headers } = await server.send(good.body, good.headers);
    expect(headers.get('mcp-session-id')).toBe(null);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(server.transport.sessionCounters.created).toBe(0);
  });

  test('closing the connection withdraws the request', async () => {
    const server = await start();
    const { body, headers } = stateless(1, 'tools/call', { name: 'manual', arguments: {} });
    const controller = new AbortController();
    const pending = fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    await entered(calls, 1);
    controller.abort();
    await expect(pending).rejects.toThrow();
    await server.logged('request_cancelled');
    expect(calls[0]?.context.signal.aborted).toBe(true);
  });

  test('a client that reads no streams gets its answer without the progress', async () => {
    const server = await start();
    const { body, headers } = plain.progress;
    const response = await server.post(body, { ...headers, accept: 'application/json' });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ id: 12, result: { content: [{ text: 'done' }] } });
  });

  test('a result that JSON cannot express is an internal error', async () => {
    const endless: Record<string, unknown> = {};
    endless['self'] = endless;
    const odder = tool({
      name: 'odder',
      input: z.object({}),
      execute: async () => ({ text: 'x', structured: endless }),
    });
    const server = await HttpTestServer.start({ tools: [odder] });
    running.push(server);
    const { body, headers } = stateless(1, 'tools/call', { name: 'odder', arguments: {} });
    expect((await server.send(body, headers)).body).toMatchObject({ id: 1, error: { code: -32_603 } });
  });

  test('arguments that are to be repeated in headers are held against them', async () => {
    const routed = tool({
      name: 'routed',
      input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
      execute: async ({ region }) => ({ text: region }),
    });
    const server = await HttpTestServer.start({ tools: [routed] });
    running.push(server);
    const { body, headers } = stateless(1, 'tools/call', { name: 'routed', arguments: { region: 'north' } });
    const statuses = [];
    for (const region of ['north', 'south', undefined]) {
      const param: Record<string, string> = region === undefined ? {} : { 'mcp-param-region': region };
      const answer = await server.send(body, { ...headers, ...param });
      statuses.push([answer.status, answer.body.error?.code]);
    }
    expect(statuses).toEqual([
      [200, undefined],
      [400, -32_020],
      [400, -32_020],
    ]);
  });
});

test('a subscription hears of changes until the server ends, and does not hold it up', async () => {
  const server = await HttpTestServer.start({ tools: [echo], server: { changing: ['tools'], drainMs: 60_000 } });
  const { body, headers } = stateless('s', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  const stream = events(await server.post(body, headers));
  const next = async () => JSON.parse((await stream.next()).value!.data) as Record<string, unknown>;
  expect(await next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  server.server.registerTool(broken);
  expect(await next()).toMatchObject({ method: 'notifications/tools/list_changed' });
  const stopped = server.stop();
  expect(await next()).toMatchObject({ id: 's', result: { resultType: 'complete' } });
  expect((await stream.next()).done).toBe(true);
  await stopped;
});

describe('the era of a message', () => {
  const METHODS = ['initialize', 'tools/list', 'ping', 'notifications/initialized'];
  const LEGACY_CLAIM = { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': '2025-11-25' };
  const METAS = [
    undefined,
    {},
    MODERN_META,
    LEGACY_CLAIM,
    { 'io.modelcontextprotocol/protocolVersion': 5 },
    { progressToken: 1 },
  ];
  const HEADERS = [undefined, '2024-11-05', '2025-11-25', '2026-07-28', '2099-01-01', 'nonsense', '1999-01-01'];

  test('is what the SDK takes it for', () => {
    for (const method of METHODS) {
      for (const meta of METAS) {
        for (const header of HEADERS) {
          const id = method.startsWith('notifications/') ? {} : { id: 1 };
          const body = { jsonrpc: '2.0', ...id, method, params: meta === undefined ? {} : { _meta: meta } };
          const message = sortMessage(body, 'required');
          const { kind } = classifyInboundRequest({
            httpMethod: 'POST',
            body,
            ...(header === undefined ? {} : { protocolVersionHeader: header }),
          });
          // What it rejects outright is for the stateless side to refuse.
          const expected = kind === 'legacy' ? 'legacy' : 'modern';
          expect([body, header, eraOf(message as never, header)]).toEqual([body, header, expected]);
        }
      }
    }
  });
});
