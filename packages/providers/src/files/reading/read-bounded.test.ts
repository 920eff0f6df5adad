import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBounded } from './read-bounded.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'zapomni-bounded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file that had `size` bytes when it was opened and has `actual` by the time it is read. */
async function readGrown(size: number, actual: number, maxBytes: number): Promise<number> {
  const file = path.join(folder, 'log.txt');
  writeFileSync(file, 'x'.repeat(actual));
  await using handle = await open(file);
  return (await readBounded({ handle, size }, { maxBytes })).length;
}

it('reads all that is there, more or less than was said', async () => {
  expect(await readGrown(10, 10, 100)).toBe(10);
  expect(await readGrown(10, 100, 100)).toBe(100);
  expect(await readGrown(100, 10, 100)).toBe(10);
  expect(await readGrown(0, 0, 100)).toBe(0);
});

it('stops at the limit when a file grows over it', async () => {
  await expect(readGrown(10, 101, 100)).rejects.toMatchObject({ reason: 'too_large' });
  await expect(readGrown(10, 1_000_000, 100)).rejects.toMatchObject({ reason: 'too_large' });
});
