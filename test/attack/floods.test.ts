/**
 * Too much of everything: bodies, headers, half-open requests. That a slow sender is given up on after its time is shown
 * with short times in packages/server/src/transports/http/body/reading.test.ts; here many of them wait and nobody else does.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedServer, type RawConnection } from './attacked-server.ts';

const MIB = 1 << 20;
let server: AttackedServer;
beforeAll(async () => {
  server = await AttackedServer.start(AttackedServer.createFolder(), { flags: ['--max-request-bytes', `${4 * MIB}`] });
});
afterAll(() => server.stop());

const head = (fields: readonly string[]) =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;

async function answered(connection: RawConnection): Promise<number> {
  await connection.closed;
  return connection.status;
}

describe('a body', () => {
  it('that is announced larger than allowed is refused unread', async () => {
    const connection = server.raw();
    connection.socket.write(head([`Content-Length: ${1 << 30}`]));
    expect(await answered(connection)).toBe(413);
    expect(await server.servesHonestly()).toBe(true);
  });

  it('that is larger than allowed is not read to its end, and takes no memory', async () => {
    const before = residentBytes(server);
    const bodies = Array.from({ length: 8 }, () => server.post(Buffer.alloc(32 * MIB, 0x20)).catch(() => undefined));
    for (const answer of await Promise.all(bodies)) expect([413, undefined]).toContain(answer?.status);
    if (before !== undefined) expect((residentBytes(server) ?? 0) - before).toBeLessThan(128 * MIB);
    expect(await server.servesHonestly()).toBe(true);
  });

  it('without end is cut off', async () => {
    const connection = server.raw();
    connection.socket.write(head(['Transfer-Encoding: chunked']));
    const chunk = Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`);
    let sent = 0;
    const timer = setInterval(() => {
      for (let n = 0; n < 16 && connection.socket.write(chunk); n += 1) sent += chunk.length;
    }, 1);
    expect(await answered(connection)).toBe(413);
    clearInterval(timer);
    expect(sent).toBeLessThan(256 * MIB);
    expect(await server.servesHonestly()).toBe(true);
  });

  it.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['a negative length', ['Content-Length: -1']],
    ['a length that is no number', ['Content-Length: 5x']],
    ['an unknown coding', ['Transfer-Encoding: chunked, identity']],
  ])('with %s is refused, and nothing that follows it is taken for a request', async (_, fields) => {
    const connection = server.raw();
    connection.socket.write(`${head(fields)}0\r\n\r\nGET /info HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    connection.socket.end();
    expect(await answered(connection)).toBe(400);
    expect(connection.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('slow senders', () => {
  it('by the hundred keep nobody waiting', async () => {
    const slow = Array.from({ length: 400 }, (_, n) => {
      const connection = server.raw();
      const half = head(['Content-Length: 100']);
      // Half of them stop within the head, half within the body.
      connection.socket.write(n % 2 === 0 ? half.slice(0, 40) : `${half}{"jsonrpc`);
      return connection;
    });
    await Promise.all(slow.map(({ socket }) => new Promise((resolve) => socket.once('ready', resolve))));
    for (let n = 0; n < 10; n += 1) {
      for (const { socket } of slow.slice(0, 20)) socket.write('x');
      expect(await server.servesHonestly()).toBe(true);
    }
    for (const { socket } of slow) socket.destroy();
    expect(await server.servesHonestly()).toBe(true);
  });
});

describe('headers', () => {
  it.each([
    ['too many', Array.from({ length: 500 }, (_, n) => `X-${n}: y`), 431],
    ['too long', [`X-Long: ${'y'.repeat(100_000)}`], 431],
    ['too long a name', [`X-${'y'.repeat(100_000)}: z`], 431],
    ['a session id of 10 kB', [`Mcp-Session-Id: ${'a'.repeat(10_000)}`, 'Content-Length: 0'], 400],
  ])('%s are refused', async (_, fields, status) => {
    const connection = server.raw();
    connection.socket.write(head(fields));
    connection.socket.end();
    expect(await answered(connection)).toBe(status);
    expect(await server.servesHonestly()).toBe(true);
  });

  it('without end are cut off', async () => {
    const connection = server.raw();
    connection.socket.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    let sent = 0;
    const timer = setInterval(() => connection.socket.write(`X-${(sent += 1)}: ${'y'.repeat(1000)}\r\n`), 1);
    expect(await answered(connection)).toBe(431);
    clearInterval(timer);
    expect(await server.servesHonestly()).toBe(true);
  });

  it.each(['host', 'origin', 'authorization', 'mcp-session-id', 'last-event-id'])(
    '%s sent twice is refused',
    async (name) => {
      const connection = server.raw();
      connection.socket.write(head([`${name}: 127.0.0.1`, `${name}: 127.0.0.1`, 'Content-Length: 0']));
      connection.socket.end();
      expect(await answered(connection)).toBe(400);
    },
  );
});

/** `undefined` where the system does not tell. */
function residentBytes({ child }: AttackedServer): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
