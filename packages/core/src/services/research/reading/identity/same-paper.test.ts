import { describe, expect, it } from 'vitest';
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import { candidateKeys, samePaper } from './index.ts';

function paper(title: string, authors: string, rest: Partial<BibliographicItem> = {}): BibliographicItem {
  const contributors = authors
    .split(',')
    .map((name) => name.trim().split(' '))
    .filter(([first]) => first)
    .map((words) => ({ role: 'author' as const, family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') }));
  return { type: 'document', title, contributors, identifiers: [], ...rest };
}

const doi = (value: string): readonly Identifier[] => [{ scheme: 'doi', value }];
const GRAPH = 'Learning the walks of a temporal graph';
const WRITERS = 'Ada Lindqvist, Bo Öman, Chi Nguyễn';

describe('whether two records are of one work', () => {
  it('is decided by an id that both have, whatever else differs', () => {
    const same = samePaper(
      paper(GRAPH, WRITERS, { identifiers: doi('10.1/a') }),
      paper('x', 'y', { identifiers: doi('10.1/a') }),
    );
    expect(same).toEqual({ verdict: 'same', confidence: 1, reasons: ['same_identifier'] });
  });

  it('is denied by two ids of one scheme, unless one is the preprint', () => {
    const [one, other] = ['10.1016/j.x.2020.1', '10.1145/3.4'].map((value) =>
      paper(GRAPH, WRITERS, { identifiers: doi(value) }),
    ) as [BibliographicItem, BibliographicItem];
    const preprint = paper(GRAPH, WRITERS, { identifiers: doi('10.1101/2020.01.02.3') });
    expect(samePaper(one, other)).toMatchObject({ verdict: 'no' });
    expect(samePaper(one, preprint)).toMatchObject({
      verdict: 'same',
      reasons: expect.arrayContaining(['preprint_and_published']),
    });
  });

  it.each([
    ['accents and case', GRAPH, 'LEARNING THE WALKS OF A TEMPORAL GRAPH', 'A. Lindqvist, B. Oman, C. Nguyen'],
    ['markup and TeX', 'On H2O in the walls', 'On H<sub>2</sub>O in the {walls}', WRITERS],
    ['a subtitle that one leaves out', `${GRAPH}: a study of four networks`, GRAPH, WRITERS],
    ['a slip', GRAPH, 'Learnig the walks of a temporal graph', WRITERS],
    ['a list that was cut', GRAPH, GRAPH, 'Ada Lindqvist'],
  ])('is seen through %s', (_, first, second, authors) => {
    expect(samePaper(paper(first, WRITERS), paper(second, authors)).verdict).toBe('same');
  });

  it.each([
    ['other parts of a series', paper('The walks, part 1', WRITERS), paper('The walks, part 2', WRITERS)],
    ['other people', paper('Walks in graphs', 'Ada Lindqvist'), paper('Walks in graphs', 'Zoe Quist')],
    ['a column', paper('Editorial', 'Ada Lindqvist'), paper('Editorial', 'Bo Öman')],
    ['another title', paper(GRAPH, WRITERS), paper('A survey of graph databases', WRITERS)],
    ['nothing said', paper('', ''), paper('', '')],
  ])('is not claimed of %s', (_, one, other) => expect(samePaper(one, other).verdict).not.toBe('same'));

  it('leaves it open for a conference paper and the article of the same name a year later', () => {
    const talk = paper(GRAPH, WRITERS, {
      container_title: 'Proceedings of the Graph Symposium',
      issued: { year: 2019 },
    });
    const article = paper(GRAPH, WRITERS, { container_title: 'Journal of Graphs', issued: { year: 2020 } });
    const online = paper(GRAPH, WRITERS, { container_title: 'J. Graphs', issued: { year: 2019 } });
    expect(samePaper(talk, article)).toMatchObject({
      verdict: 'maybe',
      reasons: expect.arrayContaining(['years_differ']),
    });
    expect(samePaper(online, article).verdict).toBe('same');
  });

  it('is the same both ways, and quick to end with a title of a megabyte', () => {
    const long = paper('word '.repeat(200_000), WRITERS);
    expect(samePaper(long, long).verdict).toBe('same');
    const [one, other] = [paper(`${GRAPH} again`, WRITERS), paper(GRAPH, 'Bo Öman')];
    expect(samePaper(one, other)).toEqual(samePaper(other, one));
  });
});

describe('what papers are found by', () => {
  it('is its beginning, and the names of the first and the last author', () => {
    expect(candidateKeys(paper(GRAPH, WRITERS))).toEqual({
      titleKey: 'learningthewalksofatemporalgraph',
      titlePrefix: 'learningthewalks',
      names: ['lindqvist', 'nguyen'],
    });
    expect(candidateKeys(paper('Walks', ''))).toEqual({ titleKey: 'walks', titlePrefix: null, names: [] });
  });
});
