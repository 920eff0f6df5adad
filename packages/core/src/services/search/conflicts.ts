/**
 * Points out hits that seem to contradict each other: they share most of their words, and differ in a figure or in a
 * negation. Nothing is decided here; whoever reads the answer is told to look.
 */
import type { LoadedHit } from './load-hits.ts';

/** Share of words in common, the figures left aside, from which two passages speak of one matter. */
const ONE_MATTER = 0.6;
const LEAST_WORDS = 3;
/** Long passages share words without sharing a statement. */
const MOST_WORDS = 60;
const FIGURE = /\p{N}/u;
const NEGATION = /\b(?:not|no longer|never|none|cannot|without)\b|n['’]t\b/i;

/** By memory, the ids of the memories among the hits that say otherwise. */
export function conflictsAmong(hits: readonly LoadedHit[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [i, a] of hits.entries()) {
    for (const b of hits.slice(i + 1)) {
      if (!contradict(a, b)) continue;
      found.set(a.memory.id, [...(found.get(a.memory.id) ?? []), b.memory.id]);
      found.set(b.memory.id, [...(found.get(b.memory.id) ?? []), a.memory.id]);
    }
  }
  return found;
}

function contradict(a: LoadedHit, b: LoadedHit): boolean {
  const [wordsA, figuresA] = parted(a.terms);
  const [wordsB, figuresB] = parted(b.terms);
  if (Math.min(wordsA.size, wordsB.size) < LEAST_WORDS || Math.max(wordsA.size, wordsB.size) > MOST_WORDS) return false;
  const common = [...wordsA].filter((word) => wordsB.has(word)).length;
  if (common < ONE_MATTER * Math.min(wordsA.size, wordsB.size)) return false;
  return otherFigures(figuresA, figuresB) || NEGATION.test(a.passage.text) !== NEGATION.test(b.passage.text);
}

function parted(terms: ReadonlySet<string>): [words: Set<string>, figures: Set<string>] {
  const figures = new Set([...terms].filter((term) => FIGURE.test(term)));
  return [new Set([...terms].filter((term) => !figures.has(term))), figures];
}

function otherFigures(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  return [...a].some((figure) => !b.has(figure)) && [...b].some((figure) => !a.has(figure));
}
