import type { PaperSourceName } from '@zapomni/core/ports';
import { openalex, semanticscholar, unpaywall } from './indexes.ts';
import type { MadeUpSource } from './made-up-source.ts';
import { europepmc, pubmed } from './medicine.ts';
import { arxiv, biorxiv } from './preprints.ts';
import { crossref, datacite } from './registries.ts';

export type { MadeUpSource } from './made-up-source.ts';
export { ABSTRACT_BEGINS, FAMILIES, QUERY, TITLE } from './made-up-source.ts';

export const MADE_UP_SOURCES: Readonly<Record<PaperSourceName, MadeUpSource>> = {
  crossref,
  datacite,
  arxiv,
  pubmed,
  europepmc,
  openalex,
  semanticscholar,
  unpaywall,
  biorxiv,
};
