/** The papers that have to do with a topic, and what they say of each side of it: no side brings in others. */
import type { MemoryFilter } from '../../../model/index.ts';
import { questionFor, type Aspect } from './aspects.ts';
import { gatherEvidence, type EvidenceParts } from './evidence.ts';
import { mergeEvidence, type MergedEvidence } from './merge-evidence.ts';

export interface OnTopic {
  readonly workspace: string;
  readonly topic: string;
  readonly maxPapers: number;
  readonly filter?: MemoryFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How many papers there are is told of the topic: its sides are asked of those that were taken. */
export async function gatherOnTopic(
  parts: EvidenceParts,
  { topic, ...request }: OnTopic,
  { aspects, perPaper }: { readonly aspects: readonly Aspect[]; readonly perPaper: number },
): Promise<MergedEvidence<Aspect>> {
  const all = await gatherEvidence(parts, { ...request, perPaper, question: topic, onTopic: true });
  const filter = onlyOf(all.foundIn, request.filter);
  const gather = async (name: Aspect) => {
    const question = questionFor(topic, name);
    return {
      name,
      evidence: all.papers.length === 0 ? all : await gatherEvidence(parts, { ...request, perPaper, question, filter }),
    };
  };
  const { evidence, labels } = mergeEvidence(topic, await Promise.all(aspects.map(gather)));
  const { papersTotal, isCounted } = all;
  return { evidence: { ...evidence, papersTotal, isCounted }, labels };
}

/** Title and abstract are one memory of a paper, the text of each file another; all of them name it. */
export function onlyOf(papers: readonly string[], filter: MemoryFilter = {}): MemoryFilter {
  return { ...filter, metadata: [...(filter.metadata ?? []), { field: 'paper_id', op: 'in', value: [...papers] }] };
}
