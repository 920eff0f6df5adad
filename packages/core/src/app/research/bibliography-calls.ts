/** Bibliographies: taken into the library, and written from it. Readers and writers are loaded on first use. */
import type { BibliographicItem } from '../../model/papers/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { WritableFormat } from '../../services/research/bibliography/format.ts';
import type { ImportReport, ImportRequest } from '../../services/research/bibliography/import-bibliography.ts';
import type { LibraryCalls } from './library-calls.ts';

type Items = AsyncIterable<BibliographicItem> | Iterable<BibliographicItem>;

export interface BibliographyCalls {
  /** Entries with their lines and what became of them, problems with theirs. A bad entry never keeps out the others. */
  take(request: ImportRequest): Promise<ImportReport>;
  /** Items as the text of a format, in pieces. */
  write(items: Items, format: WritableFormat): AsyncGenerator<string>;
}

export function createBibliographyCalls(deps: Deps, library: Pick<LibraryCalls, 'save'>): BibliographyCalls {
  return {
    async take(request) {
      const { importBibliography } = await import('../../services/research/bibliography/import-bibliography.ts');
      return importBibliography(deps, request, (items) =>
        library.save({
          workspace: request.workspace,
          arrivals: items.map((item) => ({ item, source: 'bibliography', tags: request.tags })),
          leaveForgotten: true,
          signal: request.signal,
        }),
      );
    },
    async *write(items, format) {
      const { writeBibliography } = await import('../../services/research/bibliography/write-bibliography.ts');
      yield* writeBibliography(items, format);
    },
  };
}
