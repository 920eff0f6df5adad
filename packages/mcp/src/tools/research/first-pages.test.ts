/** What is read from first pages by how they look, through a real client: real PDFs, the real reader. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ABSTRACT = [
  'We watched barnacles on forty rocks for two years and',
  'counted how often they close. They close more often',
  'where the water is warm, and never in the rain.',
];
const BODY = [
  'Barnacles have been watched for a long time, and it is said',
  'that they close when the tide goes out. This is what we ask',
  'of the rocks that we know, in the order in which they stand.',
];
const TITLE = [
  { text: 'Why the barnacles of the north', x: 150, y: 760, size: 18 },
  { text: 'close in warm water', x: 200, y: 738, size: 18 },
];

const WHOLE = 'Why the barnacles of the north close in warm water';

type Runs = Parameters<typeof makePdf>[0]['pages'][number]['runs'];

describe('a first page', () => {
  let zapomni: TestClient;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni-first-pages-'));
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ filesForUser: files, settings: { tools: 'memory,documents,research' } });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function read(...pages: readonly Runs[]) {
    const file = path.join(folder, 'paper.pdf');
    writeFileSync(file, makePdf({ widths: true, pages: pages.map((runs) => ({ runs })) }));
    return zapomni.call('extract_pdf_metadata', { pdf_path: file });
  }

  it('is read column by column below its title, with names that stand above both columns', async () => {
    const found = await read([
      ...TITLE,
      { text: 'Eva Berg', x: 130, y: 700, size: 11 },
      { text: 'Ole Lund', x: 400, y: 700, size: 11 },
      { text: 'ABSTRACT', x: 60, y: 660, size: 10 },
      ...column(ABSTRACT, 60, 645),
      ...column(BODY, 320, 660),
      { text: '1 Introduction', x: 60, y: 590, size: 12 },
      ...column(BODY, 60, 570),
    ]);
    expect(found).toMatchObject({ title: WHOLE, authors: ['Eva Berg', 'Ole Lund'], abstract: ABSTRACT.join(' ') });
  });

  it('does not take what is raised for a part of a name, and ends an abstract where letters change', async () => {
    const found = await read([
      ...TITLE,
      { text: 'Eva Berg', x: 200, y: 700, size: 11 },
      { text: 'a', x: 241, y: 705, size: 6 },
      { text: 'Ole Lund', x: 300, y: 700, size: 11 },
      { text: 'b', x: 344, y: 705, size: 6 },
      { text: 'Institute of Shores, Bergen', x: 210, y: 680, size: 9 },
      { text: 'Abstract', x: 280, y: 650, size: 11 },
      ...column(ABSTRACT, 100, 630),
      ...column(BODY, 60, 585, 12),
    ]);
    expect(found).toMatchObject({ authors: ['Eva Berg', 'Ole Lund'], abstract: ABSTRACT.join(' ') });
  });

  it('names whom it names above the title, beside an employer and all in capitals', async () => {
    const above = await read([{ text: 'EVA BERG', x: 250, y: 785, size: 11 }, ...TITLE, ...column(BODY, 60, 640)]);
    expect(above).toMatchObject({ title: WHOLE, authors: ['EVA BERG'], family_names: ['BERG'] });
    const employed = await read([
      ...TITLE,
      { text: 'Ole Lund, Shores Inc.', x: 230, y: 705, size: 11 },
      ...column(BODY, 60, 640),
    ]);
    expect(employed).toMatchObject({ title: WHOLE, authors: ['Ole Lund'] });
  });

  it('has an abstract without a heading only where it looks otherwise than the text', async () => {
    const names = { text: 'Eva Berg and Ole Lund', x: 200, y: 705, size: 11 };
    const sections = (at: number) => [...column(BODY, 60, at, 11), ...column(BODY, 60, at - 60, 11)];
    const own = await read([...TITLE, names, ...column(ABSTRACT, 120, 670, 9), ...sections(600)], sections(760));
    expect(own.abstract).toBe(ABSTRACT.join(' '));
    const none = await read([...TITLE, names, ...sections(670)], sections(760));
    expect(none.abstract).toBeUndefined();
  });

  it('may stand behind a cover, and before the page of its abstract', async () => {
    const cover = [
      { text: 'This is the accepted manuscript, downloaded from an archive.', x: 60, y: 760, size: 14 },
      { text: 'Terms of use apply. For personal use only.', x: 60, y: 730, size: 10 },
    ];
    const front = [...TITLE, { text: 'Eva Berg and Ole Lund', x: 200, y: 705, size: 11 }];
    const behind = [{ text: 'Abstract', x: 60, y: 760, size: 12 }, ...column(ABSTRACT, 60, 735)];
    const found = await read(cover, front, behind);
    expect(found).toMatchObject({ title: WHOLE, authors: ['Eva Berg', 'Ole Lund'], abstract: ABSTRACT.join(' ') });
  });
});
