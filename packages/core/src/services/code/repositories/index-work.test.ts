/** Indexing as work: once at a time for a repository, by whoever may read it, and taken up when its process dies. */
import { createApp, type App } from '@zapomni/core';
import { condition } from '@zapomni/testkit/condition';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { indexedRepository, WORKSPACE, type IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

describe('the work of indexing', () => {
  let repository: IndexedRepository;
  let app: App;
  beforeAll(async () => {
    const files = { 'a.py': 'def a():\n    return 1\n', 'b.py': 'from a import a\n\n\ndef b():\n    return a()\n' };
    repository = await indexedRepository(files, { index: false, settings: { graph: 'off' } });
    app = createApp(repository.deps);
  });
  afterAll(async () => {
    await app.close();
    await repository.close();
  });
  const asked = () => ({ workspace: WORKSPACE, client: 'test', path: repository.root });

  it('is done once for all who ask, and tells how far it is', async () => {
    const told = new Set<string>();
    const [one, two] = await Promise.all([app.code.startIndex(asked()), app.code.startIndex(asked())]);
    expect(two.id).toBe(one.id);
    const report = await app.code.index({ ...asked(), onProgress: ({ step }) => told.add(step) });
    expect(report).toMatchObject({ name: 'repository', counts: { files: 2 } });
    expect(told.size).toBeGreaterThan(0);
    expect((await app.work.list({ name: 'index_codebase' })).items[0]).toMatchObject({
      state: 'completed',
      result: { counts: { files: 2 } },
    });
  });

  it('is taken up by another process when the one that did it has died', async () => {
    const { deps, test } = repository;
    repository.write('c.py', 'C = 1\n');
    const { key } = await repository.kept();
    const payload = { path: repository.root, client: 'test' };
    const item = {
      kind: 'index_codebase',
      workspace: WORKSPACE,
      payload,
      key,
      priority: 1,
      maxAttempts: 5,
      everyMs: null,
    };
    const now = test.clock.now();
    await deps.storage.work.add([{ ...item, id: deps.ids.next(), dueAt: now }], now);
    const claim = { owner: 'dead', until: now + 60_000, kinds: ['index_codebase'] };
    expect(await deps.storage.work.claim(claim, 1, now)).toHaveLength(1);
    // Whoever asks meanwhile waits for it.
    const asking = app.code.index(asked());
    test.clock.advance(61_000);
    await app.resume();
    expect(await asking).toMatchObject({ counts: { files: 3 } });
  });

  it('is left to others by who may not read there, and tells at once of what cannot be', async () => {
    const { deps } = repository;
    const elsewhere = openTestFiles({ roots: [`${repository.home}/nowhere`], logger: createRecordingLogger() });
    const stranger = createApp({
      ...deps,
      files: elsewhere,
      storage: { ...deps.storage, close: async () => undefined },
    });
    await expect(stranger.code.startIndex(asked())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(app.code.startIndex({ ...asked(), options: { max_file_size: 5 } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ field: 'max_file_size' }],
    });
    repository.write('d.py', 'D = 1\n');
    const { key } = await repository.kept();
    const payload = { path: repository.root, client: 'test' };
    const draft = { id: deps.ids.next(), kind: 'index_codebase', workspace: WORKSPACE, payload, key };
    const now = repository.test.clock.now();
    await stranger.resume();
    await deps.storage.work.add([{ ...draft, dueAt: now, priority: 0, maxAttempts: 5, everyMs: null }], now);
    await condition(async () => {
      const { items } = await deps.storage.work.list({ kinds: ['index_codebase'] }, { limit: 1 });
      return items[0]?.state === 'completed' || (items[0]?.dueAt ?? 0) > now;
    });
    repository.test.clock.advance(31_000);
    expect(await app.code.index(asked())).toMatchObject({ counts: { files: 4 } });
  });
});

describe('a process that indexes and dies', () => {
  let repository: IndexedRepository;
  beforeAll(async () => {
    repository = await indexedRepository({ 'a.py': 'A = 1\n' }, { settings: { graph: 'off' } });
  });
  afterAll(() => repository.close());

  it('is replaced at once when that is certain, and not before', async () => {
    const { deps, root } = repository;
    const { key } = await repository.kept();
    const [now, id] = [deps.clock.now(), deps.ids.next()];
    const item = { id, kind: 'index_codebase', workspace: WORKSPACE, payload: { path: root, client: 'test' }, key };
    await deps.storage.work.add([{ ...item, dueAt: now, priority: 1, maxAttempts: 5, everyMs: null }], now);
    const claim = { owner: 'runner holder', until: now + 60_000, kinds: ['index_codebase'] };
    expect(await deps.storage.work.claim(claim, 1, now)).toHaveLength(1);
    const gone = new Set<string>();
    const processes = { self: 'self', isGone: async (name: string) => gone.has(name) };
    const app = createApp({ ...deps, processes });
    onTestFinished(() => app.close());
    repository.write('b.py', 'B = 1\n');
    const asked = { workspace: WORKSPACE, client: 'test', path: root };
    expect(await app.code.startIndex(asked)).toMatchObject({ id });
    await app.resume();
    expect(await deps.storage.work.get(id)).toMatchObject({ state: 'running', owner: 'runner holder' });
    gone.add('holder');
    expect(await app.code.index(asked)).toMatchObject({ counts: { files: 2 } });
    expect(await deps.storage.work.get(id)).toMatchObject({ state: 'completed' });
  });
});
