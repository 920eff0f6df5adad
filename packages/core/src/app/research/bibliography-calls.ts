/** Bibliographies: taken into the library, and written from it. Readers and writers are loaded on first use. */
import type { Deps } from '../../services/deps.ts';
import type {
  ExportedBibliography,
  ExportRequest,
  Tally,
} from '../../services/research/bibliography/export-bibliography.ts';
import type { ImportReport, ImportRequest } from '../../services/research/bibliography/import-bibliography.ts';
import { chosenPapers, noneChosen, type ChosenOf, type ChosenPapers } from './chosen-papers.ts';
import type { LibraryCalls } from './library-calls.ts';

export type ExportCall = Omit<ExportRequest, 'papers'> & ChosenPapers;

export interface BibliographyCalls {
  /** Entries with their lines and what became of them, problems with theirs. A bad entry never keeps out the others. */
  take(request: ImportRequest): Promise<ImportReport>;
  /** Papers of the library: into a file below the export folder, or as a text. */
  export(request: ExportCall): Promise<ExportedBibliography & ChosenOf>;
  /** The same in pieces; `tally` counts the entries as they come. */
  pieces(request: Omit<ExportCall, 'file' | 'overwrite'>, tally: Tally & ChosenOf): AsyncGenerator<string>;
}

export function createBibliographyCalls(deps: Deps, library: LibraryCalls): BibliographyCalls {
  return {
    async take(request) {
      const { importBibliography } = await import('../../services/research/bibliography/import-bibliography.ts');
      const { workspace, signal } = request;
      const saving = { workspace, leaveForgotten: true, signal };
      return library.saveEach(saving, (writer) => importBibliography(deps, request, writer));
    },
    async export({ workspace, articles, query, index, most, cursor, ...request }) {
      const { exportBibliography } = await import('../../services/research/bibliography/export-bibliography.ts');
      const of = noneChosen();
      const { signal } = request;
      const papers = chosenPapers(library, { workspace, articles, query, index, most, cursor, signal }, of);
      return { ...(await exportBibliography(deps, { ...request, papers })), ...of };
    },
    async *pieces({ workspace, articles, query, index, most, cursor, ...request }, tally) {
      const { bibliographyPieces } = await import('../../services/research/bibliography/export-bibliography.ts');
      const { signal } = request;
      const papers = chosenPapers(library, { workspace, articles, query, index, most, cursor, signal }, tally);
      yield* bibliographyPieces({ ...request, papers }, tally);
    },
  };
}
