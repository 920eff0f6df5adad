/** One question to the running server of a data folder, over its private door. */
import { knock, type OpenedDoor } from '@zapomni/server/door';

const PATIENCE_MS = 5000;
const HELLO = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'zapomni-door', version: '1' } };

type Answer = Readonly<Record<string, unknown>>;

/** `undefined` where nobody answers, or not this. */
export async function askServer(dataDir: string, method: string, params: Answer = {}): Promise<Answer | undefined> {
  const door = await knock(dataDir);
  return door && askDoor(door, method, params);
}

/** Ends the connection. */
async function askDoor({ socket }: OpenedDoor, method: string, params: Answer): Promise<Answer | undefined> {
  const messages = [
    { id: 1, method: 'initialize', params: HELLO },
    { method: 'notifications/initialized' },
    { id: 2, method, params },
  ];
  socket.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
  try {
    return await answerTo(socket, 2);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function answerTo(socket: OpenedDoor['socket'], id: number): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  let text = '';
  socket.setEncoding('utf8');
  socket.on('close', () => resolve(undefined));
  socket.on('data', (piece: string) => {
    const lines = (text + piece).split('\n');
    text = lines.pop() ?? '';
    const messages = lines.map((line) => JSON.parse(line) as { readonly id?: unknown; readonly result?: Answer });
    const answer = messages.find((message) => message.id === id);
    if (answer) resolve(answer.result);
  });
  socket.resume();
  return promise;
}
