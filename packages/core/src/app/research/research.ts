/** The library of papers as the faces of the application see it; each part has a file beside this one. */
import type { Deps } from '../../services/deps.ts';
import type { WorkRunner } from '../../services/work/work-runner.ts';
import type { Backlogs } from '../memories.ts';
import type { SearchCalls } from '../search.ts';
import { createAddingCalls, type AddingCalls } from './adding-calls.ts';
import { createCitingCalls, type CitingCalls } from './citing-calls.ts';
import { createLibraryCalls, type LibraryCalls } from './library-calls.ts';
import { createTagCalls, type TagCalls } from './tag-calls.ts';

export interface ResearchParts extends Backlogs {
  readonly search: SearchCalls;
  readonly runner: WorkRunner;
}

export interface ResearchCalls {
  readonly library: LibraryCalls;
  readonly adding: AddingCalls;
  readonly citing: CitingCalls;
  readonly tags: TagCalls;
}

export function createResearchCalls(deps: Deps, parts: ResearchParts): ResearchCalls {
  return {
    library: createLibraryCalls(deps, parts),
    adding: createAddingCalls(deps, parts),
    citing: createCitingCalls(deps),
    tags: createTagCalls(deps, parts),
  };
}
