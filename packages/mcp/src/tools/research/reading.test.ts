/** What papers say of themselves and what they cite, through a real client: real files, the real reader, every engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BibliographicItem } from '@zapomni/core/model';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { column, makePdf } from '@zapomni/testkit/documents';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const ABSTRACT = [
  'We measure how walkers choose their way on a graph that changes while',
  'they walk. It is shown that the choice is of the last three corners, and that',
  'it is not of the weather. The data are of four cities and of one long year.',
];
const CITED = [
  '[1] Öman, B. (2019). Walking on graphs that change. Journal of Walks, 12(3), 45-67.',
  '[2] Lind, A. (2020). The corners of cities. Journal of Walks, 13, 1-9.',
  '[3] Berg, C. (2021). Ways and means of walking. Journal of Walks, 14, 2-8.',
];

const PAPER = makePdf({
  information: { Title: 'untitled', Author: 'scanner' },
  pages: [
    {
      runs: [
        { text: 'Walkers and their corners', x: 60, y: 780, size: 20 },
        { text: 'Ada B. Lindqvist, Bo Oman', x: 60, y: 750, size: 12 },
        { text: 'https://doi.org/10.1234/corners.7', x: 60, y: 730, size: 8 },
        { text: 'Abstract', x: 60, y: 700, size: 12 },
        ...column(ABSTRACT, 60, 680),
      ],
    },
    {
      runs: [
        { text: '1 Introduction', x: 60, y: 780, size: 14 },
        ...column(['Walking is consistent with what others found [1].'], 60, 750),
        { text: 'References', x: 60, y: 700, size: 14 },
        ...CITED.map((text, i) => ({ text: text.replace('Öman', 'Oman'), x: 60, y: 670 - i * 30, size: 10 })),
      ],
    },
  ],
});

const KEPT: BibliographicItem = {
  type: 'article-journal',
  title: 'Walking on Graphs That Change',
  contributors: [{ role: 'author', family: 'Öman', given: 'Bo' }],
  identifiers: [{ scheme: 'doi', value: '10.1000/walks' }],
  container_title: 'Journal of Walks',
  volume: '12',
  page: '45-67',
  issued: { year: 2019 },
};

describe.each(ENGINES)('reading papers, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-reading-'));
  const file = path.join(folder, 'paper.pdf');
  let zapomni: TestClient;
  beforeAll(async () => {
    writeFileSync(file, PAPER);
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({
      ...options(),
      filesForUser: files,
      settings: { tools: 'memory,documents,research' },
    });
    await zapomni.app.research.library.save({ workspace: 'default', arrivals: [{ item: KEPT, source: 'user' }] });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('tells what a PDF says of itself, and each option has its effect', async () => {
    const plain = await zapomni.call('extract_pdf_metadata', { pdf_path: file });
    expect(plain).toMatchObject({
      title: 'Walkers and their corners',
      authors: ['Ada B. Lindqvist', 'Bo Oman'],
      abstract: ABSTRACT.join(' '),
      identifiers: [{ scheme: 'doi', value: '10.1234/corners.7' }],
      pages: 2,
      file: { author: 'scanner' },
      text_preview: expect.stringContaining('Walkers and their corners'),
    });
    expect(plain.structure).toBeUndefined();
    const other = { pdf_path: file, extract_text_preview: false, analyze_structure: true };
    const told = await zapomni.call('extract_pdf_metadata', other);
    expect(told.text_preview).toBeUndefined();
    expect(told.structure).toMatchObject({ pages: 2, references: 3, scans: 0 });
    expect(told.structure.sections.map(({ title }: { title: string }) => title)).toContain('References');
  });

  it('takes the text of a page instead, and says what is missing', async () => {
    const text = `Walkers\n\nWalking on graphs that change\n\nBo M. Öman and Ada Lind\n\nAbstract\n${ABSTRACT.join('\n')}`;
    const told = await zapomni.call('extract_pdf_metadata', { text });
    expect(told).toMatchObject({ title: 'Walking on graphs that change', authors: ['Bo M. Öman', 'Ada Lind'] });
    for (const wrong of [{}, { text, pdf_path: file }])
      expect(await zapomni.fails('extract_pdf_metadata', wrong)).toMatch(/give either pdf_path or text/);
  });

  it('says "PDF not found" outside the folders and inside alike', async () => {
    const words = async (pdf_path: string) => textOf(await zapomni.raw('extract_pdf_metadata', { pdf_path }));
    const inside = await words(path.join(folder, 'none.pdf'));
    expect(inside).toMatch(/PDF not found/);
    expect(await words('/etc/hostname')).toBe(inside);
    expect(await words('/etc/none.pdf')).toBe(inside);
    writeFileSync(path.join(folder, 'page.pdf'), '<html><body>no</body></html>');
    expect(await words(path.join(folder, 'page.pdf'))).toMatch(/no PDF/);
  });

  it('finds what a paper says, and not what it cites', async () => {
    await zapomni.call('process_pdf', { path: file });
    const texts = async (query: string) =>
      ((await zapomni.call('search_memory', { query, limit: 20 })).results as { text: string }[]).map(
        ({ text }) => text,
      );
    expect((await texts('walkers choose their way on a graph')).join(' ')).toContain('walkers choose');
    expect((await texts('Ways and means of walking')).join(' ')).not.toContain('Ways and means');
    const whole = await zapomni.call('read_document', { document: 'paper.pdf' });
    expect(whole.text).toContain('Ways and means of walking');
  });

  it('holds a list against the library: verified, wrong, unknown', async () => {
    const wrong = '[4] Oman, B. (2018). Walking on graphs that change. Journal of Walks, 21(3), 45-67.';
    const told = await zapomni.call('check_references', { text: [...CITED, wrong].join('\n') });
    expect(told.summary).toEqual({ verified: 1, unknown: 2, wrong: 1 });
    expect(told.references[0]).toMatchObject({
      n: 1,
      marker: '[1]',
      verdict: 'verified',
      article: { doi: '10.1000/walks' },
    });
    expect(told.references[3].wrong).toEqual([
      { field: 'year', printed: '2018', known: '2019' },
      { field: 'volume', printed: '21', known: '12' },
    ]);
    const stolen = 'Nobody, N. (2011). Quite another thing about stones. Stones, 1, 2-3. https://doi.org/10.1000/walks';
    const [one] = (await zapomni.call('check_references', { text: stolen })).references;
    expect(one).toMatchObject({ verdict: 'wrong', found_by: 'id' });
    const fields = one.wrong.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(['title', 'container_title']));
    const page = await zapomni.call('check_references', { text: CITED.join('\n'), limit: 1, offset: 2 });
    expect(page).toMatchObject({ total: 3, references: [{ n: 3 }] });
    expect(await zapomni.fails('check_references', { text: ' ' })).toMatch(/text.*empty/);
  });
});
