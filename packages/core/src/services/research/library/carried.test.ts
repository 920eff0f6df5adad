/** A library goes wherever its store goes: an export that is taken in, a migration to any engine and back, a backup with its files. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App, type Deps } from '@zapomni/core';
import { exportLines, importExport, migrateStore } from '@zapomni/core/migrate';
import type { Storage } from '@zapomni/core/ports';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { all } from '@zapomni/testkit/git';
import { openTestVault } from '@zapomni/testkit/notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { papersOf } from './store/index.ts';

const WORKSPACE = 'default';
const BIB = `@article{kept, title = {Barnacles that stayed}, author = {Berg, Eva}, year = 2011, doi = {10.1000/kept}, abstract = {They close when it is warm.}}
@article{twin, title = {Barnacles that stayed on}, author = {Berg, Eva}, year = 2011, doi = {10.1000/twin}}
@article{gone, title = {Barnacles to be forgotten}, author = {Berg, Eva}, year = 2012, doi = {10.1000/gone}}
`;
const PDF = makePdf({
  pages: [
    {
      runs: [
        { text: 'Limpets return home at night', x: 120, y: 760, size: 18 },
        { text: 'Eva Berg and Ole Lund', x: 220, y: 730, size: 11 },
        { text: 'Abstract', x: 280, y: 690, size: 11 },
        ...column(
          ['We watched limpets on forty rocks for two years and', 'counted how often each of them was back at dawn.'],
          100,
          670,
        ),
        { text: '1 Introduction', x: 60, y: 600, size: 13 },
        ...column(['Barnacles stay where they are [1]. Limpets come back [2].'], 60, 575),
      ],
    },
    {
      runs: [
        { text: 'References', x: 60, y: 760, size: 13 },
        ...column(
          [
            '[1] E. Berg. Barnacles that stayed. Shore Letters, 1:1-9, 2011. doi:10.1000/kept.',
            '[2] K. Meyer. Seaweed chemistry in cold water. Marine Reports, 7:100-120, 2014.',
            '[3] J. Doe. Tidal pools as mirrors of the climate. Ocean Letters, 12(3):45-67, 2010.',
          ],
          60,
          735,
        ),
      ],
    },
  ],
});

describe('a library that is carried elsewhere', async () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-carried-')));
  let test: TestDeps;
  let deps: Deps;
  let app: App;
  let merged = '';
  const take = (of: App, content: string) =>
    of.research.bibliography.take({
      workspace: WORKSPACE,
      client: 'test',
      content,
      dryRun: false,
      limit: 10,
      offset: 0,
    });

  beforeAll(async () => {
    writeFileSync(path.join(folder, 'limpets.pdf'), PDF);
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    test = openTestDeps({ files, settings: { graph: 'off' } });
    const vault = realpathSync(mkdtempSync(path.join(folder, 'vault-')));
    deps = { ...test.deps, ...openTestVault(vault) };
    app = createApp(deps);
    await take(app, BIB);
    const { adding, library, notes } = app.research;
    const asked = { workspace: WORKSPACE, client: 'test' };
    await adding.add({ ...asked, from: { path: path.join(folder, 'limpets.pdf') } });
    await library.createSet({
      workspace: WORKSPACE,
      name: 'shore',
      topic: 'barnacles, limpets',
      types: [],
      most: 100,
      articles: [],
    });
    await notes.sync(asked);
    merged = (await library.merge({ workspace: WORKSPACE, into: 'kept', from: 'twin' })).planId;
    await library.delete(WORKSPACE, { article: 'gone', confirm: true });
  });
  afterAll(async () => {
    await app.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // An application closes what it stands on; here that is shared, and closed with the rest.
  /** Every record of every collection, and what a caller is told of each paper. */
  const toldOf = async (of: Deps): Promise<unknown> => {
    const library = of === deps ? app : createApp(of);
    const papers = (await papersOf(of).list(WORKSPACE, { limit: 100 })).items;
    const told = [];
    for (const { key, value } of papers)
      if (value.merged_into === null)
        told.push([
          await library.research.library.details(WORKSPACE, key),
          await library.research.citing.walk({
            workspace: WORKSPACE,
            article: key,
            outbound: true,
            inbound: true,
            depth: 2,
            limit: 50,
          }),
        ]);
    const members = await library.research.library.members(WORKSPACE, 'shore');
    const records = [];
    for (const { collection } of await of.storage.records.collections(WORKSPACE))
      records.push((await of.storage.records.scan(WORKSPACE, { collection, limit: 500 })).items);
    return JSON.parse(JSON.stringify({ told, members, records })) as unknown;
  };

  /** It is not only there: what was begun can be taken back, and what was forgotten stays so. */
  const lives = async (of: Deps): Promise<void> => {
    const library = createApp(of);
    expect(await take(library, BIB)).toMatchObject({ counts: { forgotten: 1, added: 0 } });
    await library.research.library.undo(WORKSPACE, merged);
    expect((await library.research.library.find(WORKSPACE, 'twin')).value).toMatchObject({ merged_into: null });
    const file = (await library.research.library.details(WORKSPACE, 'Limpets return home at night')).files[0];
    expect(file?.value).toMatchObject({ kind: 'pdf', text_state: 'read' });
  };

  const withStorage = (storage: Storage): Deps => ({ ...deps, storage });

  it.each(await enginesForTests())(
    'is equal in an export that $engine takes in, and lives there',
    async ({ options }) => {
      const other = openTestDeps();
      const opened = options().openStorage?.({ logger: other.deps.logger, dataDir: other.dataDir });
      const target = opened ?? other.deps.storage;
      const lines = (await all(exportLines(deps.storage))).map((line) => line.trimEnd());
      const open = async function* () {
        yield* lines;
      };
      expect(await importExport({ target, open })).toMatchObject({ equal: true });
      expect(await toldOf(withStorage(target))).toEqual(await toldOf(deps));
      await lives(withStorage(target));
      await opened?.close();
      await other.close();
    },
  );

  it.each(await enginesForTests())('is migrated to $engine and back, and is the same', async ({ options }) => {
    const [there, back] = [openTestDeps(), openTestDeps()];
    const opened = options().openStorage?.({ logger: there.deps.logger, dataDir: there.dataDir });
    const target = opened ?? there.deps.storage;
    const before = await toldOf(deps);
    expect(await migrateStore({ source: deps.storage, target, sourceName: 'here' })).toMatchObject({ equal: true });
    expect(await toldOf(withStorage(target))).toEqual(before);
    const home = back.deps.storage;
    expect(await migrateStore({ source: target, target: home, sourceName: 'there' })).toMatchObject({ equal: true });
    expect(await toldOf(withStorage(home))).toEqual(before);
    await lives(withStorage(home));
    await opened?.close();
    for (const one of [there, back]) await one.close();
  });
});
