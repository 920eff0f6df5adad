/** What PubMed calls things in both of its formats. */
import type { ItemType } from '../../../../model/papers/index.ts';

/** Kinds of publication that say more than that it is an article; the first that a record has counts. */
const TYPES: readonly (readonly [string, ItemType])[] = [
  ['dataset', 'dataset'],
  ['book chapter', 'chapter'],
  ['book', 'book'],
  ['monograph', 'book'],
  ['academic dissertation', 'thesis'],
  ['technical report', 'report'],
  ['preprint', 'article'],
  ['newspaper article', 'article-newspaper'],
  ['legal case', 'legal_case'],
  ['legislation', 'legislation'],
  ['interview', 'interview'],
  ['webcast', 'broadcast'],
  ['book illustrations', 'graphic'],
];

export function medlineType(kinds: readonly string[]): ItemType {
  const said = new Set(kinds.map((kind) => kind.toLowerCase()));
  return TYPES.find(([name]) => said.has(name))?.[1] ?? 'article-journal';
}

export function medlineKind(type: ItemType): string {
  const name = TYPES.find((row) => row[1] === type)?.[0] ?? 'journal article';
  return name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase());
}
