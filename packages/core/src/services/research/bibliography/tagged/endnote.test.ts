/** Both of EndNote's formats: what its fields are depends on the kind of work, as EndNote itself has it. */
import { describe, expect, it } from 'vitest';
import { itemIn, readText, written } from '../testing/read.ts';

const xml = (kind: string, inside: string) =>
  itemIn(`<xml><records><record><ref-type name="${kind}"/>${inside}</record></records></xml>`);
const people = (list: string, ...names: string[]) =>
  `<contributors><${list}>${names.map((name) => `<author>${name}</author>`).join('')}</${list}></contributors>`;

describe('EndNote', () => {
  it('has the translator below, and the author in another script beside', async () => {
    const contributors = [{ role: 'translator', family: 'Doe', given: 'Jane' }];
    expect(await xml('Book', people('subsidiary-authors', 'Doe, Jane'))).toMatchObject({ contributors });
    expect(await itemIn('%0 Book\n%T T\n%? Doe, Jane\n')).toMatchObject({ contributors });
    const other = await xml('Book', people('translated-authors', 'Yu, Min', 'Zhu, Jiang'));
    expect(other).toMatchObject({ contributors: [], extra: { 'translated-authors': 'Yu, Min\nZhu, Jiang' } });
    expect(await itemIn('%0 Book\n%T T\n%H Yu, Min\n')).toMatchObject({ contributors: [], extra: { '%H': 'Yu, Min' } });
    expect(await written(other ? [other] : [], 'endnote-xml')).toContain(
      '<translated-authors><author>Yu, Min</author><author>Zhu, Jiang</author></translated-authors>',
    );
  });

  it('has the editors of an edited book in the place of its authors', async () => {
    expect((await xml('Edited Book', people('authors', 'Doe, Jane')))?.contributors[0]?.role).toBe('editor');
    expect((await itemIn('%0 Edited Book\n%A Doe, Jane\n'))?.contributors[0]?.role).toBe('editor');
  });

  it('has the series of a book second, and the number of a patent where a book has its ISBN', async () => {
    const titles = '<titles><title>T</title><secondary-title>S</secondary-title></titles>';
    const book = await xml('Book', `${titles}<periodical><full-title>S</full-title></periodical>`);
    expect(book).toMatchObject({ collection_title: 'S' });
    expect(book).not.toHaveProperty('container_title');
    expect(await xml('Book Section', titles)).toMatchObject({ container_title: 'S' });
    expect(await itemIn('%0 Book\n%T T\n%B S\n')).toMatchObject({ collection_title: 'S' });
    expect(await xml('Patent', '<isbn>WO2011US30214</isbn>')).toMatchObject({ number: 'WO2011US30214' });
    expect(await xml('Report', '<isbn>2049-3630</isbn>')).toMatchObject({ identifiers: [{ scheme: 'issn' }] });
  });

  it('has empty lines in an abstract, and between records', async () => {
    const kind = '%0 Journal Article\n';
    const text = `${kind}%T One\n%X Aim: rain.\n\nResults: sun.\n\n%D 2020\n\n${kind}%T Two\n\n%A Doe, Jane\n%T Three\n`;
    const { items, lines } = await readText(text);
    expect(items.map(({ title, issued }) => [title, issued?.year])).toEqual([
      ['One', 2020],
      ['Two', undefined],
      ['Three', undefined],
    ]);
    expect(items[0]).toMatchObject({ abstract: 'Aim: rain. Results: sun.' });
    expect(lines).toEqual([1, 9, 12]);
  });

  it('has issues as Mendeley writes them, and DOIs where there was room', async () => {
    expect(await xml('Journal Article', '<issue>8</issue>')).toMatchObject({ issue: '8' });
    expect(await itemIn('%0 Journal Article\n%T T\n%O 10.1234/example\n')).toMatchObject({
      identifiers: [{ scheme: 'doi', value: '10.1234/example' }],
    });
  });

  it('may say twice what kind it is', async () => {
    const { items, problems } = await readText('%0 Serial\n%0 Computer Program\n%T T\n');
    expect([items.map(({ type }) => type), problems]).toEqual([['software'], []]);
  });
});

describe('EndNote XML that is written', () => {
  it('has the order of its definition, and what it had no place for', async () => {
    const text = await written(
      [
        {
          type: 'article-journal',
          citekey: 'k',
          title: 'T',
          short_title: 'S',
          container_title: 'J',
          abstract: 'A',
          page: '1-2',
          volume: '3',
          keywords: ['w'],
          issued: { year: 2001 },
          contributors: [{ role: 'author', family: 'Doe', given: 'Jane' }],
          identifiers: [{ scheme: 'doi', value: '10.1000/x' }],
          extra: { 'accession-num': 'ISI:1', custom3: 'C' },
        },
      ],
      'endnote-xml',
    );
    const names = [...text.matchAll(/<([\w-]+)[ >]/g)].map(([, name]) => name).slice(2);
    expect(names.join(' ')).toBe(
      'record ref-type contributors authors author titles title secondary-title short-title pages volume keywords keyword dates year accession-num electronic-resource-num abstract label custom3',
    );
    expect((await readText(text)).items[0]?.extra).toEqual({ 'accession-num': 'ISI:1', custom3: 'C' });
  });
});
