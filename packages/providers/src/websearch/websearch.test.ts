/** Engines of the web, in front of a server that answers as they do. */
import { toZapomniError } from '@zapomni/core/errors';
import type { Web, WebSearchRequest } from '@zapomni/core/ports';
import { createFakeClock, createRecordingLogger } from '@zapomni/testkit/fakes';
import { replayWeb } from '@zapomni/testkit/replay';
import { drops, says, WebServer, type Page } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebSearches } from './index.ts';

let server: WebServer;
let web: Web;
const pages = new Map<string, Page>();
beforeAll(async () => {
  server = await WebServer.start();
  server.otherwise((response, request, nth) => pages.get(request.headers.host ?? '')?.(response, request, nth));
  const clock = createFakeClock();
  web = replayWeb({ clock, logger: createRecordingLogger(), pause: async (ms) => void clock.advance(ms) });
});
afterAll(async () => {
  await web.close();
  await server.close();
});

const REQUEST: WebSearchRequest = {
  query: 'quiet & machines',
  limit: 3,
  safeSearch: 'moderate',
  region: 'us',
  timeRange: 'any',
};
const json = (body: unknown) => says(JSON.stringify(body), { 'content-type': 'application/json' });
const failure = (work: Promise<unknown>) => work.then(() => expect.fail('it did not fail'), toZapomniError);
let host = 0;

/** Each on a host of its own. */
function open(engine: 'searxng' | 'brave', page: Page) {
  const seen: URL[] = [];
  const tokens: unknown[] = [];
  const url = `http://engine-${++host}.test:${server.port}`;
  pages.set(new URL(url).host, (response, request, nth) => {
    seen.push(new URL(request.path, url));
    tokens.push(request.headers['x-subscription-token']);
    page(response, request, nth);
  });
  const given = engine === 'searxng' ? { searxngUrl: url } : { brave: { url, key: 'the-key' } };
  const [search] = createWebSearches({ web, ...given });
  return { search: search ?? expect.fail('there is one'), seen, tokens };
}

const SEARXNG = {
  results: [
    { title: '<b>One</b>', url: 'https://a.test/1', content: 'x &amp; y', publishedDate: '2026-01-02' },
    { title: 'Again', url: 'https://a.test/1' },
    { title: 'No page', url: 'javascript:alert(1)' },
    { url: 'https://a.test/2' },
  ],
};
const BRAVE = {
  type: 'search',
  query: { more_results_available: false },
  web: {
    results: [{ title: 'One', url: 'https://a.test/1', description: '<strong>x</strong>', page_age: '2026-01-02' }],
  },
};

describe('SearXNG', () => {
  it('is asked in its own words, and read without markup, each page once', async () => {
    const { search, seen } = open('searxng', json(SEARXNG));
    const results = await search.search({ ...REQUEST, region: 'de-CH', safeSearch: 'on', timeRange: 'week' });
    expect(results).toEqual([
      { title: 'One', url: 'https://a.test/1', snippet: 'x & y', published: '2026-01-02' },
      { title: 'https://a.test/2', url: 'https://a.test/2', snippet: null, published: null },
    ]);
    expect(Object.fromEntries(seen[0]?.searchParams ?? [])).toEqual({
      q: 'quiet & machines',
      format: 'json',
      safesearch: '2',
      language: 'de-CH',
      pageno: '1',
      time_range: 'week',
    });
    // A second page that says the same is the last.
    expect(seen).toHaveLength(2);
  });

  it('that does not answer in JSON says which setting of its own to change', async () => {
    const { search } = open('searxng', says('Forbidden', { 'content-type': 'text/html' }, 403));
    expect(await failure(search.search(REQUEST))).toMatchObject({
      code: 'INVALID_CONFIG',
      hint: expect.stringContaining('search.formats') as string,
    });
  });
});

describe('Brave', () => {
  it('is asked with its key, twenty at a time', async () => {
    const { search, seen, tokens } = open('brave', json(BRAVE));
    expect(await search.search({ ...REQUEST, limit: 50, timeRange: 'month', region: 'uk' })).toEqual([
      { title: 'One', url: 'https://a.test/1', snippet: 'x', published: '2026-01-02' },
    ]);
    expect(Object.fromEntries(seen[0]?.searchParams ?? [])).toMatchObject({
      count: '20',
      offset: '0',
      country: 'GB',
      search_lang: 'en',
      freshness: 'pm',
    });
    expect(tokens).toEqual(['the-key']);
  });

  it('goes on to the next page while there is one, and finds nothing where there is nothing', async () => {
    const page: Page = (response, request) => {
      const offset = Number(new URL(request.path, 'http://x.test').searchParams.get('offset'));
      const results = [{ title: `T${offset}`, url: `https://a.test/${offset}` }];
      json({ type: 'search', query: { more_results_available: offset < 5 }, web: { results } })(response, request, 1);
    };
    const { search } = open('brave', page);
    expect((await search.search(REQUEST)).map(({ title }) => title)).toEqual(['T0', 'T1', 'T2']);
    expect(await open('brave', json({ type: 'search', query: {} })).search.search(REQUEST)).toEqual([]);
  });

  it('that does not take the key names the setting', async () => {
    const { search } = open('brave', says('{"type":"ErrorResponse"}', { 'content-type': 'application/json' }, 401));
    expect(await failure(search.search(REQUEST))).toMatchObject({
      code: 'INVALID_CONFIG',
      issues: [{ field: 'ZAPOMNI_BRAVE_SEARCH_KEY' }],
    });
  });
});

describe.each(['searxng', 'brave'] as const)('%s that fails', (engine) => {
  it.each<[string, Page, string]>([
    ['a page of HTML', says('<html></html>', { 'content-type': 'text/html' }), 'UPSTREAM_FAILED'],
    ['another shape', says('{"results": 7, "type": "x"}', { 'content-type': 'application/json' }), 'UPSTREAM_FAILED'],
    ['a status', says('', {}, 404), 'UPSTREAM_FAILED'],
    ['a connection that ends', drops, 'UPSTREAM_FAILED'],
    ['that it wants to wait', says('', { 'retry-after': '600' }, 429), 'UPSTREAM_RATE_LIMITED'],
  ])('never finds nothing: %s', async (_, page, code) => {
    expect((await failure(open(engine, page).search.search(REQUEST))).code).toBe(code);
  });
});
