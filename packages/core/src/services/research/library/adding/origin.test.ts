/** What is taken for a paper by where it comes from. */
import { expect, it } from 'vitest';
import { toOrigin } from './origin.ts';

it.each(['/home/me/library.bib', '/home/me/LIBRARY.RIS', 'C:\\papers\\pubmed.nbib'])('%s is no paper', (path) => {
  expect(() => toOrigin({ path })).toThrow(/path: is a bibliography/);
});

it.each(['/home/me/paper.pdf', '/home/me/article.xml', '/home/me/bib', '/home/me/a.bib.pdf'])('%s may be', (path) => {
  expect(toOrigin({ path })).toEqual({ path });
});
