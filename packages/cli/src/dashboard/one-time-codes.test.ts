import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OneTimeCodes } from './one-time-codes.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-codes-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('is good once, for what it was made for, by whoever comes first of many', async () => {
  const code = await new OneTimeCodes(dataDir).make('write');
  const used = await Promise.all(Array.from({ length: 8 }, () => new OneTimeCodes(dataDir).use(code)));
  expect(used.filter((scopes) => scopes !== undefined)).toEqual([['read', 'write']]);
});

it('is good for a minute, and swept away after', async () => {
  let now = Date.now();
  const codes = new OneTimeCodes(dataDir, () => now);
  const late = await codes.make('read');
  now += 61_000;
  expect(await codes.use(late)).toBeUndefined();
  await codes.make('read');
  expect(readdirSync(path.join(dataDir, 'page-codes'))).toHaveLength(1);
});

it.each(['', '../tokens.json', 'x'.repeat(5000), '\0'])('is not %j', async (code) => {
  expect(await new OneTimeCodes(dataDir).use(code)).toBeUndefined();
});

it.skipIf(process.platform === 'win32')('lies where only its owner can read, and not in words', async () => {
  const code = await new OneTimeCodes(dataDir).make('admin');
  const folder = path.join(dataDir, 'page-codes');
  const [name = ''] = readdirSync(folder);
  expect(name).not.toContain(code);
  expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
});
