import { describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import { NEW_QUERY } from '../queries/query-input.ts';
import type { QueryDefinition } from '../queries/query-record.ts';
import { Vocabulary } from './candidate-text.ts';
import { criteriaOf } from './criteria.ts';

const ITEM: BibliographicItem = {
  type: 'article',
  title: 'Reviewing <i>software</i> systematically',
  abstract: 'We review systematic literature reviews of evidence-based software engineering.',
  keywords: ['mapping study'],
  contributors: [{ role: 'author', family: 'Gogh', particle: 'van', given: 'Ada M.' }],
  identifiers: [],
  issued: { year: 2020, month: 3 },
};

function judge(query: Partial<QueryDefinition>, item: Partial<BibliographicItem> = {}) {
  const paper = { ...ITEM, ...item };
  return criteriaOf({ ...NEW_QUERY, ...query })(paper, new Vocabulary().add(paper));
}

describe('criteriaOf', () => {
  it('finds words by their stems, and phrases as neighbours, also in keywords', () => {
    expect(judge({ required: ['systematic literature review', 'mapping studies', 'evidence based'] }).shut).toBeNull();
    expect(judge({ required: ['literature engineering'] }).shut).toMatch(/“literature engineering”, which is required/);
    expect(judge({ required: ['ware'] }).shut).not.toBeNull();
    expect(judge({ excluded: ['software engineer'] }).shut).toMatch(/excluded/);
    expect(judge({ excluded: ['hardware'] }).shut).toBeNull();
  });

  it('tells what is met and missed, and the share of what was wished for', () => {
    const { met, missed, preferred, keywords } = judge({
      preferred: ['software', 'moss'],
      methods: ['survey'],
      keywords: ['review', 'cheese'],
    });
    expect(met).toEqual(['preferred: software', 'keyword: review']);
    expect(missed).toEqual(['preferred: moss', 'method: survey', 'keyword: cheese']);
    expect(preferred).toBeCloseTo(1 / 3);
    expect(keywords).toBe(0.5);
    expect(judge({})).toMatchObject({ preferred: null, keywords: null, authors: null, met: [], missed: [] });
  });

  it.each([
    ['2020-03-31', null, true],
    ['2020-04-01', null, false],
    [null, '2020-03-01', true],
    [null, '2020-02-29', false],
    ['2019-01-01', '2021-12-31', true],
  ])('holds the days of publication against %s to %s', (from, until, passes) => {
    expect(judge({ published: { from, until } }).shut === null).toBe(passes);
  });

  it('does not reject what nobody knows the date of, and is unsure', () => {
    const { shut, unsure, missed } = judge(
      { published: { from: '2020-01-01', until: null } },
      { issued: { literal: 'in press' } },
    );
    expect({ shut, unsure }).toEqual({ shut: null, unsure: true });
    expect(missed[0]).toMatch(/date unknown/);
  });

  it.each([
    ['van Gogh', 1],
    ['Gogh', 1],
    ['Ada van Gogh', 1],
    ['van Gogh, A.', 1],
    ['A. Gogh', 1],
    ['Vincent van Gogh', 0],
    ['Gog', 0],
  ])('knows %s among the authors: %d', (name, expected) => {
    expect(judge({ authors: ['Nobody', name] }).authors).toBe(expected);
  });
});
