/** A survey and what came of it, for people and as JSON. */
import type { CaptureReport } from '@zapomni/core/capture';
import { oneLine } from '../output/harmless.ts';
import { count } from '../output/in-words.ts';
import { renderTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Survey } from './survey.ts';

const MOST_BROKEN = 10;

export function showSurvey({ clients, broken }: Survey, terminal: Terminal): void {
  const rows = clients.map(({ title, sessions, turns, unread, from, to }) => [
    title,
    String(sessions),
    String(turns),
    String(unread),
    from === null || to === null ? '' : `${dayOf(from)} – ${dayOf(to)}`,
  ]);
  terminal.print(renderTable(['client', 'sessions', 'turns', 'new', 'from – to'], rows, terminal));
  if (broken.length === 0) return;
  terminal.note(terminal.paintNote('yellow', `${count(broken.length, 'place')} could not be read:`));
  for (const { where, why } of broken.slice(0, MOST_BROKEN)) terminal.note(`  ${oneLine(where)} ${why}`);
  if (broken.length > MOST_BROKEN) terminal.note(`  … and ${broken.length - MOST_BROKEN} more; --json has them all.`);
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function surveyJson({ clients, broken }: Survey, read: CaptureReport | null, dryRun: boolean): object {
  return {
    dry_run: dryRun,
    clients: clients.map(({ client, files, sessions, turns, unread, from, to }) => ({
      client,
      files,
      sessions,
      turns,
      unread_turns: unread,
      from: from === null ? null : new Date(from).toISOString(),
      to: to === null ? null : new Date(to).toISOString(),
    })),
    broken,
    read: read && {
      turns: read.turns,
      kept: read.kept,
      duplicates: read.duplicates,
      superseded: read.superseded,
      secrets_cut: read.secretsCut,
      skipped: read.skipped,
    },
  };
}

export function showReport(report: CaptureReport, { print, note }: Terminal): void {
  const { turns, kept, duplicates, superseded, secretsCut, skipped } = report;
  print(`Read ${count(turns, 'turn')}: ${count(kept, 'memory', 'memories')} kept.`);
  const others = [
    [duplicates, `${duplicates} known already`],
    [superseded, `${superseded} took the place of older ones`],
    [secretsCut, `${count(secretsCut, 'secret')} cut out`],
    [skipped, `${count(skipped, 'turn')} passed over`],
  ] as const;
  const said = others.filter(([number]) => number > 0).map(([, words]) => words);
  if (said.length > 0) note(`${said.join(', ')}.`);
}
