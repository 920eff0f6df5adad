/** Walks in which somebody else has a hand. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walkFolder } from './walk-folder.ts';
import { planWalk } from './walk-plan.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const canBind = isRoot && mayMount();

/** Only root may, and not in every container. */
function mayMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-mount-'));
  const { status } = spawnSync('mount', ['--bind', folder, folder]);
  if (status === 0) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return status === 0;
}

let base: string;
const at = (...parts: string[]) => path.join(base, ...parts);
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-walk-')));
  chmodSync(base, 0o755);
  mkdirSync(at('vault/folder'), { recursive: true });
  mkdirSync(at('outside'));
  writeFileSync(at('vault/a.txt'), '');
  writeFileSync(at('vault/folder/inside.txt'), '');
  writeFileSync(at('outside/secret-name'), '');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function walk(platform: NodeJS.Platform = process.platform): Promise<string[]> {
  const plan = await planWalk(at('vault'), { roots: [at('vault')], except: [] }, {}, { maxBytes: 1000, platform });
  const told: string[] = [];
  for await (const item of walkFolder({ plan })) {
    told.push(item.kind === 'left_out' ? `${item.relative}: ${item.reason}` : item.relative);
  }
  return told;
}

describe.skipIf(process.platform === 'win32')('a walk', () => {
  it('leaves out folders that may not be read, and goes on', async () => {
    mkdirSync(at('vault/closed'));
    writeFileSync(at('vault/closed/x.txt'), '');
    mkdirSync(at('vault/names-only'));
    writeFileSync(at('vault/names-only/y.txt'), '');
    writeFileSync(at('vault/z.txt'), '');
    chmodSync(at('vault/closed'), 0o000);
    chmodSync(at('vault/names-only'), 0o444);
    // Root may read everything; a test that runs as root is somebody else for a while.
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      expect(await walk()).toEqual([
        'a.txt',
        'closed: unreadable',
        'folder/inside.txt',
        'names-only/y.txt: unreadable',
        'z.txt',
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(at('vault/closed'), 0o755);
      chmodSync(at('vault/names-only'), 0o755);
    }
  });

  it.skipIf(!canBind)(
    `does not go round in a circle of mounts${canBind ? '' : ' (skipped: nothing may be mounted)'}`,
    async () => {
      mkdirSync(at('vault/folder/again'));
      spawnSync('mount', ['--bind', at('vault'), at('vault/folder/again')]);
      try {
        expect(await walk()).toEqual(['a.txt', 'folder/again: cycle', 'folder/inside.txt']);
      } finally {
        spawnSync('umount', [at('vault/folder/again')]);
      }
    },
  );

  it('is the same without Linux’s help', async () => {
    expect(await walk('darwin')).toEqual(['a.txt', 'folder/inside.txt']);
  });

  it.each(['linux', 'darwin'] as const)(
    'on %s never tells a name from outside, however fast links change',
    async (platform) => {
      const stop = new Int32Array(new SharedArrayBuffer(4));
      const swapper = new Worker(SWAPPER, { eval: true, workerData: { base, stop } });
      await new Promise((resolve) => swapper.once('message', resolve));
      const seen = new Set<string>();
      for (let round = 0; round < 400; round += 1) for (const one of await walk(platform)) seen.add(one);
      Atomics.store(stop, 0, 1);
      await new Promise((resolve) => swapper.once('exit', resolve));
      expect([...seen].filter((one) => one.includes('secret'))).toEqual([]);
      expect(seen).toContain('folder/inside.txt');
      expect([...seen].some((one) => /^folder: (?:link|changed)$/.test(one))).toBe(true);
    },
  );
});

/** Exchanges a folder with a link to the outside and back, without a pause. */
const SWAPPER = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const { parentPort, workerData: { base, stop } } = require('node:worker_threads');
  const at = (name) => base + '/' + name;
  parentPort.postMessage('swapping');
  while (Atomics.load(stop, 0) === 0) {
    symlinkSync(at('outside'), at('link'));
    renameSync(at('vault/folder'), at('kept'));
    renameSync(at('link'), at('vault/folder'));
    unlinkSync(at('vault/folder'));
    renameSync(at('kept'), at('vault/folder'));
  }
`;
