/** Tools that find and have full texts, through a real client; sources answer with what was made up for them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { openReplay, type Replayed, type ReplayOptions } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DOI = '10.5555/quiet.1';
const PDF = `%PDF-1.7\n${'x'.repeat(2000)}`;

let [replay, app, zapomni]: [Replayed, App, TestClient] = [undefined as never, undefined as never, undefined as never];
async function open(options: ReplayOptions = {}): Promise<void> {
  replay = await openReplay({ settings: { web_robots: 'ignore' }, ...options });
  replay.server.page('/paper.pdf', says(PDF, { 'content-type': 'application/pdf' }));
  replay.server.page('/page', says('<!doctype html><p>Log in</p>', { 'content-type': 'text/html' }));
  app = createApp(replay.deps);
  zapomni = await openTestClient({ app });
}
async function close(): Promise<void> {
  await zapomni.close();
  await app.close();
  await replay.close();
}
beforeEach(() => open());
afterEach(close);
const url = (name: string) => `http://journal.test:${replay.server.port}/${name}`;

describe('locate_pdf', () => {
  it('tells where a paper can be read, and what each source said', async () => {
    const result = await zapomni.raw('locate_pdf', { article_identifier: `https://doi.org/${DOI}` });
    expect(result.structuredContent).toMatchObject({
      status: 'found',
      identifiers: [`doi:${DOI}`],
      copies: expect.arrayContaining([
        expect.objectContaining({ url: 'https://journal.test/quiet.pdf', kind: 'pdf', version: 'published' }),
      ]) as unknown,
      sources: expect.arrayContaining([expect.objectContaining({ name: 'unpaywall', status: 'ok' })]) as unknown,
    });
    expect(textOf(result)).toMatch(/https:\/\/journal\.test\/quiet\.pdf \(pdf, published/);
  });

  it('asks fewer where one is enough, and names one that fails', async () => {
    replay.server.next('unpaywall', says('', { 'retry-after': '300' }, 429));
    const { sources, copies } = await zapomni.call('locate_pdf', {
      article_identifier: DOI,
      search_multiple_sources: false,
    });
    expect(sources.find(({ name }: { name: string }) => name === 'unpaywall')).toMatchObject({
      status: 'rate_limited',
      until: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect(copies[0]).toMatchObject({ found_by: ['openalex'] });
  });

  it('says what to do where no source may be asked, and which names it takes', async () => {
    await close();
    await open({ allowed: [] });
    expect(await zapomni.fails('locate_pdf', { article_identifier: DOI })).toMatch(
      /NETWORK_OFF.*ZAPOMNI_PAPER_SOURCES/s,
    );
    expect(await zapomni.fails('locate_pdf', { article_identifier: '10.1000' })).toMatch(/article_identifier.*DOI/s);
  });
});

describe('download_pdf', () => {
  it('keeps a file in the store and writes it where it may', async () => {
    const done = await zapomni.call('download_pdf', { source: url('paper.pdf'), filename: 'mine' });
    expect(done).toMatchObject({
      status: 'downloaded',
      bytes: PDF.length,
      path: path.join(replay.dataDir, 'exports', 'mine.pdf'),
    });
    expect(existsSync(done.path)).toBe(true);
    expect(await zapomni.fails('download_pdf', { source: url('paper.pdf'), filename: 'mine' })).toMatch(/overwrite/);
    expect(
      await zapomni.call('download_pdf', { source: url('paper.pdf'), filename: 'mine', overwrite: true }),
    ).toMatchObject({
      sha256: done.sha256,
    });
    expect(await zapomni.fails('download_pdf', { source: url('paper.pdf'), output_directory: '/etc' })).toMatch(
      /ZAPOMNI_EXPORT_DIR/,
    );
    for (const timeout of [4, 301]) {
      expect(await zapomni.fails('download_pdf', { source: url('paper.pdf'), timeout })).toMatch(/timeout/);
    }
  });

  it('names the page that it was given in place of a PDF', async () => {
    const result = await zapomni.raw('download_pdf', { source: url('page') });
    expect(result.structuredContent).toMatchObject({ status: 'not_a_pdf', landing_url: url('page') });
    expect(textOf(result)).toContain(url('page'));
  });
});

describe('validate_pdf_sources', () => {
  it('tells of all sources without asking them, or asks one', async () => {
    const { sources } = await zapomni.call('validate_pdf_sources', { test_sample: false });
    expect(sources).toHaveLength(9);
    expect(replay.server.requests).toEqual([]);
    const result = await zapomni.raw('validate_pdf_sources', { source_name: 'crossref' });
    expect(result.structuredContent).toMatchObject({
      sources: [{ name: 'crossref', allowed: true, sample: { status: 'ok', count: 0 } }],
    });
    expect(replay.server.requests.map(({ source }) => source)).toEqual(['crossref']);
    expect(textOf(result)).toMatch(/^crossref: allowed/);
    expect(await zapomni.fails('validate_pdf_sources', { source_name: 'scopus' })).toMatch(/crossref, datacite/);
  });
});
