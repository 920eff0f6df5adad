/** Two installed instances on one FalkorDB behind a balancer, fifty clients in five workspaces, one instance killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFalkordbStorage } from '@zapomni/db';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { originFrom } from '../matrix/listening.ts';
import { packed } from '../packed.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { Member } from './member.ts';

const CLIENTS = 50;
const WORKSPACES = ['amber', 'birch', 'cedar', 'dune', 'ember'];
/** Before the one instance is killed; and of each client after that. */
const ENOUGH = { before: 150, afterEach: 3 };
const PATIENCE = { timeout: 150_000, interval: 50 };

const server = await falkordbForTests({ appendfsync: 'always' });

interface Instance {
  readonly child: ChildProcess;
  readonly port: number;
}

describe.skipIf(!server)('a team on two instances and one FalkorDB', () => {
  let folder: string;
  let instances: Instance[];
  let balancer: Balancer;
  let members: Member[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni-team-'));
    // Two machines share no folder.
    instances = await Promise.all(['one', 'two'].map((name) => startInstance(path.join(folder, name))));
    balancer = await startBalancer(instances.map(({ port }) => port));
    members = Array.from(
      { length: CLIENTS },
      (_, i) => new Member(i, WORKSPACES[i % WORKSPACES.length] ?? '', balancer.port),
    );
  });
  afterAll(async () => {
    for (const member of members) await member.close();
    for (const instance of instances ?? []) await kill(instance);
    await balancer?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses at most the calls under way when one is killed, and nothing that was acknowledged', async () => {
    verifies('R186', 'R210');
    await Promise.all(members.map((member) => member.connect()));
    expect(balancer.taken.every((count) => count >= CLIENTS / 2)).toBe(true);
    let isDone = false;
    const work = Promise.all(members.map((member) => member.work(() => isDone)));
    const stored = (): number => members.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    await expect.poll(stored, PATIENCE).toBeGreaterThan(ENOUGH.before);
    await kill(instances[0] as Instance);
    const before = members.map(({ acknowledged }) => acknowledged.size);
    const goneOn = (): number =>
      members.filter(({ acknowledged }, i) => acknowledged.size >= (before[i] ?? 0) + ENOUGH.afterEach).length;
    await expect.poll(goneOn, PATIENCE).toBe(CLIENTS);
    isDone = true;
    await work;
    expect(members.filter(({ failures }) => failures.length > 1).map(({ failures }) => failures)).toEqual([]);
    // Those of the killed instance lost something, the others nothing.
    const unharmed = members.filter(({ failures }) => failures.length === 0).length;
    expect(unharmed).toBeGreaterThanOrEqual(CLIENTS / 2);
    expect(unharmed).toBeLessThan(CLIENTS);
    for (const workspace of WORKSPACES) {
      const own = members.filter((member) => member.workspace === workspace);
      const listed = await listAll(own[0] as Member);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
      for (const { text } of listed) expect(text.startsWith(workspace)).toBe(true);
      const texts = new Map(listed.map(({ id, text }) => [id, text]));
      for (const { acknowledged } of own) for (const [id, text] of acknowledged) expect(texts.get(id)).toBe(text);
    }
  });

  it('shows no workspace what another has', async () => {
    verifies('R210');
    const [amber, birch] = members as [Member, Member];
    const [id = '', text = ''] = [...birch.acknowledged].at(-1) ?? [];
    const asked = amber.call('get_memory', { memory_id: id, workspace_id: amber.workspace });
    await expect(asked).rejects.toThrow(/NOT_FOUND/);
    const { results } = await amber.call('search_memory', { query: text, workspace_id: amber.workspace, limit: 20 });
    expect(JSON.stringify(results)).not.toContain(birch.workspace);
  });

  it('leaves a store that is whole', async () => {
    const storage = openFalkordbStorage({ url: server?.url ?? '', logger: createRecordingLogger() });
    expect((await storage.workspaces.list()).map(({ id }) => id)).toEqual(WORKSPACES);
    // What is embedded meanwhile changes the counts between two looks.
    await vi.waitFor(async () => expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] }), {
      timeout: 60_000,
    });
    await storage.close();
  });
});

async function startInstance(dataDir: string): Promise<Instance> {
  const { node, bin } = packed();
  const env = { ...process.env, ZAPOMNI_STORE: server?.url, ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_SEARCH_WAIT_MS: '0' };
  const child = spawn(node, [bin, 'serve', '--http-port', '0', '--stdio', 'false'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const origin = await originFrom(child.stderr as NodeJS.ReadableStream);
  return { child, port: Number(new URL(origin).port) };
}

async function kill({ child }: Instance): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function listAll(member: Member): Promise<{ id: string; text: string }[]> {
  const found: { id: string; text: string }[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await member.call('list_memories', {
      workspace_id: member.workspace,
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const memories = page['memories'] as { memory_id: string; text_preview: string }[];
    found.push(...memories.map(({ memory_id: id, text_preview: text }) => ({ id, text })));
    cursor = page['next_cursor'] as string | undefined;
    if (cursor === undefined) return found;
  }
}
