/** How much a term tells: BM25's inverse document frequency, never negative. */
export function idf(count: number, passages: number): number {
  return Math.log(1 + (Math.max(passages, count) - count + 0.5) / (count + 0.5));
}
