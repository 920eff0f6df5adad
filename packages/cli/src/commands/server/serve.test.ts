/** The server as clients start it: the real command file over pipes, with signals, ends and crashes. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { SETTINGS } from '../../generated/help.ts';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { StdioPeer } from '../../testing/stdio-peer.ts';

afterAll(removeTemporaryFolders);

/** Throws, or rejects, when the process gets SIGUSR2. */
const planted = (fault: string) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${fault} });`)}`,
];

function start(env: Record<string, string> = {}, nodeArgs: readonly string[] = []): StdioPeer {
  return new StdioPeer([], { env: { ZAPOMNI_DATA_DIR: temporaryFolder(), ...env }, nodeArgs });
}

describe('a session', () => {
  it('remembers through a client, is killed, and the next one knows', async () => {
    verifies('R053', 'R189', 'D001', 'D018', 'D030');
    const env = { ZAPOMNI_DATA_DIR: temporaryFolder(), LOG_LEVEL: 'error' };
    const connect = async () => {
      const bin = fileURLToPath(new URL('../../../bin/zapomni.ts', import.meta.url));
      const transport = new StdioClientTransport({ command: process.execPath, args: [bin], env, stderr: 'ignore' });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(transport);
      return { client, transport };
    };
    const first = await connect();
    await first.client.callTool({ name: 'add_memory', arguments: { text: 'The launch code word is heliotrope' } });
    process.kill(first.transport.pid ?? 0, 'SIGKILL');
    const { client } = await connect();
    const found = await client.callTool({ name: 'search_memory', arguments: { query: 'heliotrope' } });
    expect(found.structuredContent).toMatchObject({
      count: 1,
      results: [{ text: 'The launch code word is heliotrope' }],
    });
    await client.close();
  });

  it('has nothing but messages on stdout and nothing but JSON lines on stderr', async () => {
    verifies('R002', 'R003', 'R056', 'R178');
    const peer = start({ LOG_LEVEL: 'debug' });
    await peer.initialize();
    await peer.call('add_memory', { text: 'secret words', metadata: { pin: 'hidden' } });
    await peer.call('search_memory', { query: 'secret' });
    peer.child.stdin.end();
    expect(await peer.exit()).toBe(0);
    expect(peer.stdout).toHaveLength(3);
    for (const line of peer.stdout)
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0', result: expect.any(Object) as object });
    expect(peer.stderr.length).toBeGreaterThan(5);
    for (const line of peer.stderr) {
      expect(JSON.parse(line)).toMatchObject({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        level: expect.stringMatching(/^(debug|info|warning|error|critical)$/) as string,
        event: expect.stringMatching(/^[a-z_]+$/) as string,
      });
      expect(line).not.toMatch(/secret words|hidden/);
    }
  });

  it('takes requests up to max_request_bytes, 64 MiB unless told otherwise', async () => {
    verifies('R150');
    expect(SETTINGS.find(({ name }) => name === 'max_request_bytes')?.fallback).toBe(String(64 * 1024 * 1024));
    const peer = start({ ZAPOMNI_MAX_REQUEST_BYTES: '2000' });
    const add = (text: string) => peer.request('tools/call', { name: 'add_memory', arguments: { text } });
    expect(await add('x'.repeat(2000))).toMatchObject({ error: { code: -32_600, message: 'Request too large' } });
    expect(await add('x'.repeat(1000))).toMatchObject({ result: { isError: false } });
    peer.child.stdin.end();
    expect(await peer.exit()).toBe(0);
  });

  it('makes no code out of data: it works where the runtime forbids that', async () => {
    verifies('R175');
    // An add is to wait for the model however long it takes to load.
    const env = { ZAPOMNI_TOOLS: 'all', ZAPOMNI_EMBED_WAIT_MS: '60000' };
    const peer = start({ ...env, NODE_OPTIONS: '--disallow-code-generation-from-strings' });
    expect(await peer.call('add_memory', { text: 'Anna works for Siemens.' })).toMatchObject({ embedded: true });
    expect(await peer.call('search_memory', { query: 'employer of Anna' })).toMatchObject({ count: 1 });
    expect(await peer.call('build_graph', { text: 'Anna works for Siemens.' })).toMatchObject({
      relations: [{ type: 'WORKS_FOR' }],
    });
    peer.child.stdin.end();
    expect(await peer.exit()).toBe(0);
  });

  it('takes up what an earlier process left without vectors, once it has settled', async () => {
    const dataDir = temporaryFolder();
    const env = { ZAPOMNI_DATA_DIR: dataDir };
    await runZapomni(['add', 'left behind'], { env: { ...env, ZAPOMNI_EMBED_WAIT_MS: '0' } });
    const peer = start(env);
    await peer.initialize();
    await expect
      .poll(() => peer.call('get_stats'), { timeout: 30_000 })
      .toMatchObject({ pending_embeddings: 0, total_memories: 1 });
    peer.child.stdin.end();
    expect(await peer.exit()).toBe(0);
  });
});

