/** A summary of what the library says of a topic, side by side: the passages of each, and a text where a model writes. */
import type { Deps } from '../../deps.ts';
import { aspectsOf, questionFor, taskFor, type Aspect } from './aspects.ts';
import { gatherEvidence, type Evidence, type EvidenceParts } from './evidence.ts';
import { mergeEvidence } from './merge-evidence.ts';
import { write, type Written } from './writer.ts';

export interface SummaryRequest {
  readonly workspace: string;
  readonly topic: string;
  readonly type: Aspect | 'comprehensive';
  readonly maxPapers: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SummarySection extends Written {
  readonly aspect: Aspect;
  readonly passages: readonly string[];
}

export interface Summary {
  readonly evidence: Evidence;
  readonly sections: readonly SummarySection[];
}

export async function summarize(deps: Deps, parts: EvidenceParts, request: SummaryRequest): Promise<Summary> {
  const { workspace, topic, type, maxPapers, signal } = request;
  const gathered = await Promise.all(
    aspectsOf(type).map(async (name) => {
      const question = questionFor(topic, name);
      return { name, evidence: await gatherEvidence(parts, { workspace, question, maxPapers, perPaper: 2, signal }) };
    }),
  );
  const { evidence, labels } = mergeEvidence(topic, gathered);
  const sections: SummarySection[] = [];
  for (const { name: aspect } of gathered) {
    const own = new Set(labels.get(aspect) ?? []);
    const passages = evidence.passages.filter(({ label }) => own.has(label));
    const written = await write(deps, { task: taskFor(topic, aspect), passages, signal });
    sections.push({ aspect, passages: [...own], ...written });
  }
  return { evidence, sections };
}
