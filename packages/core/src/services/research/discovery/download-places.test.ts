/** Where texts that come by themselves are had from: through a real web and real redirections, every name leading to one server. */
import { openTestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createListedSources, type ListedSources } from '@zapomni/testkit/fakes';
import { leadsTo, publicWebTo, says, WebServer, type Page } from '@zapomni/testkit/web-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenCopy } from '../../../ports/index.ts';
import { isShadowLibrary } from '../access/shadow-libraries.ts';
import { fetchPdf } from '../access/fetch-pdf.ts';
import { READING_STEPS } from '../library/adding/reading-steps.ts';
import { downloadWanted } from './download/auto-download.ts';
import { openGround, WS, type Ground } from './testing/discovery-ground.ts';

// Every trial has a store of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const TITLE = 'Gulls are free';
const LINES = ['We watched herring gulls steal sandwiches', 'from the pier of a small town in summer.'];
const PDF = makePdf({ pages: [{ runs: [{ text: TITLE, x: 60, y: 760, size: 18 }, ...column(LINES, 60, 700)] }] });
const file = says(PDF, { 'content-type': 'application/pdf' });
const page = (status: number) => says('<!doctype html><p>Please pay</p>', { 'content-type': 'text/html' }, status);

describe('shadow libraries', () => {
  it.each([
    'https://sci-hub.se/10.5555/1',
    'https://SCI-HUB.RU./x',
    'http://sci-hub.example.org/x',
    'https://www.sci-hub-mirror.net/x',
    'https://scihub.wf/x',
    'https://libgen.is/x',
    'https://cdn3.libgen.li/x',
    'http://gen.lib.rus.ec/x',
    'https://library.lol/main/x',
    'https://annas-archive.org/x',
    'https://z-lib.io/x',
    'https://z-library.sk/x',
    'https://1lib.sk/x',
    'https://b-ok.cc/x',
  ])('are known by name: %s', (url) => expect(isShadowLibrary(url)).toBe(true));

  it.each([
    'https://scihub.copernicus.eu/x',
    'https://zlib.net/x',
    'https://www.libguides.com/x',
    'https://example.org/sci-hub.se/x.pdf',
    'https://hub-of-science.org/x',
    'https://library.example.org/x',
    'nothing',
  ])('are not others: %s', (url) => expect(isShadowLibrary(url)).toBe(false));
});

