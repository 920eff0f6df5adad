/** `zapomni documents list|show|remove|unwatch`: what was read, what is in it, and which folders are followed. */
import { realpathSync } from 'node:fs';
import { DOCUMENT_STATES, type DocumentPage, type DocumentPart, type KeptDocument } from '@zapomni/core/documents';
import { ZapomniError } from '@zapomni/core/errors';
import { toDocument, toDocuments, toPart, toRemovedDocument } from '@zapomni/mcp/views';
import type { Arguments } from '../../arguments/arguments.ts';
import { YES } from '../../arguments/shared-options.ts';
import { harmless, oneLine } from '../../output/harmless.ts';
import { count, size } from '../../output/in-words.ts';
import { printJson } from '../../output/print-json.ts';
import { renderPairs, renderTable } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { thisMachine, toAbsolute } from '../../settings/given-settings.ts';
import { noteOfPage, removeAfterAsking, withActions } from '../actions.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

const MOST_TEXT = 100_000_000;
const MOST_VERSIONS = 1_000_000;

export const spec: CommandSpec = {
  name: 'documents',
  summary: 'Documents that were read: list them, look into one, forget one, end watching a folder.',
  usage: [
    'zapomni documents',
    'zapomni documents show <document>',
    'zapomni documents remove <document>',
    'zapomni documents unwatch <folder>',
  ],
  options: {
    state: { type: 'string', value: 'STATE', about: 'Only those that are ok, failed, gone or forgotten.' },
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–100; 20 if not said.' },
    cursor: { type: 'string', value: 'CURSOR', about: 'Go on where the page before ended.' },
    outline: { type: 'boolean', about: 'Show its sections or pages.' },
    section: { type: 'string', value: 'TITLE', about: 'Show the text of a section.' },
    page: { type: 'string', value: 'LABEL', about: 'Show the text of a page.' },
    text: { type: 'boolean', about: 'Show all of its text.' },
    earlier: { type: 'string', value: 'N', about: 'As it was before it changed; --outline shows which there are.' },
    ...YES,
  },
  examples: ['zapomni documents --state failed', 'zapomni documents show report.pdf --page 12'],
};

export const run: Command = withActions('documents', { list, show, remove, unwatch });

async function list(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  const state = args.oneOf('state', DOCUMENT_STATES);
  const request = { state, limit: args.count('limit', 20, 100), cursor: args.text('cursor') };
  await withWorkspace(context, async ({ app, workspace }) => {
    const page = await app.documents.list({ workspace, ...request });
    const watched = request.cursor === undefined ? await app.documents.watchedFolders(workspace) : [];
    if (args.has('json')) return printJson(terminal, toDocuments(page, watched));
    showPage(page, terminal);
    for (const { value, followed } of watched)
      terminal.note(`Watched${followed ? '' : ' (by no process just now)'}: ${oneLine(value.folder)}`);
  });
}

function showPage(page: DocumentPage, terminal: Terminal): void {
  const { items } = page;
  if (items.length === 0) return terminal.note('No document was read yet. `zapomni read` reads files and folders.');
  const rows = items.map(({ key, value }) => [
    key,
    value.state,
    value.format ?? '',
    size(value.size),
    oneLine(value.source ?? value.name),
  ]);
  terminal.print(renderTable(['ID', 'STATE', 'FORMAT', 'SIZE', 'DOCUMENT'], rows, terminal));
  noteOfPage(page, terminal, 'document');
}

async function show(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  const document = args.one('document');
  const asked = { section: args.text('section'), page: args.text('page'), outline: args.has('outline') };
  const version = args.text('earlier') === undefined ? undefined : args.count('earlier', 1, MOST_VERSIONS);
  const wantsPart = args.has('text') || asked.outline || (asked.section ?? asked.page ?? version) !== undefined;
  await withWorkspace(context, async ({ app, workspace }) => {
    if (!wantsPart) return showFacts(await app.documents.get(workspace, document), args, terminal);
    const part = await app.documents.read({ workspace, document, ...asked, version, maxChars: MOST_TEXT });
    if (args.has('json')) printJson(terminal, toPart(part));
    else if (part.outline) terminal.print(outlineLines(part).join('\n'));
    else terminal.print(harmless(part.text));
  });
}

function outlineLines({ outline, versions }: DocumentPart): string[] {
  return [
    ...(outline ?? []).map(({ title, level }) => `${'  '.repeat(level - 1)}${oneLine(title)}`),
    ...versions.map(({ version, from }) => `Earlier: ${version}, of ${new Date(from).toISOString()}`),
  ];
}

function showFacts(kept: KeptDocument, args: Arguments, terminal: Terminal): void {
  const document = toDocument(kept);
  if (args.has('json')) return printJson(terminal, document);
  const { error, warnings = [], pages } = document;
  const rows: [string, string][] = [
    ['Document', `${oneLine(document.name)} ${document.document_id}`],
    ['From', oneLine(document.source ?? '')],
    ['State', document.state],
    ['Error', error ? `${error.code}: ${oneLine(error.message)}` : ''],
    ['Title', oneLine(document.title ?? '')],
    ['Format', document.format ?? ''],
    ['Size', `${size(document.bytes)}, ${count(document.characters, 'character')} of text`],
    ['Pages', pages === undefined ? '' : String(pages)],
    ['Sections', String(document.sections)],
    ['Memory', document.memory_id ?? ''],
    ['Added', document.added_at],
    ['Read', document.updated_at],
    ...warnings.map((warning): [string, string] => ['Note', oneLine(warning)]),
  ];
  terminal.print(renderPairs(rows, terminal));
}

async function remove(context: CommandContext): Promise<number> {
  const named = context.args.one('document');
  return withWorkspace(context, async ({ app, workspace }) => {
    const kept = await app.documents.get(workspace, named);
    const question = `Forget ${oneLine(kept.value.name)} with ${count(kept.value.characters, 'character')} of text?`;
    return removeAfterAsking(context, {
      question,
      declined: 'Nothing was removed.',
      remove: () => app.documents.remove(workspace, kept.key),
      view: (receipt) => toRemovedDocument(kept, receipt),
    });
  });
}

/** The folder need not be there any more. */
async function unwatch(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  const named = args.one('folder');
  await withWorkspace(context, async ({ app, workspace }) => {
    for (const folder of new Set(placesOf(named))) {
      if (!(await app.documents.unwatchFolder(workspace, folder))) continue;
      if (args.has('json')) printJson(terminal, { status: 'unwatched', watched: false });
      else terminal.print('Not watched any more. What was read of it stays.');
      return;
    }
    throw new ZapomniError('NOT_FOUND', 'unwatch: this folder is not watched.', {
      hint: '`zapomni documents` shows those that are.',
    });
  });
}

/** As it was named, and where that leads. */
function placesOf(named: string): string[] {
  const place = toAbsolute(named, thisMachine());
  try {
    return [realpathSync(place), place];
  } catch {
    return [place];
  }
}
