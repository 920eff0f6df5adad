/** What a repository has, counted over the records of its files. */
import type { KeptFile, RepositoryCounts } from '../store/index.ts';

export type LinkCounts = Pick<RepositoryCounts, 'edges' | 'external' | 'unresolved'>;

/** `leftOut`: by name; those that were left out for what they say are among the files. */
export function countFiles(
  known: Iterable<KeptFile>,
  leftOut: Readonly<Record<string, number>>,
  { edges, external, unresolved }: LinkCounts,
): RepositoryCounts {
  const sums = { files: 0, lines: 0, bytes: 0, symbols: 0, partial: 0, text: 0, stale: 0 };
  const reasons: Record<string, number> = { ...leftOut };
  const languages: Record<string, number> = {};
  for (const { value } of known) {
    const { state, reason, language } = value;
    if (state === 'skipped' || state === 'failed') add(reasons, state === 'failed' ? 'failed' : (reason ?? 'skipped'));
    else if (state === 'stale') sums.stale += 1;
    else {
      sums.files += 1;
      sums.lines += value.lines;
      sums.bytes += value.size;
      sums.symbols += value.symbols;
      if (state !== 'ok') sums[state] += 1;
      add(languages, language ?? 'text');
    }
  }
  return { ...sums, edges, external, unresolved, left_out: reasons, languages };
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
