/** What a backup does with an engine that holds no moment: a store whose version changes while it is read. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import type { BackupFile, Storage } from '../../ports/index.ts';
import { backupName } from './backup-format.ts';
import { makeBackup } from './make-backup.ts';
import { checkBackup } from './read-backup.ts';
import { surplusBackups } from './rotate-backups.ts';

let filled: FilledStore;
beforeEach(() => {
  filled = openFilledStore();
});
afterEach(() => filled.close());

/** Kept in memory, and counted. */
function memoryFile(): BackupFile & { tries: number } {
  let kept: Uint8Array[] = [];
  const file = {
    tries: 0,
    async *read() {
      yield* kept;
    },
    async write(...[pieces, check]: Parameters<BackupFile['write']>) {
      file.tries += 1;
      const parts: Uint8Array[] = [];
      for await (const piece of pieces) parts.push(piece);
      kept = parts;
      await check(file.read());
      return { bytes: Buffer.concat(parts).length };
    },
  };
  return file;
}

/** As an engine that holds no moment; somebody writes before each of the first `writes` looks at the version but one. */
function momentless(storage: Storage, writes: number): Storage {
  let [left, version] = [writes, 0];
  return {
    ...storage,
    version: async () => String(left-- > 0 ? ++version : version),
    transfer: { ...storage.transfer, hold: () => Promise.resolve(false) },
  };
}

test.each([
  [0, 1, true],
  [2, 2, true],
  [99, 3, false],
])(
  'with %i writes meanwhile it is made %i times, and says whether it is of one moment',
  async (writes, tries, moment) => {
    await filled.remember(['Boris is afraid of thunderstorms']);
    const file = memoryFile();
    const { deps } = filled;
    const { manifest } = await makeBackup({ ...deps, storage: momentless(deps.storage, writes) }, file);
    expect(file.tries).toBe(tries);
    expect(manifest).toMatchObject({ moment, parts: { memories: { count: 1 } } });
    expect(await checkBackup(file.read())).toEqual(manifest);
  },
);

test('what was changed between writing and reading back is no backup', async () => {
  await filled.remember(['Boris is afraid of thunderstorms']);
  const file = memoryFile();
  const spoiling: BackupFile = {
    ...file,
    write: (pieces, check) =>
      file.write(pieces, async (readBack) => {
        async function* changed() {
          for await (const piece of readBack)
            yield Buffer.from(Buffer.from(piece).toString().replace('Boris', 'Horst'));
        }
        await check(changed());
      }),
  };
  await expect(makeBackup(filled.deps, spoiling)).rejects.toThrow('changed since it was written');
});

test('the newest stay, and only what a backup is called may go', () => {
  const names = [3, 1, 2].map((day) => backupName(Date.UTC(2026, 0, day)));
  expect(names[0]).toBe('zapomni-2026-01-03T00-00-00.000Z.backup.zst');
  const others = ['notes.txt', `${names[1]}.part`, 'zapomni-2020.backup.zst'];
  expect(surplusBackups([...names, ...others], 2)).toEqual([names[1]]);
  expect(surplusBackups([...names, ...others], 3)).toEqual([]);
});
