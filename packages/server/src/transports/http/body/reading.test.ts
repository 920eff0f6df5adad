import { verifies } from '@zapomni/testkit/verifies';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { call, HttpTestServer, request, type HttpTestOptions } from '../../../testing/http-server.ts';
import { initializeParams } from '../../../testing/piped-server.ts';

const running: HttpTestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(limits: HttpTestOptions['limits'] = {}): Promise<HttpTestServer> {
  const server = await HttpTestServer.start({ limits, server: { drainMs: 50 } });
  running.push(server);
  return server;
}

const initialize = request(0, 'initialize', initializeParams('2025-11-25'));

/** A client that writes HTTP by hand. */
class RawClient {
  readonly socket: Socket;
  text = '';
  readonly closed: Promise<unknown>;

  constructor(server: HttpTestServer) {
    this.socket = connect(server.transport.address?.port ?? 0, '127.0.0.1');
    this.socket.on('data', (chunk) => (this.text += chunk.toString('utf8')));
    this.socket.on('error', () => undefined);
    this.closed = once(this.socket, 'close');
  }

  write(text: string): void {
    this.socket.write(text);
  }

  head(fields: Record<string, string | number>, method = 'POST', path = '/mcp'): void {
    const all = {
      host: 'localhost',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...fields,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  async receives(text: string): Promise<void> {
    while (!this.text.includes(text)) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  get status(): number {
    return Number(this.text.split(' ')[1]);
  }
}

/** The server goes on as if nothing had been. */
async function stillServes(server: HttpTestServer): Promise<void> {
  expect((await server.send(initialize)).status).toBe(200);
}

describe('a body', () => {
  test('announced too long is refused unread', async () => {
    const server = await start({ bodyBytes: 1000 });
    const client = new RawClient(server);
    client.head({ 'content-length': 1 << 30 });
    await client.closed;
    expect(client.status).toBe(413);
    expect(client.text.toLowerCase()).toContain('connection: close');
    expect(client.text).toContain('Request too large: a body may have at most 1000 bytes.');
    await stillServes(server);
  });

  test('without end is cut off, and its sender is told', async () => {
    const server = await start({ bodyBytes: 100_000 });
    const client = new RawClient(server);
    client.head({ 'transfer-encoding': 'chunked' });
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const timer = setInterval(() => client.write(chunk), 1);
    await client.closed;
    clearInterval(timer);
    expect(client.status).toBe(413);
    await stillServes(server);
  });

  test('that is too long is refused to a client that sends it all the same', async () => {
    const server = await start({ bodyBytes: 1000 });
    const { status, body } = await server.send(call(1, 'echo', { text: 'x'.repeat(3 << 20) }));
    expect([status, body.error?.code]).toEqual([413, -32_000]);
    await stillServes(server);
  });

  test('may be as long as the limit', async () => {
    const server = await start({ bodyBytes: JSON.stringify(initialize).length });
    expect((await server.send(initialize)).status).toBe(200);
    expect((await server.send({ ...initialize, id: 10 })).status).toBe(413);
  });

  test('that trickles is given up on', async () => {
    const server = await start({ bodyMs: 50 });
    const client = new RawClient(server);
    client.head({ 'content-length': 2_000_000 });
    const timer = setInterval(() => client.write(' '), 5);
    await client.receives('Request too slow');
    clearInterval(timer);
    expect(client.status).toBe(408);
    await client.closed;
    await stillServes(server);
  });

  test('broken off changes nothing', async () => {
    const server = await start();
    const client = new RawClient(server);
    client.head({ 'content-length': 1000 });
    client.write('{"jsonrpc"');
    client.socket.end();
    await client.closed;
    await server.logged('http_request');
    await stillServes(server);
    expect(server.transport.sessionCounters.created).toBe(1);
  });

  test('is waited for only if its head is in order', async () => {
    const server = await start({ bodyBytes: 1000 });
    const good = new RawClient(server);
    const text = JSON.stringify(initialize);
    good.head({ 'content-length': text.length, expect: '100-continue' });
    await good.receives('100 Continue');
    good.write(text);
    await good.receives('mcp-session-id');
    good.socket.destroy();
    const long = new RawClient(server);
    long.head({ 'content-length': 2000, expect: '100-continue' });
    await long.receives('413');
    expect(long.text).not.toContain('100 Continue');
    long.socket.destroy();
  });

  test.each([
    ['', -32_700],
    ['{', -32_700],
    ['\u0000', -32_700],
    ['not json', -32_700],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}{}', -32_700],
    ['null', -32_600],
    ['5', -32_600],
    ['"text"', -32_600],
    ['[]', -32_600],
    ['{}', -32_600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32_600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32_602],
    ['['.repeat(100_000), -32_700],
  ])('%j is refused with %i', async (text, code) => {
    verifies('R240', 'R289');
    const server = await start();
    const { status, body } = await server.send(text.length > 0 ? text : new Uint8Array());
    expect([status, body.jsonrpc, body.error?.code]).toEqual([400, '2.0', code]);
    expect(server.server.getStats().protocol_errors).toBe(1);
  });

  test('that is not UTF-8 is refused', async () => {
    const server = await start();
    const { status, body } = await server.send(new Uint8Array([0x22, 0xff, 0x22]));
    expect([status, body.error]).toEqual([400, { code: -32_700, message: 'Parse error: the body is not valid UTF-8' }]);
  });

  test('has to be JSON by its type, and not compressed', async () => {
    const server = await start();
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''];
    for (const type of types) expect((await server.post(initialize, { 'content-type': type })).status).toBe(415);
    expect((await server.post(initialize, { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await server.post(initialize, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  test('is answered only to clients that take both forms of an answer', async () => {
    const server = await start();
    for (const accept of ['application/json', 'text/event-stream', 'text/html']) {
      expect([accept, (await server.post(initialize, { accept })).status]).toEqual([accept, 406]);
    }
    expect((await server.post(initialize, { accept: '*/*' })).status).toBe(200);
  });
});

describe('a head', () => {
  test('that takes too long is given up on', async () => {
    const server = await start({ headMs: 50 });
    const client = new RawClient(server);
    client.write('POST /mcp HTTP/1.1\r\nhost: localhost\r\n');
    await client.closed;
    expect(client.status).toBe(408);
    await stillServes(server);
  });

  test('that is too long is refused', async () => {
    const server = await start({ headBytes: 2000 });
    const client = new RawClient(server);
    client.head({ 'x-long': 'x'.repeat(5000), 'content-length': 2 });
    await client.closed;
    expect(client.status).toBe(431);
    await stillServes(server);
  });

  test('with too many fields is refused rather than cut', async () => {
    const server = await start({ headFields: 20 });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x-${n}`, 'a']));
    expect((await server.post(initialize, many)).status).toBe(431);
    expect(server.gate.seen).toEqual([]);
    await stillServes(server);
  });

  test('that is no HTTP is refused', async () => {
    const server = await start();
    const client = new RawClient(server);
    client.write('\u0016\u0003\u0001 hello\r\n\r\n');
    await client.closed;
    expect(client.status).toBe(400);
    await stillServes(server);
  });
});

test('more requests at once than the server takes are told to come back', async () => {
  const server = await start({ inFlight: 1 });
  const client = new RawClient(server);
  client.head({ 'content-length': 1000 });
  while (server.gate.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const refused = await server.post(initialize);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  client.socket.destroy();
  await server.logged('http_request', 2);
  await stillServes(server);
});
