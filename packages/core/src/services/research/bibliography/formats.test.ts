/** Each format as other programs write it: found by its content and charset, read with lines, faults named, nothing expanded or run. */
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterAll, describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import { openBibliography, writeBibliography, type FormatName } from './index.ts';

const { deps, close } = openTestDeps();
const { findCharset } = deps;
afterAll(close);

async function read(content: string | Uint8Array, format?: FormatName) {
  const bibliography = await openBibliography(content, { format, findCharset });
  const [entries, problems]: [{ line: number; item: BibliographicItem }[], { line: number; message: string }[]] = [
    [],
    [],
  ];
  for await (const finding of bibliography.findings) {
    if (finding.kind === 'entry') entries.push(finding);
    else problems.push(finding);
  }
  return { format: bibliography.format, entries, item: entries[0]?.item, problems };
}

const RIS = `TY  - JOUR
AU  - Doe, Jane
AU  - World Health Organization
A2  - van Gogh, Vincent, Jr.
TI  - A title
      that goes on
JF  - Journal of Things
JA  - J Things
PY  - 2001/09/01/
SP  - 12
EP  - 34
DO  - 10.1000/xyz
UR  - https://doi.org/10.1000/other
KW  - one; two
ER  - 
TY  - BOOK
TI  - Not closed
TY  - THES
T1  - Last
Y1  - 2015/october
ER  -
TY  - GEN
ER  -
`;

describe('RIS', () => {
  it('is read by records, with their lines and faults', async () => {
    const { format, entries, problems } = await read(RIS.replaceAll('\n', '\r\n'));
    expect(format).toBe('ris');
    expect(entries.map(({ line, item }) => [line, item.type, item.title])).toEqual([
      [1, 'article-journal', 'A title that goes on'],
      [16, 'book', 'Not closed'],
      [18, 'thesis', 'Last'],
    ]);
    expect(entries[0]?.item).toMatchObject({
      contributors: [
        { role: 'author', family: 'Doe', given: 'Jane' },
        { role: 'author', literal: 'World Health Organization' },
        { role: 'editor', particle: 'van', family: 'Gogh', given: 'Vincent', suffix: 'Jr.' },
      ],
      container_title: 'Journal of Things',
      container_title_short: 'J Things',
      issued: { year: 2001, month: 9, day: 1 },
      page: '12-34',
      keywords: ['one', 'two'],
      identifiers: [
        { scheme: 'doi', value: '10.1000/xyz' },
        { scheme: 'doi', value: '10.1000/other' },
      ],
    });
    expect(entries[2]?.item.issued).toEqual({ year: 2015, month: 10 });
    expect(problems).toEqual([
      { kind: 'problem', line: 16, message: 'The record is not closed: ER is missing.' },
      { kind: 'problem', line: 22, message: 'The record has no fields; it was left out.' },
    ]);
  });
});

describe('formats of lines', () => {
  it('are nbib, in which names come twice and what follows a name is of that person', async () => {
    const { format, item } = await read(
      'PMID- 123\nTI  - One thing\n      and another.\nFAU - Long, Vicky\nAU  - Long V\nAUID- ORCID: 0000-0002-1825-0097\nAD  - Manchester.\nCN  - The Group\nDP  - 1999 Spring\nLID - 10.1000/a [doi]\nMH  - Women, Working/*history\nPT  - Journal Article\n',
    );
    expect(format).toBe('nbib');
    expect(item).toMatchObject({
      title: 'One thing and another.',
      contributors: [
        { family: 'Long', given: 'Vicky', orcid: '0000-0002-1825-0097', affiliation: 'Manchester.' },
        { literal: 'The Group' },
      ],
      issued: { year: 1999, season: 1 },
      keywords: ['Women, Working/history'],
      identifiers: [
        { scheme: 'pmid', value: '123' },
        { scheme: 'doi', value: '10.1000/a' },
      ],
    });
  });

  it('are Refer, old and new', async () => {
    const { format, entries } = await read(
      '%A Bill Joy\n%T Ex\n%J Unix\n%D 1979\n%K editor\n\n%0 Book Section\n%A Doe, Jane\n%T Two\n%B Book\n%8 March 5\n%D 2003\n%F key1\n',
    );
    expect(format).toBe('refer');
    expect(entries.map(({ line }) => line)).toEqual([1, 7]);
    expect(entries[0]?.item).toMatchObject({
      type: 'article-journal',
      contributors: [{ family: 'Joy', given: 'Bill' }],
    });
    expect(entries[1]?.item).toMatchObject({
      type: 'chapter',
      citekey: 'key1',
      issued: { year: 2003, month: 3, day: 5 },
    });
  });
});

