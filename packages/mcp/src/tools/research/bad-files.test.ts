/** Files and bibliographies that nobody meant well, through a real client: a clear error or a safe result, and the library lives on. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { openTestVault } from '@zapomni/testkit/notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-bad-')));
const vault = path.join(folder, 'above', 'vault');
mkdirSync(vault, { recursive: true });
const test = openTestDeps({
  settings: { graph: 'off' },
  files: openTestFiles({ roots: [folder], logger: createRecordingLogger(), maxBytes: 1e7 }),
});
let app: App;
let zapomni: TestClient;

beforeAll(async () => {
  app = createApp({ ...test.deps, ...openTestVault(vault) });
  zapomni = await openTestClient({ app });
});
afterAll(async () => {
  await zapomni.close();
  await app.close();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, content: Uint8Array | string): string {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
}
const total = async (): Promise<number> => (await zapomni.call('list_articles')).total;
const take = (content: string, more: object = {}) => zapomni.call('import_bibliography', { content, ...more });
const details = (article_identifier: string) => zapomni.call('get_article_details', { article_identifier });

const CITED = [
  '[1] J. Doe and R. Roe. Tidal pools as mirrors of the climate. Ocean Letters, 12(3):45-67, 2010.',
  '[2] A. Smith. The whelk and its friends. Journal of Shore Life, 4:1-20, 2012.',
  '[3] K. Meyer. Seaweed chemistry in cold water. Marine Reports, 7:100-120, 2014.',
];

const paper = (title: string, more: { doi?: string; references?: readonly string[]; body?: string } = {}) =>
  makePdf({
    pages: [
      {
        runs: [
          { text: title, x: 100, y: 760, size: 18 },
          { text: 'Eva Berg and Ole Lund', x: 200, y: 730, size: 11 },
          { text: 'Abstract', x: 280, y: 690, size: 11 },
          ...column(
            [
              'We watched what lives between the tides on forty rocks for',
              'two years and counted how often it closes. It closes more',
              'often where the water is warm.',
            ],
            100,
            670,
          ),
          { text: '1 Introduction', x: 60, y: 600, size: 13 },
          ...column([more.body ?? 'Shores are full of life [1].'], 60, 575),
          ...(more.doi === undefined ? [] : [{ text: `https://doi.org/${more.doi}`, x: 60, y: 60, size: 8 }]),
        ],
      },
      { runs: [{ text: 'References', x: 60, y: 760, size: 13 }, ...column([...(more.references ?? CITED)], 60, 735)] },
    ],
  });

describe('a file', () => {
  const locked = () => makePdf({ pages: [{ runs: [] }], locked: true });
  const cut = () => paper('A paper that was cut').slice(0, 900);
  const scan = () => makePdf({ pages: [{ runs: [], picture: true }] });

  it.each([
    ['is encrypted', 'locked.pdf', locked, /encrypted: it opens with a password only/],
    ['was cut short', 'cut.pdf', cut, /damaged|no pages/],
    ['is empty', 'empty.pdf', () => '', /no PDF|empty/],
    ['is a page of the web', 'page.pdf', () => '<!doctype html><html><body>Sign in</body></html>', /no PDF|HTML/],
    ['is a picture', 'photo.pdf', () => Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'), /JPEG|no PDF/],
  ])('that %s is refused by each tool that reads one', async (_what, name, content, says) => {
    const file = put(name, content());
    const before = await total();
    for (const [tool, args] of [
      ['process_pdf', { path: file }],
      ['extract_pdf_metadata', { pdf_path: file }],
    ] as const)
      expect(await zapomni.fails(tool, args), tool).toMatch(says);
    expect(await total()).toBe(before);
  });

  it('that is a scan says that it has no text, and what would read it', async () => {
    const file = put('scan.pdf', scan());
    const before = await total();
    expect(await zapomni.fails('process_pdf', { path: file, paper: 'yes' })).toMatch(
      /no text[\s\S]*picture[\s\S]*ZAPOMNI_OCR/,
    );
    expect(await zapomni.call('extract_pdf_metadata', { pdf_path: file, analyze_structure: true })).toMatchObject({
      structure: { scans: 1 },
    });
    expect(await total()).toBe(before);
  });

  it('of 5,000 pages is read to its end', async () => {
    const pages = Array.from({ length: 5000 }, (_, i) => ({
      runs: [{ text: i === 4999 ? 'The last page has zebras.' : `Page ${i + 1}`, x: 60, y: 700 }],
    }));
    const file = put('long.pdf', makePdf({ pages }));
    const last = await zapomni.call('process_pdf', { path: file, page: '5000', add: false });
    expect(last.pages).toBe(5000);
    expect(last.text).toContain('zebras');
  }, 180_000);

  it('whose printed DOI is of another paper keeps its own title, and the other its DOI', async () => {
    await take('@article{limpets, title = {The limpet and its enemies}, doi = {10.5555/limpet}, author = {Smith, A}}');
    const file = put('foreign.pdf', paper('Kelp grows where nobody looks', { doi: '10.5555/limpet' }));
    const { article } = await zapomni.call('process_pdf', { path: file });
    expect(article).toMatchObject({ title: 'Kelp grows where nobody looks' });
    expect(article.doi).toBeUndefined();
    expect(await details('10.5555/limpet')).toMatchObject({ title: 'The limpet and its enemies', citekey: 'limpets' });
  });

  it('that cites itself, or one that cites it, is walked once', async () => {
    const list = (...titles: string[]) => [
      ...titles.map((title, i) => `[${i + 1}] E. Berg and O. Lund. ${title}. Shore Letters, ${i + 1}:1-9, 2011.`),
      '[3] K. Meyer. Seaweed chemistry in cold water. Marine Reports, 7:100-120, 2014.',
    ];
    const titles = ['Anemones sting the careless', 'Anemones after the long storm'] as const;
    await zapomni.call('process_pdf', { path: put('one.pdf', paper(titles[0], { references: list(...titles) })) });
    await zapomni.call('process_pdf', { path: put('two.pdf', paper(titles[1], { references: list(...titles) })) });
    // Now that both are there, what the first cites is known.
    await zapomni.call('process_pdf', { path: path.join(folder, 'one.pdf'), skip_existing: false });
    const { id } = await details(titles[0]);
    const walked = await zapomni.call('extract_citations', { article_identifier: titles[0], max_depth: 3 });
    const keys = walked.network.map((one: { id: string; direction: string }) => `${one.direction} ${one.id}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key: string) => key.endsWith(id))).toEqual([]);
    // Nor under another id: what it says of itself is said of it.
    expect(walked.network.map(({ title }: { title: string }) => title)).not.toContain(titles[0]);
    expect(await details(titles[0])).toMatchObject({ year: 2011, venue: 'Shore Letters' });
    expect(walked.network.length).toBeGreaterThan(0);
  });
});

describe('an entry', () => {
  it('of 10,000 authors keeps 3,000 of them, is found by one, and told short', async () => {
    const authors = Array.from({ length: 10_000 }, (_, i) => `Name${i}, Given${i}`).join(' and ');
    const taken = await take(`@article{many, title = {A paper of everybody}, author = {${authors}}, year = 2020}`);
    expect(taken.problems).toMatchObject([
      { line: 1, citekey: 'many', message: 'Of its 10000 contributors the first 3000 are kept.' },
    ]);
    const answer = await zapomni.raw('get_article_details', { article_identifier: 'many' });
    expect(JSON.stringify(answer).length).toBeLessThan(1_500_000);
    const found = await zapomni.call('search_articles', { query: 'everybody', author: 'Name7' });
    expect(found.articles).toMatchObject([{ citekey: 'many' }]);
    const written = await zapomni.call('export_bibliography', { search_query: 'a paper of everybody', max_results: 1 });
    expect(written.content).toMatch(/Name2999, Given2999\}/);
  });

  it('with a title of 100 kB is kept and listed short', async () => {
    await take(`@article{long, title = {${'endless words '.repeat(7200)}}, year = 2020}`);
    const { articles } = await zapomni.call('list_articles', { search_term: 'endless', limit: 1 });
    expect(articles).toMatchObject([{ citekey: 'long' }]);
    const answer = await zapomni.raw('search_articles', { query: 'endless words' });
    expect(JSON.stringify(answer.content).length).toBeLessThan(20_000);
  });

  it.each([
    ['nested braces', `@article{deep, title = {${'{'.repeat(100_000)}x${'}'.repeat(100_000)}}}`],
    ['braces that never close', `@article{open, title = ${'{'.repeat(200_000)}`],
    ['texts that name themselves', '@string{a = b # b} @string{b = a # a} @article{loop, title = a}'],
    [
      'texts that double',
      `@string{s0 = {xxxxxxxxxx}}\n${Array.from({ length: 60 }, (_, i) => `@string{s${i + 1} = s${i} # s${i}}`).join('\n')}\n@article{bomb, title = s60}`,
    ],
    [
      'entries that inherit in a circle',
      '@article{x, crossref = {y}, title={X}} @article{y, crossref = {x}, title={Y}}',
    ],
  ])('of %s is read or reported, and the next one is there', async (what, bomb) => {
    const key = `after${what.length}`;
    // Whatever never closes takes what comes after it along.
    const good = `@book{${key}, title = {After ${what}}, year = 2001}`;
    const { entries, problems } = await take(`${good}\n${bomb}`, { limit: 100 });
    expect(entries.map(({ citekey }: { citekey: string }) => citekey)).toContain(key);
    for (const { message } of problems) expect(message.length).toBeLessThan(500);
    const kept = await zapomni.raw('list_articles', { limit: 100 });
    expect(JSON.stringify(kept).length).toBeLessThan(2_000_000);
  });
});

describe('what is written out', () => {
  const FORMULAS = ['=HYPERLINK("http://evil","x")', '+1+1', '-2+3', '@SUM(1)'];

  it('has no formulas in tables', async () => {
    await take(
      FORMULAS.map((text, i) => `@misc{f${i}, title = {${text} formula}, howpublished = {x}, note = {${text}}}`).join(
        '\n',
      ),
    );
    for (const [tool, query, field] of [
      ['export_bibliography', { search_query: 'formula', max_results: 10 }, 'content'],
      ['export_article_data', { search_query: 'formula', max_articles: 10 }, 'data'],
    ] as const) {
      const text: string = (await zapomni.call(tool, { format: 'csv', ...query }))[field];
      expect(text).toMatch(/formula/);
      // Nothing that a spreadsheet would compute begins a cell.
      expect(text.match(/(?:^|[,\n])"?[=+@-](?!\d+(?:\.\d+)?"?(?:[,\n]|$))/g) ?? [], tool).toEqual([]);
    }
  });

  it('names notes on every system, and puts none outside of the vault', async () => {
    const names = [
      '../../escape',
      '..',
      'a/b/c',
      'CON',
      'nul.txt',
      'new\nline',
      'end. ',
      `${'x'.repeat(300)}`,
      '~/.ssh',
    ];
    await app.research.library.save({
      workspace: 'default',
      arrivals: names.map((citekey, i) => ({
        source: 'user',
        item: { type: 'book', title: `Odd ${i}`, citekey, contributors: [], identifiers: [] },
      })),
    });
    for (const [i, citekey] of names.entries())
      await zapomni.call('update_article_metadata', {
        article_identifier: `Odd ${i}`,
        update_metadata: { title: `${citekey}` },
      });
    const beside = [folder, path.dirname(vault)].map((one) => readdirSync(one).toSorted());
    await zapomni.call('sync_with_obsidian', { name_template: '{title}' });
    await zapomni.call('sync_with_obsidian', { name_template: '{citekey}', recreate: true });
    expect([folder, path.dirname(vault)].map((one) => readdirSync(one).toSorted())).toEqual(beside);
    const notes = readdirSync(vault, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.md'));
    expect(notes.length).toBeGreaterThanOrEqual(names.length);
    for (const note of notes) {
      expect(note).not.toMatch(/[/\\\n:*?"<>|]|\.\.|^(?:con|nul|prn|aux)(?:\.|$)|[. ]\.md$/i);
      expect(Buffer.byteLength(note)).toBeLessThan(256);
      expect(readFileSync(path.join(vault, note), 'utf8')).toMatch(/^---\n/);
    }
  });
});
