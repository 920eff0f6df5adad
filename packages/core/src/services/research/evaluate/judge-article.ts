/** What the user says of a paper for a query: kept, changed, taken back. Later scores learn from it. */
import type { Deps } from '../../deps.ts';
import { findPaper } from '../library/find/find-paper.ts';
import { savePapers } from '../library/keep/save-papers.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { findQuery } from '../queries/queries.ts';
import type { KeptQuery } from '../queries/query-record.ts';
import type { Verdict } from './evaluation.ts';
import { judgementKey } from './judgement-record.ts';
import { verdictsOf } from './judgements.ts';

export interface JudgeRequest {
  readonly workspace: string;
  readonly article: string;
  readonly query: string;
  /** Null takes it back. */
  readonly verdict: Verdict | null;
}

export interface JudgedArticle {
  readonly query: KeptQuery;
  readonly paper: KeptPaper;
  readonly verdict: Verdict | null;
  /** What it was before. */
  readonly before: Verdict | null;
  /** It was only found, and is in the library now. */
  readonly added: boolean;
}

/** What was only found and is liked, the user has from then on. */
export async function judgeArticle(deps: Deps, request: JudgeRequest): Promise<JudgedArticle> {
  const { workspace, verdict } = request;
  const query = await findQuery(deps, workspace, request.query);
  const paper = await findPaper(deps, workspace, request.article);
  const verdicts = verdictsOf(deps);
  const key = judgementKey(query.key, paper.key);
  const before = (await verdicts.get(workspace, key))?.value.verdict ?? null;
  if (verdict === null) {
    if (before !== null) await verdicts.delete(workspace, key);
    return { query, paper, verdict, before, added: false };
  }
  const { name, version } = query.value;
  const said = {
    query: query.key,
    query_name: name,
    paper: paper.key,
    verdict,
    version,
    at: deps.clock.now(),
    merged_from: null,
  };
  if (before !== verdict) await verdicts.put(workspace, key, said, { parent: paper.key });
  const kept =
    verdict === 'like' && paper.value.standing !== 'library' ? await keepLiked(deps, workspace, paper) : null;
  return { query, paper: kept ?? paper, verdict, before, added: kept !== null };
}

async function keepLiked(deps: Deps, workspace: string, paper: KeptPaper): Promise<KeptPaper | null> {
  const arrival = { item: paper.value.item, source: 'found', standing: 'library' as const, paper: paper.key };
  const [saved] = await savePapers(deps, { workspace, arrivals: [arrival] });
  return saved?.paper ?? null;
}
