/** `zapomni graph build`: reads memories for entities and relations, with a bar, until nothing waits. */
import type { App } from '@zapomni/core';
import type { TaskStatus } from '@zapomni/core/ports';
import { toStatus } from '@zapomni/mcp/views';
import type { Command } from '../command.ts';
import { count } from '../output/memory-views.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';
import { withWorkspace } from '../with-app.ts';

const LOOK_MS = 100;
const FAILED = 1;

export const buildGraph: Command = async (context) => {
  const { args, terminal } = context;
  const ids = args.positionals;
  return withWorkspace(context, async ({ app, workspace }) => {
    const memoryIds = ids.length > 0 ? ids : undefined;
    const { task } = await app.buildGraph({ workspace, memoryIds });
    const ended = await finished(app, task, terminal);
    const status = await app.graphStatus(workspace);
    const { entities, relations, pending } = status;
    if (args.has('json')) terminal.print(JSON.stringify({ state: ended.state, ...toStatus(status) }, null, 2));
    else
      terminal.print(
        `Read ${count(ended.done, 'memory', 'memories')}. The graph of workspace ${workspace} has ` +
          `${count(entities, 'entity', 'entities')} and ${count(relations, 'relation')}${pending > 0 ? `; ${pending} still wait` : ''}.`,
      );
    return ended.state === 'completed' ? 0 : FAILED;
  });
};

async function finished(app: App, { id }: TaskStatus, terminal: Terminal): Promise<TaskStatus> {
  const bar = createProgressBar(terminal);
  try {
    for (;;) {
      const task = app.getTask(id);
      if (task.state !== 'running') return task;
      bar.update(
        task.done,
        task.total,
        `${task.done.toLocaleString('en-US')} of ${count(task.total, 'memory', 'memories')} read`,
      );
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    bar.clear();
  }
}
