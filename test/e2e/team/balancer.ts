/**
 * A balancer of connections: each client address has its instance, and comes to the next one when that does not answer. It
 * looks into nothing, so that what clients see is what the instances do.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** Connections that each instance has taken so far. */
  readonly taken: readonly number[];
  stop(): Promise<void>;
}

export async function startBalancer(instances: readonly number[]): Promise<Balancer> {
  const taken = instances.map(() => 0);
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    const own = instances.map((_, i) => (placeOf(client) + i) % instances.length);
    link(client, own);
  });
  const link = (client: Socket, [place, ...others]: readonly number[]): void => {
    if (place === undefined) return void client.destroy();
    const instance = connect(instances[place] ?? 0, '127.0.0.1');
    let linked = false;
    instance.once('connect', () => {
      linked = true;
      taken[place] = (taken[place] ?? 0) + 1;
      client.pipe(instance).pipe(client);
    });
    instance.on('error', () => (linked ? client.destroy() : link(client, others)));
    instance.once('close', () => linked && client.destroy());
    client.once('close', () => instance.destroy());
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const client of open) client.destroy();
      await closed;
    },
  };
}

function placeOf({ remoteAddress = '' }: Socket): number {
  return Number(remoteAddress.split('.').at(-1) ?? 0);
}