describe('the end', () => {
  it.each([
    ['no input', ''],
    ['one blank line', '\n'],
  ])('comes with %s, cleanly', async (_name, input) => {
    verifies('R016', 'R017', 'R018');
    const env = { ZAPOMNI_DATA_DIR: temporaryFolder() };
    const { status, stdout, stderr } = await runZapomni([], { input, env });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ event: 'server_stopped', total_requests: 0, total_errors: 0 });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('comes with %s, right after the handshake', async (signal) => {
    verifies('R019', 'R020', 'D017');
    const peer = start();
    await peer.initialize();
    peer.child.kill(signal);
    expect(await peer.exit()).toBe(0);
    await peer.logged('server_stopped');
  });

  it('comes with SIGTERM after the answer to the request in hand', async () => {
    verifies('R024', 'R027');
    const peer = start();
    const answer = peer.call('add_memory', { text: 'in flight' });
    await peer.logged('executing_tool');
    peer.child.kill('SIGTERM');
    expect(await answer).toMatchObject({ status: 'success' });
    expect(await peer.exit()).toBe(0);
  });

  it('is forced by a second SIGINT', async () => {
    const peer = start();
    peer.send({ id: 1, method: 'tools/call', params: { name: 'add_memory', arguments: { text: 'takes a while' } } });
    await peer.logged('executing_tool');
    peer.child.kill('SIGINT');
    await peer.logged('signal_received');
    peer.child.kill('SIGINT');
    expect(await peer.exit()).toBe(130);
  });

  it.each([
    ['an exception', "throw new Error('planted')"],
    ['a rejection', "Promise.reject(new Error('planted'))"],
  ])('comes with %s that nobody caught: logged with its stack, exit code 1', async (_name, fault) => {
    verifies('R026', 'R032', 'R062');
    const peer = start({}, planted(fault));
    await peer.request('tools/list');
    peer.child.kill('SIGUSR2');
    expect(await peer.exit()).toBe(1);
    expect(await peer.logged('server_error')).toMatchObject({
      level: 'critical',
      error: { message: 'planted', stack: expect.stringContaining('at ') as string },
    });
    await peer.logged('server_stopped');
    expect(peer.stdout).toHaveLength(1);
  });
});

describe('a start that cannot be', () => {
  it.each([
    [{ ZAPOMNI_CONCURRENCY: 'many' }, 'ZAPOMNI_CONCURRENCY: takes whole number 1–1024.'],
    [{ FALKORDB_PORT: '70000' }, 'FALKORDB_PORT: takes whole number 1–65535.'],
    [{ ZAPOMNI_TOOLS: 'memory,magic' }, 'ZAPOMNI_TOOLS: unknown group magic.'],
  ])('%o stops with a clear message and exit code 2', async (env, message) => {
    verifies('R164');
    const { status, stderr, stdout } = await runZapomni([], { env: { ZAPOMNI_DATA_DIR: temporaryFolder(), ...env } });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    const last = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
    expect(last).toMatchObject({ level: 'critical', event: 'server_failed', code: 'INVALID_CONFIG', message });
  });

  it('is not one with a data folder that cannot be made: the server starts, and the call says why it fails', async () => {
    verifies('R033', 'R047');
    const peer = start({ ZAPOMNI_DATA_DIR: path.join(fileURLToPath(import.meta.url), 'below-a-file') });
    await peer.initialize();
    const { result } = await peer.request('tools/call', { name: 'add_memory', arguments: { text: 'x' } });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toMatch(/STORE_\w+/);
    peer.child.stdin.end();
    expect(await peer.exit()).toBe(0);
  });
});
