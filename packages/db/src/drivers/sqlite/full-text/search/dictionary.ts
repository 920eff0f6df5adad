/** The workspace's terms themselves: those that begin alike, and those that are spelt nearly alike. */
import type { Database } from '../../connection/database.ts';
import { nearTo } from '../../../../shared/edits.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

export interface TermCount {
  readonly term: string;
  readonly passages: number;
}

const EXPANDED_AT_MOST = 50;

/** Shorter terms have too many neighbours to tell anything. */
const SHORTEST_MISSPELT = 3;
const SHORTEST_WITH_TWO_EDITS = 6;

/** Terms that begin so, the most frequent first; no more than fifty. */
export function expandPrefix(db: Database, book: WorkspaceIndex, prefix: string): string[] {
  if (prefix === '') return [];
  const found = countTerms(db, book, book.termsWith(db, prefix));
  return found.slice(0, EXPANDED_AT_MOST).map(({ term }) => term);
}

/** Terms with the same first letter that differ by one edit, or by two when the term is long; the most frequent first. */
export function findSimilar(db: Database, book: WorkspaceIndex, term: string, limit: number): TermCount[] {
  const [letter] = term;
  if (letter === undefined || term.length < SHORTEST_MISSPELT) return [];
  const edits = term.length < SHORTEST_WITH_TWO_EDITS ? 1 : 2;
  const isNear = nearTo(term, edits);
  const near = [...book.termsWith(db, letter)].filter((one) => one !== term && isNear(one));
  return countTerms(db, book, near).slice(0, limit);
}

function countTerms(db: Database, book: WorkspaceIndex, terms: Iterable<string>): TermCount[] {
  const counted = Array.from(terms, (term) => ({ term, passages: countPassages(db, book, term) }));
  const occurring = counted.filter(({ passages }) => passages > 0);
  return occurring.sort((a, b) => b.passages - a.passages || (a.term < b.term ? -1 : 1));
}

export function countPassages(db: Database, book: WorkspaceIndex, term: string): number {
  return book.find(db, term).reduce((sum, piece) => sum + piece.count, 0);
}
