import type { ServerTransport } from '@zapomni/server';
import { describe, expect, it } from 'vitest';
import type { Message, Request } from './conversation.ts';
import { ResumedTransport } from './resumed-transport.ts';

function fakeFront() {
  const sent: Message[] = [];
  const front: ServerTransport = {
    ended: new Promise(() => undefined),
    check: () => undefined,
    stopReading: () => undefined,
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => void sent.push(message),
  };
  return { front, sent, says: (message: Message) => front.onmessage?.(message) };
}

const call = (id: number, method: string): Request => ({ jsonrpc: '2.0', id, method });
const answer = (id: string | number): Message => ({ jsonrpc: '2.0', id, result: {} });

describe('a resumed connection', () => {
  it('tells the new server the past, keeps its answers back, and only then goes on', async () => {
    const { front, sent, says } = fakeFront();
    const transport = new ResumedTransport(front, [
      call(1, 'initialize'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(4, 'logging/setLevel'),
    ]);
    says(call(9, 'tools/list'));
    transport.askAgain([call(8, 'ping')]);
    const heard: Message[] = [];
    transport.onmessage = (message) => void heard.push(message as Message);
    await transport.start();
    expect(heard).toMatchObject([
      { method: 'initialize' },
      { method: 'notifications/initialized' },
      { method: 'logging/setLevel' },
    ]);
    const [first, , last] = heard as Request[];
    expect([first?.id, last?.id].every((id) => typeof id === 'string')).toBe(true);
    await transport.send(answer(first?.id ?? ''));
    expect(heard).toHaveLength(3);
    await transport.send(answer(last?.id ?? ''));
    expect(heard.slice(3)).toMatchObject([{ id: 8 }, { id: 9 }]);
    says(call(10, 'ping'));
    await transport.send(answer(8));
    expect(heard.at(-1)).toMatchObject({ id: 10 });
    expect(sent).toEqual([answer(8)]);
  });

  it('goes on at once where there is no past', async () => {
    const { front } = fakeFront();
    const transport = new ResumedTransport(front, []);
    transport.askAgain([call(3, 'ping')]);
    const heard: Message[] = [];
    transport.onmessage = (message) => void heard.push(message as Message);
    await transport.start();
    expect(heard).toMatchObject([{ id: 3 }]);
  });
});
