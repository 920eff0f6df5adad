/** Repositories that were made to hurt whoever indexes them: each is indexed whole, runs nothing, and leaves what is outside alone. */
import { CODE_FILES, fileKey, indexRepository, type FileRecord } from '@zapomni/core/code';
import { collection } from '@zapomni/core/records';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const MANY = Number(process.env['ZAPOMNI_MANY_FILES'] ?? 400);
const SOURCE = 'def answer():\n    return 42\n';

const PROGRAMS =
  'core.fsmonitor filter.x.clean filter.x.smudge filter.x.process diff.external diff.x.textconv core.pager core.editor core.sshCommand';

function made(): IndexedRepository {
  const repository = new IndexedRepository();
  onTestFinished(() => repository.close());
  repository.write('good.py', SOURCE);
  return repository;
}

const at = (repository: IndexedRepository, name: string): string => path.join(repository.root, name);

async function fileOf(repository: IndexedRepository, name: string): Promise<FileRecord | undefined> {
  const { value } = await repository.kept();
  return (await collection(repository.deps, CODE_FILES).get(value.store, fileKey(name)))?.value;
}

async function textOf(repository: IndexedRepository, name: string): Promise<string | undefined> {
  const { value } = await repository.kept();
  const { memory } = (await fileOf(repository, name)) ?? { memory: null };
  const [found] = await repository.deps.storage.memories.get(value.store, memory === null ? [] : [memory]);
  return found?.text;
}

