/** `zapomni graph status`. */
import type { GraphStatus } from '@zapomni/core/graph';
import { toStatus } from '@zapomni/mcp/views';
import type { Command } from '../../command.ts';
import { count } from '../../../output/in-words.ts';
import { renderPairs, renderTable } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { entityRow } from '../../../output/graph-rows.ts';
import { printJson } from '../../../output/print-json.ts';

const COLOURS = { Healthy: 'green', Warning: 'yellow', Critical: 'red' } as const;

export const showStatus: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, workspace }) => {
    const status = await app.graph.status(workspace);
    if (args.has('json')) printJson(terminal, toStatus(status));
    else terminal.print(render(status, terminal));
  });
};

function render(status: GraphStatus, terminal: Terminal): string {
  const { health, reason, workspace, entities, relations, mentions, memories, pending, coverage } = status;
  const sizes = [count(entities, 'entity', 'entities'), count(relations, 'relation'), count(mentions, 'mention')];
  const facts = renderPairs(
    [
      ['Health', `${terminal.paint(COLOURS[health], health)}: ${reason}`],
      ['Workspace', `${workspace}: ${sizes.join(', ')}`],
      ['Memories', `${count(memories, 'memory', 'memories')}; ${Math.round(coverage)} % of those read name something`],
      ['Waiting', pending === 0 ? '' : `${count(pending, 'memory', 'memories')} to be read: \`zapomni graph build\``],
      ['Entities', ranked(status.entityTypes)],
      ['Relations', ranked(status.relationTypes)],
      ['Reader', status.enabled ? status.extractor : `${status.extractor}, on demand only`],
    ],
    terminal,
  );
  if (status.topConnected.length === 0) return facts;
  const rows = status.topConnected.map(entityRow);
  return `${facts}\n\n${renderTable(['RELATIONS', 'MENTIONS', 'TYPE', 'NAME'], rows, terminal)}`;
}

function ranked(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, n]) => `${name} ${n.toLocaleString('en-US')}`)
    .join(', ');
}
