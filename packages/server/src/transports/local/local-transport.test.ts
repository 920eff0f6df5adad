/** The private door of a folder: who it lets in, what it leaves behind, and how it ends. */
import { execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpBaseServer } from '../../mcp-base-server.ts';
import { MemoryLogger } from '../../testing/memory-logger.ts';
import { initializeParams, MODERN_META } from '../../testing/piped-server.ts';
import { echo, entered, manual } from '../../testing/sample-tools.ts';
import type { Tool } from '../../tools/tool.ts';
import { doorFile } from './door-file.ts';
import { knock } from './door.ts';
import { createLocalTransport } from './index.ts';

interface Running {
  readonly server: McpBaseServer;
  readonly run: Promise<void>;
  readonly logger: MemoryLogger;
}

type Answer = Record<string, unknown> & { readonly id?: unknown };

let folder: string;
const running: Running[] = [];
const isPosix = process.platform !== 'win32';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'door-'));
});
afterEach(async () => {
  for (const { server, run } of running.splice(0)) {
    await server.shutdown();
    await run.catch(() => undefined);
  }
  rmSync(folder, { recursive: true, force: true });
});

async function start(tools: readonly Tool[] = [echo], place = folder): Promise<Running> {
  const logger = new MemoryLogger();
  const server = new McpBaseServer({ name: 'sample', version: '1.2.3', logger });
  for (const tool of tools) server.registerTool(tool);
  const transport = createLocalTransport({
    folder: place,
    hello: { pid: process.pid, greeting: 'hello' },
    maxRequestBytes: 1 << 20,
    logger,
  });
  const run = server.run({ transport, signals: new EventEmitter() });
  running.push({ server, run, logger });
  while (logger.of('local_listening').length === 0) {
    await Promise.race([run, new Promise((resolve) => setImmediate(resolve))]);
  }
  return { server, run, logger };
}

async function enter(place = folder) {
  const door = await knock(place);
  if (!door) throw new Error('nobody is there');
  const { socket, hello } = door;
  const answers: Answer[] = [];
  const seen = new EventEmitter().setMaxListeners(0);
  createInterface({ input: socket }).on('line', (line) => {
    answers.push(JSON.parse(line) as Answer);
    seen.emit('line');
  });
  const ended = once(socket, 'end');
  return {
    hello,
    socket,
    answers,
    ended,
    send: (message: object) => void socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    async answerTo(id: unknown): Promise<Answer> {
      for (;;) {
        const found = answers.find((answer) => answer.id === id);
        if (found) return found;
        await Promise.race([once(seen, 'line'), ended]);
        if (socket.readableEnded && !answers.some((answer) => answer.id === id)) throw new Error('no answer');
      }
    },
  };
}

const callEcho = (id: unknown, text: string, meta?: object) => ({
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text }, ...(meta ? { _meta: meta } : {}) },
});

