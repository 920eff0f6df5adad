/** The papers that have to do with a topic, and what they say of each side of it: no side brings in others. */
import type { MemoryFilter } from '../../../model/index.ts';
import { HAS_TO_DO_WITH_IT } from '../library/query/search-articles.ts';
import { questionFor, type Aspect } from './aspects.ts';
import { gatherEvidence, type EvidenceParts } from './evidence.ts';
import type { NamedEvidence } from './merge-evidence.ts';

export interface OnTopic {
  readonly workspace: string;
  readonly topic: string;
  readonly maxPapers: number;
  readonly filter?: MemoryFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function gatherOnTopic(
  parts: EvidenceParts,
  { topic, ...request }: OnTopic,
  { aspects, perPaper }: { readonly aspects: readonly Aspect[]; readonly perPaper: number },
): Promise<NamedEvidence<Aspect>[]> {
  const asked = { ...request, perPaper, question: topic, minScore: HAS_TO_DO_WITH_IT };
  const all = await gatherEvidence(parts, asked);
  const filter = onlyOf(all.foundIn, request.filter);
  const gather = async (name: Aspect) => {
    const question = questionFor(topic, name);
    return {
      name,
      evidence: all.papers.length === 0 ? all : await gatherEvidence(parts, { ...request, perPaper, question, filter }),
    };
  };
  return Promise.all(aspects.map(gather));
}

/** Title and abstract are one memory of a paper, the text of each file another; all of them name it. */
export function onlyOf(papers: readonly string[], filter: MemoryFilter = {}): MemoryFilter {
  return { ...filter, metadata: [...(filter.metadata ?? []), { field: 'paper_id', op: 'in', value: [...papers] }] };
}
