/** A summary of what the library says of a topic, side by side: the passages of each, and a text where a model writes. */
import type { Deps } from '../../deps.ts';
import { aspectsOf, taskFor, type Aspect } from './aspects.ts';
import type { Evidence, EvidenceParts } from './evidence.ts';
import { gatherOnTopic, type OnTopic } from './on-topic.ts';
import { write, type Written } from './writer.ts';

export interface SummaryRequest extends OnTopic {
  readonly type: Aspect | 'comprehensive';
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
  const { topic, type, signal } = request;
  const aspects = aspectsOf(type);
  const { evidence, labels } = await gatherOnTopic(parts, request, { aspects, perPaper: 2 });
  const sections: SummarySection[] = [];
  for (const aspect of aspects) {
    const own = new Set(labels.get(aspect) ?? []);
    const passages = evidence.passages.filter(({ label }) => own.has(label));
    const written = await write(deps, { task: taskFor(topic, aspect), passages, signal });
    sections.push({ aspect, passages: [...own], ...written });
  }
  return { evidence, sections };
}
