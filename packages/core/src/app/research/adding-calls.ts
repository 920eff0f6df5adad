/** Papers on their way in. */
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { Asker } from '../../services/documents/fetch-source.ts';
import { addPaper, type AddedPaper, type AddPaperRequest } from '../../services/research/library/adding/add-paper.ts';
import {
  addPapers,
  askForPapers,
  filesIn,
  registerAdding,
  type Adding,
  type AddPapersReport,
  type AddPapersRequest,
} from '../../services/research/library/adding/add-work.ts';
import { lookupSteps } from '../../services/research/lookup/for-library.ts';
import type { AddingSteps } from '../../services/research/library/adding/steps.ts';
import type { ResearchParts } from './research.ts';

export interface AddingCalls {
  /** From a file, a page, a text, an identifier or a document that was read already. */
  add(request: AddPaperRequest): Promise<AddedPaper>;
  /** Now, one after the other. */
  addAll(request: Adding): Promise<AddPapersReport>;
  /** In the background, by whichever process. */
  start(request: AddPapersRequest): Promise<WorkItem>;
  /** PDFs of a folder, by name. */
  filesIn(folder: string, most: number, asker: Asker): Promise<string[]>;
}

export function createAddingCalls(deps: Deps, { embeddings, readings, runner, kinds }: ResearchParts): AddingCalls {
  const steps: AddingSteps = {
    reading: async () => (await import('../../services/research/library/adding/reading-steps.ts')).READING_STEPS,
    ...(deps.paperSources ? { lookup: lookupSteps(deps) } : {}),
  };
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
    filesIn: (folder, most, asker) => filesIn(deps, folder, most, asker),
  };
}
