/** Connections and second tries, towards a server that does as the test says. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LinkError } from './link-error.ts';
import { CrowdedError } from './pool.ts';
import { ReplyParser, ServerError } from './reply-parser.ts';
import { Servers, type Command, type ServersOptions } from './servers.ts';

const INFO = 'redis_mode:standalone\r\nrole:master\r\nrun_id:one';
const OK = '+OK\r\n';

/** Every command but INFO is answered by `answer`; what is not answered waits. */
class ScriptedServer {
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  answer: (socket: Socket) => string | undefined = () => OK;
  opened = 0;
  asked = 0;

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    this.opened += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    const parser = new ReplyParser((command) => {
      if (Array.isArray(command) && command[0] === 'INFO') return socket.write(`$${INFO.length}\r\n${INFO}\r\n`);
      this.asked += 1;
      return socket.write(this.answer(socket) ?? '');
    });
    socket.on('data', (piece: Buffer) => parser.push(piece));
  }
}

let server: ScriptedServer;
let port: number;
const opened: Servers[] = [];
beforeEach(async () => {
  server = new ScriptedServer();
  port = await server.listen();
});
afterEach(() => {
  for (const servers of opened.splice(0)) servers.close();
  server.close();
});

function open(options: Partial<ServersOptions> = {}): Servers {
  const servers = new Servers({
    seeds: [{ host: '127.0.0.1', port }],
    tls: false,
    connectTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
    timeoutMs: 20_000,
    poolSize: 5,
    logger: createRecordingLogger(),
    admit: () => Promise.resolve(),
    ...options,
  });
  opened.push(servers);
  return servers;
}

const command = (effect: Command['effect']): Command => ({ key: 'k', commands: [['DO']], effect });

/** Answers nobody until so many wait. */
function gather(count: number): void {
  const waiting: Socket[] = [];
  server.answer = (socket) => {
    waiting.push(socket);
    if (waiting.length === count) for (const one of waiting.splice(0)) one.write(OK);
    return undefined;
  };
}

test('calls share connections, which are opened as they are needed, and the crowd is told of', async () => {
  verifies('R318', 'P045');
  const logger = createRecordingLogger();
  const servers = open({ logger });
  gather(5);
  await Promise.all(Array.from({ length: 40 }, () => servers.call(command('none'))));
  expect(server.opened).toBe(5);
  expect(logger.of('store_connections_crowded')[0]?.fields).toEqual({ in_use: 5, size: 5 });
  server.answer = () => OK;
  for (let i = 0; i < 40; i++) await servers.call(command('none'));
  expect(server.opened).toBe(5);
  const alone = open();
  for (let i = 0; i < 10; i++) await alone.call(command('once'));
  expect(server.opened).toBe(6);
});

test('who finds no connection free in time is told so, and holds nobody up', async () => {
  verifies('P045');
  const servers = open({ poolSize: 1, acquireTimeoutMs: 50 });
  await servers.call(command('none'));
  server.answer = () => undefined;
  const first = servers.call(command('none'));
  await expect(servers.call(command('none'))).rejects.toBeInstanceOf(CrowdedError);
  server.close();
  await expect(first).rejects.toBeInstanceOf(LinkError);
});

test.each(['none', 'repeatable', 'once'] as const)('a server that is not ready is asked again: %s', async (effect) => {
  verifies('P045');
  const servers = open();
  server.answer = () => (server.asked < 3 ? '-LOADING not yet\r\n' : OK);
  expect(await servers.call(command(effect))).toEqual(['OK']);
  expect(server.asked).toBe(3);
  server.answer = () => '-LOADING not yet\r\n';
  await expect(servers.call(command(effect))).rejects.toBeInstanceOf(ServerError);
  expect(server.asked).toBe(3 + 4);
});

test('what the server refuses for good is not asked again', async () => {
  verifies('P045');
  const servers = open();
  server.answer = () => '-ERR there is no such thing\r\n';
  await expect(servers.call(command('none'))).rejects.toBeInstanceOf(ServerError);
  expect(server.asked).toBe(1);
});

test('what may have been done is done again only where that does no harm', async () => {
  verifies('P045');
  const servers = open();
  const cutOnce = (): void => {
    server.asked = 0;
    server.answer = (socket) => {
      if (server.asked > 1) return OK;
      socket.destroy();
      return undefined;
    };
  };
  for (const effect of ['none', 'repeatable'] as const) {
    cutOnce();
    expect(await servers.call(command(effect))).toEqual(['OK']);
    expect(server.asked).toBe(2);
  }
  cutOnce();
  await expect(servers.call(command('once'))).rejects.toMatchObject({ stage: 'after' });
  expect(server.asked).toBe(1);
});

test('a call ends at its limit, whatever the server does', async () => {
  verifies('P045');
  const servers = open({ timeoutMs: 100 });
  server.answer = () => undefined;
  await expect(servers.call(command('none'))).rejects.toMatchObject({ stage: 'late' });
  expect(server.asked).toBe(1);
});
