/** MODS and MARCXML as libraries write them. */
import { describe, expect, it } from 'vitest';
import { itemIn } from '../testing/read.ts';

const mods = (inside: string) => itemIn(`<mods>${inside}</mods>`);
const name = (inside: string, role = '', type = 'corporate') =>
  `<name type="${type}">${inside}<role><roleTerm>${role}</roleTerm></role></name>`;
const part = (text: string) => `<namePart>${text}</namePart>`;

describe('MODS', () => {
  it('has organizations under organizations, and people who made nothing of the work', async () => {
    const item = await mods(
      name(part('United States') + part('Congress') + part('Senate'), 'author') +
        name(part('Government Publishing Office'), 'publisher') +
        name(part('Doe, Jane'), 'thesis advisor', 'personal') +
        name(part('Alleman, Tillie Pierce [1848-1914]'), 'photographer', 'personal'),
    );
    expect(item?.contributors).toEqual([
      { role: 'author', literal: 'United States. Congress. Senate' },
      { role: 'contributor', family: 'Doe', given: 'Jane' },
      { role: 'author', family: 'Alleman', given: 'Tillie Pierce' },
    ]);
  });

  it('has dates for machines beside those for people, and a beginning and an end', async () => {
    const dates = (inside: string) => mods(`<originInfo>${inside}</originInfo>`);
    expect(
      (
        await dates(
          '<dateIssued>-1988</dateIssued><dateIssued point="start" encoding="marc">1985</dateIssued><dateIssued point="end" encoding="marc">1988</dateIssued>',
        )
      )?.issued,
    ).toEqual({ year: 1985, end: { year: 1988 } });
    expect(
      (await dates('<dateIssued>[2001?]</dateIssued><dateIssued encoding="w3cdtf">2001-05</dateIssued>'))?.issued,
    ).toEqual({
      year: 2001,
      month: 5,
    });
  });

  it('has parts of titles, pages but no volumes, and pictures wherever they are', async () => {
    expect(
      await mods(
        '<titleInfo><title>Works</title><partNumber>Vol. 4</partNumber><partName>Comedies</partName></titleInfo>',
      ),
    ).toMatchObject({ title: 'Works. Vol. 4. Comedies' });
    const extent = async (text: string) =>
      (await mods(`<physicalDescription><extent>${text}</extent></physicalDescription>`))?.number_of_pages;
    expect(await extent('XII, 532 s.')).toBe('532');
    expect(await extent('4 v. : ill. ; 26 cm.')).toBeUndefined();
    expect(
      await mods(
        '<typeOfResource>still image</typeOfResource><relatedItem type="host"><titleInfo><title>A collection</title></titleInfo></relatedItem>',
      ),
    ).toMatchObject({ type: 'graphic', container_title: 'A collection' });
  });
});

const field = (tag: string, ...parts: readonly (readonly [code: string, text: string])[]) =>
  `<datafield tag="${tag}">${parts.map(([code, text]) => `<subfield code="${code}">${text}</subfield>`).join('')}</datafield>`;
const marc = (leader: string, ...fields: string[]) =>
  itemIn(`<collection><record><leader>${leader}</leader>${fields.join('')}</record></collection>`);

describe('MARCXML', () => {
  it('has meetings, which are nobody, and organizations under organizations', async () => {
    const item = await marc(
      '01080nam a22',
      field('111', ['a', 'Congress on Mechanics'], ['c', 'Portland, Or.'], ['4', 'aut']),
      field('245', ['a', 'Proceedings :'], ['b', 'held in June /']),
      field('700', ['a', 'Adams, Frank'], ['4', 'edt']),
      field('710', ['a', 'United States.'], ['b', 'Congress.']),
      field('710', ['a', 'A Press'], ['4', 'pbl']),
    );
    expect(item).toMatchObject({
      type: 'book',
      title: 'Proceedings: held in June',
      short_title: 'Proceedings',
      event_title: 'Congress on Mechanics',
      event_place: 'Portland, Or.',
      contributors: [
        { role: 'editor', family: 'Adams', given: 'Frank' },
        { role: 'author', literal: 'United States. Congress' },
      ],
    });
  });

  it('has books that come as files, names that no list has, and places on the shelf', async () => {
    expect(await marc('03794nmm a22', field('336', ['b', 'txt']))).toMatchObject({ type: 'book' });
    expect(await marc('03794nmm a22', field('336', ['b', 'cop']))).toMatchObject({ type: 'software' });
    expect(
      await marc('03794nam a22', field('720', ['a', 'Doe, Jane']), field('050', ['a', 'F204'], ['b', '.W5 1994'])),
    ).toMatchObject({
      contributors: [{ role: 'author', family: 'Doe', given: 'Jane' }],
      call_number: 'F204 .W5 1994',
    });
  });
});

describe('sources of Word', () => {
  it('have the city, the state and the country of the publisher', async () => {
    expect(
      await itemIn('<Sources><Source><City>Berlin</City><CountryRegion>Germany</CountryRegion></Source></Sources>'),
    ).toMatchObject({ publisher_place: 'Berlin, Germany' });
  });
});
