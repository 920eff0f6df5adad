/** `zapomni capture read`: what was said in past sessions becomes memories, as if capturing had been on. */
import path from 'node:path';
import type { CaptureReport } from '@zapomni/core/capture';
import { ZapomniError } from '@zapomni/core/errors';
import { surveyTranscript, type Wanted } from '@zapomni/core/transcripts';
import { systemClock } from '@zapomni/providers';
import { momentIn } from '../../../arguments/moment.ts';
import type { Options } from '../../../arguments/arguments.ts';
import { YES } from '../../../arguments/shared-options.ts';
import { confirmed } from '../../../output/ask.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { hasStore } from '../../../session/has-store.ts';
import { settleEmbeddings, type Progress } from '../../../session/settle-embeddings.ts';
import { withApp, type Session } from '../../../session/with-app.ts';
import { loadConfig } from '../../../settings/config.ts';
import { thisMachine } from '../../../settings/given-settings.ts';
import { chosenSources, findTranscripts, type FoundTranscript } from '../../../transcripts/find-transcripts.ts';
import { showReport, showSurvey, surveyJson } from '../../../transcripts/show-survey.ts';
import { surveyAll, type Survey } from '../../../transcripts/survey.ts';
import type { Command, CommandContext } from '../../command.ts';

const NOT_DONE = 1;

export const READ_USAGE = 'zapomni capture read [--client NAME …] [--since DATE] [--folder DIR] [FILE …] [--dry-run]';

export const READ_OPTIONS = {
  client: { type: 'string', multiple: true, value: 'NAME', about: 'Read: of this program only; may be repeated.' },
  since: { type: 'string', value: 'DATE', about: 'Read: what was said since then.' },
  folder: { type: 'string', value: 'DIR', about: 'Read: what was said in this folder or below it.' },
  'dry-run': { type: 'boolean', about: 'Read: show what there is, and keep nothing.' },
  ...YES,
} as const satisfies Options;

export const readPast: Command = async (context) => {
  const { args, terminal } = context;
  const { platform, home, cwd } = thisMachine();
  const names = (args.texts('client') ?? []).flatMap((text) => text.split(',')).map((name) => name.trim());
  const sources = chosenSources(names);
  const wanted = wantedOf(context, cwd);
  const found = await findTranscripts(sources, args.positionals, { platform, home, env: process.env });
  const survey = await surveyOf(context, found, wanted);
  const isDry = args.has('dry-run');
  if (!args.has('json')) showFound(survey, context);
  const mayRead = !isDry && survey.unread.length > 0 && (await isAllowed(survey, context));
  const report = mayRead ? await readAll(context, survey.unread, wanted) : null;
  if (args.has('json')) printJson(terminal, surveyJson(survey, report, isDry));
  else if (report) showReport(report, terminal);
  return report || isDry || survey.unread.length === 0 ? 0 : NOT_DONE;
};

function wantedOf({ args }: CommandContext, cwd: string): Wanted {
  const folder = args.text('folder');
  return {
    since: momentIn('--since', args.text('since'), systemClock.now()) ?? null,
    folder: folder === undefined ? null : path.resolve(cwd, folder),
  };
}

/** Where there is no store yet, looking makes none. */
async function surveyOf(context: CommandContext, found: readonly FoundTranscript[], wanted: Wanted): Promise<Survey> {
  const { terminal } = context;
  const { data_dir, store } = loadConfig(context.settings);
  if (!hasStore(data_dir, store))
    return surveyAll(found, wanted, { look: (request) => surveyTranscript(null, request), terminal });
  return withApp(context, ({ app }) => surveyAll(found, wanted, { look: app.transcripts.survey, terminal }));
}

function showFound(survey: Survey, { terminal }: CommandContext): void {
  if (survey.clients.length > 0) showSurvey(survey, terminal);
  else terminal.note('No past sessions were found. Name a file or a folder to read another one, such as an export.');
  if (survey.clients.length > 0 && survey.unread.length === 0) terminal.note('Nothing of it is new.');
}

async function isAllowed({ clients }: Survey, { args, terminal }: CommandContext): Promise<boolean> {
  if (args.has('yes')) return true;
  if (!terminal.canAsk) {
    terminal.note('Nothing was read: there is no terminal to ask on. Add --yes.');
    return false;
  }
  const turns = clients.reduce((sum, { unread }) => sum + unread, 0);
  return confirmed(terminal, `Keep what is worth it of ${count(turns, 'turn')}?`);
}

function readAll(context: CommandContext, files: readonly FoundTranscript[], wanted: Wanted): Promise<CaptureReport> {
  return withApp(context, async (session) => {
    const { on } = await session.app.capture.status(session.workspace);
    if (!on)
      throw new ZapomniError('FORBIDDEN', 'Capturing is switched off, so nothing was read.', {
        hint: '`zapomni capture on` switches it on.',
      });
    const progress: Progress = {
      stored: 0,
      bytes: 0,
      totalBytes: files.reduce((sum, { file }) => sum + file.bytes, 0),
    };
    const work = takeAll(session, files, wanted, progress);
    return (await settleEmbeddings(session, context.terminal, work, progress)).report;
  });
}

async function takeAll({ app }: Session, files: readonly FoundTranscript[], wanted: Wanted, progress: Progress) {
  const report = { turns: 0, kept: 0, duplicates: 0, superseded: 0, secretsCut: 0, skipped: 0 };
  const onReport = (part: CaptureReport): void => {
    for (const name of Object.keys(report) as (keyof CaptureReport)[]) report[name] += part[name];
    progress.stored = report.kept;
  };
  const onBytes = (bytes: number): void => void (progress.bytes += bytes);
  for (const one of files) await app.transcripts.take({ ...one, wanted, onBytes, onReport });
  return { embedded: false, report };
}
