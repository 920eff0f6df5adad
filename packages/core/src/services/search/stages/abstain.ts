/**
 * Decides what is answered: the best, each with how likely it fits. Where nothing fits that is said, and the best come all the same unless the
 * caller wants none: a preference bears on a plan without a word in common, and who reads a weak hit can tell better than we can. Likelihoods are made
 * to fall along the list, because the order is decided by more than they are.
 */
import type { Embedding } from '../../../ports/index.ts';
import { conflictsAmong } from './same-matter/conflicts.ts';
import type { LoadedHit } from '../candidates/load-hits.ts';
import type { SearchHit, SearchRequest, SearchResult } from '../search-request.ts';
import type { StageSwitch } from '../../../model/index.ts';

/**
 * Below this for the best of the first few, none answers the question. Among many passages something always looks a little
 * like an answer; where there are but a few, a faint likeness is already a sign.
 */
const ANSWERS = { amongFew: 0.01, amongMany: 0.1, many: 100 };
const FIRST_FEW = 3;
/** How much a tag must tell that what it is on answers: a question may say a common one by the way. */
const FILED_UNDER = 0.8;

export interface Answering {
  readonly request: SearchRequest;
  readonly isOn: StageSwitch;
  readonly embedding: Embedding | null;
  /** How many passages were looked at. */
  readonly candidates: number;
}

export function answerOrAbstain(
  hits: readonly LoadedHit[],
  { request, isOn, embedding, candidates }: Answering,
): Pick<SearchResult, 'hits' | 'abstained'> {
  const isWeak = isOn('abstain') && embedding !== null && hits.length > 0 && !anyAnswers(hits, candidates);
  if (isWeak && request.strict) return { hits: [], abstained: true };
  const kept = withFallingScores(hits.slice(0, request.limit)).filter(({ score }) => score >= (request.minScore ?? 0));
  if (isWeak) return { hits: kept.map((hit) => ({ ...hit, weak: true as const })), abstained: true };
  return { hits: kept, abstained: hits.length > 0 && kept.length === 0 };
}

/** What happened in the time that is asked about answers, whatever its words are; so does what few share a tag with. */
function anyAnswers(hits: readonly LoadedHit[], candidates: number): boolean {
  const { amongFew, amongMany, many } = ANSWERS;
  const least = amongFew + (amongMany - amongFew) * Math.min(1, candidates / many);
  return hits.slice(0, FIRST_FEW).some(({ confidence, ranked: { inTime, named } }) => {
    return confidence >= least || inTime || (named && named.tagShare >= FILED_UNDER);
  });
}

function withFallingScores(hits: readonly LoadedHit[]): SearchHit[] {
  const conflicts = conflictsAmong(hits);
  let ceiling = Math.max(0, ...hits.slice(0, FIRST_FEW).map(({ confidence }) => confidence));
  return hits.map((hit) => {
    ceiling = Math.min(ceiling, Math.max(hit.confidence, 0));
    const { memory, passage, ranked, duplicates, others } = hit;
    const said = conflicts.get(memory.id);
    return {
      memory,
      passage,
      score: ceiling,
      signals: ranked.signals,
      ...(others ? { others: others.map((one) => ({ ...one, score: Math.min(one.score, ceiling) })) } : {}),
      ...(duplicates ? { duplicates } : {}),
      ...(said ? { conflicts: said } : {}),
    };
  });
}
