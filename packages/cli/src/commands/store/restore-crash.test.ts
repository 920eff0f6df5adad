/** A restore in the place of a store, killed at each of its steps: there is always a whole store, the old one or the new one. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { STORE_FILE } from '@zapomni/db';
import { systemClock } from '@zapomni/providers';
import { createFolderBlobStore } from '@zapomni/providers/blobs';
import { exportOf } from '@zapomni/testkit/contracts';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { plainMemory, withStore } from '../../testing/stores.ts';

const folder = temporaryFolder();
const zapomni = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
afterAll(async () => {
  await zapomni.close();
  removeTemporaryFolders();
});

const fresh = (name: string): string => path.join(folder, `${name}-${randomUUID()}`);
const DIE_AT_STEP = fileURLToPath(new URL('../../testing/die-at-step.ts', import.meta.url));

async function* piece(text: string) {
  yield Buffer.from(text);
}

/** A store with a blob of its own. */
async function storeOf(name: string): Promise<{ dir: string; lines: string[] }> {
  const dir = fresh(name);
  const blobs = createFolderBlobStore({ folder: path.join(dir, 'blobs'), clock: systemClock });
  const { hash } = await blobs.put(piece(`the picture of ${name}`));
  const put = { op: 'put' as const, collection: 'pictures', key: 'k', value: '{}', entries: [], parent: null };
  const lines = await withStore(dir, async (storage) => {
    await storage.memories.add([plainMemory(name, `only in the ${name} store`)], 1);
    await storage.records.write('default', [{ ...put, blobs: [hash] }], 2);
    return exportOf(storage);
  });
  return { dir, lines };
}

/** False when it came to its end. */
async function dies(
  file: string,
  dir: string,
  how: { nodeArgs?: string[]; env?: Record<string, string> },
  afterMs?: number,
) {
  const child = startZapomni(['restore', file, '--to', `sqlite:${dir}`, '--force'], how);
  if (afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null) expect(code).toBe(0);
  return signal !== null;
}

async function expectOneOf(dir: string, old: readonly string[], restored: readonly string[]): Promise<'old' | 'new'> {
  expect(existsSync(path.join(dir, STORE_FILE))).toBe(true);
  const found = await withStore(dir, exportOf);
  const which = found.join() === restored.join() ? 'new' : 'old';
  expect(found).toEqual(which === 'new' ? restored : old);
  expect(await zapomni.run(['verify', '--from', `sqlite:${dir}`])).toMatchObject({ status: 0 });
  return which;
}

it('at each step of the move', { timeout: 300_000 }, async () => {
  const [old, other] = [await storeOf('old'), await storeOf('other')];
  const file = `${fresh('file')}.backup.zst`;
  expect(await zapomni.run(['backup', file, '--from', `sqlite:${other.dir}`])).toMatchObject({ status: 0 });
  const ends: string[] = [];
  for (let step = 1; ; step++) {
    const dir = fresh('place');
    cpSync(old.dir, dir, { recursive: true });
    const env = { DIE_AT: String(step), DIE_IN: `aside-|${path.basename(dir)}/${STORE_FILE}` };
    const died = await dies(file, dir, { nodeArgs: [`--import=${DIE_AT_STEP}`], env });
    ends.push(await expectOneOf(dir, old.lines, other.lines));
    if (!died) break;
    // The same command goes on from there, and what was there before is whole, aside and once.
    const again = await zapomni.run(['restore', file, '--to', `sqlite:${dir}`, '--force', '--json']);
    expect(again.status, again.stderr).toBe(0);
    expect(await withStore(dir, exportOf)).toEqual(other.lines);
    const asides = readdirSync(dir).filter((name) => existsSync(path.join(dir, name, STORE_FILE)));
    const held = await Promise.all(asides.map((name) => withStore(path.join(dir, name), exportOf)));
    expect(held.filter((lines) => lines.join() === old.lines.join())).toHaveLength(1);
  }
  expect(new Set(ends)).toEqual(new Set(['old', 'new']));
  expect(ends.length).toBeGreaterThan(5);
});

it('at moments that chance finds', { timeout: 120_000 }, async () => {
  const random = trialRandom();
  const [old, other] = [await storeOf('old'), await storeOf('other')];
  const file = `${fresh('file')}.backup.zst`;
  expect(await zapomni.run(['backup', file, '--from', `sqlite:${other.dir}`])).toMatchObject({ status: 0 });
  for (let trial = 0; trial < 3; trial++) {
    const dir = fresh('place');
    cpSync(old.dir, dir, { recursive: true });
    await dies(file, dir, {}, 300 + random() * 1500);
    await expectOneOf(dir, old.lines, other.lines);
  }
});