describe('the door', () => {
  test('lets in clients of both eras at once, each with a conversation of its own', async () => {
    await start();
    const [older, newer] = [await enter(), await enter()];
    expect(older.hello).toEqual({ pid: process.pid, greeting: 'hello' });
    older.send({ id: 1, method: 'initialize', params: initializeParams('2025-06-18') });
    expect(await older.answerTo(1)).toMatchObject({ result: { serverInfo: { name: 'sample' } } });
    older.send(callEcho(2, 'one'));
    newer.send(callEcho(2, 'two', MODERN_META));
    expect(await older.answerTo(2)).toMatchObject({ result: { structuredContent: { text: 'one' } } });
    expect(await newer.answerTo(2)).toMatchObject({ result: { structuredContent: { text: 'two' } } });
    older.socket.end();
    newer.socket.end();
    await Promise.all([older.ended, newer.ended]);
  });

  test('answers what was asked before the client said its last word, then hangs up', async () => {
    const { tool, calls } = manual();
    await start([tool]);
    const client = await enter();
    client.send({ id: 1, method: 'tools/call', params: { name: 'manual', arguments: {} } });
    client.socket.end();
    await entered(calls, 1);
    calls[0]?.finish('in the end');
    expect(await client.answerTo(1)).toMatchObject({ result: { content: [{ text: 'in the end' }] } });
    await client.ended;
  });

  test('stays open when a client breaks off, and when one talks nonsense', async () => {
    await start();
    const [broken, odd, good] = [await enter(), await enter(), await enter()];
    broken.send(callEcho(1, 'never read'));
    broken.socket.destroy();
    odd.socket.write('this is not JSON\n');
    expect(await odd.answerTo(null)).toMatchObject({ error: { code: -32700 } });
    good.send(callEcho(5, 'still there'));
    expect(await good.answerTo(5)).toMatchObject({ result: { structuredContent: { text: 'still there' } } });
    odd.socket.destroy();
    good.socket.destroy();
  });

  test.runIf(isPosix)('is private: nobody else may enter the folder, or use the socket', async () => {
    await start();
    const run = path.dirname(doorFile(folder));
    const socket = readFileSync(doorFile(folder), 'utf8').trim();
    const modes = [run, doorFile(folder), socket].map((file) => statSync(file).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  test.runIf(isPosix)('is found in a folder whose path is too long for a socket', async () => {
    const deep = path.join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const { server, run } = await start([echo], deep);
    const socket = readFileSync(doorFile(deep), 'utf8').trim();
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(103);
    expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
    const client = await enter(deep);
    client.send(callEcho(1, 'deep'));
    expect(await client.answerTo(1)).toMatchObject({ result: { structuredContent: { text: 'deep' } } });
    client.socket.destroy();
    await server.shutdown();
    await run;
    expect(existsSync(path.dirname(socket))).toBe(false);
  });
});

describe('a second server', () => {
  test('is refused while the first lives, and leaves its door alone', async () => {
    await start();
    await expect(start()).rejects.toThrow(/Another server \(process \d+\) already/);
    const client = await enter();
    client.send(callEcho(1, 'first'));
    expect(await client.answerTo(1)).toMatchObject({ result: { structuredContent: { text: 'first' } } });
    client.socket.destroy();
  });

  test('that starts at the same moment is refused too', async () => {
    const both = await Promise.allSettled([start(), start(), start()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const client = await enter();
    client.socket.destroy();
  });

  test.runIf(isPosix)('takes over what a killed one left behind', async () => {
    const keeper = fileURLToPath(new URL('./testing/door-keeper.ts', import.meta.url));
    const child = spawn(process.execPath, [keeper, folder]);
    for await (const line of createInterface({ input: child.stderr })) if (line === 'local_listening') break;
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = readFileSync(doorFile(folder), 'utf8').trim();
    expect(existsSync(left)).toBe(true);
    expect(await knock(folder)).toBeUndefined();
    await start();
    expect(existsSync(left)).toBe(false);
    const client = await enter();
    client.socket.destroy();
  });

  test.runIf(isPosix)('removes nothing that no door has made, whatever the file says', async () => {
    const precious = path.join(folder, 'precious.txt');
    writeFileSync(precious, 'keep');
    mkdirSync(path.dirname(doorFile(folder)));
    writeFileSync(doorFile(folder), `${precious}\n`);
    await start();
    expect(readFileSync(precious, 'utf8')).toBe('keep');
  });
});

describe('the end', () => {
  test('lets what runs be answered, hangs up, and takes the door away', async () => {
    const { tool, calls } = manual();
    const { server, run, logger } = await start([tool]);
    const client = await enter();
    client.send({ id: 1, method: 'tools/call', params: { name: 'manual', arguments: {} } });
    await entered(calls, 1);
    const down = server.shutdown();
    calls[0]?.finish('just in time');
    expect(await client.answerTo(1)).toMatchObject({ result: { content: [{ text: 'just in time' }] } });
    await Promise.all([down, run, client.ended]);
    expect(readdirSync(path.dirname(doorFile(folder)))).toEqual([]);
    expect(logger.of('drain_incomplete')).toEqual([]);
    expect(await knock(folder)).toBeUndefined();
  });

  test('does not wait for ever for a tool that does not end', async () => {
    const { tool, calls } = manual();
    const logger = new MemoryLogger();
    const server = new McpBaseServer({ name: 'sample', version: '1', logger, drainMs: 20 });
    server.registerTool(tool);
    const transport = createLocalTransport({ folder, hello: {}, maxRequestBytes: 1e6, logger });
    const run = server.run({ transport, signals: new EventEmitter() });
    while (logger.of('local_listening').length === 0) await new Promise((resolve) => setImmediate(resolve));
    const client = await enter();
    client.send({ id: 1, method: 'tools/call', params: { name: 'manual', arguments: {} } });
    await entered(calls, 1);
    await server.shutdown();
    await run;
    expect(logger.of('drain_incomplete')).toMatchObject([{ transport: 'local', unanswered: 1 }]);
    client.socket.destroy();
  });
});

describe('knocking', () => {
  test('finds nobody where there is no door', async () => {
    expect(await knock(folder)).toBeUndefined();
  });

  test.runIf(isPosix)('gives up on somebody who does not say who they are', async () => {
    const socket = path.join(folder, 's');
    const silent = createServer(() => undefined).listen(socket);
    await once(silent, 'listening');
    mkdirSync(path.dirname(doorFile(folder)));
    writeFileSync(doorFile(folder), socket);
    expect(await knock(folder, 20)).toBeUndefined();
    silent.close();
  });

  test('loads neither the SDK nor zod', async () => {
    const watch = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); loaded.push(found.url); return found; } });
      process.on('exit', () => console.log(JSON.stringify(loaded)));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(watch)}`,
      fileURLToPath(new URL('./door.ts', import.meta.url)),
    ]);
    const loaded = JSON.parse(stdout) as string[];
    expect(loaded.filter((url) => !url.startsWith('node:') && !url.includes('/packages/server/src/'))).toEqual([]);
    expect(loaded.length).toBeGreaterThan(2);
  });
});
