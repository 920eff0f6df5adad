/** Entries as indexes, publishers and programs export them: names, numbers and dates where each of them puts them. */
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterAll, describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import { openBibliography } from './index.ts';

const { deps, close } = openTestDeps();
afterAll(close);

async function first(content: string): Promise<BibliographicItem> {
  const { findings } = await openBibliography(content, { findCharset: deps.findCharset });
  for await (const finding of findings) if (finding.kind === 'entry') return finding.item;
  throw new Error('no entry');
}

const bib = (fields: string, type = 'article') => first(`@${type}{k, title = {T}, ${fields}}`);
const ris = (lines: string) => first(`TY  - JOUR\nTI  - T\n${lines}\nER  - \n`);
const names = ({ contributors }: BibliographicItem) =>
  contributors.map(({ role, ...name }) => (role === 'author' ? name : role));
const id = (scheme: string, value: string) => ({ scheme, value });

describe('the number of a preprint', () => {
  const ARXIV = id('arxiv', '1706.03762');
  it.each([
    'journal = {arXiv preprint arXiv:1706.03762}',
    'journal = {arXiv:1706.03762v5 [cs.CL]}',
    'journal = {CoRR}, volume = {abs/1706.03762}',
    'journal = {arXiv e-prints}, pages = {arXiv:1706.03762}',
    'publisher = {arXiv}, number = {arXiv:1706.03762}',
    'note = {arXiv: 1706.03762}',
  ])('is where the index put it: %s', async (fields) => {
    expect((await bib(fields)).identifiers).toEqual([ARXIV]);
  });

  it('is read in every format, and not out of other words', async () => {
    expect((await ris('JO  - arXiv preprint arXiv:1706.03762')).identifiers).toEqual([ARXIV]);
    const refer = '%0 Journal Article\n%T T\n%J arXiv preprint hep-th/9711200\n';
    expect((await first(refer)).identifiers).toEqual([id('arxiv', 'hep-th/9711200')]);
    for (const fields of ['journal = {Physics}, volume = {1706.03762}', 'note = {See arXiv:1706.03762 for more}'])
      expect((await bib(fields)).identifiers).toEqual([]);
  });
});

describe('numbers that have no field of their own', () => {
  it('stand at the beginning of a note, and are of the work only there', async () => {
    expect((await bib('note = {PMID: 23690738 PMCID: PMC3654245}')).identifiers).toEqual([
      id('pmid', '23690738'),
      id('pmcid', 'PMC3654245'),
    ]);
    expect((await bib('note = {Comment on PMID: 23690738}')).identifiers).toEqual([]);
    expect((await bib('doi = {10.1000/its}, note = {DOI: 10.1000/other}')).identifiers).toEqual([
      id('doi', '10.1000/its'),
    ]);
  });

  it('stand in the extra of Zotero, line by line, and its tags are keywords', async () => {
    const item = await first(
      '"Key","Item Type","Author","Title","Abstract Note","Access Date","Extra","Manual Tags","Automatic Tags"\n' +
        '"K1","journalArticle","van Berg, Jan; World Health Organization","T","","2020-01-03 00:00:00","tex.foo: bar\nPMID: 12345","a","b"\n',
    );
    expect(names(item)).toEqual([
      { particle: 'van', family: 'Berg', given: 'Jan' },
      { literal: 'World Health Organization' },
    ]);
    expect(item).toMatchObject({
      identifiers: [id('pmid', '12345')],
      keywords: ['a', 'b'],
      accessed: { year: 2020, month: 1, day: 3 },
      extra: { extra: 'tex.foo: bar\nPMID: 12345' },
    });
  });

  it('are those of PubMed in what EndNote writes', async () => {
    const item = await ris('AN  - 13054692\nDB  - Medline\nC2  - PMC123456');
    expect(item.identifiers).toEqual([id('pmcid', 'PMC123456'), id('pmid', '13054692')]);
    expect((await ris('AN  - 13054692\nDB  - Scopus')).identifiers).toEqual([]);
    const xml = await first(
      '<xml><records><record><ref-type name="Journal Article">17</ref-type><titles><title>T</title><secondary-title>J Bact</secondary-title></titles><periodical><full-title>Journal of Bacteriology</full-title><abbr-1>J Bact</abbr-1></periodical><isbn>0021-9193&#xD;1098-5530</isbn><custom2>PMC2650000</custom2></record></records></xml>',
    );
    expect(xml.identifiers).toEqual([id('issn', '0021-9193'), id('issn', '1098-5530'), id('pmcid', 'PMC2650000')]);
    expect(xml).toMatchObject({ container_title: 'Journal of Bacteriology', container_title_short: 'J Bact' });
  });
});

