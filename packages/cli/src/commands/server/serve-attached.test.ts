/** Whatever stdin and stdout are attached to: services and containers give pipes, files and sockets, people a terminal. */
import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';

const BIN = fileURLToPath(new URL('../../../bin/zapomni.ts', import.meta.url));
const REQUESTS = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`;
const END_OF_INPUT = '\u0004';

afterAll(removeTemporaryFolders);

function start(command: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
  const env = { PATH: process.env['PATH'], HOME: tmpdir(), TMPDIR: tmpdir(), ZAPOMNI_DATA_DIR: temporaryFolder() };
  return spawn(command, args, { stdio, env });
}

async function overPipes(): Promise<string> {
  const { stdin, stdout } = start(process.execPath, [BIN], ['pipe', 'pipe', 'ignore']);
  stdin?.end(REQUESTS);
  return text(stdout as NodeJS.ReadableStream);
}

async function overFiles(): Promise<string> {
  const [input, output] = ['in', 'out'].map((name) => path.join(temporaryFolder(), name)) as [string, string];
  writeFileSync(input, REQUESTS);
  const files = [openSync(input, 'r'), openSync(output, 'w')];
  await once(start(process.execPath, [BIN], [...files, 'ignore']), 'exit');
  for (const file of files) closeSync(file);
  return readFileSync(output, 'utf8');
}

/** As inetd and socket units do it: one socket is both. */
async function overASocket(): Promise<string> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  const [socket] = (await once(server, 'connection')) as [Socket];
  const child = start(process.execPath, [BIN], [socket, socket, 'ignore']);
  socket.destroy();
  server.close();
  client.end(REQUESTS);
  const [answers] = await Promise.all([text(client), once(child, 'exit')]);
  return answers;
}

/** A terminal shows what is typed, and turns the ends of lines. */
async function onATerminal(): Promise<string> {
  const child = start('script', ['-qec', `'${process.execPath}' '${BIN}'`, '/dev/null'], ['pipe', 'pipe', 'ignore']);
  let shown = '';
  child.stdin?.write(REQUESTS);
  child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    if (shown.includes('"result":{"tools"')) child.stdin?.write(END_OF_INPUT);
  });
  await once(child, 'exit');
  const lines = shown.split(/\r?\n/u).filter((line) => line.includes('"result"'));
  return lines.join('\n');
}

const hasScript = spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0;
if (!hasScript) console.warn('serve-attached.test.ts: no terminal is tried, `script` of util-linux is not installed.');

const ATTACHED: readonly (readonly [string, () => Promise<string>])[] = [
  ['pipes', overPipes],
  ['files', overFiles],
  ['a socket', overASocket],
  ...(hasScript ? [['a terminal', onATerminal] as const] : []),
];

describe('serves on', () => {
  it.each(ATTACHED)('%s', async (_attached, talk) => {
    verifies('R312');
    const answers = (await talk()).trim().split('\n');
    expect(answers.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { tools: expect.any(Array) as unknown[] } },
    ]);
  });
});
