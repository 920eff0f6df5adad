/** The second half of a search: what was ranked, or some of it, as hits with their texts; or that nothing answers. */
import { SEARCH_STAGES, type StageSwitch } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { yieldToEventLoop } from '../within.ts';
import type { Ranked } from './candidates/fuse.ts';
import { loadHits, type LoadedHit } from './candidates/load-hits.ts';
import type { Question } from './query/question.ts';
import type { Ranking, Search } from './rank-memories.ts';
import { explain, type SearchTrace } from './results/explain.ts';
import { groupDocuments } from './results/group-documents.ts';
import type { SearchResult } from './search-request.ts';
import { answerOrAbstain } from './stages/abstain.ts';
import { lookAtRest } from './stages/rerank/rerank.ts';
import { collapse } from './stages/same-matter/collapse.ts';
import { newestFirst, type Arranged } from './stages/same-matter/freshness.ts';
import type { Asking } from './stages/same-matter/same-matter.ts';

/** More hits than these take long enough to compare that others should have their turn in between. */
const AT_ONCE = 50;

/** `chosen` are of the ranking, in the order in which they are to be shown. */
export async function showRanked(
  { deps, isOn }: Search,
  { request, parsed }: Question,
  ranking: Ranking,
  chosen: readonly Ranked[],
): Promise<SearchResult> {
  const { query, time, names, counts, embedding, crossing, fused, ranked, weights, partial } = ranking;
  const seen = await looked(deps, chosen, { ranking, isOn, workspace: request.workspaces[0] });
  const loaded = await loadHits(deps, seen, { embedding, query, counts, crossing });
  const fluency = embedding?.fluency ?? 0;
  const showsOnce = isOn('collapse') && request.alike !== true;
  const asking = { text: parsed.text, fluency, coverage: loaded.coverage };
  const arranged = arrange(loaded.hits, asking, { isOn, showsOnce });
  if (loaded.hits.length > AT_ONCE) await yieldToEventLoop();
  const found = groupDocuments(arranged.hits, request.passages);
  const result = answerOrAbstain(found, { request, isOn, embedding, candidates: ranking.candidates });
  const trace: SearchTrace = {
    query,
    time: time?.text ?? null,
    names: names.map(({ said }) => said),
    weights,
    stages: SEARCH_STAGES.filter((stage) => isOn(stage)),
    fused,
    ranked,
    overtakings: arranged.overtakings,
  };
  const explanation = request.explain ? { explanation: explain(trace, found.slice(0, request.limit)) } : {};
  return { ...result, mode: embedding ? 'hybrid' : 'words', partial, ...explanation };
}

interface Looking {
  readonly ranking: Ranking;
  readonly isOn: StageSwitch;
  readonly workspace: string | undefined;
}

async function looked(
  deps: Deps,
  chosen: readonly Ranked[],
  { ranking: { embedding, counts }, isOn, workspace }: Looking,
): Promise<readonly Ranked[]> {
  if (!embedding || workspace === undefined || !isOn('rerank')) return chosen;
  return lookAtRest(deps, chosen, { embedding, counts, workspace });
}

function arrange(
  hits: readonly LoadedHit[],
  asking: Asking,
  { isOn, showsOnce }: { readonly isOn: StageSwitch; readonly showsOnce: boolean },
): Arranged<LoadedHit> {
  const arranged = isOn('freshness') ? newestFirst(hits, asking) : { hits, overtakings: [] };
  return showsOnce ? { ...arranged, hits: collapse(arranged.hits) } : arranged;
}
