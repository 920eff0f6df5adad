import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ArticleData } from './article-data.ts';
import { writeArticles } from './data-formats.ts';
import { type DataFormat } from '../words.ts';

const ODD: ArticleData = {
  id: 'p1',
  citekey: 'ada2020',
  title: '=SUM(A1) of "A", <b>B</b> & C',
  metadata: {
    type: 'article-journal',
    issued: { year: 2020 },
    contributors: [
      { role: 'author', family: 'Beer', particle: 'de', given: 'Ada' },
      { role: 'author', literal: 'The Group' },
      { role: 'editor', family: 'Nobody' },
    ],
    identifiers: [{ scheme: 'doi', value: '10.1/x' }],
    tags: ['a', 'b'],
    extra: { 'odd name': 'x\u0001<y>' },
    rating: null,
  },
  content: 'Line one\nline two',
};
const BARE: ArticleData = { id: 'p2', citekey: null, title: '' };

async function written(format: DataFormat, articles: readonly ArticleData[] = [ODD, BARE]): Promise<string> {
  async function* all() {
    yield* articles;
  }
  let text = '';
  for await (const piece of writeArticles(format, all())) text += piece;
  return text;
}

describe('papers as data', () => {
  it('come back from JSON, JSON Lines and YAML as they were', async () => {
    expect(JSON.parse(await written('json'))).toEqual([ODD, BARE]);
    expect(
      (await written('jsonl'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([ODD, BARE]);
    expect(parse(await written('yaml'))).toEqual([ODD, BARE]);
    expect([await written('json', []), await written('jsonl', [])]).toEqual(['[]\n', '']);
  });

  it('are rows that no spreadsheet runs', async () => {
    const [head, row, bare] = (await written('csv')).split('\r\n');
    expect(head).toBe('id,citekey,title,authors,year,type,container_title,identifiers,tags,abstract,content');
    expect(row).toBe(
      `p1,ada2020,"'=SUM(A1) of ""A"", <b>B</b> & C","de Beer, Ada; The Group",2020,article-journal,,doi:10.1/x,a; b,,"Line one\nline two"`,
    );
    expect(bare).toBe('p2,,,,,,,,,,');
  });

  it('are XML in which nothing is markup that was none', async () => {
    const xml = await written('xml');
    expect(xml).toContain('<title>=SUM(A1) of &quot;A&quot;, &lt;b&gt;B&lt;/b&gt; &amp; C</title>');
    expect(xml).toContain('<extra><field name="odd name">x\uFFFD&lt;y&gt;</field></extra>');
    expect(xml).toContain('<article><id>p2</id><citekey/><title></title></article>');
  });

  it('are Markdown that people read', async () => {
    const text = await written('markdown', [ODD]);
    expect(text).toContain(
      '# =SUM(A1) of "A", <b>B</b> & C\n- de Beer, Ada, The Group\n- 2020\n- doi:10.1/x\n- ada2020 p1\n',
    );
    expect(text).toContain('## Text\n\nLine one\nline two');
  });
});

it.each(['json', 'jsonl', 'csv', 'markdown', 'xml', 'yaml'] as const)(
  'lets others have their turn, as %s',
  async (format) => {
    const long = { id: 'p', citekey: 'k', title: 'T', metadata: {}, content: 'words '.repeat(1000) };
    async function* many() {
      for (let i = 0; i < 100; i++) yield long;
    }
    let [turns, isDone] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    turn();
    let length = 0;
    for await (const piece of writeArticles(format, many())) length += piece.length;
    isDone = true;
    expect(turns).toBeGreaterThan(length / 50_000);
  },
);
