/** What an import says at its end, to people and to machines. */
import type { ImportFormat } from '@zapomni/core/import';
import { oneLine } from '../output/harmless.ts';
import { count } from '../output/in-words.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Tally } from './tally.ts';

export interface Told {
  readonly format: ImportFormat;
  readonly workspace: string;
  readonly dryRun: boolean;
}

const PREVIEW = 120;
const MOST_REASONS = 20;

export function tallyJson(tally: Tally, { format, workspace, dryRun }: Told): Record<string, unknown> {
  const { files, found, imported, known, differs, forgotten, skippedCount, skipped, samples, warnings } = tally;
  const outcome = { imported, already_there: known, changed_at_source: differs, embedded: tally.embedded };
  return {
    format: format.name,
    workspace_id: workspace,
    dry_run: dryRun,
    files,
    found,
    ...(dryRun ? { samples: samples.map(({ where, draft }) => ({ where, ...draft })) } : outcome),
    forgotten,
    skipped: skippedCount,
    skipped_reasons: skipped,
    warnings: [...warnings].map(([warning, times]) => ({ warning, count: times })),
  };
}

export function showTally(tally: Tally, told: Told, terminal: Terminal): void {
  const { files, found, imported, known, differs } = tally;
  const from = `from ${count(files, 'file')}`;
  if (told.dryRun) {
    const what = count(found, 'memory', 'memories');
    terminal.print(`Would import ${what} ${from} into workspace ${told.workspace}. Nothing was stored.`);
    for (const { where, draft } of tally.samples) {
      const when = typeof draft.metadata.timestamp === 'string' ? ` (${oneLine(draft.metadata.timestamp)})` : '';
      terminal.print(`  ${terminal.paint('dim', oneLine(where) + when)}`);
      terminal.print(`    ${preview(draft.text)}`);
    }
  } else {
    const there = known > 0 ? `; ${count(known, 'was', 'were')} there already` : '';
    const what = count(imported, 'memory', 'memories');
    terminal.print(`Imported ${what} ${from} into workspace ${told.workspace}${there}.`);
    if (differs > 0) terminal.note(`${count(differs, 'has', 'have')} another text at the source now; left as stored.`);
  }
  showForgotten(tally.forgotten, terminal);
  for (const [warning, times] of tally.warnings) terminal.note(`${times} × ${warning}`);
  showSkipped(tally, terminal);
}

export function showForgotten(forgotten: number, { note }: Terminal): void {
  if (forgotten === 0) return;
  const what = count(forgotten, 'memory', 'memories');
  note(`Left out ${what} that you have forgotten; --forgotten brings ${forgotten === 1 ? 'it' : 'them'} back.`);
}

function showSkipped({ skipped, skippedCount }: Tally, terminal: Terminal): void {
  if (skippedCount === 0) return;
  terminal.note(terminal.paintNote('yellow', `Skipped ${skippedCount.toLocaleString('en-US')}:`));
  for (const { reason, count: times, places } of skipped.slice(0, MOST_REASONS))
    terminal.note(`  ${times} × ${oneLine(reason)}: ${oneLine(places[0] ?? '')}${times > 1 ? ' …' : ''}`);
  if (skipped.length > MOST_REASONS) terminal.note(`  … and ${skipped.length - MOST_REASONS} more; --json has them.`);
}

function preview(text: string): string {
  const line = oneLine(text.slice(0, PREVIEW * 2));
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW)}…` : line;
}
