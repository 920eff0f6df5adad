/** A store written to a file and read back: whole, in order, checked before anything is written. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillStore, exportOf } from '@zapomni/testkit/contracts';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import type { Storage } from '../../ports/index.ts';
import { importExport } from './import-export.ts';

let lines: readonly string[];
beforeAll(async () => {
  const source = openFilledStore();
  await fillStore(source.deps.storage);
  lines = await exportOf(source.deps.storage);
  await source.close();
});

let filled: FilledStore;
let target: Storage;
beforeEach(() => {
  filled = openFilledStore();
  target = filled.deps.storage;
});
afterEach(() => filled.close());

async function* given(all: readonly string[]): AsyncGenerator<string> {
  for (const line of all) yield line.replace(/\n$/, '');
}

const load = (all: readonly string[], into = target) => importExport({ target: into, open: () => given(all) });

test('a backup restores the store: the same export comes out of it again', async () => {
  verifies('P049');
  expect(JSON.parse(lines[0] ?? '')).toEqual({ zapomni: 'export', version: 1 });
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    zapomni: 'end',
    records: lines.length - 2,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(await load(lines)).toMatchObject({ equal: true, copied: lines.length - 2, resumed: false });
  expect(await exportOf(target)).toEqual(lines);
  expect(await target.inspect(true)).toMatchObject({ integrity: 'ok' });
  expect(await load(lines)).toMatchObject({ equal: true, copied: 0, resumed: true });
});

test('an import that broke off goes on where it was, and writes nothing twice', async () => {
  let written = 0;
  const failing: Storage = {
    ...target,
    transfer: {
      ...target.transfer,
      write: async (records, mark) => {
        if (records.length === 0) return target.transfer.write(records, mark);
        if (written > 0) throw new Error('the power went');
        // As if the batch had been smaller.
        const some = records.slice(0, 9);
        written += some.length;
        const { kind, workspace, id } = some.at(-1) as { kind: string; workspace: string; id: string };
        await target.transfer.write(
          some,
          JSON.stringify({ ...JSON.parse(mark), after: { kind, key: [workspace, id] } }),
        );
        throw new Error('the power went');
      },
    },
  };
  await expect(load(lines, failing)).rejects.toThrow('the power went');
  expect(await load(lines)).toMatchObject({ equal: true, resumed: true, copied: lines.length - 2 - written });
  expect(await exportOf(target)).toEqual(lines);
});

test.each([
  ['is cut off', (all: readonly string[]) => all.slice(0, -1), 'cut off'],
  ['lost a line', (all: readonly string[]) => all.toSpliced(3, 1), 'changed'],
  [
    'has a line twice',
    (all: readonly string[]) => all.toSpliced(3, 0, all[3] ?? ''),
    'Line 5 of the export is not in its place',
  ],
  [
    'has another word',
    (all: readonly string[]) => all.map((line) => line.replace('Boris the cat', 'Boris the dog')),
    'changed',
  ],
  ['has a broken line', (all: readonly string[]) => all.with(2, '{"kind":'), 'Line 3 of the export is not JSON'],
  [
    'has an unknown kind',
    (all: readonly string[]) => all.with(2, '{"kind":"secret word"}'),
    'Line 3 of the export is no record',
  ],
  ['goes on after its end', (all: readonly string[]) => [...all, all[1] ?? ''], 'comes after the end'],
  ['is something else', () => ['{"text":"hello"}'], 'not an export'],
])('a file that %s is refused, and nothing is written', async (_how, spoil, message) => {
  const failure = load(spoil(lines));
  await expect(failure).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(message) as string,
  });
  await expect(failure).rejects.not.toThrow('secret word');
  expect(await target.workspaces.list()).toEqual([]);
  expect(await target.transfer.mark()).toBeNull();
});

test('an export of a newer version is refused', async () => {
  await expect(load(['{"zapomni":"export","version":2}'])).rejects.toMatchObject({ code: 'STORE_TOO_NEW' });
});

test('a store that holds something is not imported into', async () => {
  await target.workspaces.create({ id: 'mine', name: 'Mine', description: '', createdAt: 1 });
  await expect(load(lines)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await target.workspaces.list()).map(({ id }) => id)).toEqual(['mine']);
});
