/** Feeds as publishers, archives and blogs write them, and as they break. */
import { describe, expect, it } from 'vitest';
import { readFeed, type FeedSource } from './index.ts';

const findCharset = async (_: Uint8Array, declared?: string) => declared ?? 'utf-8';
const read = (content: string | Uint8Array, more: Partial<FeedSource> = {}) =>
  readFeed({ content, ...more }, findCharset);
const first = async (content: string, more: Partial<FeedSource> = {}) => {
  const { entries } = await read(content, more);
  return entries[0] ?? expect.fail('it has an entry');
};

const RSS = (item: string, head = '') => `<?xml version="1.0"?><rss version="2.0"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
 <channel><title>A journal</title><link>https://journal.test/</link>${head}<item>${item}</item></channel></rss>`;
const ATOM = (entry: string, on = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${on}><title>Feed</title><entry>${entry}</entry></feed>`;

describe('what an entry says', () => {
  it('in the RDF of a journal: the paper with its ids, people and place', async () => {
    const feed = await read(`<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/"
 xmlns:p="http://prismstandard.org/namespaces/basic/2.0/" xmlns:x="https://other.test/ns">
 <channel rdf:about="https://journal.test/rss"><title>Journal of Quiet</title><link>https://journal.test</link><d:date>2026-01-05</d:date></channel>
 <item rdf:about="https://journal.test/articles/1"><title><![CDATA[On CO<sub>2</sub> &amp; silence]]></title>
  <link>https://journal.test/articles/1</link><x:title>no title</x:title>
  <d:creator>Ana de la Cruz</d:creator><d:creator>Wei Li</d:creator><d:identifier>doi:10.5555/QUIET.1</d:identifier>
  <d:date>2026-01-02</d:date><p:publicationName>Journal of Quiet</p:publicationName><p:volume>7</p:volume><p:number>2</p:number>
  <p:startingPage>11</p:startingPage><p:endingPage>19</p:endingPage><p:issn>2049-3630</p:issn><d:subject>Silence</d:subject></item></rdf:RDF>`);
    expect(feed).toMatchObject({ format: 'rdf', title: { text: 'Journal of Quiet' }, problems: [] });
    expect(feed.entries).toEqual([
      expect.objectContaining({
        title: { text: 'On CO2 & silence', written: 'On CO<sub>2</sub> &amp; silence' },
        url: 'https://journal.test/articles/1',
        published: { iso: '2026-01-02', written: '2026-01-02' },
        identifiers: [
          { scheme: 'doi', value: '10.5555/quiet.1' },
          { scheme: 'issn', value: '2049-3630' },
        ],
        venue: { name: 'Journal of Quiet', volume: '7', issue: '2', pages: '11-19' },
        categories: ['Silence'],
      }),
    ]);
    expect(feed.entries[0]?.authors.map(({ name }) => name)).toEqual(['Ana de la Cruz', 'Wei Li']);
  });

  it.each([
    ['<guid isPermaLink="false">oai:arXiv.org:2601.00001v2</guid>', 'arxiv:2601.00001'],
    ['<guid isPermaLink="false">pubmed:38012345</guid>', 'pmid:38012345'],
    ['<link>https://www.biorxiv.org/content/10.1101/2026.01.01.123456v1?rss=1</link>', 'doi:10.1101/2026.01.01.123456'],
    ['<link>https://publisher.test/doi/full/10.1002/abc.123?af=R</link>', 'doi:10.1002/abc.123'],
    ['<link>https://publisher.test/doi/10.1021/acs.x%285%29.pdf</link>', 'doi:10.1021/acs.x(5)'],
    ['<prism:doi>10.1103/PhysRevLett.1.2</prism:doi>', 'doi:10.1103/physrevlett.1.2'],
    ['<link>https://arxiv.org/abs/2601.00002</link>', 'arxiv:2601.00002'],
  ])('about which paper it is: %s', async (item, id) => {
    const { identifiers } = await first(RSS(`<title>T</title>${item}`));
    expect(identifiers.map(({ scheme, value }) => `${scheme}:${value}`)).toEqual([id]);
  });

  it.each([
    ['<author>ann@journal.test (Ann Lee)</author>', 'Ann Lee', 'ann@journal.test (Ann Lee)'],
    ['<dc:creator>Ann &amp;amp; Bo</dc:creator>', 'Ann & Bo', 'Ann & Bo'],
    ['<itunes:author>Ann Lee</itunes:author>', 'Ann Lee', 'Ann Lee'],
    ['<author>Ann Lee &lt;ann@journal.test&gt;</author>', 'Ann Lee', 'Ann Lee <ann@journal.test>'],
  ])('who wrote it: %s', async (item, name, written) => {
    expect((await first(RSS(item))).authors).toEqual([{ name, written }]);
  });

  it.each([
    ['Fri, 02 Jan 2026 10:14:55 GMT', '2026-01-02T10:14:55Z'],
    ['2 January 2026 10:14 +0200', '2026-01-02T08:14:00Z'],
    ['Fri, 02 Jan 26 10:14:55 EST', '2026-01-02T15:14:55Z'],
    ['2026-01-02T10:14:55.123+05:30', '2026-01-02T04:44:55Z'],
    ['2026-01', '2026-01'],
    ['2026', '2026'],
    ['Fri Jan 2 10:14:55 2026', '2026-01-02T10:14:55Z'],
    ['January 2, 2026', '2026-01-02'],
    ['02-Jan-2026', '2026-01-02'],
    ['31 Feb 2026', null],
    ['soon', null],
  ])('when: %s', async (written, iso) => {
    expect((await first(RSS(`<pubDate>${written}</pubDate>`))).published).toEqual({ iso, written });
  });

  it('in each of the ways to write a text', async () => {
    const titles = [
      '<title type="html">A &lt;i&gt;b&lt;/i&gt;</title>',
      '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <i>b</i></div></title>',
      '<title>A &#98;</title>',
      '<title type="text">A b</title>',
      '<title type="application/octet-stream">QSBi</title>',
    ];
    for (const title of titles) expect((await first(ATOM(title))).title?.text).toBe('A b');
    expect((await first(ATOM('<title type="text">a &lt;b&gt; c</title>'))).title?.text).toBe('a <b> c');
    expect((await first(RSS('<title>x &lt; y and z &gt; 1</title>'))).title?.text).toBe('x < y and z > 1');
    expect(
      (await first(RSS('<title>&amp;lt;i&amp;gt;E. coli&amp;lt;/i&amp;gt; &amp;eacute;</title>'))).title?.text,
    ).toBe('E. coli é');
    const { summary, content } = await first(
      RSS(
        '<description>Short.</description><content:encoded><![CDATA[<p>One</p><script>x()</script><p>Two</p>]]></content:encoded>',
      ),
    );
    expect([summary?.text, content?.text]).toEqual(['Short.', 'One\nTwo']);
  });

  it('where it is, by the nearest base', async () => {
    const entry = '<link rel="enclosure" href="/a.pdf"/><link rel="alternate" href="one"/>';
    expect((await first(ATOM(entry, 'xml:base="https://a.test/b/"'))).url).toBe('https://a.test/b/one');
    expect((await first(ATOM(`<x xml:base="https://c.test/"/>${entry}`), { url: 'https://d.test/feed' })).url).toBe(
      'https://d.test/one',
    );
    expect((await first(ATOM(entry))).url).toBeNull();
    expect((await first(RSS('<guid>https://a.test/1</guid>'))).url).toBe('https://a.test/1');
    expect((await first(RSS('<guid isPermaLink="false">https://a.test/1</guid>'))).url).toBeNull();
  });

  it('nothing, where it says nothing', async () => {
    expect(await first(RSS('<description>x</description>'))).toMatchObject({
      title: null,
      published: null,
      url: null,
      id: null,
      authors: [],
    });
    expect((await read(RSS(''))).entries).toHaveLength(1);
    expect((await read('<rss><channel><title>T</title></channel></rss>')).entries).toEqual([]);
  });

  it('in JSON', async () => {
    const feed = await read(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Feed',
        home_page_url: 'https://a.test/',
        items: [
          {
            id: 7,
            url: '/1',
            title: 'A &amp; b',
            content_html: '<p>x</p>',
            date_published: '2026-01-02T00:00:00Z',
            authors: [{ name: 'Ann' }],
            tags: ['t', 3],
          },
          'no item',
        ],
      }),
    );
    expect(feed.entries[0]).toMatchObject({
      id: '7',
      url: 'https://a.test/1',
      title: { text: 'A & b' },
      summary: { text: 'x' },
      authors: [{ name: 'Ann' }],
      categories: ['t'],
    });
    expect(feed.entries[1]).toMatchObject({ title: null, id: null });
  });
});

describe('what is broken', () => {
  it.each([
    ['characters by name', RSS('<title>caf&eacute;&nbsp;x</title>'), 'café x', 0],
    ['a bare ampersand', RSS('<title>caf\u00e9 & x</title>'), 'café & x', 1],
    ['a tag that closes nothing', RSS('<title>café x</title></b>'), 'café x', 1],
    ['a tag that is not closed', RSS('<description>a<br>b</description><title>café x</title>'), 'café x', 1],
    [
      'a prefix that nobody declared',
      '<rss><channel><item><dc:title>café x</dc:title></item></channel></rss>',
      'café x',
      0,
    ],
    ['attributes without quotation marks', RSS('<guid isPermaLink=false>g</guid><title>café x</title>'), 'café x', 1],
    ['something before it', `\n\n junk ${RSS('<title>café x</title>')}`, 'café x', 1],
    ['a character that may not be', RSS('<title>café\u0001 x</title>'), 'café x', 1],
  ])('is mended: %s', async (_, xml, title, problems) => {
    const feed = await read(xml);
    expect(feed.entries[0]?.title?.text).toBe(title);
    expect(feed.problems).toHaveLength(problems);
  });

  it('breaks off: what is whole is read, the half is not', async () => {
    const whole = RSS(
      '<title>One</title></item><item><title>Two</title></item><item><title>Three</title><link>https://a.te',
    );
    const { entries, problems } = await read(whole.slice(0, whole.indexOf('https://a.te') + 5));
    expect(entries.map(({ title }) => title?.text)).toEqual(['One', 'Two']);
    expect(problems.join(' ')).toContain('breaks off');
  });

  it.each([
    ['<!doctype html><html><body>Hello</body></html>', /page for people/],
    ['{"hello": 1}', /no feed/],
    ['{"items": [', /no feed/],
    ['hello', /no feed/],
    ['   ', /empty/],
  ])('is no feed: %s', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });

  it('is too large, too deep, or asks for what it declares', async () => {
    await expect(read(' '.repeat(20_000_001))).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const deep = `${'<b>'.repeat(5000)}x${'</b>'.repeat(5000)}`;
    expect((await read(RSS(`<title>T</title><description>${deep}</description>`))).entries[0]?.title?.text).toBe('T');
    const bomb = `<!DOCTYPE rss [<!ENTITY a "boom"><!ENTITY f SYSTEM "file:///etc/passwd">]>${RSS('<title>&a;&f;T</title>').slice('<?xml version="1.0"?>'.length)}`;
    expect((await read(bomb)).entries[0]?.title?.text).not.toMatch(/boom|root:/);
    const many = RSS('').replace('<item></item>', '<item><title>T</title></item>'.repeat(10_001));
    expect((await read(many)).entries).toHaveLength(10_000);
  });

  it('is in another charset than somebody said', async () => {
    const xml = `<?xml version="1.0" encoding="iso-8859-1"?>${RSS('<title>café x</title>').slice('<?xml version="1.0"?>'.length)}`;
    const bytes = Buffer.from(xml, 'latin1');
    expect((await read(bytes, { charset: 'utf-8' })).entries[0]?.title?.text).toBe('café x');
    expect((await read(Buffer.from(`\uFEFF${RSS('<title>café x</title>')}`))).entries[0]?.title?.text).toBe('café x');
  });
});
