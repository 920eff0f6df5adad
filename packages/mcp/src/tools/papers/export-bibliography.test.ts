/** A library out as a bibliography and in again, through a real client, on every engine. */
import { readFileSync } from 'node:fs';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const BIB = `@article{moss2020,
  title = {On {M}oss and Stone},
  author = {Moss, Ada and {The Stone Group}},
  journal = {Journal of Stones},
  year = {2020},
  doi = {10.1000/moss},
}
@book{stone2019,
  title = {Stones \\& Water},
  author = {Stone, Bo},
  publisher = {Quarry},
  year = {2019},
}
`;

describe.each(ENGINES)('export_bibliography, on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'papers' } });
    await zapomni.call('import_bibliography', { content: BIB });
  });
  afterAll(() => zapomni.close());
  const told = async (client: TestClient) => {
    const { articles } = await client.call('list_articles', {});
    return (articles as { citekey: string; title: string; year: number; authors: string[]; doi?: string }[])
      .map(({ citekey, title, year, authors, doi }) => [citekey, title, year, authors, doi])
      .toSorted();
  };

  it.each(['bibtex', 'biblatex', 'ris', 'endnote', 'json', 'mods', 'zotero-rdf', 'csv'])(
    'writes %s that comes back as the same papers under the same keys',
    async (format) => {
      const { entries, content } = await zapomni.call('export_bibliography', { format });
      expect(entries).toBe(2);
      const other = await openTestClient({ settings: { tools: 'papers' } });
      await other.call('import_bibliography', { content });
      expect(await told(other)).toEqual(await told(zapomni));
      await other.close();
    },
  );

  it('writes what a query finds, no more than wanted, and to a file', async () => {
    expect((await zapomni.call('export_bibliography', { max_results: 1 })).entries).toBe(1);
    const found = await zapomni.call('export_bibliography', { search_query: 'water', max_results: 1 });
    expect(found.content).toContain('stone2019');
    expect(textOf(await zapomni.raw('export_bibliography', { search_query: 'gardening' }))).toContain('No paper fits.');
    const named = { articles: ['stone2019', '10.1000/moss', 'stone2019'], format: 'csl-json' };
    const both = await zapomni.call('export_bibliography', named);
    expect(both).toMatchObject({ total: 2, entries: 2 });
    expect(JSON.parse(both.content)).toMatchObject([{ id: 'stone2019' }, { id: 'moss2020' }]);
    const first = await zapomni.call('export_bibliography', { ...named, max_results: 1 });
    expect(first).toMatchObject({ total: 2, entries: 1 });
    const next = await zapomni.call('export_bibliography', { ...named, cursor: first.next_cursor });
    expect(JSON.parse(next.content)).toMatchObject([{ id: 'moss2020' }]);
    expect(await zapomni.fails('export_bibliography', { articles: ['stone2019', 'none'] })).toMatch(
      /articles\[1\]: no/,
    );
    expect(await zapomni.fails('export_bibliography', { ...named, search_query: 'x' })).toMatch(/articles: are all/);
    const file = await zapomni.call('export_bibliography', { filename: 'all.bib' });
    expect(readFileSync(file.path, 'utf8')).toContain('@article{moss2020');
    expect(await zapomni.fails('export_bibliography', { filename: 'all.bib' })).toMatch(/exists/);
    expect(await zapomni.fails('export_bibliography', { filename: '../all.bib' })).toMatch(/INVALID_INPUT|FORBIDDEN/);
    expect((await zapomni.call('export_bibliography', { filename: 'all.bib', overwrite: true })).entries).toBe(2);
    expect(await zapomni.fails('export_bibliography', { format: 'word' })).toMatch(/format/);
  });
});
