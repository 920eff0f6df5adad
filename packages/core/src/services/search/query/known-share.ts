/**
 * How much of a question the texts of a workspace can say at all, 0–1: its words that any of them holds, each by how rare it is.
 * Texts in another language hold little more of it than names, and now and then a word that only looks alike.
 */
import { coverageOf } from '../stages/rerank/coverage.ts';
import type { AnalysedQuery } from './analyse-query.ts';
import type { WordCounts } from './word-counts.ts';

export async function knownShare(query: AnalysedQuery, counts: WordCounts, workspace: string): Promise<number> {
  const frequencies = await counts.of(query.terms, workspace);
  const known = query.terms.filter((_, i) => (frequencies.counts[i] ?? 0) > 0);
  return coverageOf(query, frequencies)(new Set(known));
}
