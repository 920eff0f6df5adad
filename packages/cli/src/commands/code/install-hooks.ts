/** `zapomni install-hooks`: Git tells what changed, so that code is read anew without being asked. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { installHooks, removeHooks, type HookProgram, type HookReport } from '@zapomni/core/hooks';
import type { HookPlaces } from '@zapomni/core/ports';
import { toHookReport } from '@zapomni/mcp/views';
import { systemClock } from '@zapomni/providers';
import { createLocalFiles } from '@zapomni/providers/files';
import { createHookPlaces } from '@zapomni/providers/git';
import { usageError } from '../../arguments/arguments.ts';
import { openLogger } from '../../log/open-logger.ts';
import { harmless } from '../../output/harmless.ts';
import { printJson } from '../../output/print-json.ts';
import type { Terminal } from '../../output/terminal.ts';
import { thisMachine, toAbsolute } from '../../settings/given-settings.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const CLIENT = 'command line';
/** Something is still to be done by hand. */
const NOT_DONE = 1;

export const spec: CommandSpec = {
  name: 'install-hooks',
  summary: 'Let Git tell of commits, merges, checkouts and rebases; hooks that are there stay.',
  usage: ['zapomni install-hooks [FOLDER]', 'zapomni install-hooks [FOLDER] --uninstall'],
  options: {
    'repo-path': { type: 'string', value: 'FOLDER', about: 'The same as FOLDER, as older versions have it.' },
    uninstall: { type: 'boolean', about: 'Leave everything as it was before.' },
  },
  examples: [
    'zapomni install-hooks',
    'zapomni install-hooks ~/src/project --json',
    'zapomni install-hooks --uninstall',
  ],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [named = args.text('repo-path') ?? '.', ...more] = args.positionals;
  if (more.length > 0) throw usageError('install-hooks: name one folder, or none for the one you are in.');
  const request = { path: toAbsolute(named, thisMachine()), client: CLIENT };
  const places = placesFor(context, request.path);
  const report = args.has('uninstall')
    ? await removeHooks(places, request)
    : await installHooks(places, { ...request, program: thisProgram(context) });
  if ('reason' in report) throw new ZapomniError('INVALID_INPUT', report.message, { hint: HINT });
  if (args.has('json')) printJson(terminal, toHookReport(report));
  else show(report, args.has('uninstall'), terminal);
  return report.kept.length > 0 || (report.advice !== null && report.way === 'none') ? NOT_DONE : 0;
};

const HINT = 'Name a folder in the work tree of a Git repository.';

/** The folder is named by the user's own hand; its Git folder may lie elsewhere, as that of a further work tree does. */
function placesFor({ terminal, settings }: CommandContext, folder: string): HookPlaces {
  const logger = openLogger(terminal, settings, 'error');
  const limits = { maxBytes: 1, readsPerMinute: 1 };
  const { forUser: files } = createLocalFiles({
    roots: [path.parse(folder).root],
    ...limits,
    clock: systemClock,
    logger,
  });
  return createHookPlaces({ files, environment: process.env });
}

/** Where it really lies: what a package manager links to it may go. */
function thisProgram({ settings }: CommandContext): HookProgram {
  const script = realpathSync(process.argv[1] ?? '');
  const folder = settings.get('data_dir');
  const isGiven = folder?.source === 'flag' || folder?.source === 'environment';
  const words = isGiven ? ['--data-dir', toAbsolute(folder.value ?? '', thisMachine())] : [];
  return { node: process.execPath, script, words };
}

const WAYS: Readonly<Record<HookReport['way'], string>> = {
  config: 'in the configuration of the repository',
  files: 'as files, after the hooks that were there',
  husky: 'in the scripts of husky',
  none: 'nowhere',
};

function show({ root, way, changed, kept, advice }: HookReport, isRemoval: boolean, { print, note }: Terminal): void {
  const place = harmless(root);
  if (isRemoval) print(changed > 0 ? `Hooks removed from ${place}.` : `${place} has no hooks of Zapomni.`);
  else if (way === 'none') print(`No hooks were installed in ${place}.`);
  else print(changed > 0 ? `Hooks installed in ${place}, ${WAYS[way]}.` : `Hooks were installed in ${place} already.`);
  for (const sentence of kept) note(`Left as it is: ${sentence}`);
  if (advice !== null) note(advice);
}
