/** What the library says of a question, as the faces of the application see it. */
import { invalidField } from '../../errors/index.ts';
import type { MemoryFilter } from '../../model/index.ts';
import type { Deps } from '../../services/deps.ts';
import {
  analyzeTopic,
  answerQuestion,
  compareArticles,
  findRelated,
  makeReadingList,
  onlyOf,
  shownPapers,
  summarize,
  type Answer,
  type Comparison,
  type Dimension,
  type EvidenceParts,
  type QuestionRequest,
  type ReadingList,
  type ReadingListRequest,
  type RelatedPaper,
  type Summary,
  type SummaryRequest,
  type TopicReport,
  type TopicRequest,
} from '../../services/research/analysis/index.ts';
import { findPaper } from '../../services/research/library/find/find-paper.ts';
import { ownersOf } from '../../services/research/library/query/found-papers.ts';
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { SearchResult } from '../../services/search/search-request.ts';
import type { SearchCalls } from '../search.ts';

export interface AnalysisCalls {
  topic(request: Narrowed<TopicRequest>): Promise<TopicReport>;
  summary(request: Narrowed<SummaryRequest>): Promise<Summary>;
  /** `scope`: papers, by any name, to which the question is narrowed. */
  answer(request: Narrowed<QuestionRequest> & { readonly scope?: readonly string[] | undefined }): Promise<Answer>;
  readingList(
    request: Omit<ReadingListRequest, 'papers'> & { readonly index?: string | undefined },
  ): Promise<ReadingList>;
  related(request: RelatedCall): Promise<{ readonly paper: KeptPaper; readonly related: readonly RelatedPaper[] }>;
  compare(request: CompareCall): Promise<Comparison>;
}

/** `index`: a saved set of papers to which it is narrowed. */
type Narrowed<Request extends { readonly workspace: string }> = Omit<Request, 'filter'> & {
  readonly workspace: string;
  readonly index?: string | undefined;
};

export interface RelatedCall {
  readonly workspace: string;
  readonly article: string;
  readonly limit: number;
  readonly threshold: number;
  readonly signal?: AbortSignal | undefined;
}

export interface CompareCall {
  readonly workspace: string;
  readonly articles: readonly string[];
  readonly dimensions: readonly Dimension[];
  readonly signal?: AbortSignal | undefined;
}

export interface AnalysisParts {
  readonly search: SearchCalls;
  cite(result: SearchResult, query: string): Promise<SearchResult>;
  /** Ids of the papers of a saved set. */
  members(workspace: string, set: string): Promise<readonly string[]>;
}

const [FEWEST, MOST] = [2, 5];

export function createAnalysisCalls(deps: Deps, { search, cite, members }: AnalysisParts): AnalysisCalls {
  const parts: EvidenceParts = {
    open: (request) => search.open(request),
    cite,
    owners: (workspace, passages) => ownersOf(deps, workspace, passages),
    papers: (workspace, ids) => shownPapers(deps, workspace, ids),
  };
  /** Each once. The error names the one that is none. */
  const findAll = async (workspace: string, articles: readonly string[], field: string): Promise<KeptPaper[]> => {
    const one = (article: string, i: number) => findPaper(deps, workspace, article, `${field}[${i}]`);
    return [...new Map((await Promise.all(articles.map(one))).map((paper) => [paper.key, paper])).values()];
  };
  const narrow = async (
    { workspace }: { readonly workspace: string },
    index: string | undefined,
  ): Promise<{ filter?: MemoryFilter }> =>
    index === undefined ? {} : { filter: onlyOf(await members(workspace, index)) };
  return {
    topic: async ({ index, ...request }) =>
      analyzeTopic(deps, parts, { ...request, ...(await narrow(request, index)) }),
    summary: async ({ index, ...request }) => summarize(deps, parts, { ...request, ...(await narrow(request, index)) }),
    answer: async ({ scope, index, ...request }) => {
      if (scope?.length === 0) throw invalidField('scope', 'names no paper', 'Leave it out to ask all of them.');
      const { filter } = await narrow(request, index);
      const papers = scope && (await findAll(request.workspace, scope, 'scope')).map(({ key }) => key);
      return answerQuestion(deps, parts, { ...request, filter: papers ? onlyOf(papers, filter) : filter });
    },
    readingList: async ({ index, ...request }) => {
      const papers = index === undefined ? undefined : await members(request.workspace, index);
      return makeReadingList(deps, parts.open, { ...request, papers });
    },
    related: async ({ workspace, article, ...request }) => {
      const paper = await findPaper(deps, workspace, article, 'paper_identifier');
      return { paper, related: await findRelated(deps, { workspace, paper, ...request }) };
    },
    compare: async ({ workspace, articles, ...request }) => {
      const papers = await findAll(workspace, articles, 'articles');
      if (papers.length < FEWEST || papers.length > MOST)
        throw invalidField('articles', `must name ${FEWEST} to ${MOST} different papers`);
      return compareArticles(deps, parts, { workspace, papers, ...request });
    },
  };
}
