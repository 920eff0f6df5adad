import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, madeFolder, MadeRepository, opened } from '@zapomni/testkit/git';

const text = (content: { bytes: Uint8Array } | null) => content && Buffer.from(content.bytes).toString();

/** Everything that breaks a line, a quote, an option, a pattern or UTF-8. */
const NAMES = [
  'new\nline',
  'tab\there',
  '"quoted"',
  "it's",
  '-n',
  '--output=x',
  '*.ts',
  ':(top)a',
  ' blank ',
  'žluťoučký',
  'a:b',
];

describe('files of a work tree', () => {
  it('has what is there, tracked or not, and leaves out what is ignored, gone or left out', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('run.sh', '#!/bin/sh\n', 0o755);
    made.write('gone.txt', 'gone\n');
    made.write('sparse.txt', 'sparse\n');
    made.write('.gitignore', '*.log\n/build/\n');
    symlinkSync('run.sh', path.join(made.root, 'link'));
    made.commit('first');
    made.git('update-index', '--skip-worktree', 'sparse.txt');
    for (const name of ['gone.txt', 'sparse.txt']) rmSync(path.join(made.root, name));
    made.write('a.log', 'ignored\n');
    made.write('build/b.txt', 'ignored\n');
    made.write('.git/info/exclude', 'private\n');
    made.write('private', 'ignored\n');
    made.write('new.txt', 'new\n');
    symlinkSync('/etc/passwd', path.join(made.root, 'new-link'));
    new MadeRepository(made.root, 'nested').commit('nested');
    const files = await all((await opened(home, made.root)).files());
    const facts = files.map(({ path: name, kind, tracked }) => [name, kind, tracked && tracked.isExecutable]);
    expect(facts).toEqual([
      ['nested', 'repository', null],
      ['new-link', 'link', null],
      ['new.txt', 'file', null],
      ['.gitignore', 'file', false],
      ['link', 'link', false],
      ['run.sh', 'file', true],
    ]);
    expect(files.at(-1)?.tracked?.blob).toBe(made.git('rev-parse', 'HEAD:run.sh'));
  });

  it('tells a conflict once', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.txt', 'base\n');
    made.commit('base');
    made.git('checkout', '--quiet', '-b', 'side');
    made.write('a.txt', 'side\n');
    made.commit('side');
    made.git('checkout', '--quiet', 'main');
    made.write('a.txt', 'main\n');
    made.commit('main');
    expect(() => made.git('merge', 'side')).toThrow();
    const repository = await opened(home, made.root);
    const tracked = { blob: null, isExecutable: false };
    expect(await all(repository.files())).toEqual([{ path: 'a.txt', kind: 'file', tracked }]);
    expect(await all(repository.status())).toEqual([{ path: 'a.txt', state: 'conflicted', before: null }]);
  });
});

describe('names', () => {
  it('survive everywhere', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    for (const name of NAMES) made.write(name, `in ${name}\n`);
    const repository = await opened(home, made.root);
    expect((await all(repository.status())).map((item) => item.path).toSorted()).toEqual(NAMES.toSorted());
    const first = made.commit('first');
    const blobs = await all(repository.files());
    expect(blobs.map((file) => file.path).toSorted()).toEqual(NAMES.toSorted());
    expect((await all(repository.changes(null, first))).map((item) => item.path).toSorted()).toEqual(NAMES.toSorted());
    for (const name of NAMES) {
      expect(text(await repository.content({ commit: first, path: name }))).toBe(`in ${name}\n`);
      const [commit, ...more] = await all(repository.commits({ from: first, paths: [name] }));
      expect([commit?.changes.map((change) => change.path), more]).toEqual([[name], []]);
      const [hunks] = await all(repository.hunks(null, first, { paths: [name] }));
      expect(hunks?.change.path).toBe(name);
      const lines = name.split('\n').length;
      expect(hunks?.hunks).toEqual([{ oldStart: 0, oldLines: 0, newStart: 1, newLines: lines }]);
      expect(await all(repository.lineHistory({ commit: first, path: name, first: 1, last: 1 }))).toHaveLength(1);
      expect(await repository.authors({ commit: first, path: name })).toMatchObject([{ commits: 1 }]);
    }
  });

  it('that are not UTF-8 have their bytes', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const name = Buffer.from([0x61, 0xff, 0xfe, 0x62]);
    writeFileSync(Buffer.concat([Buffer.from(`${made.root}/`), name]), 'odd\n');
    const repository = await opened(home, made.root);
    const [before] = await all(repository.files());
    expect(before).toMatchObject({ rawPath: new Uint8Array(name), kind: 'file', tracked: null });
    const first = made.commit('first');
    const [change] = await all(repository.changes(null, first));
    expect(change?.rawPath).toEqual(new Uint8Array(name));
    expect(text(await repository.content({ blob: change?.newBlob ?? '' }))).toBe('odd\n');
  });
});

