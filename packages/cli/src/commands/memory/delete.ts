import type { App } from '@zapomni/core';
import { toDeleted, toDeletedMany } from '@zapomni/mcp/views';
import { usageError } from '../../arguments/arguments.ts';
import { YES } from '../../arguments/shared-options.ts';
import type { Command, CommandSpec } from '../command.ts';
import { confirmed } from '../../output/ask.ts';
import { fit } from '../../output/display-width.ts';
import { oneLine } from '../../output/harmless.ts';
import { count, describeReceipt } from '../../output/in-words.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

const DECLINED = 1;

export const spec: CommandSpec = {
  name: 'delete',
  summary: 'Forget memories for good.',
  usage: ['zapomni delete <id…>'],
  options: YES,
  examples: ['zapomni delete 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e --yes'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const ids = [...new Set(args.positionals)];
  const [id, ...more] = ids;
  if (id === undefined) throw usageError('delete needs the id of a memory.');
  return withWorkspace(context, async ({ app, workspace }) => {
    if (!args.has('yes') && !(await asked(app, workspace, ids, terminal))) {
      terminal.note('Nothing was deleted.');
      return DECLINED;
    }
    const receipt = await app.memories.delete(workspace, ids);
    if (args.has('json')) printJson(terminal, more.length === 0 ? toDeleted(id, receipt) : toDeletedMany(ids, receipt));
    else terminal.print(describeReceipt(receipt));
    return 0;
  });
};

async function asked(app: App, workspace: string, ids: readonly string[], terminal: Terminal): Promise<boolean> {
  for (const id of ids) {
    const { text } = await app.memories.get(workspace, id);
    terminal.note(`${id}  ${fit(oneLine(text.slice(0, 1000)), Math.max(20, terminal.drawingWidth - 38))}`);
  }
  return confirmed(terminal, `Delete ${count(ids.length, 'memory', 'memories')} for good?`);
}
