/** `zapomni papers add FILE|FOLDER|URL|ID…`. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AddPapersReport } from '@zapomni/core/research';
import { LEFT_OUT, toAddPapersReport } from '@zapomni/mcp/views/papers';
import { usageError } from '../../../arguments/arguments.ts';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { createProgressBar } from '../../../output/progress-bar.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { settleEmbeddings } from '../../../session/settle-embeddings.ts';
import { withApp, type Session } from '../../../session/with-app.ts';
import { thisMachine, toAbsolute } from '../../../settings/given-settings.ts';
import { inCommands } from '../../actions.ts';
import type { Command, CommandContext } from '../../command.ts';
import { allowing } from './allowing.ts';

const NOT_ALL = 1;
const CLIENT = 'command line';
const MOST_FILES = 100_000;
const MISSING = 'PDF not found. There is no such file: check how it is spelled.';
const NAME_OF_FILE = /[/\\]|\.(?:bib|docx?|enw|epub|html?|md|nbib|pdf|ris|txt|xml)$/i;

type Target = { readonly source: string } | { readonly file: string } | { readonly folder: string };

export const addAll: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length === 0) throw usageError('papers add: name files, folders, URLs or ids.');
  const targets = args.positionals.map(toTarget);
  return withApp({ ...context, settings: allowing(context.settings, targets.flatMap(placeOf)) }, async (session) => {
    const report = await addTargets(context, session, targets);
    if (args.has('json')) printJson(terminal, toAddPapersReport(report));
    else show(report, terminal);
    // What was added is told before what may take long, and be interrupted.
    await settleEmbeddings(session, terminal, Promise.resolve({ embedded: report.added + report.updated === 0 }));
    return report.failed > 0 ? NOT_ALL : 0;
  });
};

/** What is there under this name is a file or a folder; anything else is an address or an id. */
function toTarget(word: string): Target {
  if (/^https?:\/\//i.test(word)) return { source: word };
  try {
    const real = realpathSync(toAbsolute(word, thisMachine()));
    return statSync(real).isDirectory() ? { folder: real } : { file: real };
  } catch {
    return NAME_OF_FILE.test(word) && !/^(?:10\.|doi:|arxiv:)/i.test(word)
      ? { file: toAbsolute(word, thisMachine()) }
      : { source: word };
  }
}

function placeOf(target: Target): string[] {
  if ('source' in target) return [];
  return 'folder' in target ? [target.folder] : [path.dirname(target.file)];
}

async function addTargets(
  { args, terminal }: CommandContext,
  { app, workspace }: Session,
  targets: readonly Target[],
): Promise<AddPapersReport> {
  const { adding } = app.research;
  const [sources, inFolders]: [string[], string[]] = [[], []];
  for (const target of targets) {
    if (!('folder' in target)) {
      sources.push('file' in target ? target.file : target.source);
      continue;
    }
    const { folder } = target;
    const { files, leftOut } = await adding.filesIn({ workspace, folder, most: MOST_FILES, client: CLIENT });
    inFolders.push(...files);
    for (const { relative, reason } of leftOut) terminal.note(`${oneLine(relative)}: ${LEFT_OUT[reason]}`);
  }
  const bar = createProgressBar(terminal);
  try {
    const report = await adding.addAll({
      workspace,
      client: CLIENT,
      sources,
      files: inFolders,
      tags: args.texts('tag'),
      skipExisting: !args.has('again'),
      onProgress: (done, total, added) =>
        bar.update(done, total, `${done} of ${total}  ${oneLine(added?.paper.value.item.title ?? '')}`),
    });
    return { ...report, failures: report.failures.map(asTyped) };
  } finally {
    bar.clear();
  }
}

/** Whoever types the name of a file may read it wherever it lies: what is said to clients is not meant. */
function asTyped(failure: AddPapersReport['failures'][number]): AddPapersReport['failures'][number] {
  const isMissing = failure.code === 'NOT_FOUND' && path.isAbsolute(failure.source);
  return { ...failure, message: isMissing ? MISSING : inCommands(failure.message) };
}

function show(
  { added, updated, known, failures, warnings, sources }: AddPapersReport,
  { print, note }: Terminal,
): void {
  const parts = [count(added, 'paper added', 'papers added'), `${updated} updated`, `${known} there already`];
  print(`${parts.join(', ')}${failures.length > 0 ? `, ${failures.length} failed` : ''}.`);
  for (const { source, message } of warnings) note(`${oneLine(source)}: ${oneLine(message)}`);
  for (const { source, status, reason = '', papers } of sources)
    if (papers > 0)
      note(
        oneLine(`${source}: ${status.replace('_', ' ')}, ${count(papers, 'paper', 'papers')} unanswered. ${reason}`),
      );
  for (const { source, code, message } of failures) note(`${oneLine(source)}: ${code}: ${oneLine(message)}`);
}
