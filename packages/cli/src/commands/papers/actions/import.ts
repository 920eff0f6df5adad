/** `zapomni papers import FILE…`: bibliographies of any format. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { invalidField } from '@zapomni/core/errors';
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
import { givenBytes, STANDARD_INPUT } from './given-text.ts';

const CLIENT = 'command line';
const NOT_ALL = 1;
const MOST_TOLD = 1000;

export const importFiles: Command = async (context) => {
  const { args, terminal, settings } = context;
  if (args.positionals.length === 0) throw usageError('papers import: name a bibliography, such as library.bib.');
  // None is taken where one of them is not there.
  const given = args.positionals.map(toGiven);
  const folders = given.flatMap(({ path: file }) => (file === undefined ? [] : [path.dirname(file)]));
  return withApp({ ...context, settings: allowing(settings, folders) }, async (session) => {
    const reports: Report[] = [];
    for (const one of given) {
      const report = await importOne(context, session, one);
      reports.push(report);
      if (!args.has('json')) show(one.name, report, terminal);
    }
    if (args.has('json')) printAll(terminal, args.positionals, reports);
    await settleEmbeddings(session, terminal, Promise.resolve({ embedded: args.has('dry-run') }));
    return reports.some(({ total, problemsTotal }) => total === 0 || problemsTotal > 0) ? NOT_ALL : 0;
  });
};

/** As the tool answers; of several files, one answer all the same. */
function printAll(terminal: Terminal, files: readonly string[], reports: readonly Report[]): void {
  const [first, ...others] = reports;
  if (first && others.length === 0) return printJson(terminal, toImportReport(first));
  printJson(terminal, { files: reports.map((report, i) => ({ file: files[i], ...toImportReport(report) })) });
}

interface Given {
  readonly name: string;
  /** Standard input has none. */
  readonly path?: string;
}

function toGiven(word: string): Given {
  if (word === STANDARD_INPUT) return { name: 'standard input' };
  try {
    const real = realpathSync(toAbsolute(word, thisMachine()));
    return { name: path.basename(real), path: real };
  } catch {
    throw invalidField('FILE', `there is no such file: ${oneLine(word)}`, 'Check how it is spelled.');
  }
}

type Report = Awaited<ReturnType<Session['app']['research']['bibliography']['take']>>;

async function importOne(
  { args, terminal }: CommandContext,
  { app, workspace }: Session,
  { name, path: file }: Given,
): Promise<Report> {
  const bar = createProgressBar(terminal);
  const asked = {
    workspace,
    client: CLIENT,
    ...(file === undefined ? { content: await givenBytes(STANDARD_INPUT, 'FILE', terminal) } : { path: file }),
    format: args.oneOf('format', FORMAT_NAMES),
    dryRun: args.has('dry-run'),
    tags: args.texts('tag'),
    limit: MOST_TOLD,
    offset: 0,
    onProgress: (done: number) => bar.update(done, 0, `${count(done, 'entry', 'entries')} of ${oneLine(name)}`),
  };
  return app.research.bibliography.take(asked).finally(() => bar.clear());
}

function show(
  name: string,
  { total, format, dryRun, counts, problems, problemsTotal }: Report,
  terminal: Terminal,
): void {
  const [added, updated, unchanged] = [counts.added, counts.updated, counts.unchanged].map((n) =>
    n.toLocaleString('en-US'),
  );
  const { forgotten } = counts;
  const gone = forgotten > 0 ? `, ${forgotten} left out because you deleted them` : '';
  const became = dryRun
    ? 'nothing was stored'
    : `${added} added, ${updated} updated, ${unchanged} there already${gone}`;
  terminal.print(`${oneLine(name)}: ${count(total, 'entry', 'entries')} of ${format}; ${became}.`);
  if (total === 0) terminal.note(`Nothing in it could be read as ${format}; --format names another format.`);
  for (const { line, message } of problems) terminal.note(`line ${line}: ${oneLine(message)}`);
  if (problemsTotal > problems.length) terminal.note(`${problemsTotal - problems.length} more problems.`);
}
