import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withFileLock } from './file-lock.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

async function leaveLock(path: string, ageMs: number, suffix = '.lock'): Promise<void> {
  await writeFile(`${path}${suffix}`, 'somebody else');
  const then = new Date(Date.now() - ageMs);
  await utimes(`${path}${suffix}`, then, then);
}

describe('the file lock', () => {
  test('lets one in at a time and leaves nothing behind', async () => {
    const folder = await temporaryFolder(onTestFinished);
    const path = join(folder, 'file');
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(path, work)));
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is given back when the work fails', async () => {
    const path = join(await temporaryFolder(onTestFinished), 'file');
    await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withFileLock(path, async (stillHeld) => stillHeld())).toBe(true);
  });

  test('a lock that a dead process left behind is removed, by one of those who wait', async () => {
    const folder = await temporaryFolder(onTestFinished);
    const path = join(folder, 'file');
    await leaveLock(path, 60_000);
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map((n) =>
        withFileLock(path, async (stillHeld) => {
          if (await stillHeld()) order.push(n);
        }),
      ),
    );
    expect(order.toSorted()).toEqual([1, 2, 3]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('not even two crashes, one of them while removing a lock, block it for ever', async () => {
    const folder = await temporaryFolder(onTestFinished);
    const path = join(folder, 'file');
    await leaveLock(path, 60_000);
    await leaveLock(path, 60_000, '.lock.break');
    expect(await withFileLock(path, async (stillHeld) => stillHeld())).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a young lock is waited for, and then the error says what to do', async () => {
    const path = join(await temporaryFolder(onTestFinished), 'file');
    await leaveLock(path, 0);
    await expect(withFileLock(path, async () => 1, { waitMs: 20 })).rejects.toThrow(
      /Another process holds .*file\.lock\. Try again; if no other one is running, delete that file\./,
    );
    expect(await readFile(`${path}.lock`, 'utf8')).toBe('somebody else');
  });

  test('who lost the lock finds out, and does not remove the one of the other', async () => {
    const path = join(await temporaryFolder(onTestFinished), 'file');
    await withFileLock(path, async (stillHeld) => {
      expect(await stillHeld()).toBe(true);
      await writeFile(`${path}.lock`, 'somebody else');
      expect(await stillHeld()).toBe(false);
    });
    expect(await readFile(`${path}.lock`, 'utf8')).toBe('somebody else');
  });
});
