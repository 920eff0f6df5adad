import { createApp } from '@zapomni/core';
import { CODE_FILES, fileKey, loadHistory, type FileRecord } from '@zapomni/core/code';
import type { Memory } from '@zapomni/core/model';
import { collection } from '@zapomni/core/records';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import { describe, expect, it, onTestFinished } from 'vitest';

const FIRST = 1_700_000_000_000;
const MINUTE = 60_000;

function open(): IndexedRepository {
  const repository = new IndexedRepository();
  onTestFinished(() => repository.close());
  return repository;
}

/** What commits say, the newest first. */
async function messages(repository: IndexedRepository): Promise<readonly Memory[]> {
  const { store: workspace } = (await repository.kept()).value;
  const { memories } = repository.deps.storage;
  const { items } = await memories.list({ workspace, filter: { kinds: ['commit'] }, limit: 100 });
  return memories.get(
    workspace,
    items.map(({ id }) => id),
  );
}

async function fileOf(repository: IndexedRepository, path: string): Promise<FileRecord | undefined> {
  const { store } = (await repository.kept()).value;
  return (await collection(repository.deps, CODE_FILES).get(store, fileKey(path)))?.value;
}

const subjects = (memories: readonly Memory[]): string[] => memories.map(({ text }) => text.split('\n')[0] ?? '');

describe('what commits say', () => {
  it('is remembered in the workspace of the repository, with its time, its hash and its folders', async () => {
    const repository = open();
    repository.write('docs/a.txt', 'a');
    repository.write('docs/b.txt', 'b');
    repository.write('top.txt', 'top');
    const hash = repository.made.commit('Retry three times\n\nThe network is not what it was.');
    await repository.index();
    const [only, ...others] = await messages(repository);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      text: 'Retry three times\n\nThe network is not what it was.',
      kind: 'commit',
      source: hash,
      tags: ['docs', '.'],
      occurredAt: FIRST,
      validFrom: FIRST,
      metadata: { author: 'Ann Author', files: 3, repository: (await repository.kept()).key },
    });
    const { store } = (await repository.kept()).value;
    const [hit] = await repository.deps.storage.fullText.search({ terms: ['network'] }, 5, { workspace: store });
    expect(hit?.memoryId).toBe(only?.id);
    expect((await repository.deps.storage.memories.list({ workspace: 'default', limit: 5 })).total).toBe(0);
  });

  it('follows the history of HEAD: what comes is added, what is rewritten goes, and nothing is there twice', async () => {
    const repository = open();
    repository.write('a.txt', '1');
    repository.made.commit('one');
    await repository.index();
    const [one] = await messages(repository);
    repository.write('a.txt', 'the second');
    repository.made.commit('two');
    await repository.index();
    expect(subjects(await messages(repository))).toEqual(['two', 'one']);
    repository.made.git('commit', '--quiet', '--amend', '--message', 'second');
    await repository.index();
    expect(subjects(await messages(repository))).toEqual(['second', 'one']);
    repository.made.git('reset', '--quiet', '--hard', 'HEAD~1');
    await repository.index();
    const left = await messages(repository);
    expect(left.map(({ id }) => id)).toEqual([one?.id]);
  });

  it('is not remembered by who does not want it, and goes when that is said later', async () => {
    const repository = open();
    repository.write('a.txt', '1');
    repository.made.commit('one');
    await repository.index();
    expect(await messages(repository)).toHaveLength(1);
    await repository.index({ options: { commits: false } });
    expect(await messages(repository)).toEqual([]);
    repository.write('a.txt', 'the second');
    repository.made.commit('two');
    await repository.index();
    expect(await messages(repository)).toEqual([]);
    await repository.index({ options: { commits: true } });
    expect(subjects(await messages(repository))).toEqual(['two', 'one']);
  });

  it('is found by who asks for commits, and by nobody else', async () => {
    const repository = open();
    repository.write('a.txt', '1');
    const hash = repository.made.commit('The network needs patience');
    await repository.index();
    const app = createApp(repository.deps);
    await app.memories.add({ workspace: WORKSPACE, drafts: [{ text: 'The network is fast.' }], batch: false });
    const search = async (kinds?: string[]) =>
      app.search.run({ workspaces: [WORKSPACE], query: 'network', limit: 5, ...(kinds ? { filter: { kinds } } : {}) });
    expect((await search()).hits.map(({ memory }) => memory.kind)).toEqual(['note']);
    const { hits } = await search(['commit']);
    expect(hits).toMatchObject([{ memory: { source: hash, kind: 'commit', workspace: WORKSPACE } }]);
    const both = (await search(['commit', 'note'])).hits.map(({ memory }) => memory.kind);
    expect(both.toSorted()).toEqual(['commit', 'note']);
    await app.close();
  });

  it('is nothing in a folder without Git, and before the first commit', async () => {
    const repository = open();
    repository.write('a.txt', '1');
    await repository.index();
    expect(await messages(repository)).toEqual([]);
    expect(await loadHistory(repository.deps, (await repository.kept()).value.store)).toBeNull();
  });
});

describe('the valid time of a file', () => {
  it('is that of its commit, also when it was indexed before it was committed', async () => {
    const repository = open();
    repository.write('a.txt', '1');
    repository.write('b.txt', '1');
    const first = repository.made.commit('one');
    await repository.index();
    expect(await fileOf(repository, 'a.txt')).toMatchObject({ commit: first, valid_from: FIRST });
    repository.write('a.txt', 'the second');
    await repository.index();
    const changedAt = repository.test.clock.now() - MINUTE;
    expect(await fileOf(repository, 'a.txt')).toMatchObject({ commit: null, valid_from: changedAt });
    const second = repository.made.commit('two');
    await repository.index();
    expect(await fileOf(repository, 'a.txt')).toMatchObject({ commit: second, valid_from: FIRST + MINUTE });
    expect(await fileOf(repository, 'b.txt')).toMatchObject({ commit: first, valid_from: FIRST });
    const { store: workspace } = (await repository.kept()).value;
    const memory = (await fileOf(repository, 'b.txt'))?.memory ?? '';
    expect(await repository.deps.storage.memories.get(workspace, [memory])).toMatchObject([{ validFrom: FIRST }]);
  });
});
