import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Logger } from '@zapomni/core/ports';
import { verifies } from '@zapomni/testkit/verifies';
import { Channel } from './channel.ts';
import { openSqliteStorage } from '../driver.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

function recorder(): { logger: Logger; events: string[] } {
  const events: string[] = [];
  const logger: Logger = { log: (level, event) => events.push(`${level} ${event}`), child: () => logger };
  return { logger, events };
}

const options = () => ({ dataDir: fixture.dataDir, busyTimeoutMs: 1, logger: recorder().logger, now: Date.now });

test('when the worker dies, calls under way fail with STORE_UNAVAILABLE and the next call gets another', async () => {
  verifies('R047');
  const { logger, events } = recorder();
  const mortal = new URL('../testing/mortal-worker.ts', import.meta.url);
  const channel = new Channel({ ...options(), logger }, mortal);
  const calls = [channel.call('memories', 'get', []), channel.call('memories', 'get', [])];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
  }
  expect(events).toEqual(['error store_worker_died']);
  expect(await channel.call('memories', 'get', [])).toBe('alive');
});

test('an open storage does not keep a process alive, and a call under way does', async () => {
  const script = fileURLToPath(new URL('../testing/forgetful-caller.ts', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, fixture.dataDir]);
  expect(stdout + stderr).toBe('');
  expect(await fixture.storage.workspaces.get('default')).toMatchObject({ memories: 1 });
});

test('opening is told to the log, without a word of contents or paths', async () => {
  const lines: unknown[] = [];
  const logger: Logger = { log: (...line) => lines.push(line), child: () => logger };
  const storage = openSqliteStorage({ dataDir: fixture.dataDir, busyTimeoutMs: 1000, logger });
  expect(lines).toEqual([]);
  await storage.workspaces.list();
  await storage.close();
  expect(lines).toEqual([
    ['info', 'store_created', { schema_version: SCHEMA_VERSION }],
    ['info', 'store_opened', { engine: 'sqlite', engine_version: expect.any(String), shared: true }],
  ]);
});

test('closing what was never used starts nothing', async () => {
  const { logger, events } = recorder();
  const storage = openSqliteStorage({ dataDir: fixture.dataDir, busyTimeoutMs: 1000, logger });
  await storage.close();
  expect(events).toEqual([]);
});

test('a failure keeps its code, its advice and its cause on the way', async () => {
  const failing = fixture.storage.memories.list({ workspace: 'w', limit: 1, cursor: '%' });
  await expect(failing).rejects.toMatchObject({
    name: 'ZapomniError',
    code: 'INVALID_INPUT',
    hint: expect.stringContaining('page before'),
    issues: [{ field: 'cursor' }],
  });
  const channel = new Channel(options());
  const unknown = channel.call('memories', 'nonsense', []);
  await expect(unknown).rejects.toMatchObject({
    code: 'INTERNAL',
    cause: { message: expect.stringContaining('nonsense') },
  });
  await channel.close();
});

test('a value that cannot be carried fails its own call and nothing else', async () => {
  const odd = { workspace: 'w', limit: 1, filter: { sources: (() => 'no') as unknown as string[] } };
  const together = [fixture.storage.workspaces.list(), fixture.storage.memories.list(odd), fixture.storage.version()];
  const [before, failed, after] = await Promise.allSettled(together);
  expect(before).toMatchObject({ status: 'fulfilled', value: [] });
  expect(failed).toMatchObject({ reason: { message: expect.stringContaining('could not be cloned') } });
  expect(after).toMatchObject({ status: 'fulfilled', value: expect.any(String) });
  expect(await fixture.storage.workspaces.list()).toEqual([]);
});

test('calls made together are answered in order, before a close that follows them', async () => {
  const { storage } = fixture;
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const made = storage.workspaces.create({ id: 'w', name: 'w', description: '', createdAt: 1 }).then(note('made'));
  const read = storage.workspaces.get('w').then((found) => note(`read ${found?.name}`)());
  const closed = storage.close().then(note('closed'));
  await Promise.all([made, read, closed]);
  expect(order).toEqual(['made', 'read w', 'closed']);
});

test('a worker that cannot be started fails the calls, not the process', async () => {
  const nowhere = new URL('https://example.org/worker.js');
  const channel = new Channel(options(), nowhere);
  await expect(channel.call('memories', 'get', [])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await channel.close();
});
