/** BibTeX as the programs take it that print it. */
import { describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { itemIn, written } from '../testing/read.ts';

const item: BibliographicItem = { type: 'article-journal', citekey: 'k', contributors: [], identifiers: [] };
const lineOf = async (field: string, more: Partial<BibliographicItem>) =>
  (await written([{ ...item, ...more }], 'bibtex')).split('\n').find((line) => line.startsWith(`  ${field} =`));

describe('BibTeX that is written', () => {
  it('has months by name, which styles have their own words for', async () => {
    expect(await lineOf('month', { issued: { year: 2001, month: 5 } })).toBe('  month = may,');
    expect(await lineOf('month', { issued: { year: 2001, season: 3 } })).toBe('  month = {Autumn},');
  });

  it.each([
    ['R&D in Vitamin C', String.raw`{R\&D} in Vitamin {C}`],
    ['X-ray of a Self-Organizing iPhone', '{X}-ray of a Self-Organizing {iPhone}'],
    ['A DNA--RNA pair', 'A {DNA}-{}-{RNA} pair'],
    ['p < 0.05 | q > 1', String.raw`p \textless{} 0.05 \textbar{} q \textgreater{} 1`],
  ])('keeps capitals that are no beginnings, and signs that the first fonts have not: %s', async (title, tex) => {
    expect(await lineOf('title', { title })).toBe(`  title = {${tex}},`);
    expect((await itemIn(await written([{ ...item, title }], 'bibtex')))?.title).toBe(title);
  });
});
