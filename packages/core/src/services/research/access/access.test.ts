/** Having full texts: real sources and a real web in front of made-up answers, a real store and a real folder for files. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openReplay, type Replayed } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAccessCalls, type AccessCalls } from '../../../app/research/access-calls.ts';
import type { DownloadRequest } from './index.ts';

const PDF = `%PDF-1.7\n${'x'.repeat(3000)}\n%%EOF`;
const PAGE = '<!doctype html><html><title>Please log in</title></html>';
const DOI = '10.5555/quiet.1';

let replay: Replayed;
let access: AccessCalls;
/** Where journals of the made-up answers lie; every name leads to one server. */
const site = (body: string, type: string, status = 200) => says(body, { 'content-type': type }, status);
const url = (name: string) => `http://journal.test:${replay.server.port}/${name}`;

async function open(options: Parameters<typeof openReplay>[0] = {}): Promise<void> {
  replay = await openReplay({ settings: { web_robots: 'ignore' }, ...options });
  access = createAccessCalls(replay.deps);
  for (const [name, answer] of [
    ['/paper.pdf', site(PDF, 'application/pdf')],
    ['/called.pdf', site(PAGE, 'application/pdf')],
    ['/page', site(PAGE, 'text/html; charset=utf-8')],
    ['/moved.pdf', site('', 'text/plain', 404)],
    ['/forbidden.pdf', site('no', 'text/html', 403)],
    ['/late.pdf', says('', { 'retry-after': '900' }, 429)],
    ['/other.pdf', site(`${PDF}other`, 'application/octet-stream')],
  ] as const)
    replay.server.page(name, answer);
}
beforeEach(() => open());
afterEach(() => replay.close());

const download = (source: string, wish: Partial<DownloadRequest> = {}) =>
  access.download({ workspace: 'default', source, overwrite: false, timeoutSeconds: 30, ...wish });
const locate = (article: string, wish: { searchMultipleSources?: boolean; autoDownload?: boolean } = {}) =>
  access.locate({ workspace: 'default', article, searchMultipleSources: true, autoDownload: false, ...wish });
const exported = (...parts: string[]) => path.join(replay.dataDir, 'exports', ...parts);
/** Sources tell of copies on this server. */
const copiesAt = (...names: readonly string[]) => {
  const oa_locations = names.map((name) => ({
    url_for_pdf: url(name),
    url_for_landing_page: url('page'),
    license: 'cc-by',
  }));
  replay.server.next(
    'unpaywall',
    says(JSON.stringify({ doi: DOI, oa_locations }), { 'content-type': 'application/json' }),
  );
};