describe('status', () => {
  it('has each kind of change', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const long = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    for (const name of ['modified', 'staged', 'removed', 'gone', 'typed', 'same']) made.write(name, `${name}\n`);
    made.write('old name', long);
    made.commit('first');
    made.write('modified', 'other\n');
    made.write('staged', 'other\n');
    made.write('fresh', 'fresh\n');
    made.git('add', 'staged', 'fresh');
    made.git('rm', '--quiet', 'removed');
    made.git('mv', 'old name', 'new name');
    for (const name of ['gone', 'typed']) rmSync(path.join(made.root, name));
    symlinkSync('same', path.join(made.root, 'typed'));
    made.write('sub/untracked', 'x\n');
    const items = await all((await opened(home, made.root)).status());
    expect(Object.fromEntries(items.map((item) => [item.path, item.state]))).toEqual({
      fresh: 'added',
      gone: 'deleted',
      modified: 'modified',
      'new name': 'renamed',
      removed: 'deleted',
      staged: 'modified',
      'sub/untracked': 'untracked',
      typed: 'type_changed',
    });
    expect(items.find(({ state }) => state === 'renamed')?.before).toEqual({ path: 'old name' });
  });
});

describe('commits', () => {
  it('are told with people, times, message and changes, the newest first', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.txt', 'a\nb\nc\nd\ne\nf\n');
    const first = made.commit('Add the letters\n\nAll of them.\n\nRefs: 1');
    made.git('mv', 'a.txt', 'b.txt');
    const second = made.commit('Move\nthem');
    const third = made.commit(':000000 looks like a change');
    const repository = await opened(home, made.root);
    const commits = await all(repository.commits({ from: third }));
    const person = { name: 'Ann Author', email: 'ann@example.org' };
    expect(commits.map(({ hash, parents }) => [hash, parents])).toEqual([
      [third, [second]],
      [second, [first]],
      [first, []],
    ]);
    expect(commits[2]).toMatchObject({ author: person, committer: person, authoredAt: 1_700_000_000_000 });
    expect(commits[2]).toMatchObject({ subject: 'Add the letters', body: 'All of them.\n\nRefs: 1', isCut: false });
    expect(commits[1]).toMatchObject({ subject: 'Move them', body: '', committedAt: 1_700_000_060_000 });
    expect(commits[1]?.changes).toEqual([
      expect.objectContaining({ path: 'b.txt', state: 'renamed', before: { path: 'a.txt' }, similarity: 100 }),
    ]);
    expect(commits[0]).toMatchObject({ subject: ':000000 looks like a change', changes: [], moreChanges: 0 });
    const bare = await all(repository.commits({ from: third, changes: false }));
    expect(bare.map(({ hash, changes }) => [hash, changes])).toEqual(commits.map(({ hash }) => [hash, []]));
  });

  it('are chosen by time, number, place and history', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      made.write(`${name}/file`, name);
      ids.push(made.commit(name));
    }
    const [a = '', b = '', c = '', d = ''] = ids;
    const repository = await opened(home, made.root);
    const hashes = async (query: object) =>
      (await all(repository.commits({ from: d, ...query }))).map(({ hash }) => hash);
    const minute = (number: number) => 1_700_000_000_000 + number * 60_000;
    expect(await hashes({ since: minute(1), until: minute(2) })).toEqual([c, b]);
    expect(await hashes({ limit: 2 })).toEqual([d, c]);
    expect(await hashes({ paths: ['a', 'c/file'] })).toEqual([c, a]);
    expect(await hashes({ except: [b] })).toEqual([d, c]);
    for await (const { hash } of repository.commits({ from: d })) {
      expect(hash).toBe(d);
      break;
    }
    const stopped = repository.commits({ from: d, signal: AbortSignal.abort() });
    await expect(all(stopped)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it.each(['HEAD', '--all', '-n', '', 'a'.repeat(39), `${'a'.repeat(40)}\n`])('takes no %j for an id', async (from) => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.commit('first');
    const repository = await opened(home, made.root);
    await expect(all(repository.commits({ from }))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(() => repository.changes(from, from)).toThrow(/whole id/u);
    await expect(repository.content({ blob: from })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('what changed between two trees', () => {
  it('is told by file and by line', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');
    made.write('kept', lines(1, 20));
    made.write('moved', lines(1, 30));
    made.write('removed', 'x\n');
    made.write('typed', 'one\ntwo\n');
    made.write('binary', 'a\0b');
    made.write('spoof', 'a\n');
    const first = made.commit('first');
    made.write('kept', `${lines(1, 4)}new\n${lines(6, 15)}${lines(18, 20)}end\n`);
    mkdirSync(path.join(made.root, 'to'));
    made.git('mv', 'moved', 'to/moved');
    made.write('to/moved', `top\n${lines(1, 30)}`);
    for (const name of ['removed', 'typed']) rmSync(path.join(made.root, name));
    symlinkSync('kept', path.join(made.root, 'typed'));
    made.write('binary', 'a\0c');
    made.write('spoof', 'a\ndiff --git a/x b/x\n@@ -9,9 +9,9 @@\n');
    const second = made.commit('second');
    const repository = await opened(home, made.root);
    const files = await all(repository.hunks(first, second));
    const told = files.map(({ change, hunks }) => [
      change.path,
      change.state,
      hunks.map(({ oldStart, oldLines, newStart, newLines }) => [oldStart, oldLines, newStart, newLines].join(' ')),
    ]);
    expect(told).toEqual([
      ['binary', 'modified', []],
      ['kept', 'modified', ['5 1 5 1', '16 2 15 0', '20 0 19 1']],
      ['removed', 'deleted', ['1 1 0 0']],
      ['spoof', 'modified', ['1 0 2 2']],
      ['to/moved', 'renamed', ['0 0 1 1']],
      ['typed', 'type_changed', ['1 2 0 0', '0 0 1 1']],
    ]);
    expect(files.map(({ change }) => change)).toEqual(await all(repository.changes(first, second)));
    expect(files.at(-1)?.change.kind).toBe('link');
  });
});

describe('contents', () => {
  it('come by id and by commit and path, many at once, in order', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const texts = Array.from({ length: 50 }, (_, at) => `${at}\n`.repeat(at * 97));
    texts.forEach((content, at) => made.write(`files/${at}`, content));
    const first = made.commit('first');
    const repository = await opened(home, made.root);
    const read = await Promise.all(texts.map((_, at) => repository.content({ commit: first, path: `files/${at}` })));
    expect(read.map(text)).toEqual(texts);
    const again = await Promise.all(read.map((one) => repository.content({ blob: one?.blob ?? '' })));
    expect(again.map(text)).toEqual(texts);
    expect(await repository.content({ blob: first })).toBeNull();
    expect(await repository.content({ blob: 'f'.repeat(40) })).toBeNull();
    expect(await repository.content({ commit: first, path: 'files' })).toBeNull();
    expect(await repository.content({ commit: first, path: 'no\nsuch' })).toBeNull();
    const tooLarge = repository.content({ commit: first, path: 'files/49' }, { maxBytes: 100 });
    await expect(tooLarge).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(text(await repository.content({ commit: first, path: 'files/1' }))).toBe(texts[1]);
    await repository.close();
    expect(text(await repository.content({ commit: first, path: 'files/2' }))).toBe(texts[2]);
  });

  it.each(['/etc/passwd', '../up', 'a/../b', 'nul\0', ''])('refuse the path %j', async (name) => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const first = made.commit('first');
    const repository = await opened(home, made.root);
    await expect(repository.content({ commit: first, path: name })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('are found through names of commits, of which none is an option', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const first = made.commit('first');
    const second = made.commit('second');
    made.git('tag', '--annotate', 'v1', '--message', 'one', first);
    const repository = await opened(home, made.root);
    expect(await repository.resolve('v1')).toBe(first);
    expect(await repository.resolve('main~1')).toBe(first);
    expect(await repository.resolve(second.slice(0, 10))).toBe(second);
    for (const name of ['nothing', '--all', 'HEAD:a', 'a b']) expect(await repository.resolve(name)).toBeNull();
    await expect(repository.resolve('HEAD\nHEAD')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('why a line is as it is', () => {
  it('follows it through edits and renames', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const body = 'one\ntwo\nthree\nfour\nfive\nsix\n';
    made.write('a.py', body);
    const first = made.commit('first');
    made.write('a.py', `zero\n${body}`);
    made.commit('above');
    made.git('mv', 'a.py', 'b.py');
    made.commit('moved');
    made.write('b.py', `zero\n${body.replace('three', '@@ -9 +9 @@')}`);
    const last = made.commit('third line');
    const repository = await opened(home, made.root);
    const history = await all(repository.lineHistory({ commit: last, path: 'b.py', first: 4, last: 4 }));
    expect(history.map(({ hash, subject }) => [hash, subject])).toEqual([
      [last, 'third line'],
      [first, 'first'],
    ]);
    expect(history[0]?.hunks).toEqual([{ oldStart: 4, oldLines: 1, newStart: 4, newLines: 1 }]);
    expect(history[1]?.hunks).toMatchObject([{ oldLines: 0, newStart: 3, newLines: 1 }]);
    const [only, ...more] = await all(
      repository.lineHistory({ commit: last, path: 'b.py', first: 1, last: 7, limit: 1 }),
    );
    expect([only?.hash, more]).toEqual([last, []]);
    const beyond = repository.lineHistory({ commit: last, path: 'b.py', first: 90, last: 99 });
    await expect(all(beyond)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: /no such lines/u });
    const missing = repository.lineHistory({ commit: last, path: 'c.py', first: 1, last: 1 });
    await expect(all(missing)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('knows who wrote a folder', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('src/a', 'a');
    made.commit('a');
    made.git('config', 'user.name', 'Bob\tBuilder');
    made.git('config', 'user.email', 'bob@old.example');
    for (const content of ['b', 'c']) {
      made.write('src/a', content);
      made.commit(content);
    }
    made.write('other', 'd');
    made.write('.mailmap', 'Bob <bob@new.example> <bob@old.example>\n');
    const last = made.commit('d');
    const repository = await opened(home, made.root);
    expect(await repository.authors({ commit: last, path: 'src' })).toEqual([
      { name: 'Bob', email: 'bob@new.example', commits: 2 },
      { name: 'Ann Author', email: 'ann@example.org', commits: 1 },
    ]);
    expect(await repository.authors({ commit: last })).toMatchObject([{ commits: 3 }, { commits: 1 }]);
    expect(await repository.authors({ commit: last, path: 'nowhere' })).toEqual([]);
    const recent = await repository.authors({ commit: last, since: 1_700_000_060_000 });
    expect(recent).toMatchObject([{ name: 'Bob', commits: 3 }]);
  });
});
