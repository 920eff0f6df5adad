/** The file of a backup: whole under its name or not there, whatever fails on the way. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBackupFile } from './backup-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'zapomni-backup-'));
  file = path.join(folder, 'below', 'one.zst');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function textOf(read: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of read) parts.push(part);
  return Buffer.concat(parts).toString();
}

const fine = () => Promise.resolve();

test('what was written is read back for the check, and comes back afterwards', async () => {
  let seen = '';
  const { bytes } = await createBackupFile(file).write(pieces('a'.repeat(100_000), 'b'), async (readBack) => {
    seen = await textOf(readBack);
    expect(existsSync(file)).toBe(false);
  });
  expect(seen).toBe(`${'a'.repeat(100_000)}b`);
  expect(await textOf(createBackupFile(file).read())).toBe(seen);
  expect(statSync(file)).toMatchObject({ size: bytes });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['one.zst']);
});

test('a check that fails, and pieces that fail, leave nothing behind', async () => {
  const refuse = () => Promise.reject(new Error('not what it should be'));
  await expect(createBackupFile(file).write(pieces('a'), refuse)).rejects.toThrow('not what it should be');
  async function* breaking() {
    yield Buffer.from('a');
    throw new Error('the store went away');
  }
  await expect(createBackupFile(file).write(breaking(), fine)).rejects.toThrow('the store went away');
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('a file that is there stays, unless it may be replaced; one that failed to replace it leaves it', async () => {
  await createBackupFile(file).write(pieces('first'), fine);
  await expect(createBackupFile(file).write(pieces('second'), fine)).rejects.toMatchObject({ code: 'CONFLICT' });
  const appeared = path.join(folder, 'meanwhile.zst');
  const meanwhile = async () => writeFileSync(appeared, 'of somebody else');
  await expect(createBackupFile(appeared).write(pieces('mine'), meanwhile)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(readFileSync(appeared, 'utf8')).toBe('of somebody else');
  const refuse = () => Promise.reject(new Error('no'));
  const replacing = createBackupFile(file, { overwrite: true });
  await expect(replacing.write(pieces('second'), refuse)).rejects.toThrow('no');
  expect(await textOf(replacing.read())).toBe('first');
  await replacing.write(pieces('second'), fine);
  expect(await textOf(replacing.read())).toBe('second');
});

test('what is not there, cut off or something else is told apart', async () => {
  await createBackupFile(file).write(pieces('a'.repeat(1000)), fine);
  await expect(textOf(createBackupFile(`${file}x`).read())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  writeFileSync(file, readFileSync(file).subarray(0, -4));
  await expect(textOf(createBackupFile(file).read())).rejects.toThrow('cut off');
  writeFileSync(file, 'hello');
  await expect(textOf(createBackupFile(file).read())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