describe('names', () => {
  it('have their suffix wherever it stands', async () => {
    expect(
      names(await bib('author = {Green, A. B., Jr. and King, III, Martin and Jane Doe, Sr. and Ivanov, IV}')),
    ).toEqual([
      { family: 'Green', given: 'A. B.', suffix: 'Jr.' },
      { family: 'King', given: 'Martin', suffix: 'III' },
      { family: 'Doe', given: 'Jane', suffix: 'Sr.' },
      { family: 'Ivanov', given: 'IV' },
    ]);
    expect(names(await ris('AU  - Smith, Jr., John\nAU  - Smith, John, Jr.'))).toEqual([
      { family: 'Smith', given: 'John', suffix: 'Jr.' },
      { family: 'Smith', given: 'John', suffix: 'Jr.' },
    ]);
    const nbib = 'PMID- 1\nTI  - T\nFAU - Smith, John 3rd\nFAU - Roe, Ann Lee\n';
    expect(names(await first(nbib))).toEqual([
      { family: 'Smith', given: 'John', suffix: '3rd' },
      { family: 'Roe', given: 'Ann Lee' },
    ]);
  });

  it('are of a person where initials come first, and of a group otherwise', async () => {
    const given = [
      'L. Smith',
      'M. De Vries',
      'J. -P. van den Berg',
      'U.S. Geological Survey',
      'A. Lee and Sons',
      'NASA',
    ];
    expect(names(await ris(given.map((name) => `AU  - ${name}`).join('\n')))).toEqual([
      { family: 'Smith', given: 'L.' },
      { family: 'De Vries', given: 'M.' },
      { particle: 'van den', family: 'Berg', given: 'J. -P.' },
      { literal: 'U.S. Geological Survey' },
      { literal: 'A. Lee and Sons' },
      { literal: 'NASA' },
    ]);
  });

  it('are not cut at what TeX makes of an accent, nor at a space that is none', async () => {
    expect(names(await bib(String.raw`author = {Nguy\~{\^e}n V\u{a}n and T.\,D. Abbott and \~Nu\~nez, A.}`))).toEqual([
      { family: 'Văn', given: 'Nguyễn' },
      { family: 'Abbott', given: 'T. D.' },
      { family: 'Ñuñez', given: 'A.' },
    ]);
  });

  it('are several in braces around all of them, unless that is a group', async () => {
    expect(names(await bib('author = {{Smith, A and Jones, B}}'))).toEqual([
      { family: 'Smith', given: 'A' },
      { family: 'Jones', given: 'B' },
    ]);
    expect(names(await bib('author = {{Barnes and Noble, Inc.}}'))).toEqual([{ literal: 'Barnes and Noble, Inc.' }]);
  });

  it('leave the years of a life behind', async () => {
    const mods = await first(
      '<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods><titleInfo><title>T</title></titleInfo><name type="personal"><namePart>Doe, Jane, 1950-2001</namePart></name><genre>journal article</genre><relatedItem type="host"><titleInfo><title>J</title></titleInfo><part><detail type="number"><number>3</number></detail></part></relatedItem></mods></modsCollection>',
    );
    expect(names(mods)).toEqual([{ family: 'Doe', given: 'Jane' }]);
    expect(mods.issue).toBe('3');
  });
});

describe('fields that one program fills in its own way', () => {
  it('are months from one to another, and days', async () => {
    const issued = async (month: string) => (await bib(`year = 2019, month = ${month}`)).issued;
    expect(await issued('jan # "--" # feb')).toEqual({ year: 2019, month: 1, end: { year: 2019, month: 2 } });
    expect(await issued('{JUN 3-7}')).toEqual({ year: 2019, month: 6, day: 3, end: { year: 2019, month: 6, day: 7 } });
    expect(await issued('"July 30 -- August 2"')).toEqual({
      year: 2019,
      month: 7,
      day: 30,
      end: { year: 2019, month: 8, day: 2 },
    });
    expect((await ris('PY  - 2004/05/12/Spring')).issued).toEqual({ year: 2004, month: 5, day: 12 });
  });

  it('are keywords in a line each', async () => {
    expect((await ris('KW  - one\ntwo words\nKW  - three')).keywords).toEqual(['one', 'two words', 'three']);
    expect((await first('%0 Book\n%T T\n%K one\ntwo words\n')).keywords).toEqual(['one', 'two words']);
  });

  it('are macros of journals, words of BibLaTeX, addresses and places', async () => {
    expect((await bib(String.raw`journal = {\apjl}`)).container_title).toBe('The Astrophysical Journal Letters');
    expect((await bib('type = {phdthesis}', 'thesis')).genre).toBe('PhD thesis');
    expect((await bib(String.raw`howpublished = {\url{https://example.org/a_b}}`, 'misc')).identifiers).toEqual([
      id('url', 'https://example.org/a_b'),
    ]);
    expect((await bib('howpublished = {Blog post}', 'misc')).medium).toBe('Blog post');
    expect(await bib('location = {Anchorage}, address = {New York}, numpages = 9', 'inproceedings')).toMatchObject({
      publisher_place: 'New York',
      event_place: 'Anchorage',
      number_of_pages: '9',
    });
    expect((await first(String.raw`@article{k, title = {On $O(n\log n)$ and $\max x$}}`)).title).toBe(
      'On O(n log n) and max x',
    );
  });
});
