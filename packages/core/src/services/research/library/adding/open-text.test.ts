/** A file that was read as a document before it became a paper. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DOCUMENT_PAPERS } from '../../../documents/paper/paper-findings.ts';

const PDF = makePdf({
  pages: [
    {
      runs: [
        { text: 'Limpets return home at night', x: 120, y: 760, size: 18 },
        { text: 'Eva Berg and Ole Lund', x: 220, y: 730, size: 11 },
        { text: 'Abstract', x: 280, y: 690, size: 11 },
        ...column(['We watched limpets on forty rocks for two years.'], 100, 670),
        { text: '1 Introduction', x: 60, y: 600, size: 13 },
        ...column(['Limpets come back to where they were.'], 60, 575),
      ],
    },
  ],
});
const asked = { workspace: 'default', client: 'test' };

let folder: string;
let file: string;
let test: TestDeps;
let app: App;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-read-before-')));
  file = path.join(folder, 'limpets.pdf');
  writeFileSync(file, PDF);
  const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
  test = openTestDeps({ files, settings: { graph: 'off' } });
  app = createApp(test.deps);
});
afterEach(async () => {
  await app.close();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a version left it that looked for no papers in what it read. */
async function readBefore(): Promise<string> {
  const { document } = await app.documents.add({ ...asked, path: file });
  const { records } = test.deps.storage;
  expect(await seen(document.key)).toHaveLength(1);
  await records.write('default', [{ op: 'delete', collection: DOCUMENT_PAPERS.name, key: document.key }], 1);
  return document.key;
}

const seen = (key: string) => test.deps.storage.records.get('default', DOCUMENT_PAPERS.name, [key]);

it.each(['path', 'document'] as const)('is read once more when it is added by its %s', async (by) => {
  const key = await readBefore();
  const from = by === 'path' ? { path: file } : { document: key };
  const added = await app.research.adding.add({ ...asked, from });
  expect(added).toMatchObject({ status: 'added', document: key });
  expect(added.paper.value.item.contributors).toMatchObject([{ family: 'Berg' }, { family: 'Lund' }]);
  expect(await seen(key)).toHaveLength(1);
  expect((await app.documents.list({ workspace: 'default', limit: 10 })).items).toHaveLength(1);
});

it('becomes a paper of the text that there is where the file is gone', async () => {
  const key = await readBefore();
  rmSync(file);
  const added = await app.research.adding.add({ ...asked, from: { document: key } });
  expect(added).toMatchObject({ status: 'added', document: key, paper: { value: { item: { title: TITLE } } } });
  expect(await seen(key)).toEqual([]);
});

const TITLE = 'Limpets return home at night';
