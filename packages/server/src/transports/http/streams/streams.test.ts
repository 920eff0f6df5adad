import { verifies } from '@zapomni/testkit/verifies';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  call,
  events,
  HttpTestServer,
  request,
  stateless,
  type HttpTestOptions,
} from '../../../testing/http-server.ts';
import { entered, manual } from '../../../testing/sample-tools.ts';

const { tool: slow, calls } = manual();
const running: HttpTestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(options: HttpTestOptions = {}): Promise<HttpTestServer> {
  calls.length = 0;
  const server = await HttpTestServer.start({ tools: [slow], server: { drainMs: 50 }, ...options });
  running.push(server);
  return server;
}

const STREAM = { accept: 'text/event-stream' };
const NEWEST = { 'mcp-protocol-version': '2025-11-25' };
const TOKEN = { progressToken: 'p' };

interface Seen {
  readonly id?: string;
  readonly data: string;
}

/** Reads events one by one, and hangs up. */
class Reader {
  readonly #events: AsyncGenerator<Seen>;
  readonly #hangUp: () => void;

  constructor(response: Response, hangUp: () => void = () => undefined) {
    this.#events = events(response);
    this.#hangUp = hangUp;
  }

  async next(): Promise<Seen | undefined> {
    return (await this.#events.next()).value as Seen | undefined;
  }

  async rest(): Promise<Seen[]> {
    const seen = [];
    for (let one = await this.next(); one; one = await this.next()) seen.push(one);
    return seen;
  }

  hangUp(): void {
    this.#hangUp();
  }
}

async function callManual(server: HttpTestServer, session: string, id: number, headers = {}): Promise<Reader> {
  const controller = new AbortController();
  const pending = fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': session,
      ...headers,
    },
    body: JSON.stringify(call(id, 'manual', {}, TOKEN)),
    signal: controller.signal,
  });
  await entered(calls, id);
  calls[id - 1]?.context.progress(1);
  return new Reader(await pending, () => controller.abort());
}

const progressOf = ({ data }: Seen) => JSON.parse(data).params?.progress as number | undefined;
const answerOf = ({ data }: Seen) => JSON.parse(data).result?.content?.[0]?.text as string | undefined;

describe('an answer', () => {
  test('that takes a while becomes a stream with heartbeats', async () => {
    verifies('R252');
    const server = await start({ limits: { streamAfterMs: 5, heartbeatMs: 5 } });
    const session = await server.open();
    const response = await server.post(call(1, 'manual'), { 'mcp-session-id': session });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'mcp-session-id': session,
    });
    const reader = response.body!.getReader();
    let text = '';
    while (!text.includes(': keepalive\n\n: keepalive\n\n'))
      text += Buffer.from((await reader.read()).value!).toString();
    calls[0]?.finish('at last');
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += Buffer.from(part.value).toString();
    expect(text).toContain('at last');
    expect(text.match(/data: /g)).toHaveLength(1);
  });

  test('does so for stateless clients too', async () => {
    verifies('R252');
    const server = await start({ limits: { streamAfterMs: 5, heartbeatMs: 5 } });
    const { body, headers } = stateless(1, 'tools/call', { name: 'manual', arguments: {} });
    const response = await server.post(body, headers);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    calls[0]?.finish('at last');
    expect((await new Reader(response).rest()).map(answerOf)).toEqual(['at last']);
  });

  test('begins with an event to resume from, for clients that can read one', async () => {
    const server = await start();
    const session = await server.open();
    const newest = await callManual(server, session, 1, NEWEST);
    expect(await newest.next()).toEqual({ id: '1-1', retry: '1000', data: '' });
    expect(progressOf((await newest.next())!)).toBe(1);
    const older = await callManual(server, session, 2, { 'mcp-protocol-version': '2025-06-18' });
    expect(progressOf((await older.next())!)).toBe(1);
    for (const { finish } of calls) finish();
  });
});

describe('the stream of a session', () => {
  test('is one at a time', async () => {
    verifies('R215');
    const server = await start();
    const session = await server.open();
    const first = await server.get('/mcp', { ...STREAM, 'mcp-session-id': session });
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect((await server.get('/mcp', { ...STREAM, 'mcp-session-id': session })).status).toBe(409);
    await first.body?.cancel();
    let again = await server.get('/mcp', { ...STREAM, 'mcp-session-id': session });
    while (again.status === 409) again = await server.get('/mcp', { ...STREAM, 'mcp-session-id': session });
    expect(again.status).toBe(200);
  });

  test('has to be asked for as such', async () => {
    const server = await start();
    const session = await server.open();
    expect((await server.get('/mcp', { accept: 'application/json', 'mcp-session-id': session })).status).toBe(406);
  });
});

