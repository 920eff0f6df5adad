import { describe, expect, it } from 'vitest';
import { isOtherVenue } from './venue-likeness.ts';

const of = (container_title: string) => ({
  type: 'article-journal' as const,
  contributors: [],
  identifiers: [],
  container_title,
});

describe('a name of a journal', () => {
  it.each([
    ['Nature', 'Advances in Neural Information Processing Systems'],
    ['Science', 'The Lancet'],
    ['Journal of Stones', 'Journal of Walks'],
  ])('is of another one: %s and %s', (one, other) => {
    expect(isOtherVenue(of(one), of(other))).toBe(true);
  });

  it.each([
    ['J. Physiol.', 'The Journal of Physiology'],
    ['Angew. Chem. Int. Ed.', 'Angewandte Chemie International Edition'],
    ['Ann. Phys. (Leipzig)', 'Annalen der Physik'],
    ['ApJ', 'The Astrophysical Journal'],
    ['PNAS', 'Proceedings of the National Academy of Sciences'],
    ['SIGMOD Conference', 'International Conference on Management of Data'],
    ['arXiv preprint', 'Physical Review'],
    ['', 'Nature'],
    ['The Journal', 'Nature'],
  ])('may be of the same one: %s and %s', (one, other) => {
    expect(isOtherVenue(of(one), of(other))).toBe(false);
  });
});
