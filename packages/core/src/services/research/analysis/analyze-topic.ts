/** A topic as the library sees it: what is said, by whom, when, where papers disagree and what they leave open. */
import type { Depth } from '../words.ts';
import type { Deps } from '../../deps.ts';
import { authorsOf, venueOf } from '../library/keep/keys.ts';
import { nameOf } from '../library/keep/paper-memory.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { ASPECTS, taskFor, type Aspect } from './aspects.ts';
import type { Evidence, EvidenceParts } from './evidence.ts';
import { gatherOnTopic, type OnTopic } from './on-topic.ts';
import { countBy, findThemes, type Count, type Theme } from './themes.ts';
import { write, type Written } from './writer.ts';

/** From how many sides the topic is asked about, and how much of each paper is looked at. */
const LOOKS: Readonly<Record<Depth, { readonly aspects: readonly Aspect[]; readonly perPaper: number }>> = {
  quick: { aspects: ['overview'], perPaper: 1 },
  medium: { aspects: ['overview', 'findings', 'gaps'], perPaper: 2 },
  deep: { aspects: ASPECTS, perPaper: 3 },
};

export interface TopicRequest extends OnTopic {
  readonly depth: Depth;
}

export interface TopicReport extends Written {
  readonly evidence: Evidence;
  /** Labels of passages, by the side from which they were found. */
  readonly aspects: readonly { readonly aspect: Aspect; readonly passages: readonly string[] }[];
  readonly themes: readonly Theme[];
  readonly years: readonly { readonly year: number; readonly papers: number }[];
  readonly venues: readonly Count[];
  readonly people: readonly Count[];
  /** Pairs of labels. */
  readonly conflicts: readonly (readonly [string, string])[];
}

const MOST_LISTED = 10;

export async function analyzeTopic(deps: Deps, parts: EvidenceParts, request: TopicRequest): Promise<TopicReport> {
  const { topic, depth, signal } = request;
  const { aspects } = LOOKS[depth];
  const { evidence, labels } = await gatherOnTopic(parts, request, LOOKS[depth]);
  const { papers } = evidence;
  const written = await write(deps, { task: taskFor(topic, 'overview'), passages: evidence.passages, signal });
  return {
    ...written,
    evidence,
    aspects: aspects.map((aspect) => ({ aspect, passages: labels.get(aspect) ?? [] })),
    themes: findThemes(topic, papers, evidence.passages),
    years: yearsOf(papers),
    venues: countBy(papers, ({ value }) => [venueOf(value.item) ?? []].flat(), MOST_LISTED),
    people: countBy(papers, ({ value }) => authorsOf(value.item).map(nameOf), MOST_LISTED),
    conflicts: conflictsOf(evidence),
  };
}

function yearsOf(papers: readonly KeptPaper[]): TopicReport['years'] {
  const counts = countBy(papers, ({ value }) => (value.year === null ? [] : [String(value.year)]), papers.length);
  return counts
    .map(({ name, papers: count }) => ({ year: Number(name), papers: count }))
    .toSorted((one, other) => one.year - other.year);
}

/** Each pair once. */
export function conflictsOf({ passages }: Evidence): (readonly [string, string])[] {
  const pairs = passages.flatMap(({ label, conflicts }) =>
    conflicts.map((other): [string, string] => (numberOf(label) < numberOf(other) ? [label, other] : [other, label])),
  );
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
}

function numberOf(label: string): number {
  return Number(label.slice(1));
}
