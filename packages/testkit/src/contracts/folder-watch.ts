/** The part of the contract of files that watches folders. */
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ChangedPath, FolderChange, WatchOptions } from '@zapomni/core/ports';
import { afterEach, expect, it } from 'vitest';
import { condition } from '../condition.ts';
import type { FilesGround } from './files.ts';
import { ON_WINDOWS, titled } from './skipped-title.ts';

const ONE_WATCH = process.platform === 'linux' ? undefined : 'one watch is enough here';

export function folderWatchClauses(ground: () => FilesGround): void {
  let life: AbortController;
  afterEach(() => life.abort());

  /** What has been told so far, the latest of each path. */
  const watch = async (options: WatchOptions & { maxWatchedFolders?: number } = {}, folder = 'vault') => {
    life = new AbortController();
    const { maxWatchedFolders, ...rest } = options;
    const files = ground().open(maxWatchedFolders === undefined ? {} : { maxWatchedFolders }).forClients;
    const told: FolderChange[] = [];
    const request = { client: 'tester', signal: life.signal, ...rest };
    await files.watchFolder({ path: ground().at(folder) }, request, (change) => void told.push(change));
    const latest = () => {
      const changes = told.flatMap((one): readonly ChangedPath[] => (one.kind === 'changes' ? one.changes : []));
      return Object.fromEntries(changes.map(({ relative, kind }) => [relative, kind]));
    };
    return { told, latest, rescans: () => told.flatMap((one) => (one.kind === 'rescan' ? [one.reason] : [])) };
  };
  const at = (...parts: string[]) => ground().at('vault', ...parts);

  it('files that are made, written, replaced as editors do, renamed and removed', async () => {
    const { latest } = await watch();
    writeFileSync(at('new.md'), 'new');
    await condition(() => latest()['new.md'] === 'file');
    appendFileSync(at('notes.md'), 'more');
    await condition(() => latest()['notes.md'] === 'file');
    writeFileSync(at('.swp'), 'saved');
    renameSync(at('.swp'), at('new.md'));
    renameSync(at('notes.md'), at('renamed.md'));
    await condition(() => latest()['notes.md'] === 'gone' && latest()['renamed.md'] === 'file');
    expect(latest()).toMatchObject({ '.swp': 'gone', 'new.md': 'file' });
    rmSync(at('renamed.md'));
    await condition(() => latest()['renamed.md'] === 'gone');
  });

  it('folders that come, with what was in them already, and what happens in them later', async () => {
    const { put, at: anywhere } = ground();
    const { latest } = await watch();
    put('elsewhere/in/deep.txt');
    renameSync(anywhere('elsewhere'), at('moved-in'));
    await condition(() => latest()['moved-in/in/deep.txt'] === 'file');
    mkdirSync(at('a/b/c'), { recursive: true });
    writeFileSync(at('a/b/c/first.txt'), '');
    await condition(() => latest()['a/b/c/first.txt'] === 'file');
    writeFileSync(at('a/b/c/second.txt'), '');
    writeFileSync(at('moved-in/in/later.txt'), '');
    await condition(() => latest()['a/b/c/second.txt'] === 'file' && latest()['moved-in/in/later.txt'] === 'file');
  });

  it('folders that are moved, exchanged and removed', async () => {
    const { put, at: anywhere } = ground();
    put('vault/one/sub/file.txt');
    put('vault/two/file.txt');
    const { latest } = await watch();
    renameSync(at('one'), at('three'));
    await condition(() => latest()['one'] === 'gone' && latest()['three/sub/file.txt'] === 'file');
    appendFileSync(at('three/sub/file.txt'), 'more');
    writeFileSync(at('three/sub/new.txt'), '');
    await condition(() => latest()['three/sub/new.txt'] === 'file');
    // Another folder of the same name, within one burst.
    renameSync(at('two'), anywhere('kept'));
    put('vault/two/other.txt');
    await condition(() => latest()['two/other.txt'] === 'file');
    writeFileSync(at('two/later.txt'), '');
    await condition(() => latest()['two/later.txt'] === 'file');
    rmSync(at('three'), { recursive: true });
    await condition(() => latest()['three'] === 'gone');
    // What was moved out is not watched any more.
    writeFileSync(anywhere('kept/unseen.txt'), '');
    writeFileSync(at('last.txt'), '');
    await condition(() => latest()['last.txt'] === 'file');
    const known = /^(?:(?:one|two|three)(?:\/sub)?(?:\/(?:file|other|later|new)\.txt)?|last\.txt)$/;
    expect(Object.keys(latest()).filter((name) => !known.test(name))).toEqual([]);
  });

  it('each path once for a burst', async () => {
    const { told, latest } = await watch();
    for (let n = 0; n < 200; n += 1) appendFileSync(at('notes.md'), 'more');
    writeFileSync(at('other.md'), '');
    await condition(() => latest()['other.md'] === 'file');
    expect(told).toEqual([
      {
        kind: 'changes',
        changes: [
          { kind: 'file', relative: 'notes.md', path: at('notes.md') },
          { kind: 'file', relative: 'other.md', path: at('other.md') },
        ],
      },
    ]);
  });

  it('nothing that is ignored, and says so when the rules change', async () => {
    const { put } = ground();
    put('vault/.gitignore', 'out/\n*.log\n');
    put('vault/out/x.txt');
    const { latest, rescans } = await watch({ exclude: ['private/'] });
    writeFileSync(at('out/y.txt'), '');
    writeFileSync(at('a.log'), '');
    mkdirSync(at('private'));
    writeFileSync(at('private/z.txt'), '');
    mkdirSync(at('.git'));
    writeFileSync(at('.git/index'), '');
    writeFileSync(at('seen.txt'), '');
    await condition(() => latest()['seen.txt'] === 'file');
    expect(Object.keys(latest())).toEqual(['seen.txt']);
    writeFileSync(at('.gitignore'), '');
    await condition(() => rescans().includes('rules'));
    writeFileSync(at('out/z.txt'), '');
    await condition(() => latest()['out/z.txt'] === 'file');
  });

  it('too much at once as a reason to look again, and goes on', async () => {
    const { latest, rescans } = await watch();
    for (let n = 0; n < 1500; n += 1) writeFileSync(at(`file ${n}`), '');
    await condition(() => rescans().includes('overflow'));
    writeFileSync(at('after.txt'), '');
    await condition(() => latest()['after.txt'] === 'file' || rescans().length > 1);
  });

  it.skipIf(ONE_WATCH)(titled('more folders than may be watched as a reason to look again', ONE_WATCH), async () => {
    const { put } = ground();
    for (const name of ['a', 'b', 'c', 'd']) put(`vault/${name}/file.txt`);
    const { latest, rescans } = await watch({ maxWatchedFolders: 3 });
    await condition(() => rescans().includes('incomplete'));
    writeFileSync(at('a/new.txt'), '');
    await condition(() => latest()['a/new.txt'] === 'file');
  });

  it('the folder itself going and coming back', async () => {
    const { at: anywhere, put } = ground();
    const { latest, rescans } = await watch();
    renameSync(at(), anywhere('away'));
    await condition(() => rescans().includes('gone'));
    put('vault/fresh.txt');
    await condition(() => rescans().length >= 2);
    writeFileSync(at('later.txt'), '');
    await condition(() => latest()['later.txt'] === 'file');
  });

  it.skipIf(ON_WINDOWS)(titled('nothing beyond links', ON_WINDOWS), async () => {
    const { at: anywhere, put } = ground();
    put('outside/secret-name.txt');
    symlinkSync(anywhere('outside'), at('link'));
    const { latest } = await watch();
    put('outside/another-secret.txt');
    symlinkSync(anywhere('outside'), at('later-link'));
    put('outside/third-secret.txt');
    writeFileSync(at('seen.txt'), '');
    await condition(() => latest()['seen.txt'] === 'file');
    expect(Object.keys(latest()).filter((name) => name.includes('secret'))).toEqual([]);
  });

  it('nothing after the signal has fired, and nothing that may not be read', async () => {
    const { told } = await watch();
    life.abort();
    const other = await watch();
    writeFileSync(at('new.txt'), '');
    await condition(() => other.latest()['new.txt'] === 'file');
    expect(told).toEqual([]);
    await expect(watch({}, '.')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(watch({}, 'vault/no-such')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(watch({}, 'vault/notes.md')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
}
