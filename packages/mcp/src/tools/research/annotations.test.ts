/** What readers have marked in a PDF, through a real client: real PDFs, the real reader, a real vault. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { column, makePdf, type PdfMark } from '@zapomni/testkit/documents';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { openTestVault } from '@zapomni/testkit/notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const HIGHLIGHT: PdfMark = {
  kind: 'Highlight',
  box: [58, 690, 400, 712],
  comment: 'Compare with the lighthouse data',
  author: 'Ann',
  at: 'D:20240301120000Z',
};
const BESIDE: PdfMark = { kind: 'Text', box: [20, 500, 40, 520], comment: 'Ask Ole about the zeppelin', author: 'Ann' };

function pdf(marks: readonly PdfMark[], title = 'When barnacles close') {
  return makePdf({
    pages: [
      {
        runs: [
          { text: title, x: 120, y: 780, size: 18 },
          { text: 'Eva Berg and Ole Lund', x: 220, y: 750, size: 11 },
          { text: 'Abstract', x: 280, y: 730, size: 11 },
          ...column(['We watched barnacles on forty rocks for two years.'], 100, 718),
        ],
      },
      {
        runs: column(['They close when the water is warm.', 'Nobody knows why they open again.'], 60, 700),
        marks,
      },
    ],
  });
}

describe.each(ENGINES)('annotations, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-marks-'));
  let zapomni: TestClient;
  const write = (name: string, content: Uint8Array): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const add = async (file: string) => (await zapomni.call('process_pdf', { path: file, paper: 'yes' })).article.id;
  const details = (article_identifier: string) => zapomni.call('get_article_details', { article_identifier });
  const found = async (query: string) => (await zapomni.call('search_articles', { query })).articles[0];
  beforeAll(async () => {
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    const settings = { tools: 'memory,documents,research,tasks' };
    zapomni = await openTestClient({ ...options(), filesForUser: files, settings });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are kept with page, words, comment, author, colour and date, and found', async () => {
    const id = await add(write('barnacles.pdf', pdf([HIGHLIGHT, BESIDE])));
    const { annotations, counts } = await details(id);
    expect(annotations).toEqual([
      {
        file_id: expect.any(String),
        kind: 'highlight',
        page: 2,
        text: 'They close when the water is warm.',
        comment: 'Compare with the lighthouse data',
        author: 'Ann',
        colour: '#ffff00',
        at: '2024-03-01T12:00:00.000Z',
      },
      expect.objectContaining({ kind: 'note', page: 2, comment: 'Ask Ole about the zeppelin' }),
    ]);
    expect(counts.annotations).toBe(2);
    expect(await found('lighthouse data')).toMatchObject({
      id,
      page: '2',
      citation: expect.stringMatching(/annotation/),
    });
    const { results } = await zapomni.call('search_memory', { query: 'zeppelin' });
    expect(results[0].text).toBe('p. 2: Ask Ole about the zeppelin (Ann)');
    expect((await zapomni.call('read_article', { article_identifier: id, page: '2' })).annotations).toHaveLength(2);
    expect((await zapomni.call('read_article', { article_identifier: id, page: '1' })).annotations).toBeUndefined();
  });

  it('follow the file: others take their place, and what was rubbed out is gone', async () => {
    const file = write('limpets.pdf', pdf([HIGHLIGHT], 'Limpets return home at night'));
    const id = await add(file);
    write('limpets.pdf', pdf([{ ...HIGHLIGHT, comment: 'No, with the harbour data' }], 'Limpets return home at night'));
    expect(await add(file)).toBe(id);
    expect((await details(id)).annotations).toMatchObject([{ comment: 'No, with the harbour data' }]);
    expect(await found('harbour data')).toMatchObject({ id, page: '2' });
    write('limpets.pdf', pdf([], 'Limpets return home at night'));
    expect(await add(file)).toBe(id);
    const now = await details(id);
    expect([now.annotations, now.text_memory_ids]).toEqual([undefined, [expect.any(String)]]);
    const { results } = await zapomni.call('search_memory', { query: 'harbour data', limit: 20 });
    expect(results.filter(({ text }: { text: string }) => text.includes('harbour'))).toEqual([]);
  });

  it('go with their paper, and come back with it', async () => {
    const id = await add(write('kelp.pdf', pdf([{ ...HIGHLIGHT, comment: 'Ask about the seahorse' }], 'Kelp forests')));
    const { plan_id } = await zapomni.call('delete_article', { article_identifier: id, confirm_deletion: true });
    const gone = await zapomni.call('search_memory', { query: 'seahorse', limit: 20 });
    expect(gone.results.filter(({ text }: { text: string }) => text.includes('seahorse'))).toEqual([]);
    await zapomni.call('split_article', { undo: plan_id });
    expect((await details(id)).annotations).toMatchObject([{ comment: 'Ask about the seahorse' }]);
    expect(await found('seahorse')).toMatchObject({ id, page: '2' });
  });

  it('follow a paper that is merged into another', async () => {
    const from = await add(write('crab-1.pdf', pdf([{ ...HIGHLIGHT, comment: 'A walrus' }], 'Crabs walk sideways')));
    const into = await add(write('crab-2.pdf', pdf([], 'Crabs walk sidewards')));
    const { plan_id } = await zapomni.call('merge_articles', { into, from });
    expect((await details(into)).annotations).toMatchObject([{ comment: 'A walrus' }]);
    expect(await found('walrus')).toMatchObject({ id: into });
    await zapomni.call('split_article', { undo: plan_id });
    expect((await details(from)).annotations).toMatchObject([{ comment: 'A walrus' }]);
    expect((await details(into)).annotations).toBeUndefined();
    expect(await found('walrus')).toMatchObject({ id: from });
  });
});

describe('the note of a paper', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-noted-')));
  const vault = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-vault-')));
  const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
  const test = openTestDeps({ files, settings: { graph: 'off' } });
  const app = createApp({ ...test.deps, ...openTestVault(vault) });
  const write = (name: string, content: Uint8Array): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const asked = { workspace: 'default', client: 'test' };
  afterAll(async () => {
    await app.close();
    await test.close();
    for (const one of [folder, vault]) rmSync(one, { recursive: true, force: true });
  });

  it('is written when the paper is added, with what was marked in it, and again when that changes', async () => {
    const from = { path: write('barnacles.pdf', pdf([HIGHLIGHT, BESIDE])) };
    const { paper } = await app.research.adding.add({ ...asked, from });
    const note = path.join(vault, `${paper.value.citekey}.md`);
    const text = readFileSync(note, 'utf8');
    expect(text).toContain('> They close when the water is warm. ([[barnacles.pdf#page=2|p. 2]])');
    expect(text).toContain('> Compare with the lighthouse data');
    expect(text).toContain('> Ask Ole about the zeppelin ([[barnacles.pdf#page=2|p. 2]])');
    write('barnacles.pdf', pdf([{ ...HIGHLIGHT, comment: 'No, with the harbour data' }]));
    await app.research.adding.add({ ...asked, from });
    const now = readFileSync(note, 'utf8');
    expect(now).toContain('> No, with the harbour data');
    expect(now).not.toMatch(/lighthouse|zeppelin/);
    expect(await app.research.notes.sync(asked)).toMatchObject({ created: 0, updated: 0 });
  });

  it('is written for each of many, and a vault that is not there fails no paper', async () => {
    const sources = ['crabs', 'kelp'].map((name) => write(`${name}.pdf`, pdf([], `All about ${name}`)));
    const report = await app.research.adding.addAll({ ...asked, sources });
    expect(report).toMatchObject({ added: 2, failed: 0, warnings: [] });
    const papers = await Promise.all(report.papers.map((id) => app.research.library.find('default', id)));
    for (const { value } of papers) expect(existsSync(path.join(vault, `${value.citekey}.md`))).toBe(true);
    rmSync(vault, { recursive: true, force: true });
    const from = { path: write('eels.pdf', pdf([], 'All about eels')) };
    const added = await app.research.adding.add({ ...asked, from });
    expect(added.warnings).toEqual([expect.stringMatching(/note was not written: The vault is not there/)]);
    expect((await app.research.adding.add({ ...asked, from })).status).toBe('known');
  });
});