describe('a text that comes by itself', () => {
  let ground: Ground<ListedSources>;
  let server: WebServer;
  beforeEach(async () => {
    server = await WebServer.start();
    ground = openGround(openTestDeps({ settings: { web_robots: 'ignore' } }), createListedSources(['arxiv']));
  });
  afterEach(async () => {
    await ground.close();
    await server.close();
  });

  const at = (host: string, path = '/paper.pdf') => `http://${host}:${server.port}${path}`;
  const copy = (host: string, changes: Partial<OpenCopy> = {}): OpenCopy => ({
    url: at(host),
    kind: 'pdf',
    licence: 'cc-by',
    ...changes,
  });
  const reached = () => [...new Set(server.requests.map(({ headers }) => headers.host?.replace(/:\d+$/, '')))];

  /** What becomes of a paper with these copies, where hosts answer so. */
  async function had(copies: readonly OpenCopy[], hosts: Readonly<Record<string, Page>>) {
    server.otherwise((response, request, nth) => {
      const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
      (hosts[host] ?? says('nobody', {}, 404))(response, request, nth);
    });
    const rule = { min_score: 0, per_day: 10, licences: [] };
    const query = await ground.query('gulls', { sources: ['gulls'], auto_download: rule });
    ground.sources.papers.set('arxiv', [{ title: TITLE, day: '2026-01-01', doi: '10.5555/1' }]);
    ground.sources.copies = () => copies;
    await ground.run(await ground.source('gulls'));
    const web = publicWebTo(() => undefined);
    await downloadWanted(
      { deps: { ...ground.deps, web }, steps: { reading: async () => READING_STEPS } },
      { workspace: WS, query: query.key },
      { signal: new AbortController().signal, progress: () => {} },
    );
    await web.close();
    const [finding] = await ground.findings();
    return { became: finding?.value.download, why: finding?.value.download_why ?? '' };
  }

  it('is had where a source says that it lies open', async () => {
    expect(await had([copy('open.test')], { 'open.test': file })).toEqual({ became: 'done', why: '' });
  });

  it.each([
    ['of the same site', 'files.open.test', []],
    ['above it', 'open.test', []],
    ['that the source names for this paper', 'archive.test', [{ kind: 'landing' as const }]],
  ])('may be led to a host %s', async (_, host, named) => {
    const from = host === 'open.test' ? 'www2.open.test' : 'open.test';
    const others = named.map((changes) => copy(host, { ...changes, url: at(host, '/about') }));
    const led = await had([copy(from), ...others], { [from]: leadsTo(at(host)), [host]: file });
    expect(led).toEqual({ became: 'done', why: '' });
  });

  it('is not led to one that no source names, however it answers', async () => {
    const led = await had([copy('open.test')], { 'open.test': leadsTo(at('elsewhere.test')), 'elsewhere.test': file });
    expect(led).toEqual({ became: 'failed', why: expect.stringMatching(/no source names/) });
    expect(reached()).toEqual(['open.test']);
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['a source names one, with an open licence', ['sci-hub.se'], {}],
    ['a redirection leads there', ['open.test'], { 'open.test': 'libgen.is' }],
    [
      'the second redirection does, and a source has named it too',
      ['open.test', 'cdn.sci-hub.example.org'],
      { 'open.test': 'a.open.test', 'a.open.test': 'cdn.sci-hub.example.org' },
    ],
  ])('is never asked for in a shadow library: %s', async (_, named, leads) => {
    const shadows = ['sci-hub.se', 'libgen.is', 'cdn.sci-hub.example.org'];
    const hosts = [
      ...shadows.map((host) => [host, file] as const),
      ...Object.entries(leads).map(([host, to]) => [host, leadsTo(at(to))] as const),
    ];
    const copies = named.map((host) => copy(host));
    const led = await had(copies, Object.fromEntries(hosts));
    expect(led).toEqual({ became: 'failed', why: expect.stringMatching(/shadow library/) });
    for (const host of shadows) expect(reached()).not.toContain(host);
  });

  it.each([
    ['a page that wants to be paid', page(200), /no PDF but a page/],
    ['a status that says so', page(402), /402/],
    ['a refusal', page(403), /403/],
    ['a login elsewhere', leadsTo('http://login.publisher.test/'), /no source names/],
  ])('is not had from behind a wall: %s', async (_, wall, why) => {
    expect(await had([copy('open.test')], { 'open.test': wall })).toEqual({
      became: 'failed',
      why: expect.stringMatching(why),
    });
    // Nobody is told who asks, and nothing is typed in anywhere.
    for (const { headers } of server.requests) expect(headers).not.toHaveProperty('cookie');
    expect(reached()).toEqual(['open.test']);
  });

  it('is not asked for without a licence, and one place behind a wall does not hide another', async () => {
    const shut = copy('shut.test');
    const { licence: _, ...unsaid } = copy('unsaid.test');
    const led = await had([unsaid, shut, copy('open.test')], { 'shut.test': page(200), 'open.test': file });
    expect(led).toEqual({ became: 'done', why: '' });
    expect(reached()).not.toContain('unsaid.test');
  });

  it('that somebody asks for by its address is not had from a shadow library either', async () => {
    const web = publicWebTo(() => undefined);
    server.otherwise(leadsTo(at('sci-hub.se')));
    const deps = { ...ground.deps, web };
    for (const host of ['sci-hub.se', 'open.test'])
      expect(await fetchPdf(deps, { url: at(host), timeoutMs: 5000 })).toMatchObject({
        status: 'failed',
        code: 'FORBIDDEN',
      });
    expect(reached()).toEqual(['open.test']);
    await web.close();
  });
});
