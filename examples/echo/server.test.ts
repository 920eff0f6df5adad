/** The example as a newcomer runs it: a real process, real clients, over stdio and HTTP at once. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';

const SERVER = path.join(import.meta.dirname, 'server.ts');
let running: ChildProcessWithoutNullStreams | undefined;

afterEach(() => {
  running?.kill('SIGKILL');
});

async function overStdio(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER], stderr: 'ignore' }));
  return client;
}

async function overHttp(): Promise<Client> {
  running = spawn(process.execPath, [SERVER, '--port', '0']);
  for await (const line of createInterface({ input: running.stderr })) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number };
    if (event !== 'http_listening') continue;
    running.stderr.resume();
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    return client;
  }
  throw new Error('the server did not listen');
}

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
])('the echo server over %s', (_transport, connect) => {
  it('echoes, reverses, shouts, and reads its resources', async () => {
    verifies('R160', 'R230', 'R227', 'R228', 'R229');
    const client = await connect();
    const say = async (tool: string) => {
      const { content } = await client.callTool({ name: tool, arguments: { text: 'Привет, 👋' } });
      return content.map((block) => ('text' in block ? block.text : '')).join('');
    };
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'reverse', 'uppercase']);
    expect(await say('echo')).toBe('Привет, 👋');
    expect(await say('reverse')).toBe('👋 ,тевирП');
    expect(await say('uppercase')).toBe('ПРИВЕТ, 👋');
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read('echo://info')).toMatchObject([{ text: 'A server that echoes.' }]);
    expect(await read('echo://content/poem')).toMatchObject([{ text: 'Content of type poem.' }]);
    expect(await read('echo://data/json/a%20b')).toMatchObject([{ text: '{"format":"json","name":"a b"}' }]);
    await expect(read('echo://nothing/here')).rejects.toThrow();
    await client.close();
  });
});

describe('the echo server', () => {
  it('stays short, and ends with its input', async () => {
    verifies('R230');
    expect(readFileSync(SERVER, 'utf8').split('\n').length).toBeLessThan(80);
    running = spawn(process.execPath, [SERVER, '--port', '0']);
    running.stderr.resume();
    running.stdin.end();
    expect(await once(running, 'exit')).toEqual([0, null]);
  });
});
