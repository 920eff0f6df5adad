/** Code that is understood, as the faces of the application see it: one file for each part. */
import type { Deps } from '../../services/deps.ts';
import type { WorkRunner } from '../../services/work/work-runner.ts';
import type { Backlogs } from '../memories.ts';
import { createIndexCalls, type IndexCalls } from './index-calls.ts';
import { createSymbolCalls, type SymbolCalls } from './symbol-calls.ts';

export type CodeCalls = IndexCalls & SymbolCalls;

export function createCodeCalls(deps: Deps, { embeddings }: Backlogs, runner: WorkRunner): CodeCalls {
  return { ...createIndexCalls(deps, embeddings, runner), ...createSymbolCalls(deps) };
}
