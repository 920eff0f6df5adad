import { EventEmitter } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync, type FSWatcher } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileRefused } from '../guard/file-refused.ts';
import { FileWatch } from './file-watch.ts';
import { FileWatches } from './file-watches.ts';

describe('FileWatch', () => {
  /** Stands for the system's watch, with its events in the test's hands. */
  class Watcher extends EventEmitter {
    closed = false;
    close(): void {
      this.closed = true;
    }
  }
  let opened: Watcher[];
  let told: number;
  let missing: boolean;
  let unavailable: boolean;
  let logger: ReturnType<typeof createRecordingLogger>;
  let watch: FileWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    [opened, told, missing, unavailable] = [[], 0, false, false];
    logger = createRecordingLogger();
    watch = new FileWatch({
      async locate() {
        if (missing) throw new FileRefused('missing');
        return '/file';
      },
      onChange: () => void (told += 1),
      logger,
      watch() {
        if (unavailable) throw new Error('ENOSPC');
        const watcher = new Watcher();
        opened.push(watcher);
        return watcher as unknown as FSWatcher;
      },
    });
  });
  afterEach(() => vi.useRealTimers());
  const open = () => opened.filter(({ closed }) => !closed);
  const event = () => open().at(-1)?.emit('change', 'change', 'file');
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test('tells of a burst of events once, and watches what is there afterwards', async () => {
    await watch.begin();
    for (let n = 0; n < 5; n += 1) event();
    await pass(100);
    expect([told, opened.length, open().length]).toEqual([1, 2, 1]);
    event();
    await pass(100);
    expect([told, open().length]).toEqual([2, 1]);
  });

  test('tells of a file that goes, and of one that comes in its place', async () => {
    await watch.begin();
    missing = true;
    event();
    await pass(100);
    expect([told, open().length]).toEqual([1, 0]);
    await pass(5000);
    expect(told).toBe(1);
    missing = false;
    await pass(1000);
    expect([told, open().length]).toEqual([2, 1]);
    expect(logger.records).toEqual([]);
  });

  test('an error of the system is a reason to look', async () => {
    await watch.begin();
    open()[0]?.emit('error', new Error('EPERM'));
    await pass(100);
    expect([told, open().length]).toEqual([1, 1]);
  });

  test('where nothing can be watched it says so once in the log, and to nobody else', async () => {
    unavailable = true;
    await watch.begin();
    await pass(5000);
    expect(told).toBe(0);
    expect(logger.of('file_watch_unavailable')).toHaveLength(1);
  });

  test('closed, it has neither a watch nor a timer', async () => {
    await watch.begin();
    event();
    watch.close();
    expect([open().length, vi.getTimerCount()]).toEqual([0, 0]);
    await pass(1000);
    expect(told).toBe(0);
  });
});

describe('FileWatches', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-watch-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('watches a file once for all who want to know, and no more files than it may', async () => {
    const watches = new FileWatches(createRecordingLogger());
    const file = path.join(folder, 'a');
    writeFileSync(file, '');
    const [one, two] = [new AbortController(), new AbortController()];
    const told: string[] = [];
    const add = (target: string, who: string, { signal }: AbortController) =>
      watches.add({ target, locate: async () => file, onChange: () => told.push(who), signal });
    await add('a', 'one', one);
    await add('a', 'two', two);
    expect(watches.size).toBe(1);
    writeFileSync(file, 'changed');
    while (told.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(told).toEqual(['one', 'two']);
    two.abort();
    expect(watches.size).toBe(1);
    for (let n = watches.size; n < 1000; n += 1) await add(`file ${n}`, 'one', one);
    await expect(add('one more', 'one', one)).rejects.toMatchObject({ reason: 'too_many' });
    one.abort();
    expect(watches.size).toBe(0);
    await add('one more', 'late', one);
    expect(watches.size).toBe(0);
  });
});
