/** A door of a data folder, and somebody behind it who answers every hook with the same words and notes what was asked. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface StandInDoor {
  /** Parameters of the hooks, in the order in which they came. */
  readonly asked: Record<string, unknown>[];
  close(): void;
}

export async function openStandInDoor(
  dataDir: string,
  answer: (params: Record<string, unknown>) => string,
): Promise<StandInDoor> {
  mkdirSync(path.join(dataDir, 'run'), { recursive: true });
  const socket = path.join(dataDir, 'run', 's.sock');
  writeFileSync(path.join(dataDir, 'run', 'door'), `${socket}\n`);
  const asked: Record<string, unknown>[] = [];
  const server: Server = createServer((client) => {
    client.on('error', () => undefined);
    createInterface({ input: client }).on('line', (line) => {
      const {
        id,
        method,
        params = {},
      } = JSON.parse(line) as { id?: number; method: string; params?: Record<string, unknown> };
      if (method !== 'zapomni/hook') return;
      asked.push(params);
      client.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { text: answer(params) } })}\n`);
    });
  }).listen(socket);
  await once(server, 'listening');
  return { asked, close: () => void server.close() };
}
