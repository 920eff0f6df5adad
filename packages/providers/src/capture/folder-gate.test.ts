/** What the switch and the exclusions of capturing say, of real folders. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCaptureGate } from './folder-gate.ts';
import { offFile } from './off-file.ts';

let folder: string;
beforeEach(() => void (folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-gate-')))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gateOf = (excluded: readonly string[] = []) =>
  createCaptureGate({
    dataDir: path.join(folder, 'data'),
    excluded,
    toFolder: (written) => path.resolve(folder, written.replace(/^~/, folder)),
  });

it('one process switches it, and every other sees it at once', async () => {
  const [one, other] = [gateOf(), gateOf()];
  expect(other.isOpen()).toBe(true);
  await one.set(false);
  expect([one.isOpen(), other.isOpen()]).toEqual([false, false]);
  expect(readFileSync(offFile(path.join(folder, 'data')), 'utf8')).toContain('zapomni capture on');
  await one.set(false);
  await other.set(true);
  await other.set(true);
  expect([one.isOpen(), existsSync(offFile(path.join(folder, 'data')))]).toEqual([true, false]);
});

it('excludes folders with what is below them, through links too, and workspaces by name', () => {
  mkdirSync(path.join(folder, 'work', 'deep'), { recursive: true });
  symlinkSync(path.join(folder, 'work'), path.join(folder, 'link'));
  const gate = gateOf(['~/work', './gone', 'secret-shop']);
  const is = (name: string, workspace = 'default') => gate.isExcluded(path.join(folder, name), workspace);
  expect([is('work'), is('work/deep'), is('link/deep'), is('gone/x'), is('other', 'secret-shop')]).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect([is('worker'), is('.'), is('other'), gate.isExcluded(null, 'default')]).toEqual([false, false, false, false]);
});
