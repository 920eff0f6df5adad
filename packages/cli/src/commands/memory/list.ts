import type { MemorySummary } from '@zapomni/core/model';
import type { Page } from '@zapomni/core/ports';
import { toMemoryPage } from '@zapomni/mcp/views';
import { FILTERS } from '../../arguments/shared-options.ts';
import { noteOfPage } from '../actions.ts';
import type { Command, CommandSpec } from '../command.ts';
import { readFilter } from '../../arguments/filter-arguments.ts';
import { oneLine } from '../../output/harmless.ts';
import { day, tagsOf } from '../../output/in-words.ts';
import { renderTable } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'list',
  summary: 'Page through memories, newest first.',
  usage: ['zapomni list'],
  options: {
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–1000; 20 if not said.' },
    cursor: { type: 'string', value: 'CURSOR', about: 'Go on where the page before ended.' },
    ...FILTERS,
  },
  examples: ['zapomni list --tag release'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const limit = args.count('limit', 20, 1000);
  await withWorkspace(context, async ({ app, workspace }) => {
    const filter = readFilter(args, app.clock.now());
    const page = await app.memories.list({ workspace, limit, cursor: args.text('cursor'), filter });
    if (args.has('json')) printJson(terminal, toMemoryPage(page));
    else show(page, workspace, terminal);
  });
};

function show(page: Page<MemorySummary>, workspace: string, terminal: Terminal): void {
  const { items } = page;
  if (items.length === 0) {
    terminal.note(`No memories in workspace ${workspace} match. \`zapomni add "…"\` adds one.`);
    return;
  }
  // Room is scarce beside a full id: the kind has a column only when it tells memories apart.
  const kinds = new Set(items.map(({ kind }) => kind)).size > 1;
  const rows = items.map((memory) => [memory.id, day(memory), ...(kinds ? [memory.kind] : []), textOf(memory)]);
  terminal.print(renderTable(['ID', 'DATE', ...(kinds ? ['KIND'] : []), 'TEXT'], rows, terminal));
  noteOfPage(page, terminal, 'memory', 'memories');
}

function textOf(memory: MemorySummary): string {
  const cut = memory.length > memory.preview.length ? '…' : '';
  return `${oneLine(memory.preview)}${cut} ${tagsOf(memory)}`.trimEnd();
}
