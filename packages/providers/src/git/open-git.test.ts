import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, environmentIn, madeFolder, MadeRepository, opened, openedGit } from '@zapomni/testkit/git';

const request = { client: 'test' };

describe('opening a repository', () => {
  it('finds it from a file or folder within', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('src/deep/a.ts', 'a\n');
    const first = made.commit('first');
    for (const place of ['', 'src/deep', 'src/deep/a.ts']) {
      const repository = await opened(home, path.join(made.root, place));
      const gitDir = path.join(made.root, '.git');
      expect(repository).toMatchObject({ root: made.root, gitDir, commonDir: gitDir, hash: 'sha1' });
      expect(repository).toMatchObject({ isLinked: false, isShallow: false });
      expect(await repository.head()).toEqual({ commit: first, branch: 'main' });
      expect(await repository.roots()).toEqual([first]);
    }
  });

  it('says why there is none', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    mkdirSync(path.join(home, 'plain'));
    mkdirSync(path.join(home, 'broken/.git'), { recursive: true });
    execFileSync('git', ['init', '--quiet', '--bare', path.join(home, 'bare.git')]);
    const git = openedGit(home);
    const reasonOf = async (folder: string) => (await git.open(path.join(home, folder), request)).reason;
    expect(await reasonOf('plain')).toBe('not_a_repository');
    expect(await reasonOf('broken')).toBe('not_a_repository');
    // Which of both a Git folder is, is a matter of Git's version.
    expect(['bare', 'not_a_repository']).toContain(await reasonOf('repository/.git'));
    expect(await reasonOf('bare.git')).toBe('bare');
    made.git('config', 'core.bare', 'true');
    expect(await reasonOf('repository')).toBe('bare');
    writeFileSync(path.join(made.root, '.git/config'), '[core\n');
    expect(await reasonOf('repository')).toBe('broken');
  });

  it('does without Git, and with a folder of the search path that lies in the repository', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('git', '#!/bin/sh\ntouch ran\n', 0o755);
    for (const PATH of ['', path.join(home, 'nowhere'), '.:repository:']) {
      const opening = await openedGit(home, { environment: { PATH } }).open(made.root, request);
      expect(opening).toMatchObject({ repository: null, reason: 'no_git', message: expect.stringContaining('Git') });
    }
  });

  it('refuses a Git that is too old', async () => {
    const home = madeFolder();
    const old = path.join(home, 'bin/git');
    mkdirSync(path.dirname(old));
    writeFileSync(old, '#!/bin/sh\necho git version 2.17.1\n', { mode: 0o755 });
    const environment = { ...environmentIn(home), PATH: path.dirname(old) };
    expect(await openedGit(home, { environment }).open(home, request)).toMatchObject({ reason: 'too_old' });
  });

  it('stays below the folders that may be read', async () => {
    const home = madeFolder();
    const outside = new MadeRepository(madeFolder(), 'secret');
    outside.write('secret.txt', 'secret\n');
    outside.commit('secret');
    const git = openedGit(home);
    await expect(git.open(outside.root, request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const lures: Record<string, () => void> = {
      'a .git file': () => writeFileSync('.git', `gitdir: ${outside.root}/.git\n`),
      'a .git link': () => symlinkSync(path.join(outside.root, '.git'), '.git'),
      'core.worktree': () => {
        execFileSync('git', ['init', '--quiet', '.']);
        execFileSync('git', ['config', 'core.worktree', outside.root]);
      },
    };
    for (const [name, lay] of Object.entries(lures)) {
      const folder = path.join(home, name);
      mkdirSync(folder);
      const before = process.cwd();
      process.chdir(folder);
      lay();
      process.chdir(before);
      const opening = await git.open(folder, request);
      expect(opening.repository, name).toBeNull();
      expect(['outside', 'not_a_repository'], name).toContain(opening.reason);
    }
  });

  it('respects whom Git trusts', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give a folder to somebody else');
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.commit('first');
    execFileSync('chown', ['-R', '12345:12345', made.root]);
    const git = openedGit(home, { environment: { ...environmentIn(home), SUDO_UID: '12345' } });
    expect(await git.open(made.root, request)).toMatchObject({ reason: 'not_owned' });
    writeFileSync(path.join(home, '.gitconfig'), `[safe]\n\tdirectory = ${made.root}\n`);
    expect((await git.open(made.root, request)).repository?.root).toBe(made.root);
  });
});

