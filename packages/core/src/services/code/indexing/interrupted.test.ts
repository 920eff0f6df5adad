/** A run that ends before any of its writes, as of kill -9, and is then done again: the index is that of an undisturbed run. */
import type { Deps } from '@zapomni/core';
import { codeWorkspace, indexRepository } from '@zapomni/core/code';
import { dumpIndex } from '@zapomni/testkit/index-dump';
import { IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FIRST = {
  'a.py': 'from b import two\n\n\ndef one():\n    return two()\n',
  'b.py': 'def two():\n    return 2\n',
  'moves.py': 'from b import two\n\n\ndef mover():\n    return two()\n',
  'goes.py': 'from a import one\n\n\ndef goer():\n    return one()\n',
  'becomes_binary.py': 'X = 1\n',
};

describe('a run that dies', () => {
  let repository: IndexedRepository;
  beforeAll(() => {
    repository = new IndexedRepository();
  });
  afterAll(() => repository.close());

  let isCommitted = false;
  /** One commit for all trials: messages of commits are part of what is compared. */
  const begin = (): void => {
    for (const name of ['moved.py', 'new.ts']) repository.remove(name);
    for (const [name, text] of Object.entries(FIRST)) repository.write(name, text);
    if (!isCommitted) repository.made.commit('First');
    isCommitted = true;
  };
  const change = (): void => {
    repository.test.clock.advance(60_000);
    repository.write('b.py', 'def two():\n    return three()\n\n\ndef three():\n    return 3\n');
    repository.write('moved.py', FIRST['moves.py']);
    repository.write('becomes_binary.py', 'X\0\0');
    repository.write('new.ts', 'export const x = () => 1;\n');
    for (const name of ['moves.py', 'goes.py']) repository.remove(name);
  };
  const index = (deps: Deps, workspace: string) =>
    indexRepository(deps, { workspace, client: 'test', path: repository.root });

  /** The same, but for dying before the n-th write; and how many there were. */
  const mortal = (deps: Deps, dieAt: number) => {
    let writes = 0;
    const counted = <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port =>
      new Proxy(port, {
        get(target, name) {
          const method = Reflect.get(target, name) as unknown;
          if (typeof method !== 'function' || !names.includes(name as keyof Port)) return method;
          return (...args: unknown[]) => {
            if (++writes >= dieAt) return Promise.reject(new Error('killed'));
            return Reflect.apply(method, target, args) as unknown;
          };
        },
      });
    const storage = {
      ...deps.storage,
      memories: counted(deps.storage.memories, ['add', 'update', 'remove']),
      records: counted(deps.storage.records, ['write']),
    };
    return { deps: { ...deps, storage }, writes: () => writes };
  };
  const died = async (dieAt: number, workspace: string): Promise<number> => {
    const { deps, writes } = mortal(repository.deps, dieAt);
    await index(deps, workspace).catch(() => undefined);
    return writes();
  };

  it.each([
    ['of the first look', false],
    ['of a look at what changed', true],
  ])(
    'before any write %s leaves nothing wrong',
    async (_name, isLater) => {
      const { deps } = repository;
      begin();
      if (isLater) change();
      const { repository: key } = await index(deps, `whole${isLater}`);
      const expected = await dumpIndex(deps, codeWorkspace(`whole${isLater}`, key));
      begin();
      const [first] = [`count${isLater}`];
      if (isLater) {
        await index(deps, first);
        change();
      }
      const all = await died(Infinity, first);
      expect(all).toBeGreaterThan(3);
      for (let dieAt = 1; dieAt <= all; dieAt++) {
        const workspace = `die${dieAt}-${isLater}`;
        begin();
        if (isLater) {
          await index(deps, workspace);
          change();
        }
        // Dies, dies again a little later, and is then done.
        await died(dieAt, workspace);
        if (dieAt % 2 === 0) await died(2, workspace);
        await index(deps, workspace);
        expect(await dumpIndex(deps, codeWorkspace(workspace, key)), `write ${dieAt} of ${all}`).toEqual(expected);
        for (const id of [workspace, codeWorkspace(workspace, key)])
          await deps.storage.workspaces.remove(id, repository.test.clock.now()).catch(() => undefined);
      }
    },
    300_000,
  );
});
