/** RIS: what a tag means depends on the kind of work, and programs write it in more ways than one. */
import { describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { itemIn, readText, written } from '../testing/read.ts';

const record = (kind: string, ...lines: string[]) => ['TY  - ' + kind, ...lines, 'ER  - ', ''].join('\n');
const book = (...lines: string[]) => itemIn(record('BOOK', 'TI  - T', ...lines));

describe('tags of RIS', () => {
  it('are of the series in a book, which is in nothing else', async () => {
    expect(await book('T2  - Series', 'M1  - 7', 'SP  - xii, 345 p.', 'A2  - Doe, Jane', 'A3  - Roe, Rita')).toEqual({
      type: 'book',
      title: 'T',
      collection_title: 'Series',
      collection_number: '7',
      number_of_pages: 'xii, 345 p.',
      identifiers: [],
      contributors: [
        { role: 'collection-editor', family: 'Doe', given: 'Jane' },
        { role: 'editor', family: 'Roe', given: 'Rita' },
      ],
    });
    expect(await book('T3  - Series', 'SP  - 3', 'EP  - 9')).toMatchObject({ collection_title: 'Series', page: '3-9' });
    expect(await itemIn(record('CHAP', 'TI  - T', 'T2  - Book', 'T3  - Series', 'SV  - 7', 'SP  - 3'))).toMatchObject({
      container_title: 'Book',
      collection_title: 'Series',
      collection_number: '7',
      page: '3',
    });
  });

  it('are of the issue and the article in a journal', async () => {
    const journal = (...lines: string[]) => itemIn(record('JOUR', 'TI  - T', ...lines));
    expect(await journal('M1  - 4')).toMatchObject({ issue: '4' });
    expect(await journal('IS  - 4', 'M1  - e17')).toMatchObject({ issue: '4', number: 'e17' });
    expect(await journal('IS  - 4', 'C7  - e17')).toMatchObject({ issue: '4', number: 'e17' });
    expect(await journal('SE  - 12', 'SP  - 12-19')).not.toHaveProperty('section');
    expect(await itemIn(record('NEWS', 'SE  - B', 'SP  - B'))).toMatchObject({ section: 'B' });
  });

  it('are of the meeting where the proceedings have a title of their own', async () => {
    const paper = (...lines: string[]) => itemIn(record('CONF', 'TI  - T', ...lines));
    expect(await paper('T2  - Meeting', 'C3  - Proceedings', 'CY  - Oslo', 'C1  - New York')).toMatchObject({
      event_title: 'Meeting',
      container_title: 'Proceedings',
      event_place: 'Oslo',
      publisher_place: 'New York',
    });
    expect(await paper('T2  - Meeting', 'CY  - Oslo')).toMatchObject({
      container_title: 'Meeting',
      publisher_place: 'Oslo',
    });
  });

  it('are numbers of the work itself, editors in the place of authors, who advised, and who got a letter', async () => {
    expect(await itemIn(record('RPRT', 'SN  - TR-17'))).toMatchObject({ number: 'TR-17' });
    expect(await itemIn(record('PAT', 'SN  - US 1,2', 'M1  - 3'))).toMatchObject({
      number: '3',
      extra: { SN: 'US 1\n2' },
    });
    const roles = async (text: string) => (await itemIn(text))?.contributors.map(({ role }) => role);
    expect(await roles(record('EDBOOK', 'AU  - Doe, Jane'))).toEqual(['editor']);
    expect(await roles(record('THES', 'A3  - Doe, Jane'))).toEqual(['contributor']);
    expect(await roles(record('PCOMM', 'A2  - Doe, Jane'))).toEqual(['recipient']);
    // The same author in another script is nobody's translator.
    expect(await itemIn(record('JOUR', 'AU  - 余敏', 'TA  - Yu, Min'))).toMatchObject({
      contributors: [{ role: 'author', literal: '余敏' }],
      extra: { TA: 'Yu, Min' },
    });
    expect((await itemIn(record('JOUR', 'AU  - Apple, Inc.')))?.contributors).toEqual([
      { role: 'author', literal: 'Apple, Inc.' },
    ]);
  });

  it('are dates, the newest word first, and none where nobody knew one', async () => {
    const issued = async (...lines: string[]) => (await itemIn(record('JOUR', ...lines)))?.issued;
    expect(await issued('Y1  - 1900/01/01', 'DA  - 1950/02/03')).toEqual({ year: 1950, month: 2, day: 3 });
    expect(await issued('DA  - 2001/09/01', 'PY  - 2001')).toEqual({ year: 2001, month: 9, day: 1 });
    expect(await issued('PY  - 0000')).toBeUndefined();
    expect(await issued('PY  - 0000/00/00/')).toBeUndefined();
  });

  it('may have anything behind them that is no end of a line, and end at the next record', async () => {
    const { lines, items, problems } = await readText(
      'TY  - JOUR\nTI  - One:\u2028two\nER  -\nTY  -BOOK\nAU  -Doe, Jane\nTY  - THES\nTI  - Last\nER  - \n',
    );
    expect(items.map(({ type, title }) => [type, title])).toEqual([
      ['article-journal', 'One: two'],
      ['book', undefined],
      ['thesis', 'Last'],
    ]);
    expect(lines).toEqual([1, 4, 6]);
    expect(problems).toEqual([{ line: 4, message: 'The record is not closed: ER is missing.' }]);
  });

  it('are written as they are read', async () => {
    const item = { type: 'book', contributors: [], identifiers: [] } as const satisfies BibliographicItem;
    expect(
      await written([{ ...item, citekey: 'k', page: '12', collection_title: 'S', container_title: 'C' }], 'ris'),
    ).toBe('TY  - BOOK\r\nID  - k\r\nJF  - C\r\nT2  - S\r\nSP  - 12\r\nEP  - 12\r\nER  - \r\n\r\n');
    const counted = await written([{ ...item, number_of_pages: '345' }], 'ris');
    expect((await readText(counted)).items[0]).toMatchObject({ number_of_pages: '345' });
  });
});
