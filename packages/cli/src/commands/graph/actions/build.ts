/** `zapomni graph build`: reads memories for entities and relations, with a bar, until nothing waits. */
import type { App } from '@zapomni/core';
import type { GraphStatus } from '@zapomni/core/graph';
import { toStatus } from '@zapomni/mcp/views';
import { usageError } from '../../../arguments/arguments.ts';
import type { Command } from '../../command.ts';
import { count } from '../../../output/in-words.ts';
import { createProgressBar } from '../../../output/progress-bar.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace, type Session } from '../../../session/with-app.ts';
import { printJson } from '../../../output/print-json.ts';

const LOOK_MS = 100;
const NOT_ALL = 1;

export const buildGraph: Command = async (context) => {
  const { args, terminal } = context;
  const ids = args.positionals;
  if (ids.length > 0 && args.has('all')) throw usageError('graph build: give ids or --all, not both.');
  return withWorkspace(context, async (session) => {
    await begin(session, ids, args.has('all'));
    const status = await untilRead(session.app, session.workspace, terminal);
    if (args.has('json')) printJson(terminal, toStatus(status));
    else terminal.print(render(status));
    return status.pending === 0 ? 0 : NOT_ALL;
  });
};

/** What waits is read by itself, once a session has settled, unless that is switched off. */
async function begin({ app, workspace }: Session, ids: readonly string[], all: boolean): Promise<void> {
  const { enabled, pending } = await app.graph.status(workspace);
  if (ids.length > 0) await app.graph.build({ workspace, memoryIds: ids });
  else if (all || (!enabled && pending > 0)) await app.graph.build({ workspace });
  else await app.resume();
}

/** Ends, too, when something is left that cannot be read now. */
async function untilRead(app: App, workspace: string, terminal: Terminal): Promise<GraphStatus> {
  const bar = createProgressBar(terminal);
  let most = 0;
  try {
    for (;;) {
      const status = await app.graph.status(workspace);
      if (!status.busy) return status;
      most = Math.max(most, status.pending);
      bar.update(most - status.pending, most, `${count(status.pending, 'memory', 'memories')} to read`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    bar.clear();
  }
}

function render({ workspace, memories, pending, entities, relations }: GraphStatus): string {
  const left = pending > 0 ? `; ${count(pending, 'memory', 'memories')} still wait` : '';
  const sizes = `${count(entities, 'entity', 'entities')} and ${count(relations, 'relation')}`;
  return `The graph of workspace ${workspace} has ${sizes} from ${count(memories, 'memory', 'memories')}${left}.`;
}
