import { describe, expect, it } from 'vitest';
import { readFirstPage, toItem } from './index.ts';

const ABSTRACT =
  'We measure how walkers choose their way on a graph that changes while they walk. The data are of four cities and of one year. It is shown that the choice is of the last three corners, and that it is not of the weather.';
const HEAD = ['Journal of Walks 12(3): 45-67 (2021)', '', 'Walking on graphs that', 'change while we walk', ''];
const AUTHORS = ['Ada B. Lindqvist 1,2 , Bo van der Öman 1 * and Chi Nguyễn 2', ''];
const PLACES = [
  '1 Department of Walks, University of Umeå, Sweden',
  '2 Institute of Graphs, Hanoi',
  '* ada@walks.example',
  '',
];
const REST = ['Keywords: graphs, walks', '', '1 Introduction', 'Walking is old, and it is what people do.'];

function page(...parts: readonly (readonly string[])[]): string {
  return parts.flat().join('\n');
}

describe('the first page of a paper', () => {
  it('has a title, authors in parts and an abstract, with layout', () => {
    const read = readFirstPage(page(HEAD, AUTHORS, PLACES, ['Abstract', ABSTRACT, ''], REST));
    expect(read).toMatchObject({
      title: 'Walking on graphs that change while we walk',
      names: ['Ada B. Lindqvist', 'Bo van der Öman', 'Chi Nguyễn'],
      abstract: ABSTRACT,
    });
    expect(toItem(read).contributors).toEqual([
      { role: 'author', given: 'Ada B.', family: 'Lindqvist' },
      { role: 'author', given: 'Bo', particle: 'van der', family: 'Öman' },
      { role: 'author', given: 'Chi', family: 'Nguyễn' },
    ]);
  });

  it('is read without any layout, and with a heading that ran into a line', () => {
    const lines = page(HEAD, AUTHORS, PLACES).split('\n').filter(Boolean);
    const text = [...lines.slice(0, -1), `${lines.at(-1)} Abstract`, ABSTRACT, ...REST.filter(Boolean)].join('\n');
    expect(readFirstPage(text)).toMatchObject({
      title: 'Walking on graphs that change while we walk',
      names: ['Ada B. Lindqvist', 'Bo van der Öman', 'Chi Nguyễn'],
      abstract: ABSTRACT,
    });
  });

  it('has its title in the largest letters, wherever they stand', () => {
    const sized = (text: string, size: number) => ({ text, size });
    const lines = [
      sized('Volume of the Society', 10),
      sized('A short history of walking', 18),
      sized('Ada Lindqvist', 12),
      sized(ABSTRACT, 9),
    ];
    expect(readFirstPage(lines)).toMatchObject({ title: 'A short history of walking', names: ['Ada Lindqvist'] });
  });

  it('has an abstract without a heading where sentences begin', () => {
    expect(readFirstPage(page(HEAD, AUTHORS, PLACES, [ABSTRACT])).abstract).toBe(ABSTRACT);
  });

  it('has no abstract in its table of contents', () => {
    const lines = ['Abstract', 'Introduction', 'Measurements', 'Summary', 'References'].map(
      (name, i) => `${name} ${'. '.repeat(30)}${i + 7}`,
    );
    const contents = readFirstPage(
      ['On the rotation of lonely stones', 'Ada Berg', '', 'Contents', '', ...lines].join('\n'),
    );
    expect(contents.abstract).toBeNull();
  });

  it('prints ids, and those of papers that it cites are less believed', () => {
    const own = 'https://doi.org/10.1234/walks.2021.7';
    const { ids } = readFirstPage(
      page([own, ''], HEAD, AUTHORS, ['', 'References', '[1] A. Other. doi:10.5555/other']),
    );
    expect(ids.map(({ identifier }) => identifier.value)).toEqual(['10.1234/walks.2021.7', '10.5555/other']);
    const item = toItem(readFirstPage(page(HEAD, AUTHORS, ['', 'References', '[1] A. Other. doi:10.5555/other'])));
    expect(item.identifiers).toEqual([]);
    const stamped = readFirstPage(page(['arXiv:2101.01234v2 [cs.LG] 16 Jan 2021', ''], HEAD));
    expect(stamped).toMatchObject({ date: { year: 2021, month: 1, day: 16 } });
    expect(toItem(stamped).identifiers).toEqual([{ scheme: 'arxiv', value: '2101.01234' }]);
  });

  it.each([
    ['', null],
    ['\n\n', null],
    ['1', null],
    ['@@@@ \u0000', null],
  ])('says nothing of nothing: %j', (text, title) => {
    expect(readFirstPage(text)).toMatchObject({ title, names: [], abstract: null, ids: [], date: null });
  });

  it('with a title whose lines stand far apart, because its letters are large', () => {
    const at = (size: number, ...texts: readonly string[]) => texts.map((text) => ({ text, size }));
    const { title, names } = readFirstPage([
      ...at(17, 'Ways of Walkers Among Corners', '', 'Analytical Walking Process ∗'),
      ...at(11, '', 'Ada B. Lindqvist', 'Department of Walks,', 'NUST, Pakistan'),
      ...at(12, '', 'B.Öman, Yu.C.Nguyễn'),
      ...at(12, '', 'Franc¸ois Ren´e'),
      ...at(10, '', 'Abstract', ABSTRACT),
    ]);
    expect(title).toBe('Ways of Walkers Among Corners Analytical Walking Process');
    expect(names).toEqual(['Ada B. Lindqvist', 'B. Öman', 'Yu. C. Nguyễn', 'François René']);
  });

  it('where a formula stands between title and names', () => {
    const read = readFirstPage(
      page(HEAD.slice(2), ['(tanh^): -2 ^ ( 0 [-840a /#2 « ^(O"', ''], AUTHORS, ['Abstract', ABSTRACT]),
    );
    expect(read.title).toBe('Walking on graphs that change while we walk');
  });

  it('where a sentence speaks of another paper by its number', () => {
    const spoken = 'It follows the earlier work of Kim et al., doi:10.5555/other, on pumps and their noise in winter.';
    const found = (...lines: string[]) =>
      readFirstPage(page(HEAD, AUTHORS, ['', 'Abstract', ABSTRACT, ...lines])).ids.map(({ identifier, confidence }) => [
        identifier.value,
        confidence >= 0.8,
      ]);
    expect(found(spoken)).toEqual([['10.5555/other', false]]);
    // However its lines are cut.
    expect(found(...spoken.split(/(?<=work )/))).toEqual([['10.5555/other', false]]);
    expect(found(...spoken.split(/(?<=al., )/))).toEqual([['10.5555/other', false]]);
    expect(found('', 'Citation: Kim A (2019) Quiet pumps. https://doi.org/10.5555/own', '')).toEqual([
      ['10.5555/own', true],
    ]);
    expect(found('', 'doi:10.5555/own published online in May', '')).toEqual([['10.5555/own', true]]);
  });

  it('is done with a page of a megabyte', () => {
    expect(readFirstPage('a b, '.repeat(200_000)).title).toBeNull();
  });
});
