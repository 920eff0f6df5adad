/** What is read again, and what is not. */
import { renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CODE_FILES, fileKey, indexRepository } from '@zapomni/core/code';
import type { Files } from '@zapomni/core/ports';
import { collection } from '@zapomni/core/records';
import { indexedRepository, WORKSPACE, type IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

describe('a file', () => {
  let repository: IndexedRepository;
  let read: string[] = [];
  beforeAll(async () => {
    repository = await indexedRepository({ 'a.py': 'A = 1\n', 'b.py': 'B = 1\n', 'keep.py': 'K = 1\n' });
  });
  afterAll(() => repository.close());
  beforeEach(() => void repository.test.clock.advance(3_600_000));

  const index = async () => {
    read = [];
    const { files } = repository.deps;
    const bytes: Files['bytes'] = (place, request) => {
      if ('path' in place) read.push(path.basename(place.path));
      return (files as Files).bytes(place, request);
    };
    const counting = new Proxy(files as Files, { get: (on, name) => (name === 'bytes' ? bytes : bound(on, name)) });
    const deps = { ...repository.deps, files: counting };
    return indexRepository(deps, { workspace: WORKSPACE, client: 'test', path: repository.root });
  };
  const bound = (on: Files, name: string | symbol): unknown => {
    const member = Reflect.get(on, name) as unknown;
    return typeof member === 'function' ? member.bind(on) : member;
  };
  const place = (name: string) => path.join(repository.root, name);
  const stamp = (name: string, at: number) => utimesSync(place(name), at / 1000, at / 1000);
  const textOf = async (name: string) => {
    const { store } = (await repository.kept()).value;
    const kept = await collection(repository.deps, CODE_FILES).get(store, fileKey(name));
    return (await repository.deps.storage.memories.get(store, [kept?.value.memory ?? '']))[0]?.text;
  };

  it('with the same stamp is not read', async () => {
    expect(await index()).toMatchObject({ unchanged: 3, changed: 0 });
    expect(read).toEqual([]);
  });

  it('that was only touched is read, found to be the same, and not read again', async () => {
    stamp('a.py', repository.test.clock.now() - 60_000);
    expect(await index()).toMatchObject({ unchanged: 3, changed: 0, passages: 0 });
    expect(read).toEqual(['a.py']);
    await index();
    expect(read).toEqual([]);
  });

  it('that was written just now may be written again in the same tick, and is looked at once more', async () => {
    const now = repository.test.clock.now();
    writeFileSync(place('a.py'), 'A = 2\n');
    stamp('a.py', now);
    expect(await index()).toMatchObject({ changed: 1 });
    writeFileSync(place('a.py'), 'A = 3\n');
    stamp('a.py', now);
    repository.test.clock.advance(500);
    expect(await index()).toMatchObject({ changed: 1 });
    expect(await textOf('a.py')).toBe('A = 3\n');
    repository.test.clock.advance(5000);
    expect(await index()).toMatchObject({ changed: 0 });
    expect(read).toEqual(['a.py']);
    await index();
    expect(read).toEqual([]);
  });

  it.each([
    ['forward', 86_400_000],
    ['back', -86_400_000],
  ])('is seen to have changed when the clock of the system jumps %s', async (_way, jump) => {
    const at = repository.test.clock.now() + jump;
    writeFileSync(place('b.py'), `B = ${jump}\n`);
    stamp('b.py', at);
    expect(await index()).toMatchObject({ changed: 1 });
    writeFileSync(place('b.py'), `B = ${jump + 1}\n`);
    stamp('b.py', at + (jump > 0 ? 0 : 1));
    expect(await index()).toMatchObject({ changed: 1 });
    expect(await textOf('b.py')).toBe(`B = ${jump + 1}\n`);
  });

  it('that has another name keeps its text, and its passages their vectors', async () => {
    const { store } = (await repository.kept()).value;
    const memoryOf = async (name: string) =>
      (await collection(repository.deps, CODE_FILES).get(store, fileKey(name)))?.value.memory;
    const before = await memoryOf('keep.py');
    renameSync(place('keep.py'), place('kept.py'));
    expect(await index()).toMatchObject({ moved: 1, added: 0, removed: 0, passages: 0, counts: { stale: 0 } });
    expect([await memoryOf('kept.py'), await memoryOf('keep.py')]).toEqual([before, undefined]);
    const [memory] = await repository.deps.storage.memories.get(store, [before ?? '']);
    expect(memory).toMatchObject({ source: 'kept.py', metadata: { path: 'kept.py' } });
  });

  it('that comes back with its branch costs no parsing and no vectors', async () => {
    repository.made.commit('All');
    await index();
    repository.made.git('checkout', '--quiet', '-b', 'other');
    repository.made.git('rm', '--quiet', 'kept.py');
    repository.made.commit('Without');
    expect(await index()).toMatchObject({ removed: 1, branch: 'other', counts: { stale: 1 } });
    const parses: string[] = [];
    const { codeParser } = repository.deps;
    const deps = {
      ...repository.deps,
      codeParser: { ...(codeParser as NonNullable<typeof codeParser>), parse: async () => parses.push('one') as never },
    };
    repository.made.git('checkout', '--quiet', 'main');
    const back = await indexRepository(deps, { workspace: WORKSPACE, client: 'test', path: repository.root });
    expect(back).toMatchObject({ added: 1, passages: 0, branch: 'main', counts: { stale: 0, files: 3 } });
    expect(parses).toEqual([]);
  });
});
