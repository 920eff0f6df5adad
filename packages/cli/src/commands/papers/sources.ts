/** `zapomni sources list|locate|download`: where papers are looked up, and where their texts can be had. */
import { toDownload, toLocated, toValidatedSource } from '@zapomni/mcp/views/papers';
import { usageError } from '../../arguments/arguments.ts';
import { oneLine } from '../../output/harmless.ts';
import { size } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import { renderTable } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withApp } from '../../session/with-app.ts';
import { inFlags, strictly, withActions } from '../actions.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

export const spec: CommandSpec = {
  name: 'sources',
  summary: 'Sources of papers: which may be asked, open copies of a paper, downloading one.',
  usage: [
    'zapomni sources [--test]',
    'zapomni sources locate <identifier>',
    'zapomni sources download <identifier|URL>',
  ],
  options: {
    test: { type: 'boolean', about: 'Ask each source that is allowed for a known paper.' },
    first: { type: 'boolean', about: 'Of locate: stop at the first source that has a PDF.' },
    folder: { type: 'string', value: 'FOLDER', about: 'Of download: below the folder for exports.' },
    name: { type: 'string', value: 'NAME', about: 'Of download: the name of the file.' },
    overwrite: { type: 'boolean', about: 'Of download: replace a file of that name.' },
    timeout: { type: 'string', value: 'SECONDS', about: 'Of download: 5–300; 30 if not said.' },
  },
  examples: [
    'zapomni sources --test',
    'zapomni sources locate 10.1038/nature14539',
    'zapomni sources download arXiv:1706.03762 --name attention',
  ],
};

const PLACE = { output_directory: '--folder', filename: '--name', timeout: '--timeout' };

const ACTIONS: Readonly<Record<string, Command>> = {
  list,
  locate: inFlags({ article_identifier: '<identifier>' }, locate),
  download: inFlags({ ...PLACE, article_identifier: '<identifier>', source: '<identifier>' }, download),
};
const TAKEN_BY = {
  test: ['list'],
  first: ['locate'],
  folder: ['download'],
  name: ['download'],
  overwrite: ['download'],
  timeout: ['download'],
};
const MOST_WORDS = { list: 0, locate: 1, download: 1 };

export const run: Command = withActions(
  'sources',
  strictly('sources', { options: spec.options, takenBy: TAKEN_BY, most: MOST_WORDS }, ACTIONS),
);

async function list(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  await withApp(context, async ({ app }) => {
    const sources = (await app.research.access.validate({ testSample: args.has('test') })).map(toValidatedSource);
    if (args.has('json')) return printJson(terminal, { sources });
    const rows = sources.map(({ name, allowed, key, left_today: left, rests_until: rests, sample }) => [
      name,
      allowed ? 'allowed' : 'off',
      key ?? '',
      left === undefined ? '' : String(left),
      oneLine(
        [
          rests === undefined ? '' : `left alone until ${rests}`,
          allowed && sample ? `${sample.status} ${sample.reason ?? ''}` : '',
        ]
          .join(' ')
          .trim(),
      ),
    ]);
    terminal.print(renderTable(['SOURCE', 'STATE', 'KEY', 'LEFT', 'NOTE'], rows, terminal));
    if (sources.every(({ allowed }) => !allowed)) terminal.note('ZAPOMNI_PAPER_SOURCES names those that may be asked.');
  });
}

async function locate(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  const article = named(context, 'locate');
  await withApp(context, async ({ app, workspace }) => {
    const wish = { searchMultipleSources: !args.has('first'), autoDownload: false };
    const found = toLocated(await app.research.access.locate({ workspace, article, ...wish }));
    if (args.has('json')) return printJson(terminal, found);
    const rows = found.copies.map(({ kind, version = '', license = '', url }) => [
      kind,
      version,
      license,
      oneLine(url),
    ]);
    if (rows.length > 0) terminal.print(renderTable(['KIND', 'VERSION', 'LICENCE', 'ADDRESS'], rows, terminal));
    else terminal.note('No open copy is known.');
    showSources(found.sources, terminal);
  });
}

async function download(context: CommandContext): Promise<number> {
  const { args, terminal } = context;
  const source = named(context, 'download');
  return withApp(context, async ({ app, workspace }) => {
    const wish = {
      outputDirectory: args.text('folder'),
      filename: args.text('name'),
      overwrite: args.has('overwrite'),
    };
    const timeoutSeconds = args.count('timeout', 30, 300);
    const done = toDownload(await app.research.access.download({ workspace, source, ...wish, timeoutSeconds }));
    if (args.has('json')) printJson(terminal, done);
    else showDownload(done, terminal);
    return done.status === 'downloaded' ? 0 : 1;
  });
}

function named({ args }: CommandContext, action: string): string {
  const [article] = args.positionals;
  if (article === undefined)
    throw usageError(`sources ${action} needs an identifier.`, 'Such as 10.1038/nature14539 or arXiv:1706.03762.');
  return article;
}

function showDownload(done: ReturnType<typeof toDownload>, terminal: Terminal): void {
  const { status, sha256, bytes = 0, path, landing_url: landing, attempts, sources } = done;
  terminal.print(
    status === 'downloaded' ? `Downloaded ${size(bytes)}, kept as ${sha256 ?? ''}.` : 'No PDF could be had.',
  );
  if (path !== undefined) terminal.print(oneLine(path));
  if (landing !== undefined) terminal.note(`A page for people: ${oneLine(landing)}`);
  for (const { url, outcome, reason = '' } of attempts) {
    if (outcome !== 'downloaded') terminal.note(oneLine(`${url}: ${outcome.replaceAll('_', ' ')}. ${reason}`));
  }
  showSources(sources, terminal);
}

/** Those that gave nothing because something was wrong. */
function showSources(sources: ReturnType<typeof toDownload>['sources'], terminal: Terminal): void {
  for (const { name, status, reason = '' } of sources) {
    if (status !== 'ok' && status !== 'off') terminal.note(oneLine(`${name}: ${status.replace('_', ' ')}. ${reason}`));
  }
}
