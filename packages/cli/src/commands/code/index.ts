/** `zapomni index`: the code of a repository into memory, and what changed of it. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { toIndexReport, toRemovedRepository, toRepositories } from '@zapomni/mcp/views';
import { usageError } from '../../arguments/arguments.ts';
import { YES } from '../../arguments/shared-options.ts';
import { INDEX_OPTIONS, indexOptions } from '../../code/index-arguments.ts';
import { drawIndexing, showReport, showRepositories } from '../../code/show-index.ts';
import { oneLine } from '../../output/harmless.ts';
import { count } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import { settleEmbeddings } from '../../session/settle-embeddings.ts';
import { withApp, withWorkspace, type Session } from '../../session/with-app.ts';
import { allowingFolder } from '../../settings/allowing-folder.ts';
import { thisMachine, toAbsolute } from '../../settings/given-settings.ts';
import { repositoryFolders } from '../../settings/repository-folders.ts';
import { removeAfterAsking } from '../actions.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const CLIENT = 'command line';

export const spec: CommandSpec = {
  name: 'index',
  summary: 'Index the code of a repository: symbols, calls and text. Only what changed is read again.',
  usage: [
    'zapomni index [FOLDER]',
    'zapomni index [FOLDER] --watch',
    'zapomni index --list',
    'zapomni index --remove NAME',
    'zapomni index --changed FOLDER [OLD NEW]',
  ],
  options: {
    ...INDEX_OPTIONS,
    'dry-run': { type: 'boolean', about: 'Only say what would be read and what left out.' },
    vectors: {
      type: 'boolean',
      about:
        'Wait for the vectors too: minutes for a large repository. A server makes them otherwise, in the background.',
    },
    watch: { type: 'boolean', about: 'Go on with what changes, until Ctrl-C.' },
    changed: {
      type: 'boolean',
      about:
        'For hooks of Git: what changed by the stamps of files, if the repository is indexed. OLD and NEW are for their log.',
    },
    list: { type: 'boolean', about: 'Show what is indexed.' },
    remove: { type: 'string', value: 'NAME', about: 'Forget a repository, by name, id or path. The files stay.' },
    ...YES,
  },
  examples: ['zapomni index', 'zapomni index ~/src/project --include-tests', 'zapomni index --dry-run --json'],
};

export const run: Command = async (context) => {
  const { args } = context;
  if (args.has('list')) return list(context);
  if (args.text('remove') !== undefined) return remove(context, args.text('remove') ?? '');
  const [named = '.', ...more] = args.positionals;
  if (args.has('changed')) return changed(context, named);
  if (more.length > 0) throw usageError('index: name one folder, or none for the one you are in.');
  return index(context, folderNamed(named));
};

/** What the user's own hand names may be read by this command. */
function folderNamed(word: string): string {
  const place = toAbsolute(word, thisMachine());
  try {
    return realpathSync(place);
  } catch {
    throw new ZapomniError('NOT_FOUND', 'index: there is no such folder.', {
      hint: 'Name the folder of a repository.',
    });
  }
}

function allowing(context: CommandContext, folder: string): CommandContext {
  const settings = repositoryFolders(folder).reduce(allowingFolder, context.settings);
  return { ...context, settings };
}

async function index(context: CommandContext, folder: string): Promise<void> {
  const { args, terminal } = context;
  await withApp(allowing(context, folder), async (session) => {
    const { app, workspace } = session;
    const request = { workspace, client: CLIENT, path: folder, options: indexOptions(args) };
    if (args.has('watch')) return watch(context, session, request);
    const { draw, clear } = drawIndexing(terminal);
    const report = await app.code
      .index({ ...request, dryRun: args.has('dry-run'), onProgress: draw })
      .finally(() => clear());
    if (args.has('json')) printJson(terminal, toIndexReport(report));
    else showReport(report, terminal);
    // Those that an earlier run has left are meant, too.
    const wants = report.passages > 0 || args.has('vectors');
    if (wants && !report.dryRun) await vectors(context, session, report.passages);
  });
}

