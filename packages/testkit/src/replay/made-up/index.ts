import type { PaperSourceName } from '@zapomni/core/ports';
import { openalex, semanticscholar, unpaywall } from './indexes.ts';
import type { MadeUpSource } from './made-up-source.ts';
import { europepmc, pubmed } from './medicine.ts';
import { arxiv, biorxiv } from './preprints.ts';
import { crossref, datacite } from './registries.ts';
import { MADE_UP_SEARCHES } from './searches.ts';

export type { MadeUpSearch, MadeUpSource } from './made-up-source.ts';
export { ABSTRACT_BEGINS, FAMILIES, QUERY, TITLE } from './made-up-source.ts';

const KNOWN = { crossref, datacite, arxiv, pubmed, europepmc, openalex, semanticscholar, unpaywall, biorxiv };

export const MADE_UP_SOURCES = Object.fromEntries(
  Object.values(KNOWN).map((source) => [source.name, searchable(source)]),
) as Readonly<Record<PaperSourceName, MadeUpSource>>;

function searchable(source: MadeUpSource): MadeUpSource {
  const search = MADE_UP_SEARCHES[source.name];
  if (!search) return source;
  return { ...source, search, exchanges: [...source.exchanges, ...search.exchanges] };
}
