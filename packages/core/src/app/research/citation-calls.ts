/** Citations and bibliographies in the styles of journals. */
import type { StyleInfo } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { CitationRequest, WrittenCitations } from '../../services/research/styling/citation-request.ts';
import { createCitedPapers } from '../../services/research/styling/cited-papers.ts';
import { formatCitations } from '../../services/research/styling/format-citations.ts';
import type { ResearchParts } from './research.ts';

export interface CitationCalls {
  format(request: CitationRequest): Promise<WrittenCitations>;
  styles(): Promise<readonly StyleInfo[]>;
  locales(): Promise<readonly string[]>;
}

export function createCitationCalls(deps: Deps, { search }: Pick<ResearchParts, 'search'>): CitationCalls {
  const papers = createCitedPapers(deps, (request) => search.open(request));
  return {
    format: (request) => formatCitations(deps, papers, request),
    styles: async () => (await deps.citationStyler?.styles()) ?? [],
    locales: async () => (await deps.citationStyler?.locales()) ?? [],
  };
}
