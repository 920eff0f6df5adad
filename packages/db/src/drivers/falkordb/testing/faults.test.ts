/** What a user meets when the server is not as it should be. Each is done to a real one. */
import { describe, expect, test } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { untilTestEnds } from '@zapomni/testkit/until-test-ends';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { addOne, findByWords, memory, MODEL, NOW, unit, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { verifies } from '@zapomni/testkit/verifies';
import { openFixture, type Fixture } from './fixture.ts';
import { told } from './told.ts';

const available = (await falkordbForTests()) !== undefined;
const HERE = { workspace: WORKSPACE };

const { start, stopLater } = untilTestEnds();

function open(url: string, options: Parameters<typeof openFixture>[1] = {}): Fixture {
  const fixture = openFixture(url, options);
  stopLater(() => fixture.destroy());
  return fixture;
}

const WRITES: readonly ((storage: Storage) => Promise<unknown>)[] = [
  (storage) => addOne(storage, memory('new')),
  (storage) => storage.workspaces.create({ id: 'made', name: 'made', description: '', createdAt: NOW }),
  (storage) => storage.embeddings.claim(MODEL, { owner: 'o', until: NOW }, 1, NOW),
  (storage) => storage.records.write(WORKSPACE, [{ op: 'delete', collection: 'notes', key: 'n' }], NOW),
  (storage) => storage.work.prune(NOW),
];
const READS: readonly ((storage: Storage) => Promise<unknown>)[] = [
  (storage) => storage.memories.list({ ...HERE, limit: 1 }),
  (storage) => storage.fullText.search({ terms: ['x'] }, 1, HERE),
  (storage) => storage.vectors.nearest(MODEL, unit(1, 0), 1, HERE),
  (storage) => storage.workspaces.list(),
  (storage) => storage.records.get(WORKSPACE, 'notes', ['n']),
  (storage) => storage.work.nextDue(['errand']),
  (storage) => storage.version(),
  (storage) => storage.changes.since(null),
];

describe.skipIf(!available)('a server that is not as it should be', () => {
  test('down at start: every call says so, and all is well when it comes', async () => {
    verifies('R033', 'R046', 'R047', 'R311');
    const server = await start();
    const { storage } = open(server.url);
    await server.kill();
    for (const call of [...READS, ...WRITES]) {
      const { code, policy } = await told(call(storage));
      expect({ code, retryable: policy.retryable }).toEqual({ code: 'STORE_UNAVAILABLE', retryable: true });
    }
    await server.restart();
    await expect.poll(() => addOne(storage, memory('at last')).catch(() => undefined)).toBeTruthy();
    expect(await findByWords(storage, 'last')).toHaveLength(1);
  });

  test('dying while somebody waits for changes: it is told so, and waits anew when the server is back', async () => {
    const server = await start();
    const { storage, open: another } = open(server.url);
    await addOne(storage, memory('the first'));
    const { position } = await storage.changes.since(null);
    const wait = (from: string) => storage.changes.next(from, new AbortController().signal);
    const waiting = wait(position);
    await server.kill();
    expect((await told(waiting)).code).toBe('STORE_UNAVAILABLE');
    await server.restart();
    const now = () => storage.changes.since(null).catch(() => undefined);
    await expect.poll(now).toBeTruthy();
    const again = wait((await now())?.position ?? '');
    const { id } = await addOne(another(), memory('after the fall'));
    expect((await again).changes.flatMap(({ ids }) => ids)).toEqual([id]);
  });

  test('dying in the middle of calls: what was acknowledged is there, and the same storage goes on', async () => {
    verifies('R186');
    const server = await start();
    const { storage } = open(server.url);
    await addOne(storage, memory('the first'));
    const memories = Array.from({ length: 60 }, (_, i) => memory(`restless number ${i}`));
    const calls = memories.map((one) => storage.memories.add([one], NOW));
    const settled = Promise.allSettled(calls);
    await calls[5];
    await server.kill();
    const outcomes = await settled;
    const acknowledged = memories.filter((_, i) => outcomes[i]?.status === 'fulfilled').map(({ id }) => id);
    for (const [i, { status }] of outcomes.entries()) {
      if (status === 'rejected') expect((await told(calls[i] as Promise<unknown>)).code).toBe('STORE_UNAVAILABLE');
    }
    await server.restart();
    const there = async () => (await storage.memories.get(WORKSPACE, acknowledged)).map(({ id }) => id);
    await expect.poll(() => there().catch(() => [])).toEqual(acknowledged);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });

  test('still loading: no call takes what is not loaded yet for missing, and the first that is answered is right', async () => {
    verifies('R046', 'R311');
    const server = await start({ args: ['--key-load-delay', '500'] });
    // These are loaded first, for seconds, while the store is not there yet.
    await server.command('EVAL', `for i = 1, 6000 do redis.call('SET', 'before' .. i, i) end`, '0');
    const { storage } = open(server.url);
    const [kept, changed, gone] = await storage.memories.add([memory('kept'), memory('changed'), memory('gone')], NOW);
    await server.kill();
    await server.begin();
    await expect.poll(() => server.command('PING').catch(() => '')).toMatch(/^-LOADING/);
    const calls: (() => Promise<unknown>)[] = [
      () => storage.memories.update(WORKSPACE, changed?.id ?? '', { tags: ['new'] }, NOW + 1),
      () => storage.memories.remove(WORKSPACE, [gone?.id ?? ''], NOW + 1),
      () => addOne(storage, memory('after', { supersedes: kept?.id ?? null })),
      async () => expect(await storage.workspaces.get(WORKSPACE)).not.toBeNull(),
      async () => expect(await storage.memories.get(WORKSPACE, [kept?.id ?? ''])).toHaveLength(1),
    ];
    const untilDone = async (call: () => Promise<unknown>): Promise<void> => {
      for (;;) {
        const error = await call().then(
          () => undefined,
          (reason: { code?: string }) => reason,
        );
        if (!error) return;
        if (error.code !== 'STORE_UNAVAILABLE') throw error;
      }
    };
    await Promise.all(calls.map(untilDone));
    expect(await storage.memories.list({ ...HERE, limit: 5 })).toMatchObject({ total: 2 });
  });

  test('standing still: a call ends at its limit, and the next finds it awake again', async () => {
    const server = await start();
    const { storage } = open(server.url, { timeoutMs: 300 });
    await addOne(storage, memory('before the pause'));
    server.signal('SIGSTOP');
    for (const call of [...READS, ...WRITES]) expect((await told(call(storage))).code).toBe('STORE_UNAVAILABLE');
    server.signal('SIGCONT');
    const found = () => findByWords(storage, 'pause').catch(() => []);
    await expect.poll(found).toHaveLength(1);
    await addOne(storage, memory('after it'));
  });

  test('out of memory: writes say STORE_FULL, what is there is found, and room lets it go on', async () => {
    const server = await start();
    const { storage } = open(server.url);
    const kept = await addOne(storage, memory('kept through the shortage'));
    await server.command('CONFIG', 'SET', 'maxmemory', '1mb');
    const { code, message } = await told(addOne(storage, memory('one too many')));
    expect(code).toBe('STORE_FULL');
    expect(message).toContain('nothing was changed');
    expect(await findByWords(storage, 'shortage')).toEqual([kept.id]);
    expect((await storage.memories.list({ ...HERE, limit: 5 })).total).toBe(1);
    await server.command('CONFIG', 'SET', 'maxmemory', '0');
    await addOne(storage, memory('room again'));
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok' });
  });

  test('a wrong password, or none, is told as such; the right one opens', async () => {
    const server = await start({ args: ['--requirepass', 'secret'] });
    const address = (login: string): string => server.url.replace('//', `//${login}`);
    for (const login of ['', ':wrong-secret@', 'nobody:secret@']) {
      const { storage } = open(address(login));
      const { code, message, hint } = await told(storage.workspaces.list());
      expect(code).toBe('STORE_UNAVAILABLE');
      expect(message).toMatch(/password/);
      expect(hint).toContain('ZAPOMNI_STORE');
    }
    const { storage } = open(address(':secret@'));
    await addOne(storage, memory('let in'));
    const byOption = open(server.url, { password: 'secret' });
    expect(await byOption.storage.workspaces.list()).toEqual([]);
  });

  test('a server without the module, or with an old one, is told as such', async () => {
    const plain = open((await start({ withModule: false })).url);
    expect(await told(plain.storage.workspaces.list())).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'The database server has no FalkorDB module.',
    });
    const old = open((await start()).url, { leastModule: 990_000 });
    const { message, hint } = await told(addOne(old.storage, memory('x')));
    expect(message).toBe('The FalkorDB module of the database server is too old (4.16.3).');
    expect(hint).toContain('newer');
  });

  test('a graph deleted under us leaves an empty workspace that can be filled again, with new ids', async () => {
    const server = await start();
    const { storage, open: another } = open(server.url);
    const lost = await addOne(storage, memory('deleted by another program'));
    const other = another();
    await addOne(other, memory('by a second process'));
    const graph = (await server.command('GRAPH.LIST')).split('\r\n').find((line) => line.startsWith('{'));
    await server.command('GRAPH.DELETE', graph ?? '');
    for (const one of [storage, other]) {
      expect(await findByWords(one, 'deleted')).toEqual([]);
      expect(await one.memories.get(WORKSPACE, [lost.id])).toEqual([]);
      expect(await one.vectors.nearest(MODEL, unit(1, 0), 1, HERE)).toEqual([]);
    }
    const fresh = await addOne(storage, memory('and filled again'));
    expect(fresh.passageIds).not.toEqual(lost.passageIds);
    for (const one of [storage, other]) expect(await findByWords(one, 'filled')).toEqual([fresh.id]);
    await addOne(other, memory('by both'));
    expect(await storage.memories.stats(WORKSPACE, MODEL)).toMatchObject({ memories: 2, workspaces: 1 });
  });

  test('everything deleted under us: the store begins anew', async () => {
    const server = await start();
    const { storage } = open(server.url);
    await addOne(storage, memory('gone in a moment'));
    await server.command('FLUSHALL');
    expect(await storage.memories.list({ ...HERE, limit: 5 })).toMatchObject({ total: 0 });
    const fresh = await addOne(storage, memory('from the beginning'));
    expect(await findByWords(storage, 'beginning')).toEqual([fresh.id]);
    expect(await storage.workspaces.list()).toMatchObject([{ id: WORKSPACE, memories: 1 }]);
  });

  test('how it keeps things on disk is read, and told where it is less than always', async () => {
    const logger = createRecordingLogger();
    const server = await start({ appendfsync: 'everysec' });
    const { storage } = open(server.url, { logger });
    const { warnings } = await storage.inspect(false);
    expect(warnings).toEqual([expect.stringMatching(/once a second.*appendfsync always/)]);
    expect(logger.of('store_durability').map(({ fields }) => fields['warning'])).toEqual(warnings);
    await server.command('CONFIG', 'SET', 'appendfsync', 'always');
    expect((await storage.inspect(false)).warnings).toEqual([]);
    await server.command('CONFIG', 'SET', 'appendonly', 'no');
    expect((await storage.inspect(false)).warnings).toEqual([expect.stringMatching(/keeps nothing on disk/)]);
  });

  test('a process whose storage nobody closes ends by itself', async () => {
    const server = await start();
    const { execFileSync } = await import('node:child_process');
    const script = new URL('./forgetful-caller.ts', import.meta.url);
    expect(execFileSync(process.execPath, [script.pathname, server.url], { encoding: 'utf8', timeout: 50_000 })).toBe(
      '',
    );
  });
});