describe('downloading', () => {
  it('keeps the bytes in the store, as long as a record says so', async () => {
    const { status, blob, path: file } = await download(url('paper.pdf'));
    expect([status, file]).toEqual(['downloaded', null]);
    const bytes: Uint8Array[] = [];
    for await (const piece of replay.deps.blobs.read(blob?.hash ?? '')) bytes.push(piece);
    expect(Buffer.concat(bytes).toString()).toBe(PDF);
    expect(await replay.deps.storage.records.blobsInUse([blob?.hash ?? ''])).toEqual([blob?.hash]);
    expect(existsSync(exported())).toBe(false);
  });

  it('writes a file below the folder for exports, replaces none unasked, and nothing elsewhere', async () => {
    mkdirSync(exported('papers'), { recursive: true });
    const done = await download(url('paper.pdf'), { outputDirectory: 'papers', filename: 'mine' });
    expect(done.path).toBe(exported('papers', 'mine.pdf'));
    expect(readFileSync(done.path ?? '', 'utf8')).toBe(PDF);
    const again = { outputDirectory: 'papers', filename: 'mine.pdf' };
    await expect(download(url('other.pdf'), again)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('filename') as string,
    });
    expect(readFileSync(exported('papers', 'mine.pdf'), 'utf8')).toBe(PDF);
    await download(url('other.pdf'), { ...again, overwrite: true });
    expect(readFileSync(exported('papers', 'mine.pdf'), 'utf8')).toBe(`${PDF}other`);
    expect((await download(url('paper.pdf'), { outputDirectory: '' })).path).toBe(exported('paper.pdf'));
    for (const [field, wish] of [
      ['output_directory', { outputDirectory: '/etc' }],
      ['output_directory', { outputDirectory: 'missing' }],
      ['filename', { filename: '../up.pdf' }],
      ['filename', { filename: ' ' }],
      ['output_directory', { outputDirectory: '..', filename: 'up.pdf' }],
      ['filename', { filename: 'nul.pdf' }],
    ] as const) {
      const asked = replay.server.requests.length;
      await expect(download(url('paper.pdf'), wish), JSON.stringify(wish)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        issues: [{ field }],
      });
      // What is wrong with the name itself is told before anything is fetched.
      if (!('outputDirectory' in wish) || wish.outputDirectory !== 'missing')
        expect(replay.server.requests).toHaveLength(asked);
    }
  });

  it.each([
    ['called.pdf', 'a page that is called a PDF'],
    ['page', 'a page'],
  ])('names the page where %s is %s', async (name) => {
    const { status, landing, blob, attempts } = await download(url(name), { filename: 'x' });
    expect([status, landing, blob]).toEqual(['not_a_pdf', url(name), null]);
    expect(attempts).toMatchObject([{ outcome: { status: 'not_a_pdf', type: 'html' } }]);
    expect(existsSync(exported('x.pdf'))).toBe(false);
  });

  it.each([
    ['moved.pdf', 'NOT_FOUND'],
    ['forbidden.pdf', 'UPSTREAM_FAILED'],
    ['late.pdf', 'UPSTREAM_RATE_LIMITED'],
  ])('tells what came of it: %s', async (name, code) => {
    expect(await download(url(name))).toMatchObject({
      status: 'failed',
      blob: null,
      attempts: [{ outcome: { code } }],
    });
  });

  it('does not go where it may not', async () => {
    const { attempts } = await download('http://elsewhere.example/x.pdf');
    expect(attempts).toMatchObject([{ outcome: { status: 'failed', code: 'NETWORK_OFF' } }]);
  });

  it('tries the open copies of a paper in turn, and says what each came to', async () => {
    await replay.close();
    await open({ allowed: ['unpaywall'] });
    // It is asked for the record first.
    for (let i = 0; i < 2; i++) copiesAt('forbidden.pdf', 'called.pdf', 'paper.pdf');
    const { status, copy, attempts, identifiers } = await download(`https://doi.org/${DOI}`, { filename: 'quiet' });
    expect(status).toBe('downloaded');
    expect(copy?.url).toBe(url('paper.pdf'));
    expect(
      attempts.filter(({ url: tried }) => tried.startsWith('http://journal')).map(({ outcome }) => outcome.status),
    ).toEqual(['failed', 'not_a_pdf', 'downloaded']);
    expect(identifiers).toEqual([{ scheme: 'doi', value: DOI }]);
    expect(readFileSync(exported('quiet.pdf'), 'utf8')).toBe(PDF);
  });

  it('takes the times and names that it may, and says which are none', async () => {
    for (const timeoutSeconds of [4, 301, Number.NaN]) {
      await expect(download(url('paper.pdf'), { timeoutSeconds })).rejects.toMatchObject({
        issues: [{ field: 'timeout' }],
      });
    }
    await expect(download('a title of something')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(download('10.1000')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('while nobody may be asked', () => {
  it('what is kept says where a text lies, and nothing is fetched', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-offline-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    await replay.close();
    await open({ dataDir, keepsAnswers: true });
    copiesAt('paper.pdf');
    const { copies } = await locate(DOI, { searchMultipleSources: false });
    await replay.close();
    await open({ dataDir, keepsAnswers: true, settings: { web_robots: 'ignore', paper_offline: 'true' } });
    expect((await locate(DOI, { searchMultipleSources: false })).copies).toEqual(copies);
    for (const source of [DOI, url('paper.pdf')]) {
      const { status, attempts } = await download(source);
      expect([status, attempts.at(-1)?.outcome]).toMatchObject(['failed', { code: 'NETWORK_OFF' }]);
    }
    expect(replay.server.requests).toEqual([]);
  });
});

describe('looking for copies', () => {
  it('asks all sources, also for other versions of the paper, or one after the other', async () => {
    const all = await locate(DOI);
    expect(all.copies.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pdf', 'landing', 'jats']));
    expect(all.copies.map(({ url: place }) => place)).toContain('https://arxiv.org/pdf/2101.00001v2');
    expect(all.sources.length).toBe(9);
    expect(all.downloaded).toBeNull();
    replay.server.forget();
    const one = await locate(DOI, { searchMultipleSources: false });
    expect(one.copies.length).toBeLessThan(all.copies.length);
    expect(one.copies[0]).toMatchObject({ kind: 'pdf', sources: ['unpaywall'] });
    expect(replay.server.requests.map(({ source }) => source)).toEqual(['unpaywall']);
  });

  it('has the best of them where that is wanted', async () => {
    copiesAt('paper.pdf');
    const { downloaded } = await locate(DOI, { searchMultipleSources: false, autoDownload: true });
    expect(downloaded).toMatchObject({ status: 'downloaded', copy: { licence: 'cc-by' } });
    expect(await replay.deps.storage.records.blobsInUse([downloaded?.blob?.hash ?? ''])).toHaveLength(1);
  });

  it('says that nobody may be asked, and never that there is nothing', async () => {
    await replay.close();
    await open({ allowed: [] });
    await expect(locate(DOI)).rejects.toMatchObject({
      code: 'NETWORK_OFF',
      hint: expect.stringContaining('ZAPOMNI_PAPER_SOURCES') as string,
    });
    await expect(download(DOI)).rejects.toMatchObject({ code: 'NETWORK_OFF' });
  });
});

describe('looking at the sources', () => {
  it('asks nobody unless a sample is wanted, and one alone where it is named', async () => {
    const quiet = await access.validate({ testSample: false });
    expect([quiet.length, replay.server.requests.length]).toEqual([9, 0]);
    expect(quiet.find(({ source }) => source === 'openalex')).toMatchObject({
      isOn: true,
      key: { setting: 'ZAPOMNI_OPENALEX_KEY', isSet: false },
      sample: null,
    });
    replay.server.next('openalex', says('{}', { 'retry-after': '120' }, 429));
    const [openalex, ...others] = await access.validate({ source: 'openalex', testSample: true });
    expect(others).toEqual([]);
    expect(openalex?.sample).toMatchObject({ status: 'rate_limited', key: 'ZAPOMNI_OPENALEX_KEY' });
    expect(openalex?.standing.restsUntil).toBe(replay.clock.now() + 120_000);
    await expect(access.validate({ source: 'scopus', testSample: false })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
