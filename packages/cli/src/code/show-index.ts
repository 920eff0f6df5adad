/** What became of indexing, and what is indexed, for people. */
import type { Freshness, IndexProgress, IndexReport, KeptRepository } from '@zapomni/core/code';
import { harmless, oneLine } from '../output/harmless.ts';
import { count, size } from '../output/in-words.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { renderPairs, renderTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

const STEPS: Readonly<Record<IndexProgress['step'], string>> = { files: 'files read', links: 'files linked' };

/** How many, how fast, and how long still. */
export function drawIndexing(terminal: Terminal): { draw: (progress: IndexProgress) => void; clear: () => void } {
  const bar = createProgressBar(terminal);
  let [step, begun, first]: [string, number, number] = ['', 0, 0];
  return {
    draw: ({ done, total, step: now }) => {
      if (now !== step) [step, begun, first] = [now, performance.now(), done];
      const rate = (done - first) / Math.max(0.001, (performance.now() - begun) / 1000);
      const left = rate > 0 ? `, ${Math.ceil((total - done) / rate)} s left` : '';
      bar.update(done, total, `${done} of ${total} ${STEPS[now]}, ${rate.toFixed(0)}/s${left}`);
    },
    clear: () => bar.clear(),
  };
}

const RUN = ['added', 'changed', 'moved', 'removed', 'unchanged', 'failed'] as const;
const SHOWN = 20;

export function showReport(report: IndexReport, terminal: Terminal): void {
  const { counts, failures, branch, root } = report;
  const did = RUN.flatMap((what) => (report[what] > 0 ? [count(report[what], what, what)] : []));
  const rows: [string, string][] = [
    ['Repository', `${oneLine(report.name)}${branch === null ? '' : `, on ${oneLine(branch)}`}`],
    ['Folder', oneLine(root)],
    [report.dryRun ? 'Would be' : 'Files', did.join(', ') || 'none'],
    ...(report.dryRun ? [] : numbers(report)),
    ['Languages', inOrder(counts.languages)],
    ['In part', counts.partial > 0 ? `${count(counts.partial, 'file')} with places that cannot be read` : ''],
    ['Left out', inOrder(counts.left_out)],
    ['Stale', counts.stale > 0 ? `${count(counts.stale, 'file')} gone; \`prune_memory\` removes their texts` : ''],
  ];
  terminal.print(renderPairs(rows, terminal));
  for (const { path, code } of failures.slice(0, SHOWN)) terminal.note(`${oneLine(path)}: ${code}`);
  if (report.failed > SHOWN) terminal.note(`… and ${report.failed - SHOWN} more that could not be read.`);
}

function numbers({ counts }: IndexReport): [string, string][] {
  return [
    ['In all', `${count(counts.files, 'file')}, ${count(counts.lines, 'line')}, ${size(counts.bytes)}`],
    ['Symbols', counts.symbols.toLocaleString('en-US')],
    ['Edges', edgesOf(counts)],
  ];
}

function edgesOf({ edges, external, unresolved }: IndexReport['counts']): string {
  const shown = [edges, external, unresolved].map((many) => many.toLocaleString('en-US'));
  return `${shown[0]}; ${shown[1]} to other packages, ${shown[2]} calls unresolved`;
}

function inOrder(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([name, many]) => count(many, name.replaceAll('_', ' '), name.replaceAll('_', ' ')))
    .join(', ');
}

interface Listed {
  readonly repository: KeptRepository;
  readonly fresh: Freshness;
  readonly packages: readonly unknown[];
}

export function showRepositories(all: readonly Listed[], terminal: Terminal): void {
  if (all.length === 0)
    return terminal.note('No repository is indexed yet. `zapomni index` indexes the one you are in.');
  const rows = all.map(({ repository: { value }, fresh, packages }) => [
    harmless(oneLine(value.name)),
    fresh.state === 'behind' ? 'behind' : value.state,
    oneLine(value.branch ?? ''),
    String(value.counts.files),
    String(value.counts.symbols),
    String(packages.length),
    oneLine(value.root),
  ]);
  terminal.print(renderTable(['NAME', 'STATE', 'BRANCH', 'FILES', 'SYMBOLS', 'NEEDS', 'FOLDER'], rows, terminal));
}
