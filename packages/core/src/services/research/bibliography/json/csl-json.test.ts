/** CSL-JSON as programs write it that are not quite sure of it. */
import { describe, expect, it } from 'vitest';
import { itemIn, readText } from '../testing/read.ts';

const item = (fields: object) => itemIn(JSON.stringify([{ id: 'a', type: 'book', title: 'A', ...fields }]));

describe('CSL-JSON', () => {
  it.each([
    ['names as one text', 'Öman, Ada and Berg, Bo'],
    ['names as texts', ['Öman, Ada', 'Bo Berg']],
    [
      'names as objects',
      [
        { family: 'Öman', given: 'Ada' },
        { family: 'Berg', given: 'Bo' },
      ],
    ],
  ])('has %s', async (_, author) => {
    expect((await item({ author }))?.contributors).toEqual([
      { role: 'author', family: 'Öman', given: 'Ada' },
      { role: 'author', family: 'Berg', given: 'Bo' },
    ]);
  });

  it('has one name, a year and a date without a list around it', async () => {
    expect(await item({ editor: { family: 'Öman', given: 'Ada' }, issued: 2019 })).toMatchObject({
      contributors: [{ role: 'editor', family: 'Öman' }],
      issued: { year: 2019 },
    });
    expect(await item({ issued: { 'date-parts': ['2020', 5] } })).toMatchObject({ issued: { year: 2020, month: 5 } });
  });

  it('has numbers in the lines of a note, and the DOI in an address that only spells it', async () => {
    const said = await item({ note: 'original-date: 1888\nPMID: 123', URL: 'https://doi.org/10.1000/x', page: '1–5' });
    expect(said).toMatchObject({ page: '1-5' });
    expect(said?.identifiers).toEqual([
      { scheme: 'pmid', value: '123' },
      { scheme: 'doi', value: '10.1000/x' },
    ]);
  });

  it('has a list under a name: each object with its line, and a bad one by itself', async () => {
    const { items, lines, problems } = await readText(
      '{"total": 3,\n"items": [\n{"type": "book", "title": "A"},\n{"type": broken},\n{"type": "book", "title": "B"}\n]}',
    );
    expect(items.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(lines).toEqual([3, 5]);
    expect(problems.map(({ line }) => line)).toEqual([4]);
  });
});
