/** `zapomni papers import FILE…`: bibliographies of any format. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { FORMAT_NAMES } from '@zapomni/core/research';
import { toImportReport } from '@zapomni/mcp/views/papers';
import { usageError } from '../../../arguments/arguments.ts';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { createProgressBar } from '../../../output/progress-bar.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { settleEmbeddings } from '../../../session/settle-embeddings.ts';
import { withApp, type Session } from '../../../session/with-app.ts';
import { thisMachine, toAbsolute } from '../../../settings/given-settings.ts';
import type { Command, CommandContext } from '../../command.ts';
import { allowing } from './allowing.ts';

const CLIENT = 'command line';
const NOT_ALL = 1;
const MOST_TOLD = 1000;

export const importFiles: Command = async (context) => {
  const { args, terminal, settings } = context;
  if (args.positionals.length === 0) throw usageError('papers import: name a bibliography, such as library.bib.');
  const files = args.positionals.map(realPath);
  const folders = files.map((file) => path.dirname(file));
  return withApp({ ...context, settings: allowing(settings, folders) }, async (session) => {
    let problems = 0;
    for (const file of files) {
      const report = await importOne(context, session, file);
      problems += report.problemsTotal;
      if (args.has('json')) printJson(terminal, toImportReport(report));
      else show(path.basename(file), report, terminal);
    }
    await settleEmbeddings(session, terminal, Promise.resolve({ embedded: args.has('dry-run') }));
    return problems > 0 ? NOT_ALL : 0;
  });
};

function realPath(word: string): string {
  const absolute = toAbsolute(word, thisMachine());
  try {
    return realpathSync(absolute);
  } catch {
    return absolute;
  }
}

type Report = Awaited<ReturnType<Session['app']['research']['bibliography']['take']>>;

async function importOne(
  { args, terminal }: CommandContext,
  { app, workspace }: Session,
  file: string,
): Promise<Report> {
  const bar = createProgressBar(terminal);
  const asked = {
    workspace,
    client: CLIENT,
    path: file,
    format: args.oneOf('format', FORMAT_NAMES),
    dryRun: args.has('dry-run'),
    tags: args.texts('tag'),
    limit: MOST_TOLD,
    offset: 0,
    onProgress: (done: number) =>
      bar.update(done, 0, `${count(done, 'entry', 'entries')} of ${oneLine(path.basename(file))}`),
  };
  return app.research.bibliography.take(asked).finally(() => bar.clear());
}

function show(
  name: string,
  { total, format, dryRun, counts, problems, problemsTotal }: Report,
  terminal: Terminal,
): void {
  const { added, updated, unchanged, forgotten } = counts;
  const gone = forgotten > 0 ? `, ${forgotten} left out because you deleted them` : '';
  const became = dryRun
    ? 'nothing was stored'
    : `${added} added, ${updated} updated, ${unchanged} there already${gone}`;
  terminal.print(`${oneLine(name)}: ${count(total, 'entry', 'entries')} of ${format}; ${became}.`);
  for (const { line, message } of problems) terminal.note(`line ${line}: ${oneLine(message)}`);
  if (problemsTotal > problems.length) terminal.note(`${problemsTotal - problems.length} more problems.`);
}
