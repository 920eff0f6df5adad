import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalTraces } from './local-traces.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'zapomni-traces-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, second = 1): string => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'x');
  utimesSync(file, second, second);
  return file;
};
const open = (place = folder) =>
  createLocalTraces({
    dataDir: path.join(place, 'data'),
    caches: [path.join(place, 'data', 'one.cache'), path.join(place, 'data', 'web')],
    backups: path.join(place, 'data', 'backups'),
    exports: path.join(place, 'elsewhere'),
  });

describe('traces', () => {
  it('are none where there is nothing', async () => {
    const traces = open(path.join(folder, 'none'));
    expect([await traces.clearCaches(), await traces.copies()]).toEqual([0, []]);
  });

  it('are taken away where they are caches, and nothing else is', async () => {
    const [cache, page, store] = [put('data/one.cache'), put('data/web/a'), put('data/zapomni.db')];
    expect(await open().clearCaches()).toBe(2);
    expect([cache, page, store].map((file) => existsSync(file))).toEqual([false, false, true]);
  });

  it('are named where they are copies, the newest first', async () => {
    put('data/backups/a.zst', 10);
    put('data/zapomni.v3.backup.db', 30);
    put('data/aside-1/zapomni.db');
    utimesSync(path.join(folder, 'data', 'aside-1'), 20, 20);
    put('data/zapomni.db', 50);
    const graph = put('elsewhere/graph.json', 40);
    expect(await open().copies()).toEqual([
      { kind: 'export', name: graph, madeAt: 40_000 },
      { kind: 'backup', name: 'zapomni.v3.backup.db', madeAt: 30_000 },
      { kind: 'backup', name: 'aside-1', madeAt: 20_000 },
      { kind: 'backup', name: path.join('backups', 'a.zst'), madeAt: 10_000 },
    ]);
  });
});
