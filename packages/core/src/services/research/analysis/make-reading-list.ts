/** The papers of a topic with all that their order is told from. */
import type { Deps } from '../../deps.ts';
import { DOCUMENTS } from '../../documents/document-record.ts';
import { collection } from '../../records/collection.ts';
import { filesOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { citationsOf } from './citation-links.ts';
import { gatherEvidence, type EvidenceParts } from './evidence.ts';
import { orderReading, type ReadingCandidate, type ReadingEntry } from './reading-list.ts';
import { type Priority } from '../words.ts';
import { HAS_TO_DO_WITH_IT } from '../library/query/search-articles.ts';
import type { OnTopic } from './on-topic.ts';

export interface ReadingListRequest extends OnTopic {
  readonly priority: Priority;
}

export async function makeReadingList(
  deps: Deps,
  parts: EvidenceParts,
  { workspace, topic, priority, ...request }: ReadingListRequest,
): Promise<ReadingEntry[]> {
  const asked = { ...request, workspace, question: topic, minScore: HAS_TO_DO_WITH_IT };
  const { passages, papers } = await gatherEvidence(parts, asked);
  const cites = await citationsOf(
    deps,
    workspace,
    papers.map(({ key }) => key),
  );
  const candidates = await Promise.all(
    papers.map(async (paper): Promise<ReadingCandidate> => {
      const relevance = Math.max(...passages.filter((one) => one.paper.id === paper.key).map(({ score }) => score));
      return { paper, relevance, ...(await lengthOf(deps, workspace, paper)), cites: cites.get(paper.key) ?? [] };
    }),
  );
  return orderReading(candidates, priority);
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
