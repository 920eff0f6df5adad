/** What happens when links are changed between the check and the opening: by hand at each step, and at full speed. */
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createFakeClock, createRecordingLogger } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalFiles } from '../local-files.ts';
import { openResolved, resolveInside } from './open-inside.ts';
import { pathOfOpenFile } from './path-of-open-file.ts';

describe.skipIf(process.platform === 'win32')('a link swapped in', () => {
  let base: string;
  let vault: string;
  const at = (...parts: string[]) => path.join(base, ...parts);
  const folders = () => ({ roots: [vault], except: [] });

  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-swap-')));
    vault = at('vault');
    mkdirSync(at('vault/folder'), { recursive: true });
    mkdirSync(at('outside'));
    writeFileSync(at('vault/folder/file.txt'), 'inside');
    writeFileSync(at('outside/file.txt'), 'OUTSIDE');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('in place of the file is not followed', async () => {
    verifies('R271');
    const real = await resolveInside(at('vault/folder/file.txt'), folders());
    unlinkSync(real);
    symlinkSync(at('outside/file.txt'), real);
    await expect(openResolved(real, folders())).rejects.toMatchObject({ reason: 'changed' });
  });

  it('in place of a folder on the way is found out by what was opened', async () => {
    verifies('R271');
    const real = await resolveInside(at('vault/folder/file.txt'), folders());
    renameSync(at('vault/folder'), at('vault/moved'));
    symlinkSync(at('outside'), at('vault/folder'));
    await expect(openResolved(real, folders())).rejects.toMatchObject({ reason: 'changed' });
  });

  it('does no harm while it leads nowhere else', async () => {
    const real = await resolveInside(at('vault/folder/file.txt'), folders());
    renameSync(at('vault/folder'), at('vault/moved'));
    symlinkSync(at('vault/moved'), at('vault/folder'));
    const { handle } = await openResolved(real, folders());
    expect(await handle.readFile('utf8')).toBe('inside');
    await handle.close();
  });

  it.each(['linux', 'darwin'] as const)('is found out on %s, whether it is still there or not', async (platform) => {
    verifies('R271');
    const file = at('vault/folder/file.txt');
    await using inside = await open(file);
    expect(await pathOfOpenFile(inside, file, platform)).toBe(file);
    renameSync(at('vault/folder'), at('kept'));
    symlinkSync(at('outside'), at('vault/folder'));
    await using outside = await open(file);
    expect(await pathOfOpenFile(outside, file, platform)).toBe(at('outside/file.txt'));
    unlinkSync(at('vault/folder'));
    renameSync(at('kept'), at('vault/folder'));
    const place = await pathOfOpenFile(outside, file, platform).catch(({ reason }: { reason: string }) => reason);
    expect(['changed', at('outside/file.txt')]).toContain(place);
  });

  it('and out again as fast as it can be, never lets anything through', async () => {
    verifies('R271');
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const swapper = new Worker(SWAPPER, { eval: true, workerData: { base, stop } });
    await new Promise((resolve) => swapper.once('message', resolve));
    const { forClients: reader } = createLocalFiles({
      roots: [vault],
      maxBytes: 1000,
      readsPerMinute: 1_000_000,
      clock: createFakeClock(),
      logger: createRecordingLogger(),
    });
    const seen = new Set<string>();
    for (let i = 0; i < 1500; i++) {
      const uri = `file://${vault}/${i % 2 === 0 ? 'folder/file.txt' : 'swapped.txt'}`;
      const outcome = await reader.read(uri, { client: 'tester' }).then(
        ({ text }) => text ?? 'bytes',
        ({ code }: { code: string }) => code,
      );
      seen.add(outcome);
    }
    Atomics.store(stop, 0, 1);
    await new Promise((resolve) => swapper.once('exit', resolve));
    expect(seen).not.toContain('OUTSIDE');
    expect([...seen].every((outcome) => ['inside', 'NOT_FOUND', 'FORBIDDEN'].includes(outcome))).toBe(true);
  });
});

/** Exchanges a folder and a file with links to the outside and back, without a pause. */
const SWAPPER = `
  const { renameSync, symlinkSync, writeFileSync } = require('node:fs');
  const { parentPort, workerData: { base, stop } } = require('node:worker_threads');
  const at = (name) => base + '/' + name;
  writeFileSync(at('vault/swapped.txt'), 'inside');
  parentPort.postMessage('swapping');
  while (Atomics.load(stop, 0) === 0) {
    symlinkSync(at('outside'), at('folder-link'));
    renameSync(at('vault/folder'), at('folder-kept'));
    renameSync(at('folder-link'), at('vault/folder'));
    symlinkSync(at('outside/file.txt'), at('file-link'));
    renameSync(at('file-link'), at('vault/swapped.txt'));
    renameSync(at('vault/folder'), at('folder-gone'));
    require('node:fs').unlinkSync(at('folder-gone'));
    renameSync(at('folder-kept'), at('vault/folder'));
    writeFileSync(at('file-kept'), 'inside');
    renameSync(at('file-kept'), at('vault/swapped.txt'));
  }
`;
