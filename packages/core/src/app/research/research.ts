/** The library of papers as the faces of the application see it; each part has a file beside this one. */
import type { Deps } from '../../services/deps.ts';
import { citeHits } from '../../services/documents/cite-hits.ts';
import type { WorkRunner } from '../../services/work/work-runner.ts';
import type { Backlogs } from '../memories.ts';
import type { SearchCalls, SearchTuning } from '../search.ts';
import { createAccessCalls, type AccessCalls } from './access-calls.ts';
import { createAddingCalls, type AddingCalls } from './adding-calls.ts';
import { createAnalysisCalls, type AnalysisCalls } from './analysis-calls.ts';
import { createBibliographyCalls, type BibliographyCalls } from './bibliography-calls.ts';
import { createCitationCalls, type CitationCalls } from './citation-calls.ts';
import { createCitingCalls, type CitingCalls } from './citing-calls.ts';
import { createLibraryCalls, type LibraryCalls } from './library-calls.ts';
import { createLookupCalls, type LookupCalls } from './lookup-calls.ts';
import { createMaintenanceCalls, type MaintenanceCalls } from './maintenance-calls.ts';
import { createNoteCalls, type NoteCalls } from './note-calls.ts';
import { createReadingCalls, type ReadingCalls } from './reading-calls.ts';
import { createTagCalls, type TagCalls } from './tag-calls.ts';

export interface ResearchParts extends Backlogs {
  readonly search: SearchCalls;
  readonly runner: WorkRunner;
  readonly tuning: SearchTuning;
  /** Whose vectors searches go by. */
  model(): string;
}

export interface ResearchCalls {
  readonly library: LibraryCalls;
  readonly adding: AddingCalls;
  readonly citing: CitingCalls;
  readonly tags: TagCalls;
  readonly bibliography: BibliographyCalls;
  readonly citations: CitationCalls;
  readonly notes: NoteCalls;
  readonly reading: ReadingCalls;
  readonly lookup: LookupCalls;
  readonly access: AccessCalls;
  readonly analysis: AnalysisCalls;
  readonly maintenance: MaintenanceCalls;
}

export function createResearchCalls(deps: Deps, parts: ResearchParts): ResearchCalls {
  const library = createLibraryCalls(deps, parts);
  return {
    library,
    adding: createAddingCalls(deps, parts),
    citing: createCitingCalls(deps),
    tags: createTagCalls(deps, parts),
    bibliography: createBibliographyCalls(deps, library),
    citations: createCitationCalls(deps, parts),
    notes: createNoteCalls(deps, parts),
    reading: createReadingCalls(deps),
    lookup: createLookupCalls(deps),
    access: createAccessCalls(deps),
    analysis: createAnalysisCalls(deps, {
      search: parts.search,
      cite: (result, query) => citeHits(deps, result, query),
    }),
    maintenance: createMaintenanceCalls(deps, { ...parts, library }),
  };
}
