/** An index goes wherever its store goes: an export that is taken in, a migration to any engine. */
import { indexRepository } from '@zapomni/core/code';
import { exportLines, importExport, migrateStore } from '@zapomni/core/migrate';
import type { Storage } from '@zapomni/core/ports';
import { openTestDeps } from '@zapomni/testkit/deps';
import { enginesForTests } from '@zapomni/testkit/engines';
import { all } from '@zapomni/testkit/git';
import { dumpIndex } from '@zapomni/testkit/index-dump';
import { indexedRepository, WORKSPACE, type IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('an index that is carried elsewhere', async () => {
  let repository: IndexedRepository;
  let [store, lines]: [string, string[]] = ['', []];
  beforeAll(async () => {
    repository = await indexedRepository({
      'a.py': 'from b import b\n\n\ndef a():\n    return b()\n',
      'b.py': 'def b():\n    return 1\n',
      'README.md': '# Words\n',
    });
    ({ store } = (await repository.kept()).value);
    lines = await dumpIndex(repository.deps, store);
  });
  afterAll(() => repository.close());

  const isThere = async (storage: Storage): Promise<void> => {
    const deps = { ...repository.deps, storage };
    expect(await dumpIndex(deps, store)).toEqual(lines);
    const again = await indexRepository(deps, { workspace: WORKSPACE, client: 'test', path: repository.root });
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
    expect(await dumpIndex(deps, store)).toEqual(lines);
  };

  it('is in an export, and in the store that takes it in', async () => {
    expect(lines.length).toBeGreaterThan(10);
    const exported = (await all(exportLines(repository.deps.storage))).map((line) => line.trimEnd());
    const other = openTestDeps();
    const open = async function* () {
      yield* exported;
    };
    expect(await importExport({ target: other.deps.storage, open })).toMatchObject({ equal: true });
    await isThere(other.deps.storage);
    await other.close();
  });

  it.each(await enginesForTests())('is migrated to $engine', async ({ options }) => {
    const other = openTestDeps();
    const opened = options().openStorage?.({ logger: other.deps.logger, dataDir: other.dataDir });
    const target = opened ?? other.deps.storage;
    const source = repository.deps.storage;
    expect(await migrateStore({ source, target, sourceName: 'here' })).toMatchObject({ equal: true });
    await isThere(target);
    await opened?.close();
    await other.close();
  });
});
