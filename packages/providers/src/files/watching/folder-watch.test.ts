import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FolderChange } from '@zapomni/core/ports';
import { condition } from '@zapomni/testkit/condition';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { planWalk } from '../walking/walk-plan.ts';
import { FolderWatch, type FolderWatchParts } from './folder-watch.ts';
import { PendingEvents } from './pending-events.ts';

describe('FolderWatch', () => {
  let base: string;
  let watch: FolderWatch;
  let told: FolderChange[];
  let free: number;
  const at = (...parts: string[]) => path.join(base, 'vault', ...parts);
  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-watch-')));
    mkdirSync(at('sub'), { recursive: true });
    [told, free] = [[], 100];
  });
  afterEach(() => {
    watch.close();
    rmSync(base, { recursive: true, force: true });
  });
  const begin = async (parts: Partial<FolderWatchParts> = {}) => {
    watch = new FolderWatch({
      plan: () => planWalk(at(), { roots: [at()], except: [] }, {}, { maxBytes: 1000 }),
      onChange: (change) => void told.push(change),
      logger: createRecordingLogger(),
      room: { take: () => free > 0 && (free -= 1) >= 0, give: () => void (free += 1) },
      ...parts,
    });
    await watch.begin();
  };
  const isTold = (relative: string, kind: string) =>
    told.some((one) => one.kind === 'changes' && one.changes.some((c) => c.relative === relative && c.kind === kind));

  test('with one watch for all of it, as on other systems, tells the same', async () => {
    await begin({ recursive: true });
    expect(free).toBe(99);
    writeFileSync(at('sub/file.txt'), '');
    await condition(() => isTold('sub/file.txt', 'file'));
    mkdirSync(path.join(base, 'elsewhere/deep'), { recursive: true });
    writeFileSync(path.join(base, 'elsewhere/deep/old.txt'), '');
    renameSync(path.join(base, 'elsewhere'), at('moved-in'));
    await condition(() => isTold('moved-in/deep/old.txt', 'file'));
    rmSync(at('sub/file.txt'));
    await condition(() => isTold('sub/file.txt', 'gone'));
  });

  test('gives back every watch: of folders that go, and all in the end', async () => {
    mkdirSync(at('a/b/c'), { recursive: true });
    await begin({ recursive: false });
    expect(free).toBe(95);
    rmSync(at('a'), { recursive: true });
    await condition(() => isTold('a', 'gone'));
    expect(free).toBe(98);
    watch.close();
    expect(free).toBe(100);
  });

  test('says again and again that not everything is watched, until it is closed', async () => {
    free = 1;
    await begin({ recursive: false, timing: { rescanMs: 5 } });
    await condition(() => told.length >= 3);
    expect(told.every((one) => one.kind === 'rescan' && one.reason === 'incomplete')).toBe(true);
    watch.close();
    const count = told.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toHaveLength(count);
  });

  test('does not keep the process alive', async () => {
    await begin();
    const files = new URL('../index.ts', import.meta.url).href;
    const script = `
      import { createLocalFiles } from ${JSON.stringify(files)};
      const logger = { log() {} };
      const roots = [${JSON.stringify(at())}];
      const options = { roots, maxBytes: 1, readsPerMinute: 9, clock: { now: () => 0 }, logger };
      const request = { client: 'one', signal: new AbortController().signal };
      await createLocalFiles(options).forUser.watchFolder({ path: roots[0] }, request, () => {});
      console.log('watching');
    `;
    const args = ['--input-type=module', '--eval', script];
    const { stdout, status } = spawnSync(process.execPath, args, { timeout: 30_000 });
    expect([stdout.toString(), status]).toEqual(['watching\n', 0]);
  });
});

describe('PendingEvents', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const timing = { settleMs: 300, longestMs: 2000 };
  const event = (...names: string[]) => ({ type: 'change' as const, names });

  test('waits for the end of a burst, but not for ever', () => {
    let settled = 0;
    const pending = new PendingEvents(timing, () => {
      settled += 1;
      pending.take();
    });
    pending.add(event('a'));
    vi.advanceTimersByTime(299);
    pending.add(event('a'));
    vi.advanceTimersByTime(299);
    expect(settled).toBe(0);
    vi.advanceTimersByTime(1);
    expect(settled).toBe(1);
    for (let ms = 0; ms < 1900; ms += 100) {
      pending.add(event('b'));
      vi.advanceTimersByTime(100);
    }
    expect(settled).toBe(1);
    pending.add(event('b'));
    vi.advanceTimersByTime(100);
    expect(settled).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect([settled, vi.getTimerCount()]).toEqual([2, 0]);
  });

  test('keeps each path once, and of too many only that they were', () => {
    const pending = new PendingEvents(timing, () => undefined);
    for (let n = 0; n < 5000; n += 1) pending.add(event('folder', 'same'));
    pending.add({ type: 'rename', names: ['folder', 'same'] });
    pending.add(event('folder', 'same'));
    pending.add(event('top'));
    expect(pending.take()).toEqual({
      overflow: false,
      folders: new Map([
        ['folder', new Map([['same', 'rename']])],
        ['', new Map([['top', 'change']])],
      ]),
    });
    for (let n = 0; n < 5000; n += 1) pending.add(event(`file ${n}`));
    expect(pending.take()).toEqual({ overflow: true, folders: new Map() });
    pending.add({ type: 'change', names: undefined });
    expect(pending.take()).toMatchObject({ overflow: true });
    pending.cancel();
  });
});
