/**
 * What to read of a topic. Who wants the newest, or what is cited most, means of all that has to do with it, and not of the few that fit
 * best; what the others build on is told among those that come first.
 */
import type { Deps } from '../../deps.ts';
import { DOCUMENTS } from '../../documents/document-record.ts';
import { collection } from '../../records/collection.ts';
import { countCitations } from '../library/query/count-citations.ts';
import { searchArticles, type Open } from '../library/query/search-articles.ts';
import { filesOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import type { Priority, SearchOrder } from '../words.ts';
import { citationsOf } from './citation-links.ts';
import { orderReading, type ReadingCandidate, type ReadingEntry } from './reading-list.ts';

export interface ReadingListRequest {
  readonly workspace: string;
  readonly topic: string;
  readonly maxPapers: number;
  readonly priority: Priority;
  /** Ids of papers; those of a saved set. */
  readonly papers?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReadingList {
  readonly entries: readonly ReadingEntry[];
  /** Papers that have to do with the topic; at least, where not all were counted. */
  readonly total: number;
  readonly isCounted: boolean;
}

const ORDERS: Readonly<Record<Priority, SearchOrder>> = {
  relevance: 'relevance',
  citations: 'citations',
  recent: 'date',
  comprehensive: 'relevance',
};
/** For each that is wanted, where more than how well it fits counts. */
const CHOSEN_FROM = 3;

export async function makeReadingList(deps: Deps, open: Open, request: ReadingListRequest): Promise<ReadingList> {
  const { workspace, topic, priority, maxPapers, papers, signal } = request;
  const limit = priority === 'comprehensive' ? maxPapers * CHOSEN_FROM : maxPapers;
  const asked = { workspace, query: topic, filter: { papers }, sort: ORDERS[priority], limit, strict: true, signal };
  const { found, total, isCounted } = await searchArticles(deps, open, asked);
  const kept = found.map(({ paper }) => paper);
  const keys = kept.map(({ key }) => key);
  const [cites, cited] = await Promise.all([citationsOf(deps, workspace, keys), countCitations(deps, workspace, kept)]);
  const candidates = await Promise.all(
    found.map(async ({ paper, hit: { score: relevance } }): Promise<ReadingCandidate> => {
      const { key } = paper;
      const length = await lengthOf(deps, workspace, paper);
      return { paper, relevance, ...length, cites: cites.get(key) ?? [], citations: cited.get(key) ?? null };
    }),
  );
  return { entries: orderReading(candidates, priority, maxPapers), total, isCounted };
}

async function lengthOf(
  deps: Deps,
  workspace: string,
  { key, value }: KeptPaper,
): Promise<Pick<ReadingCandidate, 'characters' | 'isFullText'>> {
  const { items } = await filesOf(deps).list(workspace, { index: 'by_paper', where: { paper: key } });
  const documents = items.flatMap(({ value: { document } }) => document ?? []);
  const texts = await collection(deps, DOCUMENTS).getMany(workspace, documents);
  const longest = Math.max(0, ...texts.map((text) => text.value.characters));
  if (longest > 0) return { characters: longest, isFullText: true };
  return { characters: (value.item.abstract ?? '').length, isFullText: false };
}
