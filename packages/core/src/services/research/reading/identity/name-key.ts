/** By what two spellings of a person's name are known to be one: the family name, folded, or what stands for it. */
import type { BibliographicItem, Contributor } from '../../../../model/papers/index.ts';
import { fold } from '../../../../model/terms/fold.ts';

const MOST_NAMES = 1000;

/** Of the authors, or of the editors where there are none; each once, in their order. */
export function nameKeys(item: Pick<BibliographicItem, 'contributors'>): string[] {
  const authors = item.contributors.filter(({ role }) => role === 'author');
  const people = authors.length > 0 ? authors : item.contributors.filter(({ role }) => role === 'editor');
  return [...new Set(people.slice(0, MOST_NAMES).map(nameKey).filter(Boolean))];
}

function nameKey({ family, literal, given }: Contributor): string {
  const words = foldName(family ?? literal ?? given ?? '');
  // A collective is told by all of its words, a person who was not taken apart by the last one.
  return family === undefined && literal !== undefined && words.length > 3 ? words.join(' ') : (words.at(-1) ?? '');
}

function foldName(name: string): string[] {
  return fold(name.normalize('NFKC').toLowerCase())
    .replaceAll(/['’ʼ`]\s?/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !SUFFIX.has(word));
}

const SUFFIX = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
