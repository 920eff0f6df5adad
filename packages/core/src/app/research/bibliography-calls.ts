/** Bibliographies: taken into the library, and written from it. */
import type { BibliographicItem } from '../../model/papers/index.ts';
import type { Deps } from '../../services/deps.ts';
import {
  importBibliography,
  type ImportReport,
  type ImportRequest,
} from '../../services/research/bibliography/import-bibliography.ts';
import { writeBibliography, type WritableFormat } from '../../services/research/bibliography/write-bibliography.ts';
import type { LibraryCalls } from './library-calls.ts';

export interface BibliographyCalls {
  /** Entries with their lines and what became of them, problems with theirs. A bad entry never keeps out the others. */
  import(request: ImportRequest): Promise<ImportReport>;
  /** Items as the text of a format, in pieces. */
  write(
    items: AsyncIterable<BibliographicItem> | Iterable<BibliographicItem>,
    format: WritableFormat,
  ): AsyncGenerator<string>;
}

export function createBibliographyCalls(deps: Deps, library: Pick<LibraryCalls, 'save'>): BibliographyCalls {
  return {
    import: (request) =>
      importBibliography(deps, request, (items) =>
        library.save({
          workspace: request.workspace,
          arrivals: items.map((item) => ({ item, source: 'bibliography', tags: request.tags })),
          leaveForgotten: true,
          signal: request.signal,
        }),
      ),
    write: writeBibliography,
  };
}
