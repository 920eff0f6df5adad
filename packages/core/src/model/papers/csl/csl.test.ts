import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTRIBUTOR_ROLES, DATE_FIELDS, ITEM_TYPES, TEXT_FIELDS, type BibliographicItem } from '../item.ts';
import { fromCslDate } from './from-csl-date.ts';
import { fromCsl } from './from-csl.ts';
import { toCsl } from './to-csl.ts';

const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
const day = fc
  .tuple(
    fc.integer({ min: -400, max: 3000 }),
    fc.option(fc.integer({ min: 1, max: 12 })),
    fc.option(fc.integer({ min: 1, max: 28 })),
  )
  .filter(([year]) => year !== 0)
  .map(([year, month, date]) => ({
    year,
    ...(month === null ? {} : { month, ...(date === null ? {} : { day: date }) }),
  }));
const date = fc.oneof(
  day,
  fc.tuple(day, day).map(([begin, end]) => ({ ...begin, end })),
  fc.record({ year: fc.integer({ min: 1, max: 3000 }), season: fc.integer({ min: 1, max: 4 }) }),
  day.map((begin) => ({ ...begin, circa: true as const })),
  fc.record({ literal: word }),
);
const person = fc.oneof(
  fc.record({ role: fc.constantFrom(...CONTRIBUTOR_ROLES), literal: word }),
  fc.record(
    {
      role: fc.constantFrom(...CONTRIBUTOR_ROLES),
      family: word,
      given: word,
      particle: word,
      droppingParticle: word,
      suffix: word,
    },
    { requiredKeys: ['role', 'family'] },
  ),
);
const item = fc.record(
  {
    type: fc.constantFrom(...ITEM_TYPES),
    citekey: word,
    contributors: fc
      .array(person, { maxLength: 5 })
      // CSL keeps the order within a role only.
      .map((people) => CONTRIBUTOR_ROLES.flatMap((role) => people.filter((one) => one.role === role))),
    identifiers: fc.constantFrom(
      [],
      [{ scheme: 'doi' as const, value: '10.1000/x' }],
      [
        { scheme: 'pmid' as const, value: '12' },
        { scheme: 'openalex' as const, value: 'W123456' },
      ],
      [{ scheme: 'arxiv' as const, value: '1706.03762' }],
    ),
    extra: fc.dictionary(fc.constantFrom('timestamp', 'part-number', 'owner'), word, { minKeys: 1 }),
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, word])),
    ...Object.fromEntries(DATE_FIELDS.map((field) => [field, date])),
  },
  { requiredKeys: ['type', 'contributors', 'identifiers'] },
) as fc.Arbitrary<BibliographicItem>;

describe('the words of CSL', () => {
  it('hold an item whole', () => {
    fc.assert(
      fc.property(item, (given) => {
        expect(fromCsl(toCsl(given, 'x'))).toEqual(given);
      }),
    );
  });

  it('are those of the specification', () => {
    const csl = toCsl(
      {
        type: 'article-journal',
        title: 'On things',
        short_title: 'Things',
        container_title: 'Journal',
        contributors: [{ role: 'author', family: 'Gogh', particle: 'van', given: 'Vincent', suffix: 'Jr.' }],
        identifiers: [
          { scheme: 'doi', value: '10.1000/x' },
          { scheme: 's2', value: 'corpusid:1' },
        ],
        issued: { year: 2020, month: 5, end: { year: 2020, month: 6 } },
        keywords: ['a', 'b'],
      },
      'gogh',
    );
    expect(csl).toEqual({
      id: 'gogh',
      type: 'article-journal',
      title: 'On things',
      'title-short': 'Things',
      'container-title': 'Journal',
      author: [{ family: 'Gogh', given: 'Vincent', 'non-dropping-particle': 'van', suffix: 'Jr.' }],
      DOI: '10.1000/x',
      issued: {
        'date-parts': [
          [2020, 5],
          [2020, 6],
        ],
      },
      keyword: 'a, b',
      custom: { ids: ['s2:corpusid:1'] },
    });
  });

  it('are read as programs write them', () => {
    const read = fromCsl({
      id: 7,
      type: 'thing',
      title: ['First', 'Second'],
      volume: 12,
      shortTitle: 'Short',
      URL: 'https://doi.org/10.1000/ABC',
      ISSN: '2049-3630, 0000-0000',
      author: [{ family: 'A' }, 'The Group', {}, 7],
      performer: [{ family: 'P' }],
      unknown: '',
    });
    expect(read).toEqual({
      type: 'document',
      title: 'First',
      volume: '12',
      short_title: 'Short',
      contributors: [
        { role: 'author', family: 'A' },
        { role: 'author', literal: 'The Group' },
      ],
      identifiers: [
        { scheme: 'issn', value: '2049-3630' },
        { scheme: 'doi', value: '10.1000/abc' },
      ],
      extra: { performer: '[{"family":"P"}]' },
    });
    expect(toCsl(read, 'x')['performer']).toEqual([{ family: 'P' }]);
  });

  it.each([
    [{ 'date-parts': [['2020', '5', '']] }, { year: 2020, month: 5 }],
    [{ 'date-parts': [[2020, 22]] }, { year: 2020, season: 2 }],
    [{ 'date-parts': [[2020, 40, 1]] }, { year: 2020 }],
    [{ raw: '2020-05-01/2020-06' }, { year: 2020, month: 5, day: 1, end: { year: 2020, month: 6 } }],
    [{ raw: '1984~' }, { year: 1984, circa: true }],
    [{ raw: 'in press' }, { literal: 'in press' }],
    ['2020-05-01T10:00:00Z', { year: 2020, month: 5, day: 1 }],
    [{ 'date-parts': [[null]] }, null],
    [{}, null],
  ])('a date %j', (said, expected) => expect(fromCslDate(said)).toEqual(expected));
});
