/** Identifiers as addresses, for formats that have a place for those alone; they are read back as what they are. */
import type { Identifier, IdScheme } from '../../../../model/papers/index.ts';

const ADDRESSES: Readonly<Partial<Record<IdScheme, string>>> = {
  arxiv: 'https://arxiv.org/abs/',
  dblp: 'https://dblp.org/rec/',
  doi: 'https://doi.org/',
  openalex: 'https://openalex.org/',
  pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/',
  pmid: 'https://pubmed.ncbi.nlm.nih.gov/',
  s2: 'https://www.semanticscholar.org/paper/',
  url: '',
};

/** Null for what has no address: numbers of books and journals, and the shorter numbers of Semantic Scholar. */
export function identifierUrl({ scheme, value }: Identifier): string | null {
  const address = ADDRESSES[scheme];
  if (address === undefined || (scheme === 's2' && value.startsWith('corpusid:'))) return null;
  return address + (scheme === 'doi' ? encodeURI(value).replaceAll('#', '%23').replaceAll('?', '%3F') : value);
}

/** In the order in which they stand; those of `own` have a place of their own. */
export function otherUrls(identifiers: readonly Identifier[], own: readonly IdScheme[]): string[] {
  return identifiers.flatMap((id) => (own.includes(id.scheme) ? [] : (identifierUrl(id) ?? [])));
}

export function valuesOf(identifiers: readonly Identifier[], scheme: IdScheme): string[] {
  return identifiers.flatMap((id) => (id.scheme === scheme ? [id.value] : []));
}
