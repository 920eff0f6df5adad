import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Above well-known services, and below what systems choose from, for whoever leaves the choice to them: tests do so by the hundred, for
 * servers and for the near ends of connections, and would take a port away before its server has started, or while it is down. The bus
 * of a cluster has a port ten thousand higher, which nobody chooses either.
 */
const LOWEST = 12_000;
const COUNT = 10_000;
/** Each process begins at another place. */
const APART = 32;

let tried = 0;

/** One that nobody listens on, and that nobody else is given while this process lives. */
export async function freePort(): Promise<number> {
  while (tried < COUNT) {
    const port = LOWEST + ((process.pid * APART + tried++) % COUNT);
    if ((await isClaimed(port)) && (await isFree(port))) return port;
  }
  throw new Error('No port is free.');
}

/** Datagrams have ports of their own: to hold that of the same number keeps other tests off, and the server is not in its way. */
async function isClaimed(port: number): Promise<boolean> {
  const claim = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });
  claim.unref();
  return once(claim, 'listening').then(
    () => true,
    () => false,
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
