/** Sources and feeds, page by page, over a real web in front of a server that answers as they do. */
import { toZapomniError } from '@zapomni/core/errors';
import type { PaperSource } from '@zapomni/core/ports';
import { MADE_UP_SOURCES, openReplay, type Replayed } from '@zapomni/testkit/replay';
import { says, type Page } from '@zapomni/testkit/web-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Finder, FindRequest, FoundPage } from '../finder.ts';
import { feedFinder, sourceFinder, type FeedPlace } from './index.ts';

let replay: Replayed;
beforeAll(async () => {
  replay = await openReplay();
});
afterEach(() => replay.server.forget());
afterAll(() => replay.close());

const REQUEST: FindRequest = { window: { from: null, until: null }, cursor: null, limit: 2, mark: null };
const failure = (work: Promise<unknown>) => work.then(() => expect.fail('it did not fail'), toZapomniError);

async function walk(finder: Finder, request: Partial<FindRequest> = {}): Promise<FoundPage[]> {
  const pages: FoundPage[] = [];
  let cursor: string | null = null;
  do {
    const page: FoundPage = await finder.page({ ...REQUEST, ...request, cursor });
    pages.push(page);
    cursor = page.next;
    if (pages.length > 20) expect.fail('it does not end');
  } while (cursor !== null);
  return pages;
}

describe('a source of papers', () => {
  const openSource = async (name: 'openalex' | 'arxiv') => {
    const source = (await replay.deps.paperSources.all()).find((one) => one.name === name) as PaperSource;
    const { wish } = MADE_UP_SOURCES[name].search ?? expect.fail('it can be searched');
    return { wish, finder: sourceFinder(source, { keywords: wish.keywords, match: wish.match, sort: wish.sort }) };
  };

  it('is looked through in the days of the run, with what it cost', async () => {
    const { finder, wish } = await openSource('openalex');
    const window = { from: wish.from ?? null, until: wish.until ?? null };
    const pages = await walk(finder, { window });
    expect(pages.flatMap(({ items }) => items.map(({ url }) => url))).toEqual([
      'https://openalex.org/W101',
      'https://openalex.org/W102',
    ]);
    expect(pages.map(({ requests, cost, skipped }) => [requests, cost, skipped])).toEqual([
      [1, 1000, []],
      [1, 1000, ['It has no title.']],
    ]);
    expect(replay.server.unknown).toEqual([]);
  });

  it('that fails does so, whatever it said earlier', async () => {
    const { finder } = await openSource('arxiv');
    replay.server.next('arxiv', ...[1, 2].map(() => says('down', {}, 503)));
    expect((await failure(finder.page(REQUEST))).code).toBe('UPSTREAM_FAILED');
  });
});

const RSS = { 'content-type': 'application/rss+xml' };
const entry = (n: number, more = '') =>
  `<item><title>Quiet machines ${n}</title><guid isPermaLink="false">g${n}</guid><link>/papers/${n}</link><pubDate>0${n} Jan 2026</pubDate>${more}</item>`;
const feed = (...items: readonly string[]) =>
  `<?xml version="1.0"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"><channel><title>F</title>${items.join('')}</channel></rss>`;
let place = 0;
function open(page: Page, more: Partial<FeedPlace> = {}) {
  const path = `/feed-${++place}.xml`;
  replay.server.page(path, page);
  // Each at a host of its own: one that asks to wait is waited for.
  const url = `http://journal-${place}.test:${replay.server.port}${path}`;
  return { path, url, finder: feedFinder(replay.deps, { url, ...more }) };
}
const keys = (pages: readonly FoundPage[]) => pages.flatMap(({ items }) => items.map(({ key }) => key));

