/** Notes of papers in the user's vault. */
import type { Deps } from '../../services/deps.ts';
import type { NotesReport, NotesRequest } from '../../services/research/notes/notes-request.ts';
import type { ResearchParts } from './research.ts';

export interface NoteCalls {
  /** Brings the vault and the library together, once. Vectors of what the user wrote follow in the background. */
  sync(request: NotesRequest): Promise<NotesReport>;
}

/** Loaded with the first call: YAML is no small thing. */
export function createNoteCalls(
  deps: Deps,
  { embeddings, readings }: Pick<ResearchParts, 'embeddings' | 'readings'>,
): NoteCalls {
  return {
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
