/** Memory that comes by itself, as the faces of the application see it: hooks of clients ask, not models. */
import type { Project } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import { lazily } from '../services/lazily.ts';
import type { Recall } from '../services/recall/recall.ts';
import type { Gift, Given, HookRequest, PromptRequest } from '../services/recall/recall-request.ts';
import type { SearchCalls } from './search.ts';

export interface RecallCalls {
  /** Which project a folder belongs to; null outside of any. */
  project(folder: string): Promise<Project | null>;
  /** What to know at the start of a session. */
  brief(request: HookRequest): Promise<Given>;
  /** What bears on a prompt and was not given before; mostly nothing. */
  prompt(request: PromptRequest): Promise<Given>;
  /** What was given, the newest first. */
  log(limit: number): Promise<Gift[]>;
}

/** Loaded with the first hook: most servers have none. */
export function createRecallCalls(deps: Deps, search: SearchCalls): RecallCalls {
  let recall: Recall | undefined;
  const { brief, prompt, log } = lazily<Omit<RecallCalls, 'project'>>(async () => {
    const loaded = await import('../services/recall/recall.ts');
    const own = (recall ??= new loaded.Recall(deps, search.run));
    return {
      brief: (request) => own.brief(request),
      prompt: (request) => own.prompt(request),
      log: (limit) => own.log(limit),
    };
  });
  return { project: async (folder) => deps.projects?.find(folder) ?? null, brief, prompt, log };
}