describe('a feed', () => {
  it('is handed on in pages, each entry once, and asked for once', async () => {
    const text = feed(entry(1), entry(2), entry(1), '<item><description>no title</description></item>', entry(3));
    const { finder, url } = open(says(text, RSS));
    const pages = await walk(finder);
    expect(keys(pages)).toEqual(['g1', 'g2', 'g3']);
    expect(pages.map(({ requests }) => requests)).toEqual([1, 0]);
    expect(pages[0]).toMatchObject({ total: 3, skipped: ['An entry has no title.'] });
    expect(pages[0]?.items[0]?.url).toBe(new URL('/papers/1', url).href);
  });

  it('that comes in pages is followed as far as the days that are asked for go, and no further', async () => {
    const [second, third] = [`/archive-${place}-2.xml`, `/archive-${place}-3.xml`];
    const on = (address: string) => `<atom:link rel="next" href="${address}"/>`;
    const atom = (text: string) => text.replace('<rss ', '<rss xmlns:atom="http://www.w3.org/2005/Atom" ');
    const etag = { ...RSS, etag: '"first"' };
    const { finder, url } = open(says(atom(feed(on(second), entry(7), entry(6))), etag));
    const asked: string[] = [];
    const answers = (path: string, text: string) =>
      replay.server.page(path, (response) => {
        asked.push(path);
        response.writeHead(200, { ...RSS, etag: '"later"' }).end(text);
      });
    answers(second, atom(feed(on(third), entry(5), entry(4), entry(3))));
    answers(third, atom(feed(on(url), entry(2), entry(1))));
    const days = { from: '2026-01-04', until: null };
    const pages = await walk(finder, { window: days });
    expect(keys(pages)).toEqual(['g7', 'g6', 'g5', 'g4', 'g3', 'g2', 'g1']);
    expect(asked).toEqual([second, third]);
    // Whether there is anything new is said by the first document alone.
    expect(pages.at(-1)?.mark).toContain('first');
    const later = await walk(feedFinder(replay.deps, { url }), { window: { ...days, from: '2026-01-06' } });
    expect(keys(later)).toEqual(['g7', 'g6', 'g5', 'g4', 'g3']);
    // Another process goes on within the second document.
    const place2 = pages[1]?.next ?? expect.fail('there is more');
    expect(keys([await feedFinder(replay.deps, { url }).page({ ...REQUEST, cursor: place2 })])).toEqual(['g3']);
  });

  it('that goes on elsewhere, or without a day, is not followed and says so', async () => {
    const on = (address: string) => `<link rel="next" href="${address}"/>`;
    const away = await walk(open(says(feed(on('https://elsewhere.test/2'), entry(1)), RSS)).finder);
    expect(away.flatMap(({ skipped }) => skipped)).toEqual(['It goes on at another host, which was not asked.']);
    const undated = '<item><title>Undated</title><guid>u</guid></item>';
    const [page] = await walk(open(says(feed(on('/2'), undated), RSS)).finder);
    expect(page).toMatchObject({ next: null, skipped: [expect.stringMatching(/no entry says of when/)] });
    const json = { version: 'https://jsonfeed.org/version/1.1', next_url: '/j2', items: [{ id: '1', title: 'A' }] };
    const [told] = await walk(open(says(JSON.stringify(json), { 'content-type': 'application/feed+json' })).finder);
    expect(told?.skipped).toEqual([expect.stringMatching(/no entry says of when/)]);
  });

  it('says what its papers are', async () => {
    const said = `<dc:creator>Ana de la Cruz, Wei Li</dc:creator><dc:identifier>doi:10.5555/quiet.1</dc:identifier>
      <prism:publicationName>Journal of Quiet</prism:publicationName><prism:volume>7</prism:volume><description>&lt;p&gt;Machines hum.&lt;/p&gt;</description>`;
    const { finder } = open(says(feed(entry(1, said), entry(2)), RSS));
    const [page] = await walk(finder);
    expect(page?.items[0]?.paper.item).toMatchObject({
      type: 'article-journal',
      title: 'Quiet machines 1',
      abstract: 'Machines hum.',
      container_title: 'Journal of Quiet',
      volume: '7',
      issued: { year: 2026, month: 1, day: 1 },
      identifiers: [{ scheme: 'doi', value: '10.5555/quiet.1' }],
    });
    expect(page?.items[0]?.paper.item.contributors.map(({ family }) => family)).toEqual(['Cruz', 'Li']);
    expect(page?.items[1]?.paper.item).toMatchObject({ type: 'post-weblog', identifiers: [{ scheme: 'url' }] });
    const arxiv = 'arXiv:2601.00001v1 Announce Type: new \nAbstract: We hum.';
    const preprint = `<item><title>T</title><guid isPermaLink="false">oai:arXiv.org:2601.00001v1</guid><description>${arxiv}</description></item>`;
    const [found] = await walk(open(says(feed(preprint), RSS)).finder);
    expect(found?.items[0]?.paper.item).toMatchObject({ type: 'article', genre: 'preprint', abstract: 'We hum.' });
  });

  it('that has not changed costs one line', async () => {
    const text = feed(entry(1));
    const { finder, url } = open((response, { headers }) => {
      const isKnown =
        headers['if-none-match'] === '"v1"' && headers['if-modified-since'] === 'Thu, 01 Jan 2026 00:00:00 GMT';
      const known = { etag: '"v1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
      if (isKnown) response.writeHead(304, known).end();
      else response.writeHead(200, { ...RSS, ...known }).end(text);
    });
    const [first] = await walk(finder);
    expect(keys([first as FoundPage])).toEqual(['g1']);
    const mark = first?.mark ?? expect.fail('it has a mark');
    const again = await feedFinder(replay.deps, { url }).page({ ...REQUEST, mark });
    expect(again).toMatchObject({ items: [], next: null, requests: 1, mark });
    const strange = await feedFinder(replay.deps, { url }).page({ ...REQUEST, mark: 'no mark' });
    expect(strange.items).toHaveLength(1);
  });

  it('goes on in another process where it stopped, and from its beginning once it is another', async () => {
    let text = feed(entry(1), entry(2), entry(3));
    const { finder, url } = open((response) => void response.writeHead(200, RSS).end(text));
    const first = await finder.page(REQUEST);
    const second = await feedFinder(replay.deps, { url }).page({ ...REQUEST, cursor: first.next });
    expect(keys([second])).toEqual(['g3']);
    text = feed(entry(4), entry(1), entry(2), entry(3));
    const changed = await feedFinder(replay.deps, { url }).page({ ...REQUEST, cursor: first.next });
    expect(keys([changed])).toEqual(['g4', 'g1']);
  });

  it('is sifted where somebody wants only some of it', async () => {
    const text = feed(
      entry(1, '<dc:creator>Wei Li</dc:creator>'),
      entry(2),
      '<item><title>Loud ones</title><guid>x</guid></item>',
    );
    const wanted = async (more: Partial<FeedPlace>) => keys(await walk(open(says(text, RSS), more).finder));
    expect(await wanted({ only: { keywords: ['quiet machine'] } })).toEqual(['g1', 'g2']);
    expect(await wanted({ only: { keywords: ['quiet', 'loud'], match: 'all' } })).toEqual([]);
    expect(await wanted({ only: { authors: ['W. Li'] } })).toEqual(['g1']);
    expect(await wanted({ from: '2026-01-02' })).toEqual(['g2', 'x']);
  });

  it.each<[string, Page, string, RegExp]>([
    [
      'a page for people',
      says('<!doctype html><html></html>', { 'content-type': 'text/html' }),
      'UPSTREAM_FAILED',
      /page for people/,
    ],
    ['nothing', says('', RSS), 'UPSTREAM_FAILED', /empty/],
    ['that it is gone', says('', {}, 410), 'UPSTREAM_FAILED', /no feed any more \(410\)/],
    ['no entry', says('', {}, 403), 'UPSTREAM_FAILED', /403/],
    ['that it wants to wait', says('', { 'retry-after': '900' }, 429), 'UPSTREAM_RATE_LIMITED', /./],
  ])('that answers with something else has failed: %s', async (_, page, code, message) => {
    const error = await failure(open(page).finder.page(REQUEST));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  it('of fifty megabytes is refused while it comes', async () => {
    let sent = 0;
    const { finder } = open((response) => {
      response.writeHead(200, RSS).write('<?xml version="1.0"?><rss><channel>');
      const piece = Buffer.alloc(1_000_000, ' ');
      const more = () => {
        if (response.destroyed) return;
        sent += piece.length;
        if (sent >= 50_000_000) response.end('</channel></rss>');
        else response.write(piece, more);
      };
      more();
    });
    expect((await failure(finder.page(REQUEST))).code).toBe('TOO_LARGE');
    expect(sent).toBeLessThan(50_000_000);
  });

  it('is not asked where its host is not allowed', async () => {
    const finder = feedFinder(replay.deps, { url: 'https://elsewhere.example.org/feed' });
    expect((await failure(finder.page(REQUEST))).code).toBe('NETWORK_OFF');
  });
});
