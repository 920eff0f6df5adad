/** What papers say of themselves, and what they cite. */
import type { Deps } from '../../services/deps.ts';
import {
  checkReferences,
  type CheckedReferences,
  type CheckRequest,
} from '../../services/research/citations/check/check-references.ts';
import { referenceLookup } from '../../services/research/lookup/for-library.ts';
import {
  extractMetadata,
  type MetadataRequest,
  type PaperMetadata,
} from '../../services/research/reading/extract-metadata.ts';

export interface ReadingCalls {
  /** Of a PDF or of a text; nothing is stored. */
  metadata(request: MetadataRequest): Promise<PaperMetadata>;
  /** A list of references, taken apart and held against the library, and against the sources that may be asked. */
  checkReferences(request: CheckRequest): Promise<CheckedReferences>;
}

export function createReadingCalls(deps: Deps): ReadingCalls {
  return {
    metadata: (request) => extractMetadata(deps, request),
    checkReferences: async (request) =>
      checkReferences(deps, { lookup: await referenceLookup(deps, request.signal), ...request }),
  };
}
