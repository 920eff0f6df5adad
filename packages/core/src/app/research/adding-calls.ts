/** Papers on their way in. */
import { toZapomniError } from '../../errors/index.ts';
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import { addPaper, type AddedPaper, type AddPaperRequest } from '../../services/research/library/adding/add-paper.ts';
import {
  addPapers,
  askForPapers,
  registerAdding,
  type Adding,
  type AddPapersReport,
  type AddPapersRequest,
} from '../../services/research/library/adding/many/add-work.ts';
import {
  filesIn,
  type FolderFiles,
  type FolderRequest,
} from '../../services/research/library/adding/many/folder-files.ts';
import { lookupSteps } from '../../services/research/lookup/for-library.ts';
import type { AddingSteps, NoteStep } from '../../services/research/library/adding/steps.ts';
import type { ResearchParts } from './research.ts';

export interface AddingCalls {
  /** From a file, a page, a text, an identifier or a document that was read already. */
  add(request: AddPaperRequest): Promise<AddedPaper>;
  /** Now, one after the other. */
  addAll(request: Adding): Promise<AddPapersReport>;
  /** In the background, by whichever process. */
  start(request: AddPapersRequest): Promise<WorkItem>;
  /** PDFs of a folder, those first that are not here. */
  filesIn(request: FolderRequest): Promise<FolderFiles>;
}

/** What would be the same for every note is thrown; all else is told, and the next synchronisation writes what is missing. */
function noteStep(deps: Deps): NoteStep {
  return async (asked, papers) => {
    try {
      const { syncNotes } = await import('../../services/research/notes/sync/sync-notes.ts');
      const { skipped, problems } = await syncNotes(deps, { ...asked, papers });
      return [
        ...skipped.map(({ file, reason }) => `${file}: ${reason}`),
        ...problems.map(({ file, problem, fix }) => `${file}: ${problem} ${fix}`),
      ];
    } catch (error) {
      const { code, message } = toZapomniError(error);
      if (code === 'CANCELLED' || code.startsWith('STORE_')) throw error;
      return [`The note was not written: ${message} sync_with_obsidian writes it.`];
    }
  };
}

export function addingSteps(deps: Deps): AddingSteps {
  return {
    reading: async () => (await import('../../services/research/library/adding/reading-steps.ts')).READING_STEPS,
    ...(deps.paperSources ? { lookup: lookupSteps(deps) } : {}),
    ...(deps.vault ? { note: noteStep(deps) } : {}),
  };
}

export function createAddingCalls(deps: Deps, { embeddings, readings, runner, kinds }: ResearchParts): AddingCalls {
  const steps = addingSteps(deps);
  const stored = (): void => {
    embeddings.queued();
    readings.queued();
  };
  const parts = { steps, stored };
  registerAdding(deps, kinds, parts);
  return {
    add: async (request) => {
      const added = await addPaper(deps, steps, request);
      stored();
      return added;
    },
    addAll: (request) => addPapers(deps, parts, request),
    start: (request) => askForPapers(runner, request),
    filesIn: (request) => filesIn(deps, steps, request),
  };
}
