import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

const TAKER = fileURLToPath(new URL('testing/taking-ports.ts', import.meta.url));

async function portsOfAnother(): Promise<number[]> {
  const child = spawn(process.execPath, [TAKER], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line) as number[];
}

test('no two get the same, in however many processes, and each can be listened on', async () => {
  const own = await Promise.all(Array.from({ length: 10 }, freePort));
  const ports = [own, ...(await Promise.all([portsOfAnother(), portsOfAnother()]))].flat();
  expect(new Set(ports).size).toBe(30);
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    // A cluster's bus is ten thousand higher, and no system chooses one of these for others.
    expect(port + 10_000).toBeLessThan(32_768);
  }
});
