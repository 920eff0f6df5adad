/** Asks the running server of a data folder over its door, in as little code as will do: this is loaded at every prompt. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

const HELLO = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'zapomni-hook', version: '1' } };

/** Undefined when nobody answers in time. */
export function askServer(dataDir: string, params: object, waitMs: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ path: readFileSync(path.join(dataDir, 'run', 'door'), 'utf8').trim() });
  const done = (text?: string): void => {
    clearTimeout(timer);
    socket.destroy();
    resolve(text);
  };
  const timer = setTimeout(done, waitMs);
  const take = (line: string): void => {
    try {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { text?: string } };
      if (id === 2) done(result?.text);
    } catch {
      done();
    }
  };
  let read = '';
  socket.setEncoding('utf8');
  socket.on('error', () => done()).on('close', () => done());
  socket.on('data', (piece: string) => {
    const lines = (read + piece).split('\n');
    read = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  const messages = [
    { id: 1, method: 'initialize', params: HELLO },
    { method: 'notifications/initialized' },
    { id: 2, method: 'zapomni/hook', params: { ...params, within_ms: waitMs } },
  ];
  socket.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  return promise;
}
