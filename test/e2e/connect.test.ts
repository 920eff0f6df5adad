/** The installed command, shared: one server, many stdio clients, and what becomes of them when it ends or is killed. */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packed } from './packed.ts';

type Message = Record<string, unknown>;

const CLIENTS = 4;
const PER_CLIENT = 40;
/** Of all the answers together. */
const KILLED_AFTER = 50;

let dataDir: string;
const processes: Peer[] = [];

/** One process, every line it writes, and requests by hand: what a client library hides is what is looked at. */
class Peer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Message[] = [];
  readonly logs: Message[] = [];
  readonly #seen = new EventEmitter().setMaxListeners(0);
  readonly #exit: Promise<unknown>;

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    const { node, bin } = packed();
    this.child = spawn(node, [bin, ...args], { env: { ...process.env, ZAPOMNI_DATA_DIR: dataDir, ...env } });
    this.child.stdin.on('error', () => undefined);
    this.#read(this.child.stdout, this.answers);
    this.#read(this.child.stderr, this.logs);
    this.#exit = once(this.child, 'close');
    processes.push(this);
  }

  #read(stream: NodeJS.ReadableStream, into: Message[]): void {
    createInterface({ input: stream }).on('line', (line) => {
      into.push(line.startsWith('{') ? (JSON.parse(line) as Message) : { line });
      this.#seen.emit('line');
    });
  }

  send(message: Message): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null) throw new Error('the process has ended');
      await Promise.race([once(this.#seen, 'line'), this.#exit]);
    }
  }

  answerTo(id: unknown): Promise<Message> {
    return this.until(() => this.answers.find((answer) => answer['id'] === id));
  }

  logged(event: string): Promise<Message> {
    return this.until(() => this.logs.find((line) => line['event'] === event));
  }

  async request(method: string, params: Message = {}): Promise<Message> {
    const id = crypto.randomUUID();
    this.send({ id, method, params });
    return this.answerTo(id);
  }

  async call(name: string, args: Message = {}): Promise<Message> {
    const { result } = await this.request('tools/call', { name, arguments: args });
    return (result as { structuredContent: Message }).structuredContent;
  }

  async initialize(): Promise<Message> {
    const clientInfo = { name: 'e2e', version: '1' };
    const greeted = await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.send({ method: 'notifications/initialized' });
    return greeted;
  }

  async exit(): Promise<number | NodeJS.Signals | null> {
    await this.#exit;
    return this.child.exitCode ?? this.child.signalCode;
  }
}

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
});
afterEach(async () => {
  for (const peer of processes.splice(0)) {
    peer.child.kill('SIGKILL');
    await peer.exit();
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function startServer(...flags: string[]): Promise<Peer> {
  const server = new Peer(['serve', '--stdio', 'false', ...flags]);
  await server.logged('local_listening');
  return server;
}

async function startClient(...args: string[]): Promise<Peer> {
  const client = new Peer(args);
  await client.initialize();
  return client;
}

/** The texts in the store, read by a process that shares with nobody; all are short enough to be shown whole. */
function stored(): string[] {
  const { node, bin } = packed();
  const args = [bin, 'list', '--json', '--limit', '1000', '--data-dir', dataDir];
  const { stdout } = spawnSync(node, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  return (JSON.parse(stdout) as { memories: { text_preview: string }[] }).memories.map((memory) => memory.text_preview);
}

const outcomeOf = ({ result }: Message) => result as { isError?: boolean; content: { text: string }[] };

describe('zapomni connect', () => {
  it('is a bridge to the server, for clients of both eras', async () => {
    await startServer('--http-port', '0');
    const [older, newer] = [await startClient('connect'), new Peer(['connect'])];
    expect(await older.call('add_memory', { text: 'said over the bridge' })).toMatchObject({ status: 'success' });
    const { result } = await newer.request('tools/call', {
      name: 'search_memory',
      arguments: { query: 'bridge' },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'e2e', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    });
    expect(result).toMatchObject({ structuredContent: { count: 1 } });
  });

  it('ends with its client, and the server does not', async () => {
    const server = await startServer('--http-port', '0');
    const client = await startClient('connect');
    client.send({ id: 'last', method: 'tools/call', params: { name: 'get_stats', arguments: {} } });
    client.child.stdin.end();
    expect(await client.exit()).toBe(0);
    expect(client.answers.at(-1)).toMatchObject({ id: 'last', result: { isError: false } });
    expect(server.child.exitCode).toBeNull();
    expect(await (await startClient('connect')).call('get_stats')).toMatchObject({ total_memories: 0 });
  });

  it('says in one line that there is no server, and that it has ended', async () => {
    const early = new Peer(['connect']);
    expect(await early.exit()).toBe(3);
    expect(early.logs).toMatchObject([{ line: expect.stringMatching(/^STORE_UNAVAILABLE: No server is running/) }]);
    const server = await startServer();
    const client = await startClient('connect');
    server.child.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    expect(await client.exit()).toBe(3);
    expect(client.logs).toMatchObject([{ line: expect.stringMatching(/^STORE_UNAVAILABLE: The server has ended/) }]);
  });

  it('ends with the server though the server had not read all it was sent', async () => {
    const server = await startServer('--http-port', '0');
    const client = await startClient('connect');
    for (let i = 0; i < 300; i++) client.send({ method: 'notifications/none', params: { filling: 'x'.repeat(1000) } });
    server.child.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    expect(await client.exit()).toBe(3);
    expect(client.logs).toMatchObject([{ line: expect.stringMatching(/^STORE_UNAVAILABLE: The server has ended/) }]);
  });
});

describe('a stdio client', () => {
  it('uses the server that runs, and ends with its own client alone', async () => {
    const server = await startServer('--http-port', '0');
    const client = await startClient();
    expect(await client.logged('server_shared')).toMatchObject({ server_pid: server.child.pid });
    expect(await client.call('add_memory', { text: 'kept by the server' })).toMatchObject({ status: 'success' });
    client.child.stdin.end();
    expect(await client.exit()).toBe(0);
    expect(server.child.exitCode).toBeNull();
    expect(stored()).toEqual(['kept by the server']);
  });

  it.each([
    ['is told to', ['--share', 'never'], undefined],
    ['has other tools', ['--tools', 'memory'], ['tools']],
    ['has another workspace', ['--workspace', 'other'], ['workspace']],
  ])('works alone when it %s', async (_name, flags, settings) => {
    await startServer('--http-port', '0');
    const client = await startClient(...flags);
    expect(await client.call('add_memory', { text: 'by myself' })).toMatchObject({ status: 'success' });
    expect(client.logs.find(({ event }) => event === 'server_shared')).toBeUndefined();
    if (settings) expect(await client.logged('server_not_shared')).toMatchObject({ settings });
    await client.logged('server_starting');
  });

  it('works alone beside a server that lets nobody in, and beside what a killed one left', async () => {
    const closed = new Peer(['serve', '--stdio', 'false', '--http-port', '0', '--share', 'never']);
    await closed.logged('http_listening');
    expect(await (await startClient()).call('get_stats')).toMatchObject({ total_memories: 0 });
    const killed = await startServer();
    killed.child.kill('SIGKILL');
    await killed.exit();
    const client = await startClient();
    expect(await client.logged('server_not_shared')).toMatchObject({ reason: 'nobody answers' });
    expect(await client.call('get_stats')).toMatchObject({ total_memories: 0 });
    await startServer();
    expect(await (await startClient()).logged('server_shared')).toBeDefined();
  });

  it('goes on alone, in the workspace it had chosen, when the server ends in good order', async () => {
    const server = await startServer();
    const client = await startClient();
    await client.call('set_current_workspace', { workspace_id: 'chosen' });
    server.child.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    await client.logged('shared_server_lost');
    expect(await client.call('add_memory', { text: 'after the end' })).toMatchObject({ workspace_id: 'chosen' });
    expect(client.answers).toHaveLength(3);
  });
});

describe('a server killed in the middle', () => {
  /** Half of the memories have a key, by which a second attempt is recognised. */
  const memory = (client: number, i: number): Message => ({
    text: `memory ${i} of client ${client}`,
    ...(i % 2 === 0 ? { key: `${client}/${i}` } : {}),
  });

  async function stream(peer: Peer, client: number, onAnswer: () => void): Promise<Message[]> {
    const answers: Promise<Message>[] = [];
    for (let i = 0; i < PER_CLIENT; i++) {
      peer.send({ id: i, method: 'tools/call', params: { name: 'add_memory', arguments: memory(client, i) } });
      const answer = peer.answerTo(i);
      void answer.then(onAnswer);
      answers.push(answer);
      // A few on the way at any time, as agents that call tools side by side have.
      if (i >= 4) await answers[i - 4];
    }
    return Promise.all(answers);
  }

  it('loses no acknowledged memory, doubles none, and leaves no client without an answer', async () => {
    const server = await startServer('--http-port', '0', '--embed-wait-ms', '0');
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => startClient('--embed-wait-ms', '0')));
    for (const client of clients) await client.logged('server_shared');
    let answered = 0;
    const answers = await Promise.all(
      clients.map((client, c) =>
        stream(client, c, () => {
          answered += 1;
          if (answered === KILLED_AFTER) server.child.kill('SIGKILL');
        }),
      ),
    );
    expect(await server.exit()).toBe('SIGKILL');

    const texts = stored();
    expect(new Set(texts).size).toBe(texts.length);
    for (const [c, given] of answers.entries()) {
      for (const [i, answer] of given.entries()) {
        const { isError, content } = outcomeOf(answer);
        if (isError === true) {
          expect(content[0]?.text).toContain('may or may not have been done');
          expect(memory(c, i)['key']).toBeUndefined();
        } else {
          expect(texts).toContain(memory(c, i)['text']);
        }
      }
    }
    const lost = await Promise.all(clients.map((client) => client.logged('shared_server_lost')));
    // Otherwise it was not in the middle of anything.
    expect(lost.reduce((sum, { unanswered }) => sum + Number(unanswered), 0)).toBeGreaterThan(0);
    for (const client of clients) {
      const ids = client.answers.map(({ id }) => id);
      expect(ids).toHaveLength(PER_CLIENT + 1);
      expect(new Set(ids).size).toBe(ids.length);
      expect(await client.call('add_memory', { text: `goes on ${client.child.pid}` })).toMatchObject({
        status: 'success',
      });
      client.child.stdin.end();
      expect(await client.exit()).toBe(0);
    }
  });

  it('is noticed by a client whose input has already ended, which still gets its answers', async () => {
    const server = await startServer();
    const client = await startClient();
    await client.logged('server_shared');
    server.child.kill('SIGSTOP');
    client.send({ id: 'last', method: 'tools/call', params: { name: 'get_stats', arguments: {} } });
    client.child.stdin.end();
    await client.logged('eof_received');
    server.child.kill('SIGKILL');
    expect(await client.exit()).toBe(0);
    expect(client.answers.at(-1)).toMatchObject({ id: 'last', result: { isError: false } });
  });
});

it.runIf(process.platform === 'linux')('a client that shares has no store open and no model beside it', async () => {
  await startServer();
  const client = await startClient();
  await client.call('add_memory', { text: 'who holds the model?' });
  const { pid } = client.child;
  expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()).toBe('');
  expect(readFileSync(`/proc/${pid}/maps`, 'utf8')).not.toMatch(/onnxruntime|\.db/);
});