describe('unusual repositories', () => {
  it('an unborn branch', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.txt', 'a\n');
    const repository = await opened(home, made.root);
    expect(await repository.head()).toEqual({ commit: null, branch: 'main' });
    expect(await repository.roots()).toBeNull();
    expect(await all(repository.files())).toEqual([{ path: 'a.txt', kind: 'file', tracked: null }]);
    expect(await all(repository.status())).toEqual([{ path: 'a.txt', state: 'untracked', before: null }]);
  });

  it('a detached head', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const first = made.commit('first');
    made.commit('second');
    made.git('checkout', '--quiet', first);
    expect(await (await opened(home, made.root)).head()).toEqual({ commit: first, branch: null });
  });

  it('a further work tree', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.txt', 'a\n');
    const first = made.commit('first');
    made.git('worktree', 'add', '--quiet', '-b', 'side', path.join(home, 'side'));
    const side = await opened(home, path.join(home, 'side'));
    expect(side).toMatchObject({ root: path.join(home, 'side'), isLinked: true });
    expect(side.commonDir).toBe(path.join(made.root, '.git'));
    expect(side.gitDir).toBe(path.join(made.root, '.git/worktrees/side'));
    expect(await side.head()).toEqual({ commit: first, branch: 'side' });
    expect(await side.roots()).toEqual([first]);
    expect((await all(side.files())).map((file) => file.path)).toEqual(['a.txt']);
  });

  it('a submodule', async () => {
    const home = madeFolder();
    const inner = new MadeRepository(home, 'inner');
    inner.write('in.txt', 'in\n');
    const commit = inner.commit('inner');
    const outer = new MadeRepository(home, 'outer');
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'module');
    outer.commit('outer');
    const [, module] = await all((await opened(home, outer.root)).files());
    expect(module).toEqual({ path: 'module', kind: 'repository', tracked: { blob: commit, isExecutable: false } });
    const within = await opened(home, path.join(outer.root, 'module'));
    expect(within).toMatchObject({ root: path.join(outer.root, 'module'), isLinked: false });
    expect((await all(within.files())).map((file) => file.path)).toEqual(['in.txt']);
  });

  it('a shallow clone', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.txt', 'a\n');
    made.commit('first');
    made.write('b.txt', 'b\n');
    const second = made.commit('second');
    made.write('c.txt', 'c\n');
    const third = made.commit('third');
    made.git('clone', '--quiet', '--depth=2', `file://${made.root}`, path.join(home, 'shallow'));
    const shallow = await opened(home, path.join(home, 'shallow'));
    expect(shallow.isShallow).toBe(true);
    expect(await shallow.roots()).toBeNull();
    const commits = await all(shallow.commits({ from: third }));
    expect(commits.map(({ hash, isCut, changes }) => [hash, isCut, changes.length])).toEqual([
      [third, false, 1],
      [second, true, 0],
    ]);
  });

  it('SHA-256', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home, 'long', '--object-format=sha256');
    made.write('a.txt', 'a\n');
    const first = made.commit('first');
    const repository = await opened(home, made.root);
    expect([first.length, repository.hash]).toEqual([64, 'sha256']);
    const [change] = await all(repository.changes(null, first));
    expect(change).toMatchObject({ path: 'a.txt', state: 'added', oldBlob: null });
    const content = await repository.content({ blob: change?.newBlob ?? '' });
    expect(Buffer.from(content?.bytes ?? []).toString()).toBe('a\n');
  });

  it('a partial clone: what was not fetched is not there, and the next question is answered', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    for (const name of ['a', 'b']) made.write(name, `${name}\n`);
    made.write('c', 'one\ntwo\nthree\nfour\nfive\n');
    made.commit('before');
    made.git('mv', 'c', 'd');
    made.write('d', 'one\ntwo\nthree\nfour\nsix\n');
    const first = made.commit('first');
    made.git('config', 'uploadpack.allowFilter', 'true');
    made.git(
      'clone',
      '--quiet',
      '--no-checkout',
      '--filter=blob:none',
      `file://${made.root}`,
      path.join(home, 'partial'),
    );
    const partial = await opened(home, path.join(home, 'partial'));
    const blob = made.git('rev-parse', 'HEAD:b');
    const answers = [{ commit: first, path: 'a' }, { blob }].map((source) => partial.content(source));
    expect(await Promise.all(answers)).toEqual([null, null]);
    const [commit] = await all(partial.commits({ from: first }));
    expect(commit?.changes.map((change) => [change.path, change.state])).toEqual([
      ['c', 'deleted'],
      ['d', 'added'],
    ]);
    await expect(all(partial.hunks(null, first))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await partial.resolve('HEAD')).toBe(first);
  });
});