describe('a hostile repository', () => {
  it('has links that go round in circles and out of it: none is followed', async () => {
    const repository = made();
    writeFileSync(path.join(repository.home, 'secret.py'), 'def secret(): pass\n');
    mkdirSync(at(repository, 'a/b'), { recursive: true });
    symlinkSync('..', at(repository, 'a/b/up'));
    symlinkSync(at(repository, 'a'), at(repository, 'a/self'));
    symlinkSync('../secret.py', at(repository, 'linked.py'));
    symlinkSync('x', at(repository, 'y'));
    symlinkSync('y', at(repository, 'x'));
    symlinkSync('/dev/zero', at(repository, 'endless.py'));
    repository.made.commit('links');
    const { counts } = await repository.index();
    expect(counts).toMatchObject({ files: 1, symbols: 1, left_out: { link: 6 } });
  });

  it('has very many files in one folder', { timeout: MANY * 20 + 60_000 }, async () => {
    const repository = made();
    for (let i = 0; i < MANY; i++) repository.write(`many/f${i}.py`, `def f${i}():\n    return ${i}\n`);
    const { counts, added } = await repository.index();
    expect([counts.files, counts.symbols, added]).toEqual([MANY + 1, MANY + 1, MANY + 1]);
    expect(await repository.index()).toMatchObject({ added: 0, changed: 0, unchanged: MANY + 1 });
  });

  it('has names that are no names', async () => {
    const repository = made();
    const names = [
      'line\nbreak.py',
      'tab\tand "quotes".py',
      '-rf.py',
      '$(touch x).py',
      'пример 🦊.py',
      '%2e%2e.py',
      `${'n'.repeat(200)}.py`,
    ];
    for (const name of names) repository.write(name, SOURCE);
    repository.made.commit('names');
    await repository.index();
    for (const name of names)
      expect(await fileOf(repository, name), name).toMatchObject({ path: name, state: 'ok', symbols: 1 });
  });

  it('has a file of 200 MB that is nothing but holes, one line a million nodes deep, and bytes that are no text', async () => {
    const repository = made();
    const hole = openSync(at(repository, 'hole.py'), 'w');
    ftruncateSync(hole, 200_000_000);
    closeSync(hole);
    repository.write('deep.py', `x = ${'a+'.repeat(499_000)}a\n`);
    repository.write('brackets.py', `x = ${'('.repeat(1500)}\ny = 1\n`);
    writeFileSync(at(repository, 'nul.py'), 'def f():\0 pass\n');
    writeFileSync(at(repository, 'latin.py'), Buffer.from('# caf\xe9\ndef latin(): pass\n', 'latin1'));
    writeFileSync(at(repository, 'wide.py'), Buffer.from('\uFEFFdef wide(): pass\n', 'utf16le'));
    repository.write('marked.py', '\uFEFFdef marked(): pass\r\n');
    const { failed } = await repository.index();
    expect(failed).toBe(0);
    expect(await fileOf(repository, 'hole.py')).toBeUndefined();
    expect((await repository.kept()).value.counts.left_out).toMatchObject({ too_large: 1 });
    expect((await fileOf(repository, 'deep.py'))?.state).toBe('skipped');
    expect((await fileOf(repository, 'brackets.py'))?.state).toBe('partial');
    for (const name of ['good.py', 'marked.py'])
      expect(await fileOf(repository, name)).toMatchObject({ state: 'ok', symbols: 1 });
    expect((await fileOf(repository, 'nul.py'))?.state).toBe('skipped');
    for (const name of ['latin.py', 'wide.py'])
      expect((await fileOf(repository, name))?.state, name).toMatch(/^(?:ok|skipped)$/u);
  });

  it('names programs in its configuration, wherever Git would run them: nothing of it runs', async () => {
    const repository = made();
    repository.write('.gitattributes', '*.py filter=x diff=x\n');
    repository.made.commit('first');
    const mark = path.join(repository.home, 'ran');
    const command = `touch '${mark}'`;
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman'])
      repository.made.write(`.evil/${hook}`, `#!/bin/sh\n${command}\n`, 0o755);
    for (const key of PROGRAMS.split(' ')) repository.made.git('config', key, command);
    for (const name of ['ls-files', 'log', 'status', 'cat-file'])
      repository.made.git('config', `alias.${name}`, `!${command}`);
    repository.made.git('config', 'core.hooksPath', at(repository, '.evil'));
    repository.write('good.py', `${SOURCE}\n`);
    // Git itself falls for it, so that this can fail.
    repository.made.git('status');
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    const { counts } = await repository.index();
    expect(counts.symbols).toBeGreaterThanOrEqual(1);
    await repository.index();
    expect(existsSync(mark)).toBe(false);
  });

  it('has a .git that is not one: its files are indexed all the same', async () => {
    const repository = made();
    rmSync(at(repository, '.git'), { recursive: true });
    for (const text of ['gitdir: ../elsewhere/.git\n', 'gitdir: /etc\n', 'gitdir: .git\n', '\0\0\0']) {
      writeFileSync(at(repository, '.git'), text);
      const { counts } = await repository.index();
      expect(counts, text).toMatchObject({ files: 1, symbols: 1 });
    }
  });

  it.each(['HEAD', 'config', 'index'])(
    'has a .git whose %s is broken: it is indexed, or says what is wrong',
    async (name) => {
      const repository = made();
      repository.made.commit('first');
      writeFileSync(at(repository, `.git/${name}`), '\xff\0 not git [');
      const outcome = await repository.index().then(
        ({ counts }) => counts.symbols,
        (error: unknown) => error,
      );
      if (outcome !== 1)
        expect(outcome).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/u), message: expect.any(String) });
    },
  );

  it('has a file that changes while it is read: the next run has what it says then', async () => {
    const repository = made();
    repository.made.commit('first');
    const { files } = repository.deps;
    if (!files) throw new Error('There are no files.');
    const edit = (): void => writeFileSync(at(repository, 'good.py'), 'def changed():\n    return 1\n');
    const wrapped = new Proxy(files, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'bytes') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        return async function* (...args: Parameters<typeof files.bytes>) {
          for await (const piece of files.bytes(...args)) {
            yield piece;
            edit();
          }
        };
      },
    });
    await indexRepository(
      { ...repository.deps, files: wrapped },
      { workspace: WORKSPACE, client: 'test', path: repository.root },
    );
    await repository.index();
    expect(await textOf(repository, 'good.py')).toBe('def changed():\n    return 1\n');
  });

  it.skipIf(process.getuid?.() === 0)(
    'has a folder that may not be read: what was known of it stays (skipped for root)',
    async () => {
      const repository = made();
      repository.write('closed/kept.py', SOURCE);
      await repository.index();
      chmodSync(at(repository, 'closed'), 0o000);
      onTestFinished(() => chmodSync(at(repository, 'closed'), 0o755));
      const { removed } = await repository.index();
      expect(removed).toBe(0);
      expect((await fileOf(repository, 'closed/kept.py'))?.state).toBe('ok');
    },
  );
});
