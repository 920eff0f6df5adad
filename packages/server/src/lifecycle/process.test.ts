import { verifies } from '@zapomni/testkit/verifies';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textOf, type WireMessage } from '../testing/piped-server.ts';

const SERVER = fileURLToPath(new URL('../testing/sample-server.ts', import.meta.url));

function start() {
  const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'pipe'] });
  const messages: WireMessage[] = [];
  const seen = new Map<unknown, () => void>();
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line) as WireMessage;
    messages.push(message);
    seen.get(message.id)?.();
  });
  const answered = (id: unknown) => new Promise<void>((resolve) => seen.set(id, resolve));
  const send = (id: number, method: string, params?: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  // `close` comes after the last byte of stdout, `exit` may come before it.
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  return { child, messages, answered, send, ended };
}

describe('a server process', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends on %s with the running request answered and exit code 0',
    async (signal) => {
      verifies('R019', 'R020', 'R024', 'R027', 'D017');
      const { child, messages, answered, send, ended } = start();
      const pong = answered(2);
      send(1, 'tools/call', { name: 'sleep', arguments: { ms: 200 } });
      send(2, 'ping');
      await pong;
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(messages.map(({ id }) => id)).toEqual([2, 1]);
      expect(textOf(messages[1])).toBe('slept');
    },
  );

  test('ends at the end of its input with everything answered and exit code 0', async () => {
    verifies('R016', 'R043');
    const { child, messages, send, ended } = start();
    for (const id of [1, 2, 3, 4]) send(id, 'tools/list');
    send(5, 'tools/call', { name: 'sleep', arguments: { ms: 100 } });
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  test('ends normally when the client closes the pipe it should read', async () => {
    verifies('R030');
    const { child, answered, send, ended } = start();
    const pong = answered(1);
    send(1, 'ping');
    await pong;
    child.stdout.destroy();
    const log = once(child.stderr, 'end');
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    send(2, 'tools/list');
    await log;
    expect(await ended).toEqual([0, null]);
    expect(stderr).toContain('write_failed');
  });

  test('survives a line of 100 MB and answers it under its id', async () => {
    verifies('R050', 'R051');
    const { child, messages, answered, send, ended } = start();
    const refused = answered(7);
    child.stdin.write('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"');
    const chunk = Buffer.alloc(1 << 20, 'x');
    for (let n = 0; n < 100; n += 1) {
      if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
    }
    child.stdin.write('"}}}\n');
    await refused;
    send(8, 'ping');
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32600, message: 'Request too large' } },
      { jsonrpc: '2.0', id: 8, result: {} },
    ]);
  });
});