describe('formats of XML', () => {
  it('expand no entity, read nothing else, and keep what was whole before a fault', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<xml><records><record><ref-type name="Book">6</ref-type><titles><title>One &amp; two</title></titles></record>
<record><titles><title>&b;&f;</title></titles></record>
<record><titles><title>cut off`;
    const { format, entries, problems } = await read(bomb);
    expect(format).toBe('endnote-xml');
    expect(entries.map(({ line, item }) => [line, item.title])).toEqual([
      [2, 'One & two'],
      [3, '&b;&f;'],
    ]);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.map(({ message }) => message).join()).not.toMatch(/root:|aaaa/);
    expect(problems.at(-1)?.line).toBe(4);
  });

  it('pass over what is deeper or longer than any record', async () => {
    const deep = `<modsCollection><mods>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}<titleInfo><title>Deep</title></titleInfo></mods>`;
    const long = `<mods><abstract>${'x'.repeat(1_100_000)}</abstract></mods><mods><titleInfo><title>Last</title></titleInfo></mods></modsCollection>`;
    const { entries, problems } = await read(deep + long);
    expect(entries.map(({ item }) => item.title)).toEqual(['Deep', 'Last']);
    expect(problems.map(({ message }) => message)).toEqual([
      'The record is longer than 1000000 characters; it was left out.',
    ]);
  });

  it('are PubMed, in which a document of a book is a chapter where it says which', async () => {
    const article =
      '<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><ISSN>0006-2944</ISSN><JournalIssue><Volume>13</Volume><PubDate><Year>1975</Year><Month>Jun</Month></PubDate></JournalIssue><Title>Biochem</Title></Journal><ArticleTitle>On <i>E. coli</i>.</ArticleTitle><Pagination><MedlinePgn>117-26</MedlinePgn></Pagination><AuthorList><Author><LastName>van Dam</LastName><ForeName>A B</ForeName><Suffix>Jr</Suffix></Author><Author><CollectiveName>The Group</CollectiveName></Author></AuthorList></Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/x</ArticleId></ArticleIdList><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1000/cited</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>';
    const chapter =
      '<PubmedBookArticle><BookDocument><Book><BookTitle>Genes</BookTitle></Book><ArticleTitle book="g" part="p">Part</ArticleTitle></BookDocument></PubmedBookArticle>';
    const { format, entries } = await read(`<PubmedArticleSet>${article}${chapter}</PubmedArticleSet>`);
    expect(format).toBe('pubmed-xml');
    expect(entries[0]?.item).toMatchObject({
      title: 'On E. coli.',
      contributors: [{ particle: 'van', family: 'Dam', given: 'A B', suffix: 'Jr' }, { literal: 'The Group' }],
      issued: { year: 1975, month: 6 },
      identifiers: [
        { scheme: 'pmid', value: '1' },
        { scheme: 'issn', value: '0006-2944' },
        { scheme: 'doi', value: '10.1000/x' },
      ],
    });
    expect(entries[1]?.item).toMatchObject({ type: 'chapter', title: 'Part', container_title: 'Genes' });
  });

  it('are Zotero RDF, MARCXML and the sources of Word', async () => {
    const rdf = await read(
      '<rdf:RDF><bib:Article rdf:about="#1"><z:itemType>journalArticle</z:itemType><dcterms:isPartOf rdf:resource="urn:issn:2049-3630"/><dc:title>T</dc:title><link:link rdf:resource="#f"/></bib:Article><bib:Journal rdf:about="urn:issn:2049-3630"><dc:title>J</dc:title><prism:volume>4</prism:volume></bib:Journal><z:Attachment rdf:about="#f"><z:itemType>attachment</z:itemType><rdf:resource rdf:resource="files/a.pdf"/></z:Attachment></rdf:RDF>',
    );
    expect([rdf.format, rdf.entries.length]).toEqual(['zotero-rdf', 1]);
    expect(rdf.item).toMatchObject({
      title: 'T',
      container_title: 'J',
      volume: '4',
      files: ['files/a.pdf'],
      identifiers: [{ scheme: 'issn' }],
    });
    const other = await read(
      '<rdf:RDF><rdf:Description rdf:about="#1"><z:itemType>hologram</z:itemType><dc:title>T</dc:title></rdf:Description></rdf:RDF>',
    );
    expect([other.item?.type, other.item?.title]).toEqual(['document', 'T']);
    const schema = await read('<rdf:RDF><schema:Thing><schema:name>T</schema:name></schema:Thing></rdf:RDF>');
    expect(schema).toMatchObject({ entries: [], problems: [{ line: 1, message: expect.stringMatching(/other RDF/) }] });
    const marc = await read(
      '<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nam a22</leader><datafield tag="245"><subfield code="a">Title :</subfield><subfield code="b">under it /</subfield></datafield><datafield tag="700"><subfield code="a">Roe, Rita,</subfield><subfield code="4">edt</subfield></datafield><datafield tag="260"><subfield code="b">Press,</subfield><subfield code="c">c1999.</subfield></datafield></record></collection>',
    );
    expect([marc.format, marc.item]).toEqual([
      'marcxml',
      expect.objectContaining({
        type: 'book',
        title: 'Title: under it',
        publisher: 'Press',
        issued: { year: 1999 },
      }),
    ]);
    const word = await read(
      '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source><b:Tag>k</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Title>T</b:Title><b:Author><b:Author><b:Corporate>WHO</b:Corporate></b:Author></b:Author><b:Year>2002</b:Year></b:Source></b:Sources>',
    );
    expect([word.format, word.item]).toEqual([
      'msbib',
      expect.objectContaining({ citekey: 'k', contributors: [{ role: 'author', literal: 'WHO' }] }),
    ]);
  });
});

describe('formats of JSON and tables', () => {
  it('are CSL-JSON, in which a bad object is named by its line', async () => {
    const { format, entries, problems } = await read(
      '[\n{"id": 1, "type": "book", "title": "A {", "issued": {"date-parts": [["1999", 2]]}},\n{"type": broken},\n{"foo": 1},\n{"type": "article-journal", "title": "B"',
    );
    expect(format).toBe('csl-json');
    expect(entries.map(({ line, item }) => [line, item.citekey, item.title, item.issued])).toEqual([
      [2, '1', 'A {', { year: 1999, month: 2 }],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  it('are tables of other programs, with line breaks in cells', async () => {
    const { format, entries, problems } = await read(
      'Key;Item Type;Publication Year;Author;Title;Publication Title;DOI;Date;Manual Tags\r\nAB12;journalArticle;2019;"Doe, Jane; Roe, Rita";"A ""quoted""\nTitle";J;10.1000/x;2019-05;a; b\r\nX;book;2001;WHO;"Two; parts";;;;x\r\n',
    );
    expect(format).toBe('csv');
    expect(entries[0]).toMatchObject({ line: 2 });
    expect(entries.map(({ item }) => item.title)).toEqual(['A "quoted" Title', 'Two; parts']);
    expect(entries[0]?.item).toMatchObject({
      type: 'article-journal',
      issued: { year: 2019, month: 5 },
      contributors: [{ family: 'Doe' }, { family: 'Roe' }],
    });
    expect(problems).toEqual([]);
    const short = await read('PMID,Title,Authors\n1,T,"Smith J, van Dam AB."\n');
    expect(short.item?.contributors).toEqual([
      { role: 'author', family: 'Smith', given: 'J' },
      { role: 'author', particle: 'van', family: 'Dam', given: 'AB' },
    ]);
  });

  it('are tables of indexes, which have the same people twice and nobody in words', async () => {
    const { entries } = await read(
      [
        'Authors,Author full names,Title,Year,PubMed ID',
        '"Smith J.; van der Berg A.-B.; Doe AB","Smith, John (12); van der Berg, Anna-Beth (34); Doe, Ada (56)",One,2020,123',
        '[No author name available],[No author name available],Two,2021,',
        '"Smith J.; van der Berg A.-B.; Doe AB",,Three,2022,',
        '"Smith, John and Doe, Ada",,Four,2023,',
      ].join('\n'),
    );
    const names = entries.map(({ item }) => item.contributors.map(({ family, given }) => `${given} ${family}`));
    expect(names).toEqual([
      ['John Smith', 'Anna-Beth Berg', 'Ada Doe'],
      [],
      ['J. Smith', 'A.-B. Berg', 'AB Doe'],
      ['John Smith', 'Ada Doe'],
    ]);
    expect(entries[0]?.item.identifiers).toEqual([{ scheme: 'pmid', value: '123' }]);
  });

  it('run nothing in a spreadsheet', async () => {
    const cells = ['=HYPERLINK("https://x.org")', '+1', '-1', '@SUM(A1)', "'=1", '＝1＋1'];
    const items = cells.map((title): BibliographicItem => ({ type: 'book', title, contributors: [], identifiers: [] }));
    let text = '';
    for await (const piece of writeBibliography(items, 'csv')) text += piece;
    for (const cell of text.split(/[,\r\n]/)) expect(cell).not.toMatch(/^"?[=+\-@＝]/);
    expect((await read(text)).entries.map(({ item }) => item.title)).toEqual(cells);
  });

  it('tell one person with capital names from two with initials', async () => {
    const names = [{ role: 'author' as const, family: 'Smith DNA', given: 'Ann X' }];
    let text = '';
    for await (const piece of writeBibliography([{ type: 'book', contributors: names, identifiers: [] }], 'csv'))
      text += piece;
    expect((await read(text)).entries[0]?.item.contributors).toEqual(names);
  });
});

describe('MODS', () => {
  const info = (title: string, type = '') =>
    `<titleInfo${type && ` type="${type}"`}><title>${title}</title></titleInfo>`;
  const titleOf = async (...infos: string[]) => (await read(`<mods>${infos.join('')}</mods>`)).item;

  it('has the title without a type, wherever it stands, and another only where there is none', async () => {
    expect(await titleOf(info('Other', 'alternative'), info('Plain'))).toMatchObject({
      title: 'Plain',
      extra: { 'title:alternative': 'Other' },
    });
    expect(await titleOf(info('Plain'), info('Other', 'alternative'))).toMatchObject({ title: 'Plain' });
    expect(await titleOf(info('Short', 'abbreviated'), info('Other', 'uniform'))).toMatchObject({
      title: 'Other',
      short_title: 'Short',
    });
  });
});

describe('nbib', () => {
  it('has groups among the authors, and investigators not', async () => {
    const text =
      'PMID- 1\nTI  - A trial\nFAU - Doe, Jane\nAU  - Doe J\nIR  - Roe R\nFIR - Roe, Richard\nCN  - The Group\n';
    expect((await read(text)).item?.contributors).toEqual([
      { role: 'author', family: 'Doe', given: 'Jane' },
      { role: 'author', literal: 'The Group' },
    ]);
  });
});

describe('charsets and formats', () => {
  const ris = (title: string) => `TY  - JOUR\r\nTI  - ${title}\r\nER  - \r\n`;
  it.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${ris('Straße')}`), 'Straße'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${ris('Straße')}`, 'utf16le'), 'Straße'],
    [
      'Latin-1',
      Buffer.from(ris('Über die Größe der Straßen in Köln und München'), 'latin1'),
      'Über die Größe der Straßen in Köln und München',
    ],
    [
      'what XML says of itself',
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><mods><titleInfo><title>Größe</title></titleInfo></mods>',
        'latin1',
      ),
      'Größe',
    ],
  ])('are found: %s', async (_, bytes, title) => expect((await read(new Uint8Array(bytes))).item?.title).toBe(title));

  it('are found between the fences of a chat', async () => {
    const { format, entries } = await read('\n```bibtex\n@misc{k, title = {A}}\n```\n');
    expect([format, entries[0]?.line, entries[0]?.item.title]).toEqual(['bibtex', 3, 'A']);
  });

  it('are asked for where they cannot be told', async () => {
    await expect(read('just some words')).rejects.toThrow(/none of the formats/);
    await expect(read(' ')).rejects.toThrow(/empty/);
    expect((await read('', 'bibtex')).entries).toEqual([]);
  });

  it('let others have their turn', async () => {
    const text = Array.from({ length: 3000 }, (_, i) => `@article{k${i}, title = {T ${'word '.repeat(50)}}}\n`).join(
      '',
    );
    let turns = 0;
    const tick = (): void => void (turns++, (timer = setImmediate(tick)));
    let timer = setImmediate(tick);
    await read(text);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(30);
  });
});
