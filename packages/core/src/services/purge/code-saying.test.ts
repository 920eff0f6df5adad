import { createApp, type App } from '@zapomni/core';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('what is purged and stands in code as well', () => {
  let repository: IndexedRepository;
  let app: App;
  beforeAll(async () => {
    repository = new IndexedRepository();
    app = createApp(repository.deps);
    repository.write('src/keys.py', "NUMBER = 'qzxv-bnmk-jhgf'\n");
    repository.write('src/other.py', 'def other():\n    return 1\n');
    await repository.index();
  });
  afterAll(async () => {
    await app.close();
    await repository.close();
  });

  const purge = async (text: string, saying?: string[]): Promise<readonly string[]> => {
    const { memories } = await app.memories.add({ workspace: WORKSPACE, drafts: [{ text }], batch: false });
    const { remains } = await app.memories.purge({ workspace: WORKSPACE, ids: [memories[0]?.id ?? ''], saying });
    return remains.filter((sentence) => sentence.startsWith('The index of'));
  };

  it('is named in the receipt, with the files and what to do, by what it was found by or by its whole text', async () => {
    const [said, ...others] = await purge('The number is QZXV-bnmk-jhgf, keep it.', ['QZXV-bnmk']);
    expect(others).toEqual([]);
    expect(said).toMatch(
      /says it: 1 files \(src\/keys\.py\)\. Take it out .*remove_repository; then purge once more\.$/,
    );
    expect(await purge("NUMBER = 'qzxv-bnmk-jhgf'")).toHaveLength(1);
    expect(await purge('The number is qzxv-bnmk-jhgf, keep it.')).toEqual([]);
    // Too short to be told from what stands anywhere.
    expect(await purge('return 1')).toEqual([]);
  });

  it('is gone with the file, once the index has heard of it and forgotten what it said', async () => {
    repository.remove('src/keys.py');
    await repository.index();
    expect(await app.memories.codeSaying(WORKSPACE, ['qzxv-bnmk'])).toEqual([expect.stringContaining('stale_code')]);
    await app.memories.prune({ workspace: WORKSPACE, strategy: 'stale_code', dryRun: false, confirm: true });
    expect(await app.memories.codeSaying(WORKSPACE, ['qzxv-bnmk'])).toEqual([]);
  });
});
