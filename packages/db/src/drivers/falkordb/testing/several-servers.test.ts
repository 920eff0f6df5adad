/** More than one server: a primary and its replica, a sentinel that moves the one's duty to the other, a cluster, TLS. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEPT_CHANGES, storageContract } from '@zapomni/testkit/contracts';
import { startCluster, startSentinel, until, untilFollowing, type RunningFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { freePort } from '@zapomni/testkit/free-port';
import { untilTestEnds } from '@zapomni/testkit/until-test-ends';
import {
  addOne,
  addVectors,
  findByWords,
  memory,
  MODEL,
  NOW,
  unit,
  WORKSPACE,
} from '@zapomni/testkit/storage-fixtures';
import type { Storage } from '@zapomni/core/ports';
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

interface Pair {
  readonly primary: RunningFalkordb;
  readonly replica: RunningFalkordb;
}

async function startPair(): Promise<Pair> {
  const primary = await start();
  const replica = await start({ replicaOf: primary.port });
  await untilFollowing(replica);
  return { primary, replica };
}

/** All that the replica has to have before the primary may die. (`WAIT` would speak of what its own connection wrote.) */
async function untilCopied({ primary, replica }: Pair): Promise<void> {
  const written = await offsetOf(primary, 'master_repl_offset');
  await until(async () => (await offsetOf(replica, 'slave_repl_offset')) >= written);
}

async function offsetOf(server: RunningFalkordb, field: string): Promise<number> {
  const [, offset] = new RegExp(`${field}:(\\d+)`).exec(await server.command('INFO', 'replication')) ?? [];
  return Number(offset);
}

const WORK = {
  id: 'errand',
  kind: 'errand',
  workspace: WORKSPACE,
  payload: null,
  key: null,
  dueAt: NOW,
  priority: 0,
  maxAttempts: 1,
  everyMs: null,
};

/** Of the memory, and found by an index. */
function noteOn(id: string) {
  const entries = [{ index: 'by_tag', value: 'x', unique: false }];
  return { op: 'put', collection: 'notes', key: 'n', value: '1', entries, parent: { memory: id }, blobs: [] } as const;
}

async function expectNote({ records }: Storage, id: string, workspace = WORKSPACE): Promise<void> {
  const page = await records.scan(workspace, { collection: 'notes', index: 'by_tag', limit: 5 });
  expect(page.items).toMatchObject([{ key: 'n', parent: { memory: id } }]);
}

async function expectReadable(storage: Storage, id: string): Promise<void> {
  expect(await findByWords(storage, 'vector')).toEqual([id]);
  expect(await storage.vectors.nearest(MODEL, unit(1, 0), 1, HERE)).toMatchObject([{ memoryId: id }]);
  expect(await storage.memories.get(WORKSPACE, [id])).toHaveLength(1);
  expect((await storage.memories.list({ ...HERE, limit: 1 })).total).toBe(1);
  expect(await storage.workspaces.list()).toMatchObject([{ id: WORKSPACE, memories: 1 }]);
  expect(await storage.version()).toBeTruthy();
  await expectNote(storage, id);
  expect(await storage.work.get(WORK.id)).toMatchObject({ state: 'queued' });
  expect((await storage.work.list({}, { limit: 5 })).total).toBe(1);
}

describe.skipIf(!available)('a primary and its replica', () => {
  test('reads go on when the primary dies, writes say so, and after promotion they work', async () => {
    const { primary, replica } = await startPair();
    const { storage, open: another } = open(primary.url);
    const [stored] = await addVectors(storage, [unit(1, 0)]);
    const id = stored?.id ?? '';
    await storage.records.write(WORKSPACE, [noteOn(id)], NOW);
    await storage.work.add([WORK], NOW);
    await untilCopied({ primary, replica });
    await primary.kill();
    await expectReadable(storage, id);
    const refused = await told(addOne(storage, memory('too early')));
    expect(refused.code).toBe('STORE_UNAVAILABLE');
    expect(refused.policy.retryable).toBe(true);
    await expectReadable(storage, id);
    await replica.command('REPLICAOF', 'NO', 'ONE');
    const late = await addOne(storage, memory('after promotion'));
    expect(await findByWords(storage, 'promotion')).toEqual([late.id]);
    expect(await storage.memories.remove(WORKSPACE, [id], NOW)).toMatchObject({ memories: 1, records: 1 });
    expect(await storage.work.claim({ owner: 'o', until: NOW + 1, kinds: ['errand'] }, 1, NOW)).toHaveLength(1);
    const both = another({ url: `falkordb://127.0.0.1:${primary.port},127.0.0.1:${replica.port}/none` });
    expect(await both.workspaces.list()).toEqual([]);
  });

  test('an address of the replica alone leads to the primary', async () => {
    const { primary, replica } = await startPair();
    const { storage } = open(replica.url);
    const stored = await addOne(storage, memory('through the side door'));
    expect(await findByWords(storage, 'door')).toEqual([stored.id]);
    await untilCopied({ primary, replica });
    await primary.kill();
    expect((await told(addOne(storage, memory('nobody takes it')))).code).toBe('STORE_UNAVAILABLE');
    expect((await told(addOne(storage, memory('nor this')))).message).toMatch(/replica|reached/);
    expect(await findByWords(storage, 'door')).toEqual([stored.id]);
  });

  test('a sentinel names the primary, and the next one when it dies', async () => {
    const { primary, replica } = await startPair();
    const sentinel = await startSentinel(primary);
    stopLater(() => sentinel.stop());
    const { storage } = open(`${sentinel.url}`, {});
    const first = await addOne(storage, memory('before the failover'));
    await untilCopied({ primary, replica });
    await primary.kill();
    const add = (): Promise<unknown> => addOne(storage, memory('after the failover')).catch(() => undefined);
    await expect.poll(add, { timeout: 40_000, interval: 200 }).toBeTruthy();
    expect(await storage.memories.get(WORKSPACE, [first.id])).toHaveLength(1);
    expect(await replica.command('INFO', 'replication')).toContain('role:master');
  });
});

