/** How much memory the installed command takes as long as no model is loaded. Linux tells it in /proc. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { originFrom } from './matrix/listening.ts';
import { packed } from './packed.ts';

const CLIENTS = 100;
let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function start(...args: string[]): ChildProcess {
  const { node, bin } = packed();
  const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
  return (child = spawn(node, [bin, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] }));
}

function residentMegabytes({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function connect(origin: string): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
  await client.listTools();
  await client.callTool({ name: 'get_stats', arguments: {} });
  return client;
}

describe.skipIf(!existsSync('/proc/self/status'))('without a model', () => {
  it('a server that a client has started stays below 128 MB', async () => {
    verifies('R068', 'R169');
    const server = start();
    server.stderr?.resume();
    const call = { method: 'tools/call', params: { name: 'get_stats', arguments: {} } };
    server.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })}\n`);
    const [answer] = (await once(createInterface({ input: server.stdout as Readable }), 'line')) as [string];
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { structuredContent: { total_memories: 0 } } });
    expect(residentMegabytes(server)).toBeLessThan(128);
  });

  it('a server of a hundred sessions takes less than 1 MB more for each', async () => {
    verifies('R284');
    const server = start('serve', '--http-port', '0', '--stdio', 'false');
    const origin = await originFrom(server.stderr as Readable);
    const clients: Client[] = [];
    while (clients.length < CLIENTS) clients.push(await connect(origin));
    expect(residentMegabytes(server)).toBeLessThan(128 + CLIENTS);
    for (const client of clients) await client.close();
  });
});
