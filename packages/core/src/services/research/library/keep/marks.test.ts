import { expect, test } from 'vitest';
import { readPattern } from '../../bibliography/citekeys/pattern.ts';
import type { Arrival } from './arrival.ts';
import { marksOf } from './marks.ts';

const pattern = readPattern('[auth:lower][year]');

function paper(title: string, more: Partial<Arrival['item']> = {}, standing: Arrival['standing'] = 'library'): Arrival {
  const contributors = [{ role: 'author' as const, family: 'Noether' }];
  const item = { type: 'article' as const, title, contributors, identifiers: [], issued: { year: 1918 }, ...more };
  return { item, source: 'bibliography', standing };
}

async function areApart(one: Arrival, other: Arrival): Promise<boolean> {
  return (await marksOf([one], pattern)).isDisjointFrom(await marksOf([other], pattern));
}

test('papers that would be given one key are not apart, as those that came with one are not', async () => {
  expect(await areApart(paper('Invariante Variationsprobleme'), paper('Idealtheorie in Ringbereichen'))).toBe(false);
  const named = paper('Idealtheorie in Ringbereichen', { citekey: 'noether1918' });
  expect(await areApart(paper('Invariante Variationsprobleme'), named)).toBe(false);
  const other = paper('Idealtheorie in Ringbereichen', { citekey: 'ideals' });
  expect(await areApart(paper('Invariante Variationsprobleme'), other)).toBe(true);
});

test('what is only cited gets no key', async () => {
  const cited = paper('Idealtheorie in Ringbereichen', {}, 'referenced');
  expect(await areApart(paper('Invariante Variationsprobleme'), cited)).toBe(true);
});

test('titles that begin alike and a common id are marks', async () => {
  const one = paper('Invariante Variationsprobleme', { citekey: 'a' });
  expect(await areApart(one, paper('Invariante Variationsprobleme, zweiter Teil', { citekey: 'b' }))).toBe(false);
  const doi = { identifiers: [{ scheme: 'doi' as const, value: '10.1000/1' }] };
  const [mine, theirs] = [paper('First', { citekey: 'c', ...doi }), paper('Second', { citekey: 'd', ...doi })];
  expect(await areApart(mine, theirs)).toBe(false);
});
