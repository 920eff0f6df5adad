import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FolderBell } from './folder-bell.ts';
import { STORE_FILE } from './store-file.ts';

let folder: string;
let rings: number;
const ring = (): void => void (rings += 1);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-bell-'));
  rings = 0;
  // The file system tells in its own time; how long the bell waits is the test's to say.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string): void => appendFileSync(join(folder, name), 'x');
const MINUTE_MS = 60_000;

/** Until it has settled to its longest pause and has just rung. */
async function calm(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  await vi.advanceTimersToNextTimerAsync();
  rings = 0;
}

/** Until the file system has told every watcher of this process, ours among them; they hear it in one turn. */
async function writeAndHear(name: string): Promise<void> {
  const watcher = watch(folder);
  const told = once(watcher, 'change');
  write(name);
  await told;
  await turn();
  watcher.close();
}

/** Lets the file system speak for a while, and then half of the longest pause go by. */
async function halfPause(): Promise<void> {
  await sleep(100);
  await vi.advanceTimersByTimeAsync(15_000);
}

test.runIf(process.platform === 'linux')('it rings soon and a few times more when the log is written to', async () => {
  const bell = new FolderBell({ folder });
  const listener = bell.listen(ring);
  await calm();
  await halfPause();
  expect(rings).toBe(0);
  await calm();
  await writeAndHear(`${STORE_FILE}-wal`);
  await vi.advanceTimersByTimeAsync(60);
  expect(rings).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rings).toBe(4);
  listener.leave(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('it does not ring for other files of the folder', async () => {
  writeFileSync(join(folder, STORE_FILE), '');
  const bell = new FolderBell({ folder, trusted: true });
  const listener = bell.listen(ring);
  await calm();
  write('something.log');
  write(`${STORE_FILE}-shm`);
  write(STORE_FILE);
  await halfPause();
  expect(rings).toBe(0);
  listener.leave(false);
});

test('while nothing happens it rings twice a minute, and each second where the system cannot watch', async () => {
  const perMinute = async (at: string) => {
    const bell = new FolderBell({ folder: at, trusted: true });
    bell.listen(ring);
    await calm();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    bell.close();
    return rings;
  };
  expect(await perMinute(folder)).toBe(2);
  expect(await perMinute(join(folder, 'not there'))).toBe(60);
  expect(vi.getTimerCount()).toBe(0);
});

test('it trusts a system no longer that kept silent about a write', async () => {
  const bell = new FolderBell({ folder, trusted: true });
  const stays = bell.listen(ring);
  bell.listen(() => undefined).leave(true);
  await calm();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(rings).toBe(60);
  stays.leave(false);
});
