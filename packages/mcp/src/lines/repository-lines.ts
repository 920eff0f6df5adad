/** Repositories in words. */
import type { z } from 'zod';
import type { countsOutput, indexReportOutput, repositoryOutput } from '../fields/repository-fields.ts';

type Counts = z.output<typeof countsOutput>;

function countsLine({ files, symbols, edges, unresolved, stale }: Counts): string {
  return `${files} files, ${symbols} symbols, ${edges} edges, ${unresolved} calls unresolved, ${stale} stale files`;
}

export function indexLines(report: z.output<typeof indexReportOutput>): string[] {
  const { name, run, counts, failures, dry_run: isDry } = report;
  const did = ['added', 'changed', 'moved', 'removed', 'unchanged', 'failed'].flatMap((what) =>
    run[what] ? [`${run[what]} ${what}`] : [],
  );
  const left = Object.entries(counts.left_out).map(([reason, count]) => `${count} ${reason}`);
  return [
    isDry ? `${name} would be indexed: ${did.join(', ') || 'no files'}.` : `${name} is indexed: ${countsLine(counts)}.`,
    ...(isDry || did.length === 0 ? [] : [`Files: ${did.join(', ')}.`]),
    ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
    ...failures.slice(0, 10).map(({ path, code }) => `${path}: ${code}`),
  ];
}

export function repositoryLine(repository: z.output<typeof repositoryOutput>): string {
  const { name, path, state, branch, freshness, counts, depends_on: needs = [], repository_id: id } = repository;
  const on = branch === undefined ? '' : ` on ${branch}`;
  const behind = freshness === 'behind' ? ', the work tree has moved on: index_codebase' : '';
  const needed = [...new Set(needs.map((one) => `${one.package} of ${one.name}`))].join(', ');
  const packages = repository.packages_total ? `, ${repository.packages_total} packages needed` : '';
  return `${name}${on} (${id}): ${state}${behind}, ${countsLine(counts)}${packages}${needed && `, needs ${needed}`} · ${path}`;
}
