import { collection } from '@zapomni/core/records';
import { CODE_SYMBOLS, fileKey, readInbound, type KeptSymbol } from '@zapomni/core/code';
import { indexedRepository, type IndexedRepository } from '@zapomni/testkit/repository';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeScip } from '../scip/testing/encode-scip.ts';

const TASKS = 'export class Tasks {\n  finish(all) {}\n}\nexport class Races {\n  finish(all) {}\n}\n';
const MAIN = 'export function end(given) {\n  given.finish(1);\n}\n';
const FINISH = 'scip-typescript npm x 1 `tasks.ts`/Tasks#finish().';
const INDEX = encodeScip([
  { path: 'tasks.ts', occurrences: [{ range: [1, 2, 8], symbol: FINISH, roles: 1 }] },
  { path: 'main.ts', occurrences: [{ range: [1, 8, 14], symbol: FINISH }] },
  { path: 'gone.ts' },
]);

describe('an index.scip in a repository', () => {
  let repository: IndexedRepository;
  beforeAll(async () => {
    repository = await indexedRepository({ 'tasks.ts': TASKS, 'main.ts': MAIN });
  });
  afterAll(() => repository.close());

  const callers = async (): Promise<string[]> => {
    const { value } = await repository.kept();
    const { items } = await collection(repository.deps, CODE_SYMBOLS).list(value.store, {
      index: 'by_name',
      where: { folded: 'finish' },
    });
    const finish = items.find(({ value: symbol }) => symbol.qualified === 'Tasks.finish') as KeptSymbol;
    const inbound = await readInbound(repository.deps, value.store, fileKey('tasks.ts'), finish.key);
    return inbound.map((edge) => `${edge.path}:${edge.line} ${edge.how}`);
  };
  const put = (bytes: Uint8Array): void => writeFileSync(path.join(repository.root, 'index.scip'), bytes);

  it('is used as soon as it is there, for what has not changed since', async () => {
    expect(await callers()).toEqual([]);
    put(INDEX);
    await repository.index();
    expect(await callers()).toEqual(['main.ts:2 type']);
    expect((await repository.kept()).value.scip).toMatchObject({ used: 2, ignored: 1, error: null });
    repository.write('main.ts', `// edited\n${MAIN}`);
    await repository.index();
    expect(await callers()).toEqual([]);
    expect((await repository.kept()).value.scip).toMatchObject({ used: 1, ignored: 2 });
  });

  it('that is broken says so, and the rest is indexed', async () => {
    put(Buffer.from('not an index'));
    const { changed } = await repository.index();
    expect(changed).toBeLessThanOrEqual(1);
    expect((await repository.kept()).value).toMatchObject({
      state: 'ready',
      scip: { used: 0, error: expect.stringContaining('index.scip cannot be read') },
    });
  });
});

describe('several of them', () => {
  const [TASKS_IN, MAIN_IN] = ['packages/a/tasks.ts', 'packages/b/main.ts'];
  const A = encodeScip([{ path: 'tasks.ts', occurrences: [{ range: [1, 2, 8], symbol: FINISH, roles: 1 }] }]);
  const B = encodeScip([{ path: 'main.ts', occurrences: [{ range: [1, 8, 14], symbol: FINISH }] }]);
  let repository: IndexedRepository;
  beforeAll(async () => {
    repository = await indexedRepository({ [TASKS_IN]: TASKS, [MAIN_IN]: MAIN });
  });
  afterAll(() => repository.close());

  it('speak of the files of their folders, and what one defines another may call', async () => {
    for (const [at, bytes] of [
      ['packages/a', A],
      ['packages/b', B],
    ] as const)
      writeFileSync(path.join(repository.root, at, 'index.scip'), bytes);
    await repository.index();
    const { value } = await repository.kept();
    expect(value.scip).toMatchObject({ used: 2, ignored: 0, error: null });
    const { items } = await collection(repository.deps, CODE_SYMBOLS).list(value.store, {
      index: 'by_name',
      where: { folded: 'finish' },
    });
    const finish = items.find(({ value: symbol }) => symbol.qualified === 'Tasks.finish') as KeptSymbol;
    const inbound = await readInbound(repository.deps, value.store, fileKey(TASKS_IN), finish.key);
    expect(inbound.map((edge) => `${edge.path}:${edge.line} ${edge.how}`)).toEqual([`${MAIN_IN}:2 type`]);
  });

  it('are read again when one of them is another, and one that is broken does not take the others along', async () => {
    writeFileSync(path.join(repository.root, 'packages/b/index.scip'), 'not an index');
    await repository.index();
    expect((await repository.kept()).value.scip).toMatchObject({
      used: 1,
      error: expect.stringMatching(/^packages\/b\/index\.scip cannot be read/),
    });
  });
});