describe('a client that comes back', () => {
  test('gets what it missed and what follows, and the answer', async () => {
    verifies('R250');
    const server = await start();
    const session = await server.open();
    const lost = await callManual(server, session, 1, NEWEST);
    await lost.next();
    const last = await lost.next();
    lost.hangUp();
    await server.logged('http_request', 3);
    calls[0]?.context.progress(2);
    calls[0]?.context.progress(3);
    const resumed = new Reader(
      await server.get('/mcp', { ...STREAM, ...NEWEST, 'mcp-session-id': session, 'last-event-id': last?.id ?? '' }),
    );
    expect(progressOf((await resumed.next())!)).toBe(2);
    expect(progressOf((await resumed.next())!)).toBe(3);
    calls[0]?.context.progress(4);
    expect(progressOf((await resumed.next())!)).toBe(4);
    calls[0]?.finish('still here');
    expect((await resumed.rest()).map(answerOf)).toEqual(['still here']);
    expect(calls[0]?.context.signal.aborted).toBe(false);
  });

  test('takes the place of a connection that only seems to be alive', async () => {
    verifies('R250');
    const server = await start();
    const session = await server.open();
    const old = await callManual(server, session, 1, NEWEST);
    const first = await old.next();
    const again = new Reader(
      await server.get('/mcp', { ...STREAM, 'mcp-session-id': session, 'last-event-id': first?.id ?? '' }),
    );
    expect((await old.rest()).map(progressOf)).toEqual([1]);
    calls[0]?.finish('to the new one');
    expect((await again.rest()).map(answerOf)).toEqual([undefined, 'to the new one']);
  });

  test('after the answer gets it too, and then the end', async () => {
    verifies('R250');
    const server = await start();
    const session = await server.open();
    const lost = await callManual(server, session, 1, NEWEST);
    const first = await lost.next();
    lost.hangUp();
    await server.logged('http_request', 3);
    calls[0]?.finish('late');
    await server.logged('request_processed', 2);
    const again = () => server.get('/mcp', { ...STREAM, 'mcp-session-id': session, 'last-event-id': first?.id ?? '' });
    for (const _attempt of [1, 2]) {
      const seen = await new Reader(await again()).rest();
      expect([seen.map(progressOf)[0], answerOf(seen[1]!)]).toEqual([1, 'late']);
    }
  });

  test('gets nothing of another stream or session', async () => {
    verifies('R247');
    const server = await start();
    const [mine, other] = [await server.open(), await server.open()];
    const readers = [await callManual(server, mine, 1, NEWEST), await callManual(server, mine, 2, NEWEST)];
    const [first] = await Promise.all(readers.map((reader) => reader.next()));
    for (const { finish } of calls) finish('mine');
    await Promise.all(readers.map((reader) => reader.rest()));
    const resume = (session: string, id: string) =>
      server.get('/mcp', { ...STREAM, 'mcp-session-id': session, 'last-event-id': id });
    const seen = await new Reader(await resume(mine, first?.id ?? '')).rest();
    expect(seen.map(({ id }) => id?.split('-')[0])).toEqual(['1', '1']);
    for (const id of [first?.id ?? '', '9-1', 'nonsense', '1-999', '', '-1-1']) {
      const refused = await resume(other, id || ' ');
      expect([id, refused.status]).toEqual([id, 400]);
    }
  });

  test('may have been sent away by the tool until the answer is there', async () => {
    verifies('R250');
    const server = await start();
    const session = await server.open();
    const reader = await callManual(server, session, 1, NEWEST);
    const { closeStream } = calls[0]!.context;
    closeStream?.();
    const [first] = await reader.rest();
    calls[0]?.finish('now');
    const resumed = await server.get('/mcp', {
      ...STREAM,
      'mcp-session-id': session,
      'last-event-id': first?.id ?? '',
    });
    expect((await new Reader(resumed).rest()).map(answerOf)).toEqual([undefined, 'now']);
    // Clients of older revisions would not know to come back.
    const older = await callManual(server, session, 2, { 'mcp-protocol-version': '2025-06-18' });
    expect(calls[1]?.context.closeStream).toBe(undefined);
    calls[1]?.finish();
    await older.rest();
  });

  test('too late finds what is left of it', async () => {
    const server = await start({ limits: { keptEvents: 3 } });
    const session = await server.open();
    const lost = await callManual(server, session, 1, NEWEST);
    const first = await lost.next();
    lost.hangUp();
    await server.logged('http_request', 3);
    for (const step of [2, 3, 4, 5, 6]) calls[0]?.context.progress(step);
    calls[0]?.finish('end');
    await server.logged('request_processed', 2);
    const seen = await new Reader(
      await server.get('/mcp', { ...STREAM, 'mcp-session-id': session, 'last-event-id': first?.id ?? '' }),
    ).rest();
    expect([seen.map(progressOf).slice(0, 2), answerOf(seen[2]!)]).toEqual([[5, 6], 'end']);
    expect(server.logger.of('resumption_incomplete')).toHaveLength(1);
  });
});

