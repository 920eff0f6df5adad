/**
 * What the papers of a topic have in common, told from their own words: keywords, topics and tags first, and the terms that stand in several
 * passages where nobody gave any. A theme is a word that some of the papers share and not all, for what all share is the topic itself.
 */
import { toTerms } from '../../../model/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { wordsThatSay } from '../small-words.ts';
import type { EvidencePassage } from './evidence.ts';

export interface Theme {
  readonly name: string;
  /** Ids of papers. */
  readonly papers: readonly string[];
  /** Labels of passages of these papers. */
  readonly passages: readonly string[];
}

export interface Count {
  readonly name: string;
  readonly papers: number;
}

const LEAST_PAPERS = 2;
const MOST_THEMES = 8;
/** Of the papers: a word that more of them share is the topic. */
const MOST_SHARE = 0.8;
const SHORTEST = 4;

export function findThemes(
  topic: string,
  papers: readonly KeptPaper[],
  passages: readonly EvidencePassage[],
): readonly Theme[] {
  const asked = new Set(toTerms(topic));
  const sharers = new Map<string, { name: string; papers: Set<string> }>();
  for (const paper of papers) {
    const said = passages.filter((passage) => passage.paper.id === paper.key).map(({ quote }) => quote);
    for (const [key, name] of wordsOf(paper, said)) {
      if (toTerms(name).every((term) => asked.has(term))) continue;
      const known = sharers.get(key) ?? { name, papers: new Set() };
      known.papers.add(paper.key);
      sharers.set(key, known);
    }
  }
  const most = Math.max(LEAST_PAPERS, Math.floor(papers.length * MOST_SHARE));
  const ranked = [...sharers.values()]
    .filter(({ papers: { size } }) => size >= LEAST_PAPERS && size <= most)
    .toSorted((one, other) => other.papers.size - one.papers.size || (one.name < other.name ? -1 : 1));
  return distinct(ranked).map(({ name, papers: ids }) => ({
    name,
    papers: [...ids],
    passages: passages.filter(({ paper }) => ids.has(paper.id)).map(({ label }) => label),
  }));
}

/** By folded form, as it is written. Where somebody gave keywords, those are the paper's words, and the text is not asked. */
function wordsOf({ value }: KeptPaper, said: readonly string[]): Map<string, string> {
  const given = [...(value.item.keywords ?? []), ...value.topics, ...value.tags];
  const words = given.length > 0 ? given : said.flatMap(wordsThatSay);
  const kept = new Map<string, string>();
  for (const word of words) {
    const name = word.trim();
    const key = toTerms(name).join(' ');
    if (name.length >= SHORTEST && key !== '') kept.set(key, kept.get(key) ?? name);
  }
  return kept;
}

/** Two words of the same papers are one theme. */
function distinct<Some extends { readonly papers: ReadonlySet<string> }>(ranked: readonly Some[]): Some[] {
  const seen = new Set<string>();
  const kept: Some[] = [];
  for (const one of ranked) {
    const key = [...one.papers].toSorted().join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(one);
    if (kept.length === MOST_THEMES) break;
  }
  return kept;
}

/** How many papers have each, the most first. */
export function countBy(
  papers: readonly KeptPaper[],
  valuesOf: (paper: KeptPaper) => readonly string[],
  most: number,
): Count[] {
  const counts = new Map<string, number>();
  for (const paper of papers)
    for (const name of new Set(valuesOf(paper))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, papers: count }))
    .toSorted((one, other) => other.papers - one.papers || (one.name < other.name ? -1 : 1))
    .slice(0, most);
}
