/** A folder that is exchanged for a link before it is opened, or while it is open: with and without Linux's help. */
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
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolder } from './open-folder.ts';

describe.skipIf(process.platform === 'win32').each(['linux', 'darwin'] as const)('an open folder on %s', (platform) => {
  let base: string;
  const at = (...parts: string[]) => path.join(base, ...parts);
  const open = (folder = at('vault/folder')) => openFolder(folder, { roots: [at('vault')], except: [] }, platform);
  const exchange = () => {
    renameSync(at('vault/folder'), at('vault/kept'));
    symlinkSync(at('outside'), at('vault/folder'));
  };

  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-folder-')));
    for (const folder of ['vault/folder/sub', 'outside/sub']) mkdirSync(at(folder), { recursive: true });
    writeFileSync(at('outside/secret-name'), '');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it('knows where it lies', async () => {
    const folder = await open();
    expect(folder.real).toBe(at('vault/folder'));
    expect(await readdir(folder.at)).toEqual(['sub']);
    await folder.confirm();
    await folder.close();
  });

  it('is no link, and not reached through one that leads elsewhere', async () => {
    exchange();
    await expect(open()).rejects.toMatchObject({ reason: 'changed' });
    await expect(open(at('vault/folder/sub'))).rejects.toMatchObject({ reason: 'changed' });
    await expect(open(at('outside'))).rejects.toMatchObject({ reason: 'changed' });
    await expect(open(at('vault/none'))).rejects.toMatchObject({ reason: 'missing' });
    writeFileSync(at('vault/file'), '');
    await expect(open(at('vault/file'))).rejects.toMatchObject({ reason: 'changed' });
  });

  it('tells nothing of what was put in its place', async () => {
    const folder = await open();
    exchange();
    const listed = await readdir(folder.at);
    const confirmed = await folder.confirm().then(
      () => true,
      ({ reason }: { reason: string }) => reason,
    );
    // Either what is asked goes to the folder that is open, or it is found out that it did not.
    if (platform === 'linux' && process.platform === 'linux') expect([listed, confirmed]).toEqual([['sub'], true]);
    else expect([listed.length > 0, confirmed]).toEqual([true, 'changed']);
    unlinkSync(at('vault/folder'));
    await folder.close();
  });
});