describe.skipIf(!available)('a cluster', () => {
  let nodes: RunningFalkordb[] = [];
  beforeAll(async () => {
    nodes = await startCluster(3);
  }, 120_000);
  afterAll(async () => {
    for (const node of nodes) await node.stop();
  });

  test('spreads workspaces over its nodes, and any node is a way in', async () => {
    const { storage, url, open: another } = openFixture(nodes[0]?.url ?? '');
    const workspaces = Array.from({ length: 12 }, (_, i) => `w${i}`);
    for (const workspace of workspaces) {
      const draft = memory(`kept in ${workspace}`, { workspace });
      await storage.memories.add([draft], NOW, undefined, [noteOn(draft.id)]);
    }
    await storage.work.add([WORK], NOW);
    const held = await Promise.all(nodes.map((node) => node.command('GRAPH.LIST')));
    expect(held.map((list) => list.split('\r\n').filter((line) => line.startsWith('{')).length > 0)).toEqual([
      true,
      true,
      true,
    ]);
    const other = another({ url: url.replace(String(nodes[0]?.port), String(nodes[2]?.port)) });
    expect((await other.workspaces.list()).map(({ memories }) => memories)).toEqual(workspaces.map(() => 1));
    for (const workspace of workspaces) {
      const [id = '', ...others] = await findByWords(other, 'kept', { workspace });
      expect(others).toEqual([]);
      await expectNote(other, id, workspace);
    }
    expect(await other.work.claim({ owner: 'o', until: NOW + 1, kinds: ['errand'] }, 5, NOW)).toHaveLength(1);
    expect(await other.memories.stats('w3', MODEL)).toMatchObject({ workspaces: 12, totalMemories: 12 });
    expect(await other.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await Promise.all([storage.close(), other.close()]);
  });

  const openOne = async () => {
    const fixture = openFixture(nodes[1]?.url ?? '', { keptChanges: KEPT_CHANGES });
    return Object.assign(fixture, { scrubLeaves: /the module keeps the last queries/ });
  };
  storageContract('falkordb, a cluster', openOne, {
    parts: [
      'memories',
      'workspaces',
      'embedding queue',
      'changes',
      'waiting for changes',
      'version',
      'removal',
      'records',
      'work queue',
      'work leases',
    ],
  });
});

describe.skipIf(!available)('TLS', () => {
  test('a certificate that is trusted lets us in, another does not', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'zapomni-tls-'));
    stopLater(async () => rmSync(folder, { recursive: true, force: true }));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    try {
      const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
      execFileSync('openssl', [...args, ...subject], { stdio: 'ignore' });
    } catch {
      return context.skip('there is no openssl here to make a certificate with');
    }
    const tls = await freePort();
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
    await start({ args: ['--tls-port', String(tls), '--tls-auth-clients', 'no', ...files] });
    const url = `falkordbs://127.0.0.1:${tls}`;
    const { storage } = open(url, { ca: readFileSync(cert, 'utf8') });
    const stored = await addOne(storage, memory('sealed'));
    expect(await findByWords(storage, 'sealed')).toEqual([stored.id]);
    const { code } = await told(open(url).storage.workspaces.list());
    expect(code).toBe('STORE_UNAVAILABLE');
  });
});

test.skipIf(!available)('claims across workspaces reach every one of them', async () => {
  const server = await start();
  const { storage } = open(server.url);
  for (let i = 0; i < 5; i++) await addOne(storage, memory(`waiting ${i}`, { workspace: `w${i}` }));
  const claimed = await storage.embeddings.claim(MODEL, { owner: 'o', until: NOW + 1 }, 10, NOW);
  expect(claimed.map(({ text }) => text).toSorted()).toEqual([0, 1, 2, 3, 4].map((i) => `waiting ${i}`));
  expect(await storage.embeddings.pending(MODEL)).toBe(5);
});
