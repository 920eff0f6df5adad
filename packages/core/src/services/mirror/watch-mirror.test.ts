/** A mirror that follows both sides, on a real store and real files. */
import { createApp } from '@zapomni/core';
import type { MirrorReport } from '@zapomni/core/mirror';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps } from '@zapomni/testkit/deps';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { MirrorGround, WORKSPACE } from '@zapomni/testkit/mirror';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let ground: MirrorGround;
let life: AbortController;
let watching: Promise<void>;
let reports: MirrorReport[];

/** Resolves when the first pass is done. */
async function begin(change: Parameters<MirrorGround['request']>[0] = {}): Promise<void> {
  life = new AbortController();
  reports = [];
  const onReport = (report: MirrorReport) => void reports.push(report);
  watching = ground.app.mirror.watch({ ...ground.request(change), signal: life.signal, onReport });
  await Promise.race([watching, condition(() => reports.length > 0)]);
}

beforeEach(() => {
  ground = new MirrorGround();
});
afterEach(async () => {
  life.abort();
  await watching.catch(() => undefined);
  await ground.close();
});

const says = (name: string, text: string) =>
  condition(() => ground.files().includes(name) && ground.read(name).includes(text));

describe('a mirror that is watched', () => {
  it('follows what happens to memories', async () => {
    await begin();
    const id = await ground.add('We move in May.');
    await condition(() => ground.files().length === 1);
    await ground.app.memories.update({ workspace: WORKSPACE, id, change: { text: 'We stay.' } });
    await says(ground.file(), 'We stay.');
    await ground.app.memories.delete(WORKSPACE, [id]);
    await condition(() => ground.files().length === 0);
  });

  it('follows what happens to files, and calms down', async () => {
    const id = await ground.add('We move in May.');
    await begin();
    const name = ground.file();
    ground.edit(name, 'May', 'June');
    await condition(async () => (await ground.get(id)).text === 'We move in June.');
    ground.rename(name, 'sub/moving.md');
    await condition(() => reports.some(({ moved }) => moved === 1));
    ground.write('tea.md', 'Green tea.');
    await says('tea.md', 'memory_id');
    expect(await ground.all()).toHaveLength(2);
    ground.edit('sub/moving.md', 'June', 'July');
    await condition(async () => (await ground.get(id)).text === 'We move in July.');
    ground.remove('tea.md');
    expect(reports.flatMap(({ conflicts }) => conflicts)).toEqual([]);
    expect((await ground.get(id)).version).toBe(3);
  });

  it('hears of what another process changes', async () => {
    await begin();
    const { dataDir, clock } = ground.test;
    const other = openTestDeps({ dataDir, clock, settings: { graph: 'off' } });
    const app = createApp(other.deps);
    await app.memories.add({ workspace: WORKSPACE, drafts: [{ text: 'Said elsewhere.' }], batch: false });
    await condition(() => ground.files().length === 1);
    expect(ground.read(ground.file())).toContain('Said elsewhere.');
    await app.close();
    await other.close();
  });

  it('deletes when the grace period ends, without anything else happening', async () => {
    await ground.add('We move in May.');
    await begin({ graceMs: 200 });
    ground.remove(ground.file());
    await condition(() => reports.some(({ missing }) => missing.length === 1));
    expect(await ground.all()).toHaveLength(1);
    ground.test.clock.advance(200);
    await condition(() => reports.some(({ deleted }) => deleted === 1));
    expect(await ground.all()).toEqual([]);
  });

  it('goes on when another process has mirrored in between', async () => {
    await begin();
    await ground.add('One.');
    await condition(() => ground.files().length === 1);
    ground.write('two.md', 'Two.');
    await ground.sync();
    await says('two.md', 'memory_id');
    const id = await ground.add('Three.');
    await condition(() => ground.files().length === 3);
    ground.edit(ground.file('three'), 'Three.', 'Three, and more.');
    await condition(async () => (await ground.get(id)).text === 'Three, and more.');
    expect(await ground.all()).toHaveLength(3);
  });

  it('comes to what a whole look would find, whatever happens', async () => {
    const random = trialRandom();
    await begin();
    let last = 0;
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
    const change = async () => {
      const name = pick(ground.files().filter((one) => !one.includes('conflict')));
      const id = pick(await ground.all())?.id;
      const text = `Saying ${(last += 1)}.`;
      const changes = [
        () => ground.add(text),
        () => ground.write(`new ${last}.md`, text),
        () => id && ground.app.memories.update({ workspace: WORKSPACE, id, change: { text } }),
        () => id && ground.app.memories.delete(WORKSPACE, [id]),
        () => name && ground.write(name, `${ground.read(name)}${text}\n`),
        () => name && ground.rename(name, `sub ${last % 3}/moved ${last}.md`),
        () => name && ground.write(`copy ${last}.md`, ground.read(name)),
        () => name && last % 3 === 0 && ground.remove(name),
      ];
      // A file that the mirror has just moved or removed cannot be changed any more.
      await Promise.resolve(pick(changes)?.()).catch(() => undefined);
    };
    for (let turn = 0; turn < 60; turn += 1) {
      await change().catch(() => undefined);
      if (random() < 0.3) await new Promise((resolve) => void setTimeout(resolve, random() * 700));
    }
    const left = async () => {
      const { written, updated, added, moved, removed, deleted, conflicts } = await ground.sync({ dryRun: true });
      return written + updated + added + moved + removed + deleted + conflicts.length;
    };
    await condition(async () => (await left()) === 0);
  });

  it('ends with its workspace, and does not make it anew', async () => {
    await ground.app.workspaces.create({ id: 'project' });
    await begin({ workspace: 'project' });
    await ground.app.workspaces.delete('project');
    await expect(watching).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await ground.app.workspaces.list()).map(({ id }) => id)).not.toContain('project');
  });

  it('tells what is wrong from the beginning', async () => {
    await ground.sync({ workspace: 'other' });
    await expect(begin()).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
