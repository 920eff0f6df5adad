/** A backup of the library that was asked for with its files has those in the user's folders too, and gives them to another library. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type Deps } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInProcess } from '../packages/cli/src/testing/run-in-process.ts';

const NAMES = ['Sponges', 'Urchins', 'Whelks'] as const;

function pdfOf(name: string): Uint8Array {
  return makePdf({
    pages: [
      {
        runs: [
          { text: `${name} below the pier`, x: 120, y: 760, size: 18 },
          { text: 'Eva Berg and Ole Lund', x: 220, y: 730, size: 11 },
          { text: 'Abstract', x: 280, y: 690, size: 11 },
          ...column([`We counted ${name.toLowerCase()} on forty piles for two years.`], 100, 670),
        ],
      },
    ],
  });
}

const ground = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-user-files-')));
const opened: { close(): Promise<void> }[] = [];
let home: TestDeps;
let zapomni: TestClient;
let folder: string;
let backups: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(ground, 'papers-'));
  backups = mkdtempSync(path.join(ground, 'backups-'));
  ({ deps: home, client: zapomni } = await open([folder]));
  for (const name of NAMES) {
    writeFileSync(fileOf(name), pdfOf(name));
    await zapomni.call('process_pdf', { path: fileOf(name), paper: 'yes' });
  }
});
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});
afterAll(() => rmSync(ground, { recursive: true, force: true }));

async function open(roots: readonly string[], dataDir?: string): Promise<{ deps: TestDeps; client: TestClient }> {
  const files = openTestFiles({ roots, logger: createRecordingLogger() });
  const deps = openTestDeps({
    settings: { graph: 'off' },
    ...(roots.length > 0 ? { files } : {}),
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  await deps.deps.backups.allow(backups);
  const client = await openTestClient({ app: createApp(deps.deps) });
  opened.push(deps, client);
  return { deps, client };
}

const fileOf = (name: string): string => path.join(folder, `${name}.pdf`);
const titleOf = (name: string): string => `${name} below the pier`;
const backUp = (more: object = {}) => zapomni.call('backup_collection', { backup_path: backups, ...more });
const restore = (there: TestClient, backup: string, more: object = {}) =>
  there.call('restore_collection', { backup, backup_path: backups, confirm: true, ...more });

/** Null where the library there has no bytes of it. */
async function kept({ blobs }: Deps, there: TestClient, name: string): Promise<Buffer | null> {
  const { files } = await there.app.research.library.details('default', titleOf(name));
  const blob = files[0]?.value.blob ?? null;
  if (blob === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of blobs.read(blob)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function expectAll(deps: Deps, there: TestClient): Promise<void> {
  for (const name of NAMES) {
    expect((await kept(deps, there, name))?.equals(Buffer.from(pdfOf(name))), name).toBe(true);
    expect(JSON.stringify(await there.call('read_article', { article_identifier: titleOf(name) }))).toContain(
      `counted ${name.toLowerCase()}`,
    );
  }
}

describe('files of papers in the folders of the user', () => {
  it('are in a backup with files, and another library without folders has them from it', async () => {
    const made = await backUp({ include_pdfs: true });
    expect(made).toMatchObject({ files: 3, left_out: ['vectors'] });
    expect(made).not.toHaveProperty('lost_files');
    rmSync(folder, { recursive: true });
    const other = await open([]);
    expect(await restore(other.client, made.backup)).toMatchObject({ restored: 3, files: 3, files_lost: 0 });
    await expectAll(other.deps.deps, other.client);
    expect(await kept(home.deps, zapomni, 'Whelks')).toBeNull();
  });

  it('are not in one without files, from which papers come back as they were', async () => {
    const made = await backUp();
    expect(made).toMatchObject({ files: 0, left_out: ['vectors', 'blobs'] });
    const other = await open([]);
    expect(await restore(other.client, made.backup)).toMatchObject({ restored: 3, files: 0, files_lost: 0 });
    expect(await kept(other.deps.deps, other.client, 'Whelks')).toBeNull();
  });

  it('come back with a paper that was deleted', async () => {
    const { backup } = await backUp({ include_pdfs: true });
    await zapomni.call('delete_article', { article_identifier: titleOf('Whelks'), confirm_deletion: true });
    rmSync(fileOf('Whelks'));
    expect(await restore(zapomni, backup, { include_deleted: true })).toMatchObject({ restored: 1, files: 1 });
    expect((await kept(home.deps, zapomni, 'Whelks'))?.equals(Buffer.from(pdfOf('Whelks')))).toBe(true);
  });

  it('come back with the whole store, from `zapomni restore`', async () => {
    const { backup, left_out: left } = await backUp({ include_pdfs: true, include_embeddings: true });
    expect(left).toEqual([]);
    const cli = openInProcess(path.join(ground, 'cli'), createFakeEmbedder());
    const to = path.join(ground, 'restored');
    expect(await cli.run(['restore', path.join(backups, backup), '--to', `sqlite:${to}`])).toMatchObject({ status: 0 });
    await cli.close();
    const other = await open([], to);
    await expectAll(other.deps.deps, other.client);
    // A backup of that one has them from the store.
    other.deps.clock.advance(1000);
    const again = await other.client.call('backup_collection', { backup_path: backups, include_pdfs: true });
    expect(again).toMatchObject({ files: 3 });
    expect(again).not.toHaveProperty('lost_files');
  });

  it('that were changed, moved, or lie where nothing may be read are named, and the rest is there', async () => {
    writeFileSync(fileOf('Sponges'), pdfOf('Corals'));
    rmSync(fileOf('Urchins'));
    const made = await backUp({ include_pdfs: true });
    expect(made).toMatchObject({ files: 1, lost_files_total: 2 });
    expect(made['lost_files']).toEqual(
      expect.arrayContaining([
        { workspace_id: 'default', paper: titleOf('Sponges'), file: fileOf('Sponges'), reason: 'changed' },
        { workspace_id: 'default', paper: titleOf('Urchins'), file: fileOf('Urchins'), reason: 'gone' },
      ]),
    );
    const other = await open([]);
    expect(await restore(other.client, made.backup)).toMatchObject({ restored: 3, files: 1 });
    expect(await kept(other.deps.deps, other.client, 'Sponges')).toBeNull();

    const elsewhere = mkdtempSync(path.join(ground, 'other-'));
    const files = openTestFiles({ roots: [elsewhere], logger: createRecordingLogger() });
    const there = await openTestClient({ app: createApp({ ...home.deps, files }) });
    opened.push(there);
    home.clock.advance(1000);
    const outside = await there.call('backup_collection', { backup_path: backups, include_pdfs: true });
    expect(outside).toMatchObject({ files: 0, lost_files_total: 3 });
    expect(new Set(outside['lost_files'].map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['gone']));
  });

  it('that a backup was made without are told when their paper comes back', async () => {
    const whole = await backUp({ include_pdfs: true });
    const other = await open([]);
    await restore(other.client, whole.backup);
    other.deps.clock.advance(1000);
    const part = await other.client.call('backup_collection', { backup_path: backups });
    const third = await open([]);
    expect(await restore(third.client, part.backup)).toMatchObject({ restored: 3, files: 0, files_lost: 3 });
  });
});
