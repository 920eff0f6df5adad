/** Watched folders on a real store and a real disk; several applications on one store stand for several processes. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { createFakeClock, createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const WORKSPACE = 'default';
const asked = { workspace: WORKSPACE, client: 'test' };

interface Process {
  readonly app: App;
  /** Names of files whose bytes it has read, in order. */
  reads(): string[];
  walks(): number;
  stop(): Promise<void>;
  /** As if it were killed: nothing is given back, its leases stay. */
  die(): Promise<void>;
}

describe('a watched folder', () => {
  let [base, dataDir] = ['', ''];
  let clock = createFakeClock();
  let processes: Process[] = [];
  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-watched-')));
    dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-watched-store-'));
    mkdirSync(path.join(base, 'notes'));
    [clock, processes] = [createFakeClock(), []];
    write('first.md', '# First\n\nThe ferry leaves at noon.');
  });
  afterEach(async () => {
    for (const one of processes) await one.stop();
    for (const folder of [base, dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  const folder = () => path.join(base, 'notes');
  const write = (name: string, text: string): string => {
    const file = path.join(base, 'notes', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const open = (roots: readonly string[] = [base]): Process => {
    const logger = createRecordingLogger();
    const test: TestDeps = openTestDeps({ dataDir, clock, files: openTestFiles({ roots, logger }) });
    const { work } = test.deps.storage;
    const settle = work.settle.bind(work);
    let isDead = false;
    work.settle = (...given) => (isDead ? Promise.resolve(null) : settle(...given));
    const app = createApp(test.deps);
    const said = (event: string) => logger.records.filter((line) => line.event === event);
    let isOver = false;
    const one: Process = {
      app,
      reads: () => said('file_read').map(({ fields }) => path.basename(String(fields?.['path']))),
      walks: () => said('folder_walked').length,
      stop: async () => {
        if (isOver) return;
        isOver = true;
        await app.close();
        await test.close();
      },
      die: async () => {
        isDead = true;
        await one.stop();
      },
    };
    processes.push(one);
    return one;
  };
  const serve = async (one = open()): Promise<Process> => {
    await one.app.resume();
    await one.app.documents.follow();
    return one;
  };
  const finds = async ({ app }: Process, query: string): Promise<string[]> => {
    const { hits } = await app.search.run({
      workspaces: [WORKSPACE],
      query,
      limit: 5,
      filter: { kinds: ['document'] },
    });
    return hits.filter(({ passage }) => passage.text.includes(query)).map(({ memory }) => path.basename(memory.source));
  };
  const found = (one: Process, query: string, ...names: string[]) =>
    condition(async () => JSON.stringify(await finds(one, query)) === JSON.stringify(names));
  const isFollowed = async ({ app }: Process) => (await app.documents.watchedFolders(WORKSPACE))[0]?.followed ?? false;

  it('is read, and then kept as its files are: new, changed, moved and deleted ones', async () => {
    const one = await serve();
    const { id } = await one.app.documents.startFolder({ ...asked, folder: `${folder()}/`, watch: true });
    expect((await one.app.work.follow(id, { waitMs: 20_000 })).state).toBe('completed');
    await condition(() => isFollowed(one));
    const file = write('sub/second.md', 'The tram leaves at one.');
    await found(one, 'tram', 'second.md');
    write('sub/second.md', 'The train leaves at two.');
    await found(one, 'train', 'second.md');
    const { key } = await one.app.documents.get(WORKSPACE, file);
    renameSync(file, path.join(folder(), 'third.md'));
    await found(one, 'train', 'third.md');
    expect((await one.app.documents.get(WORKSPACE, path.join(folder(), 'third.md'))).key).toBe(key);
    rmSync(path.join(folder(), 'third.md'));
    await found(one, 'train');
    expect(await finds(one, 'ferry')).toEqual(['first.md']);
    expect(one.reads().filter((name) => name === 'first.md')).toHaveLength(1);
  });

  it('is followed again after a restart, by a look at stamps, and what was missed is read', async () => {
    const one = open();
    await one.app.documents.watchFolder({ ...asked, folder: folder(), exclude: ['*.tmp'] });
    await found(one, 'ferry', 'first.md');
    await one.stop();
    write('missed.md', 'The bus leaves at three.');
    write('missed.tmp', 'The bus of nobody.');
    const two = await serve();
    await found(two, 'bus', 'missed.md');
    expect(two.reads()).toEqual(['missed.md']);
    expect(await two.app.documents.watchedFolders(WORKSPACE)).toMatchObject([
      { value: { folder: folder(), exclude: ['*.tmp'] }, followed: true },
    ]);
  });

  it('is followed by one of several processes, and by another when that one dies', async () => {
    const [one, two, three] = [await serve(), await serve(), await serve()];
    await one.app.documents.watchFolder({ ...asked, folder: folder() });
    await found(one, 'ferry', 'first.md');
    for (let i = 0; i < 5; i++) {
      write(`n${i}.md`, `Ship number${i} is late.`);
      await found(two, `number${i}`, `n${i}.md`);
    }
    expect([one, two, three].flatMap((each) => each.reads()).toSorted()).toEqual(
      ['first.md', 'n0.md', 'n1.md', 'n2.md', 'n3.md', 'n4.md'].toSorted(),
    );
    const follower = [one, two, three].find((each) => each.reads().includes('n4.md')) ?? one;
    const others = [one, two, three].filter((each) => each !== follower);
    await follower.die();
    write('later.md', 'A boat came later.');
    clock.advance(61_000);
    await found(others[0] as Process, 'boat', 'later.md');
    expect(others.flatMap((each) => each.reads())).toEqual(['later.md']);
  }, 60_000);

  it('is not held by those who may not read there', async () => {
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'zapomni-watched-'));
    const stranger = await serve(open([elsewhere]));
    await expect(stranger.app.documents.watchFolder({ ...asked, folder: folder() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const one = open();
    await one.app.documents.watchFolder({ ...asked, folder: folder() });
    await found(one, 'ferry', 'first.md');
    await one.stop();
    await stranger.app.documents.follow();
    expect(await isFollowed(stranger)).toBe(false);
    // One that may read all of it, and one that may read just this.
    for (const roots of [[tmpdir(), base], [folder()]]) {
      const other = await serve(open(roots));
      await condition(() => isFollowed(other));
      await other.stop();
    }
    expect(stranger.walks()).toBe(0);
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('keeps its documents while it is away, and goes on when it is back', async () => {
    const one = await serve();
    await one.app.documents.watchFolder({ ...asked, folder: folder() });
    await found(one, 'ferry', 'first.md');
    renameSync(folder(), path.join(base, 'away'));
    writeFileSync(path.join(base, 'away', 'new.md'), 'The plane leaves at four.');
    await condition(() => one.walks() > 1);
    expect(await finds(one, 'ferry')).toEqual(['first.md']);
    renameSync(path.join(base, 'away'), folder());
    await found(one, 'plane', 'new.md');
    // Not there when a process begins: it is looked for again after a while.
    renameSync(folder(), path.join(base, 'away'));
    await one.stop();
    const two = await serve();
    await condition(async () => (await two.app.work.list({ name: 'watch_folder' })).items[0]?.state === 'queued');
    expect(await finds(two, 'ferry')).toEqual(['first.md']);
    renameSync(path.join(base, 'away'), folder());
    write('new.md', 'The glider leaves at five.');
    clock.advance(61_000);
    await found(two, 'glider', 'new.md');
  }, 60_000);

  it('is left alone when that is wanted, and is followed in another way when that is', async () => {
    const one = await serve();
    await one.app.documents.watchFolder({ ...asked, folder: folder() });
    await found(one, 'ferry', 'first.md');
    await one.app.documents.watchFolder({ ...asked, folder: folder(), include: ['*.txt'] });
    await condition(() => one.walks() > 1 && isFollowed(one));
    write('a.md', 'The kayak is red.');
    write('b.txt', 'The canoe is green.');
    await found(one, 'canoe', 'b.txt');
    expect(await finds(one, 'kayak')).toEqual([]);
    expect(await one.app.documents.unwatchFolder(WORKSPACE, folder())).toBe(true);
    expect(await one.app.documents.unwatchFolder(WORKSPACE, folder())).toBe(false);
    await condition(async () => (await one.app.work.list({ states: ['queued', 'running'] })).total === 0);
    const walks = one.walks();
    write('c.txt', 'The raft is blue.');
    const two = await serve();
    expect([await finds(two, 'raft'), await two.app.documents.watchedFolders(WORKSPACE)]).toEqual([[], []]);
    expect([one.walks(), two.walks()]).toEqual([walks, 0]);
  });

  it('brings nothing back that the user has forgotten, until the file says something else', async () => {
    const one = await serve();
    await one.app.documents.watchFolder({ ...asked, folder: folder() });
    await found(one, 'ferry', 'first.md');
    await one.app.documents.remove(WORKSPACE, path.join(folder(), 'first.md'));
    write('first.md', '# First\n\nThe ferry leaves at noon.');
    write('copy.md', '# First\n\nThe ferry leaves at noon.');
    write('sign.md', 'The pilot is here.');
    await found(one, 'pilot', 'sign.md');
    expect(await finds(one, 'ferry')).toEqual([]);
    write('first.md', '# First\n\nThe ferry leaves at six.');
    await found(one, 'ferry', 'first.md');
  });

  it('takes no place of other work', async () => {
    const one = await serve();
    for (let i = 0; i < 5; i++) {
      write(`f${i}/note.md`, `Of folder${i}.`);
      await one.app.documents.watchFolder({ ...asked, folder: path.join(folder(), `f${i}`) });
    }
    for (let i = 0; i < 5; i++) await found(one, `folder${i}`, 'note.md');
    const { id } = await one.app.documents.startFolder({ ...asked, folder: folder() });
    expect(await one.app.work.follow(id, { waitMs: 20_000 })).toMatchObject({
      state: 'completed',
      result: { read: 1 },
    });
    const { items } = await one.app.work.list({ name: 'watch_folder', states: ['running'] });
    expect(items).toHaveLength(5);
  });
});
