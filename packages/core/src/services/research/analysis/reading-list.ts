/**
 * What to read of a topic, and in which order: by what counts to whoever asks, and what a paper builds on before it, where both are in
 * the list. How long it takes is told from the length of the text that is there.
 */
import type { Priority } from '../words.ts';
import type { CitationCount } from '../library/query/count-citations.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface ReadingCandidate {
  readonly paper: KeptPaper;
  /** How well it fits the topic, 0–1. */
  readonly relevance: number;
  /** Characters of the text that is there; of the abstract where there is no more. */
  readonly characters: number;
  readonly isFullText: boolean;
  /** Ids of papers that it cites. */
  readonly cites: readonly string[];
  /** How often it is cited, as far as anybody knows. */
  readonly citations: CitationCount | null;
}

export interface ReadingEntry extends ReadingCandidate {
  /** Of the list, that it builds on and that stand before it. */
  readonly after: readonly string[];
  readonly minutes: number;
}

/** Characters of a scholarly text in a minute: 200 words of six. */
const CHARACTERS_A_MINUTE = 1200;

export function orderReading(
  candidates: readonly ReadingCandidate[],
  priority: Priority,
  most = candidates.length,
): ReadingEntry[] {
  const ranked = candidates.toSorted(
    (one, other) =>
      weightOf(other, candidates, priority) - weightOf(one, candidates, priority) ||
      other.relevance - one.relevance ||
      (one.paper.key < other.paper.key ? -1 : 1),
  );
  const wanted = ranked.slice(0, most);
  const byId = new Map(wanted.map((one) => [one.paper.key, one]));
  const order: ReadingCandidate[] = [];
  const placed = new Set<string>();
  for (const one of wanted) place(one, { byId, order, placed, open: new Set() });
  const before = new Set<string>();
  return order.map((one) => {
    const after = one.cites.filter((id) => before.has(id));
    before.add(one.paper.key);
    return { ...one, after, minutes: Math.max(1, Math.round(one.characters / CHARACTERS_A_MINUTE)) };
  });
}

interface Placing {
  readonly byId: ReadonlyMap<string, ReadingCandidate>;
  readonly order: ReadingCandidate[];
  readonly placed: Set<string>;
  /** On the way to the one that is placed: papers that cite each other in a circle. */
  readonly open: Set<string>;
}

/** What it builds on comes first. */
function place(one: ReadingCandidate, placing: Placing): void {
  const { byId, order, placed, open } = placing;
  const id = one.paper.key;
  if (placed.has(id) || open.has(id)) return;
  open.add(id);
  for (const cited of one.cites) {
    const other = byId.get(cited);
    if (other) place(other, placing);
  }
  open.delete(id);
  placed.add(id);
  order.push(one);
}

/** `comprehensive`: what the others build on, and has its text here. */
function weightOf(one: ReadingCandidate, all: readonly ReadingCandidate[], priority: Priority): number {
  const { value } = one.paper;
  switch (priority) {
    case 'relevance':
      return one.relevance;
    case 'citations':
      return one.citations?.count ?? 0;
    case 'recent':
      return value.year ?? 0;
    case 'comprehensive':
      return one.relevance + citedWithin(one, all) / Math.max(1, all.length) + (one.isFullText ? 0.5 : 0);
  }
}

function citedWithin({ paper }: ReadingCandidate, all: readonly ReadingCandidate[]): number {
  return all.filter(({ cites }) => cites.includes(paper.key)).length;
}
