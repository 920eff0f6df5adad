/**
 * Points out hits that seem to contradict each other: they share most of their words, and differ in a figure or in a
 * negation. Nothing is decided here; whoever reads the answer is told to look.
 */
import { inCommon } from '../../../../model/index.ts';
import type { LoadedHit } from '../../candidates/load-hits.ts';

/** Share of words in common, the figures left aside, from which two passages speak of one matter. */
const ONE_MATTER = 0.6;
const LEAST_WORDS = 3;
/** Long passages share words without sharing a statement. */
const MOST_WORDS = 60;
const FIGURE = /\p{N}/u;
const NEGATION = /\b(?:not|no longer|never|none|cannot|without)\b|n['’]t\b/i;

/** What is compared of a hit. */
export interface Statement {
  readonly id: string;
  readonly words: ReadonlySet<string>;
  readonly figures: ReadonlySet<string>;
  readonly negated: boolean;
}

/** By memory, the ids of the memories among the hits that say otherwise. */
export function conflictsAmong(hits: readonly LoadedHit[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const statements = hits.map(toStatement);
  for (const [i, a] of statements.entries()) {
    for (const b of statements.slice(i + 1)) {
      if (!contradict(a, b)) continue;
      found.set(a.id, [...(found.get(a.id) ?? []), b.id]);
      found.set(b.id, [...(found.get(b.id) ?? []), a.id]);
    }
  }
  return found;
}

function toStatement({ memory, passage, terms }: LoadedHit): Statement {
  return statementOf(memory.id, passage.text, terms);
}

export function statementOf(id: string, text: string, terms: ReadonlySet<string>): Statement {
  const figures = new Set([...terms].filter((term) => FIGURE.test(term)));
  return { id, words: terms.difference(figures), figures, negated: NEGATION.test(text) };
}

export function contradict(a: Statement, b: Statement): boolean {
  const [fewer, more] = [Math.min(a.words.size, b.words.size), Math.max(a.words.size, b.words.size)];
  if (a.id === b.id || fewer < LEAST_WORDS || more > MOST_WORDS) return false;
  if (inCommon(a.words, b.words) < ONE_MATTER * fewer) return false;
  return otherFigures(a.figures, b.figures) || a.negated !== b.negated;
}

function otherFigures(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  return !a.isSubsetOf(b) && !b.isSubsetOf(a);
}