/** Sends a call and then reads nothing of what comes back. */
function callAndStall(server: HttpTestServer, session: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': session,
        ...NEWEST,
      },
    });
    sent.on('error', reject);
    sent.on('socket', (socket) => {
      socket.pause();
      resolve(socket);
    });
    sent.on('response', () => undefined);
    sent.end(JSON.stringify(call(1, 'manual', {}, TOKEN)));
  });
}

describe('a client that does not read', () => {
  test('loses its stream when too much waits for it, and can come back for the rest', async () => {
    verifies('R249');
    const server = await start();
    const session = await server.open();
    const socket = await callAndStall(server, session);
    socket.on('error', () => undefined);
    await entered(calls, 1);
    const long = 'x'.repeat(64 << 10);
    let step = 0;
    while (server.logger.of('stream_overflow').length === 0) {
      step += 1;
      calls[0]?.context.progress(step, undefined, long);
      if (step % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.logger.of('stream_overflow')).toMatchObject([
      { level: 'warning', queued: 100, reason: 'the client reads too slowly' },
    ]);
    calls[0]?.finish('kept for you');
    await server.logged('request_processed', 2);
    const resumed = await server.get('/mcp', {
      ...STREAM,
      'mcp-session-id': session,
      'last-event-id': '1-1',
    });
    expect(answerOf((await new Reader(resumed).rest()).at(-1)!)).toBe('kept for you');
    socket.destroy();
  });

  test('is cut off when nothing moves for too long', async () => {
    const server = await start({ limits: { stalledMs: 100 } });
    const session = await server.open();
    const socket = await callAndStall(server, session);
    socket.on('error', () => undefined);
    await entered(calls, 1);
    calls[0]?.context.progress(1, undefined, 'x'.repeat(16 << 20));
    await server.logged('http_request', 3);
    calls[0]?.finish();
    socket.destroy();
  });

  test('does not hold up the others', async () => {
    verifies('R285');
    const server = await start();
    const [stalled, lively] = [await server.open(), await server.open()];
    const socket = await callAndStall(server, stalled);
    socket.on('error', () => undefined);
    await entered(calls, 1);
    calls[0]?.context.progress(1, undefined, 'x'.repeat(4 << 20));
    expect((await server.ask(lively, request(1, 'tools/list'))).status).toBe(200);
    calls[0]?.finish();
    socket.destroy();
  });
});

test('a hundred clients stream at once, each its own messages', async () => {
  verifies('R247', 'R285');
  const server = await start({ server: { concurrency: 100, drainMs: 50 } });
  const sessions = await Promise.all(Array.from({ length: 100 }, () => server.open()));
  const pending = sessions.map((id, n) =>
    server.post(call(n, 'manual', { label: String(n) }, { progressToken: n }), { 'mcp-session-id': id }),
  );
  await entered(calls, 100);
  for (let step = 1; step <= 20; step += 1) {
    for (const { context, label } of calls) context.progress(step, 20, label);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { finish, label } of calls) finish(label);
  const seen = await Promise.all(pending.map(async (response) => new Reader(await response).rest()));
  for (const [n, one] of seen.entries()) {
    expect(one.slice(0, -1).map(({ data }) => JSON.parse(data).params)).toEqual(
      Array.from({ length: 20 }, (_, step) => ({
        progressToken: n,
        progress: step + 1,
        total: 20,
        message: String(n),
      })),
    );
    expect(answerOf(one.at(-1)!)).toBe(String(n));
  }
});
