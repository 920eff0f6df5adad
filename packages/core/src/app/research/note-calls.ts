/** Notes of papers in the user's vault. */
import type { Deps } from '../../services/deps.ts';
import type { Asker } from '../../services/documents/fetch-source.ts';
import type { NotesReport, NotesRequest } from '../../services/research/notes/notes-request.ts';
import { notePaths, notePathsOf, readNote } from '../../services/research/notes/read-note.ts';
import type { ResearchParts } from './research.ts';

export interface NoteCalls {
  /** Brings the vault and the library together, once. Vectors of what the user wrote follow in the background. */
  sync(request: NotesRequest): Promise<NotesReport>;
  /** As it stands in the vault; null where there is none of this path. */
  read(path: string, asker: Asker): Promise<string | null>;
  /** Of papers of the workspace, from the root of the vault. */
  paths(workspace: string): Promise<string[]>;
  /** The same of one paper, by its id. */
  pathsOf(workspace: string, paper: string): Promise<string[]>;
}

/** Loaded with the first call: YAML is no small thing. */
export function createNoteCalls(
  deps: Deps,
  { embeddings, readings }: Pick<ResearchParts, 'embeddings' | 'readings'>,
): NoteCalls {
  return {
    read: (path, asker) => readNote(deps, path, asker),
    paths: (workspace) => notePaths(deps, workspace),
    pathsOf: (workspace, paper) => notePathsOf(deps, workspace, paper),
    sync: async (request) => {
      const { syncNotes } = await import('../../services/research/notes/sync/sync-notes.ts');
      const report = await syncNotes(deps, request);
      if (report.passages === 0) return report;
      readings.queued();
      void embeddings.embedQueued(report.passages).catch((error: unknown) => {
        deps.logger.log('warning', 'embedding_deferred', { error });
      });
      return report;
    },
  };
}
