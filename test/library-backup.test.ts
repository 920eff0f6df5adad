/** A backup carries a library whole: files, what looks for new papers, what judges them, workflows. Never what only the user may type in. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { createApp, type App, type Deps } from '@zapomni/core';
import { systemClock } from '@zapomni/providers';
import { createFolderSecretStore } from '@zapomni/providers/secrets';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { openReplay, type Replayed } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../packages/cli/src/testing/run-in-process.ts';

const TITLE = 'Limpets return home at night';
const PASSWORD = 'open-sesame-7731';
const PDF = makePdf({
  pages: [
    {
      runs: [
        { text: TITLE, x: 120, y: 760, size: 18 },
        { text: 'Eva Berg and Ole Lund', x: 220, y: 730, size: 11 },
        { text: 'Abstract', x: 280, y: 690, size: 11 },
        ...column(['We watched limpets on forty rocks for two years.'], 100, 670),
        { text: '1 Introduction', x: 60, y: 600, size: 13 },
        ...column(['Each limpet has a place of its own to which it returns.'], 60, 575),
      ],
    },
  ],
});
const WORKFLOW = {
  allow_hosts: ['example.org'],
  steps: [
    { do: 'goto', url: 'https://example.org/' },
    { do: 'fill', target: { css: '#password' }, value: { secret: 'reading_room' } },
    { do: 'extract', each: { css: '.item' }, fields: { title: { css: 'h2' }, url: { css: 'a', take: 'href' } } },
  ],
};

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-library-backup-')));
const backups = path.join(folder, 'backups');
let replay: Replayed;
let app: App;
let zapomni: TestClient;
let blob = '';

beforeAll(async () => {
  replay = await openReplay({ settings: { web_robots: 'ignore', graph: 'off' } });
  const secrets = createFolderSecretStore({ folder: path.join(replay.dataDir, 'secrets'), clock: systemClock });
  await secrets.set({ name: 'reading_room', origin: 'https://example.org', kind: 'secret', expiresAt: null }, PASSWORD);
  await replay.deps.backups.allow(backups);
  app = createApp({ ...replay.deps, secrets });
  zapomni = await openTestClient({ app });
  replay.server.page('/limpets.pdf', says(PDF, { 'content-type': 'application/pdf' }));
  const url = `http://journal.test:${replay.server.port}/limpets.pdf`;
  await app.research.adding.add({ workspace: 'default', client: 'test', from: { url } });
  await zapomni.call('create_query', { name: 'homing', research_question: 'How do limpets find home?' });
  await zapomni.call('evaluate_article', { query_name: 'homing', article_identifier: TITLE });
  await zapomni.call('create_arxiv_source', { name: 'shore', keywords: ['limpets'], schedule_hours: 12 });
  await zapomni.call('create_browser_workflow', { name: 'reading room', definition: WORKFLOW });
  blob = (await fileOf(app))?.value.blob ?? '';
});
afterAll(async () => {
  await zapomni.close();
  await app.close();
  await replay.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = async (of: App) => (await of.research.library.details('default', TITLE)).files[0];

async function bytesOf({ blobs }: Deps, hash: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of blobs.read(hash)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Of each collection every record, with what it belongs to. */
async function recordsIn({ storage }: Deps): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { collection } of await storage.records.collections('default'))
    found[collection] = (await storage.records.scan('default', { collection, limit: 1000 })).items;
  return found;
}

describe('a library that is backed up', () => {
  it('comes back whole with `zapomni restore`: files, sources, schedules, queries, judgements, workflows; no secret', async () => {
    expect(blob).toMatch(/^[0-9a-f]{64}$/);
    const cli = openInProcess(path.join(folder, 'cli'), createFakeEmbedder());
    const [file, to] = [path.join(folder, 'whole.backup.zst'), path.join(folder, 'restored')];
    expect(await cli.run(['backup', file, '--from', `sqlite:${replay.dataDir}`])).toMatchObject({ status: 0 });
    expect(await cli.run(['restore', file, '--to', `sqlite:${to}`])).toMatchObject({ status: 0 });
    await cli.close();
    expect(zstdDecompressSync(readFileSync(file)).includes(PASSWORD)).toBe(false);

    const restored = openTestDeps({ dataDir: to, settings: { graph: 'off' } });
    const before = await recordsIn(replay.deps);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(CARRIED));
    expect(await recordsIn(restored.deps)).toEqual(before);
    expect((await bytesOf(restored.deps, blob)).equals(Buffer.from(PDF))).toBe(true);
    const there = await openTestClient({ app: createApp(restored.deps) });
    for (const tool of ['list_queries', 'list_discovery_sources', 'list_workflows'])
      expect(await there.call(tool), tool).toEqual(await zapomni.call(tool));
    expect(JSON.stringify(await there.call('read_article', { article_identifier: TITLE }))).toContain(
      'place of its own',
    );
    await there.close();
    await restored.close();
  });

  it('gives its papers with their files to a library that lacks them, by the tools', async () => {
    const { backup } = await zapomni.call('backup_collection', { backup_path: backups, include_pdfs: true });
    const other = openTestDeps({ settings: { graph: 'off' } });
    await other.deps.backups.allow(backups);
    const there = await openTestClient({ app: createApp(other.deps) });
    const restore = (confirm: boolean) => there.call('restore_collection', { backup, backup_path: backups, confirm });
    expect(await restore(false)).toMatchObject({ papers: 1, missing: 1, restored: 0 });
    await expect(bytesOf(other.deps, blob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await restore(true)).toMatchObject({ restored: 1 });
    expect((await fileOf(there.app))?.value).toMatchObject({ blob, text_state: 'read' });
    expect((await bytesOf(other.deps, blob)).equals(Buffer.from(PDF))).toBe(true);
    expect(JSON.stringify(await there.call('read_article', { article_identifier: TITLE }))).toContain(
      'place of its own',
    );
    await there.close();
    await other.close();
  });
});

const CARRIED = [
  'browser_workflows',
  'discovery_schedules',
  'discovery_sources',
  'paper_files',
  'papers',
  'research_evaluations',
  'research_queries',
];
