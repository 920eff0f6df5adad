/** `zapomni papers notes`. */
import type { NotesReport } from '@zapomni/core/research';
import { toNotesReport } from '@zapomni/mcp/views/papers';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { createProgressBar } from '../../../output/progress-bar.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { settleEmbeddings } from '../../../session/settle-embeddings.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';

const CLIENT = 'command line';

export const notes: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    client: CLIENT,
    dryRun: args.has('dry-run'),
    template: args.text('template'),
    recreate: args.has('recreate'),
    all: args.has('all'),
    beginAnew: args.has('new'),
  };
  await withWorkspace(context, async (session) => {
    const { app, workspace } = session;
    const bar = createProgressBar(terminal);
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      bar.update(done, total, `${done} of ${count(total, 'note')}`);
    const report = await app.research.notes.sync({ workspace, ...request, onProgress }).finally(bar.clear);
    if (args.has('json')) printJson(terminal, toNotesReport(report));
    else show(report, terminal, request.dryRun);
    await settleEmbeddings(session, terminal, Promise.resolve({ embedded: report.passages === 0 }));
  });
};

function show(report: NotesReport, terminal: Terminal, isDry: boolean): void {
  const done = [
    `${count(report.created, 'note')} made`,
    `${report.updated} changed`,
    `${report.unchanged} as they were`,
  ];
  terminal.print(`${isDry ? 'Would be done: ' : ''}${done.join(', ')}.`);
  if (report.moved > 0) terminal.print(`${count(report.moved, 'note')} moved or renamed by you.`);
  if (report.taken > 0) terminal.print(`${count(report.taken, 'paper')} took tags, rating or status from their notes.`);
  if (report.texts > 0) terminal.print(`${count(report.texts, 'text')} of yours taken into memory.`);
  for (const file of report.removed)
    terminal.note(`Removed by you, and not made again (--recreate does): ${oneLine(file)}`);
  for (const { file, parts, fix } of report.conflicts)
    terminal.note(`Both changed ${parts.join(', ')} of ${oneLine(file)}. ${fix}`);
  for (const { file, reason } of report.skipped) terminal.note(`Skipped ${oneLine(file)}: ${reason}`);
  for (const { file, problem, fix } of report.problems) terminal.note(`${oneLine(file)}: ${oneLine(problem)} ${fix}`);
}
