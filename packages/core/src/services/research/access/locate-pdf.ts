/** Open copies of a paper: from all sources at once, or from one after the other until one has a file. */
import { identifierKey, type Identifier } from '../../../model/papers/index.ts';
import type { PaperSourceName } from '../../../ports/index.ts';
import { findCopies, type FoundCopies, type FoundCopy } from '../lookup/find-copies.ts';
import type { LookupDeps } from '../lookup/ask-sources.ts';
import { lookupPaper } from '../lookup/lookup-paper.ts';
import type { SourceReport } from '../lookup/source-report.ts';

export interface LocateRequest {
  readonly identifiers: readonly Identifier[];
  /** Ask all sources, and for the paper's other versions too. */
  readonly searchMultipleSources: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Those whose business it is come first. */
const ONE_BY_ONE: readonly PaperSourceName[] = [
  'arxiv',
  'biorxiv',
  'unpaywall',
  'openalex',
  'europepmc',
  'semanticscholar',
  'crossref',
  'datacite',
  'pubmed',
];

export async function locateCopies(deps: LookupDeps, request: LocateRequest): Promise<FoundCopies> {
  return request.searchMultipleSources ? fromAll(deps, request) : fromFirst(deps, request);
}

/** A preprint is a copy of what appeared, and says that it is one. */
async function fromAll(deps: LookupDeps, { identifiers, signal }: LocateRequest): Promise<FoundCopies> {
  const ids = new Map(identifiers.map((id) => [identifierKey(id), id]));
  const [first] = identifiers;
  if (first) {
    const { found } = await lookupPaper(deps, first, { signal });
    const versions = found?.paper.versions?.filter(({ relation }) => relation !== 'translation') ?? [];
    for (const id of [...(found?.paper.item.identifiers ?? []), ...versions.map(({ identifier }) => identifier)]) {
      if (id.scheme !== 'issn') ids.set(identifierKey(id), id);
    }
  }
  return findCopies(deps, [...ids.values()], { signal });
}

async function fromFirst(deps: LookupDeps, { identifiers, signal }: LocateRequest): Promise<FoundCopies> {
  const sources: SourceReport[] = [];
  let pages: readonly FoundCopy[] = [];
  for (const name of ONE_BY_ONE) {
    const found = await findCopies(deps, identifiers, { sources: [name], signal });
    sources.push(...found.sources);
    if (found.copies.some(({ kind }) => kind === 'pdf')) return { copies: found.copies, sources };
    if (pages.length === 0) pages = found.copies;
  }
  return { copies: pages, sources };
}
