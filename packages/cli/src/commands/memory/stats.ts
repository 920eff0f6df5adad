import type { AppStats } from '@zapomni/core';
import { toStats } from '@zapomni/mcp/views';
import type { Command, CommandSpec } from '../command.ts';
import { count, size } from '../../output/in-words.ts';
import { renderPairs } from '../../output/table.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'stats',
  summary: 'How much is remembered, and what it takes.',
  usage: ['zapomni stats'],
  options: {},
  examples: [],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, config, workspace }) => {
    const stats = await app.store.stats(workspace);
    if (args.has('json')) {
      printJson(terminal, toStats(stats));
      return;
    }
    terminal.print(
      renderPairs(
        [
          [
            'Workspace',
            `${workspace}: ${count(stats.memories, 'memory', 'memories')}, ${count(stats.passages, 'passage')}`,
          ],
          ['In all', `${count(stats.totalMemories, 'memory', 'memories')} in ${count(stats.workspaces, 'workspace')}`],
          ['Waiting', waiting(stats)],
          ['Graph', `${count(stats.entities, 'entity', 'entities')}, ${count(stats.relations, 'relation')}`],
          ['Model', stats.nextModel === null ? stats.model : `${stats.model}, soon ${stats.nextModel}`],
          ['Store', `${stats.engine}, ${size(stats.bytes)}`],
          ['Warning', stats.storeWarnings.join(' ')],
          ['Data', config.data_dir],
        ],
        terminal,
      ),
    );
  });
};

/** What is missing, and who does it: nothing goes on in a command that has ended. */
function waiting({
  pendingEmbeddings,
  pendingReadings,
}: Pick<AppStats, 'pendingEmbeddings' | 'pendingReadings'>): string {
  const parts = [
    pendingEmbeddings > 0 && `${count(pendingEmbeddings, 'passage')} for the model`,
    pendingReadings > 0 && `${count(pendingReadings, 'memory', 'memories')} for the graph`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `${parts.join(', ')}; a running server sees to it`;
}
