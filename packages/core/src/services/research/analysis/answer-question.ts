/** A question to the library: the passages that answer it, and an answer from them where a model writes. */
import type { MemoryFilter } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { gatherEvidence, type Evidence, type EvidenceParts } from './evidence.ts';
import { conflictsOf } from './analyze-topic.ts';
import { write, type Written } from './writer.ts';

export interface QuestionRequest {
  readonly workspace: string;
  readonly question: string;
  readonly maxSources: number;
  /** Passages that fit less are left out, 0–1. */
  readonly minRelevance: number;
  readonly filter?: MemoryFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer extends Written {
  readonly evidence: Evidence;
  readonly conflicts: readonly (readonly [string, string])[];
}

export async function answerQuestion(deps: Deps, parts: EvidenceParts, request: QuestionRequest): Promise<Answer> {
  const { workspace, question, maxSources: maxPapers, minRelevance: minScore, filter, signal } = request;
  const evidence = await gatherEvidence(parts, { workspace, question, maxPapers, minScore, filter, signal });
  const task = `Answer this question from the passages, or say that they do not answer it: ${JSON.stringify(question)}`;
  const written = await write(deps, { task, passages: evidence.passages, signal });
  return { ...written, evidence, conflicts: conflictsOf(evidence) };
}