/** Words, names and calls are found at once; whoever indexes a repository does not want to wait for the rest. */
async function vectors({ args, terminal }: CommandContext, session: Session, passages: number): Promise<void> {
  if (args.has('vectors')) await settleEmbeddings(session, terminal, Promise.resolve({ embedded: false }));
  else if (!args.has('json'))
    terminal.note(
      `Found by words and names now; by meaning when a server has made ${count(passages, 'vector')}, or with --vectors.`,
    );
}

type Asked = { workspace: string; client: string; path: string; options: ReturnType<typeof indexOptions> };

/** Until somebody ends it: Ctrl-C as everywhere, or a signal of the system. */
async function watch({ args, terminal }: CommandContext, { app }: Session, request: Asked): Promise<void> {
  const end = new AbortController();
  process.once('SIGTERM', () => end.abort());
  // Neither a watch nor a timer of the application keeps a process alive.
  const alive = setInterval(() => undefined, 2 ** 31 - 1);
  terminal.note(`Watching ${oneLine(request.path)}. Ctrl-C ends it.`);
  let isFirst = true;
  const onReport = (report: Parameters<typeof showReport>[0]): void => {
    const isNews = report.added + report.changed + report.moved + report.removed + report.failed > 0;
    if (args.has('json')) printJson(terminal, toIndexReport(report));
    else if (isFirst) showReport(report, terminal);
    else if (isNews) terminal.print(`${describe(report)}.`);
    isFirst = false;
  };
  await app.resume();
  await app.code.watchRepository({ ...request, signal: end.signal, onReport }).finally(() => clearInterval(alive));
}

function describe(report: Parameters<typeof showReport>[0]): string {
  const what = (['added', 'changed', 'moved', 'removed', 'failed'] as const).filter((one) => report[one] > 0);
  return what.map((one) => `${count(report[one], 'file')} ${one}`).join(', ');
}

/**
 * Called by Git, which nobody is to be kept from: what was never indexed is nobody's business here. The commits that a hook names are not
 * asked: they say nothing of what is not committed, and of a checkout of single files nothing at all.
 */
async function changed(context: CommandContext, named: string): Promise<void> {
  const folder = toAbsolute(named, thisMachine());
  if (!existsSync(folder)) return;
  await withApp(allowing(context, realpathSync(folder)), async ({ app }) => {
    const asked = { client: CLIENT, path: realpathSync(folder) };
    for (const workspace of await app.code.indexedFor(asked)) {
      const report = await app.code.index({ ...asked, workspace });
      if (context.args.has('json')) printJson(context.terminal, toIndexReport(report));
    }
  });
}

async function list(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  // Where their HEADs are is told to the user's own hand, wherever they lie.
  const everywhere = allowingFolder(context.settings, path.parse(process.cwd()).root);
  await withWorkspace({ ...context, settings: everywhere }, async ({ app, workspace }) => {
    const kept = await app.code.repositories(workspace);
    const shown = await Promise.all(
      kept.map(async (repository) => ({
        repository,
        fresh: await app.code.freshness(repository, { client: CLIENT }),
        packages: await app.code.neededPackages(repository),
      })),
    );
    if (args.has('json')) printJson(terminal, toRepositories(shown, await app.code.linkedRepositories(workspace)));
    else showRepositories(shown, terminal);
  });
}

async function remove(context: CommandContext, named: string): Promise<number> {
  const word = /[/\\]/u.test(named) ? path.resolve(named) : named;
  return withWorkspace(context, async ({ app, workspace }) => {
    const kept = await app.code.repository(workspace, word);
    return removeAfterAsking(context, {
      question: `Forget ${oneLine(kept.value.name)} with ${count(kept.value.counts.files, 'file')}? The files stay.`,
      declined: 'Nothing was removed.',
      remove: async () => {
        const { repository: _repository, ...receipt } = await app.code.removeRepository(workspace, kept.key);
        return receipt;
      },
      view: (receipt) => toRemovedRepository(kept, receipt),
    });
  });
}
