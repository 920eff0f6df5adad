/** Measures a store's searches on questions whose answers are known, with what is in use and with other weights. */
import type { SearchRequest, SearchResult } from '../search-request.ts';
import { candidates, choose, measure, type Asked, type Focus, type TestQuestion, type Tuning } from './tune.ts';
import type { SearchWeights } from './weights.ts';

export interface TuningParts {
  weights(): Promise<SearchWeights>;
  runWith(request: SearchRequest, weights: SearchWeights): Promise<SearchResult>;
}

export interface TuningRequest {
  readonly workspace: string;
  readonly questions: readonly TestQuestion[];
  readonly focus: Focus;
  readonly filter?: SearchRequest['filter'];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const LIMIT = 20;

export async function runTuning(parts: TuningParts, request: TuningRequest): Promise<Tuning> {
  const { questions, focus, signal, onProgress } = request;
  const ask = (question: TestQuestion, weights: SearchWeights): Promise<Asked> =>
    askOnce(parts, request, question, weights);
  const used = await parts.weights();
  const others = candidates(used);
  // The first to ask has the questions embedded, which is not its fault.
  await measure(used, questions, ask);
  const current = await measure(used, questions, ask);
  const tried = [];
  for (const [i, weights] of others.entries()) {
    signal?.throwIfAborted();
    tried.push(await measure(weights, questions, ask));
    onProgress?.(i + 1, others.length);
  }
  return choose(current, tried, focus);
}

async function askOnce(
  parts: TuningParts,
  { workspace, filter, signal }: TuningRequest,
  { query }: TestQuestion,
  weights: SearchWeights,
): Promise<Asked> {
  const asked = { workspaces: [workspace], query, limit: LIMIT, filter, signal };
  const begun = performance.now();
  const { hits } = await parts.runWith(asked, weights);
  return { found: hits.map(({ memory }) => memory.id), ms: performance.now() - begun };
}
