/** `zapomni workspace list|create|clear|delete`. */
import type { DeletionReceipt } from '@zapomni/core/ports';
import { toCleared, toCreatedWorkspace, toDeletedWorkspace, toWorkspaces } from '@zapomni/mcp/views';
import { YES } from '../../arguments/shared-options.ts';
import { removeAfterAsking, withActions } from '../actions.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';
import { oneLine } from '../../output/harmless.ts';
import { count } from '../../output/in-words.ts';
import { renderTable } from '../../output/table.ts';
import { requireWorkspace, withApp, type Session } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'workspace',
  summary: 'List, create, empty or delete workspaces.',
  usage: ['zapomni workspace list', 'zapomni workspace create <id>', 'zapomni workspace clear|delete <id>'],
  options: {
    name: { type: 'string', value: 'TEXT', about: 'Create: how it is called.' },
    description: { type: 'string', value: 'TEXT', about: 'Create: what it is for.' },
    ...YES,
  },
  examples: ['zapomni workspace create work --name "My job"', 'zapomni add --workspace work "…"'],
};

export const run: Command = withActions('workspace', {
  list,
  create,
  clear: (context) => remove(context, 'Delete everything in', (app, id) => app.memories.clear(id), toCleared),
  delete: (context) => remove(context, 'Delete', (app, id) => app.workspaces.delete(id), toDeletedWorkspace),
});

async function list(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  await withApp(context, async ({ app, workspace }) => {
    const workspaces = await app.workspaces.list();
    if (args.has('json')) {
      printJson(terminal, toWorkspaces(workspaces, workspace));
      return;
    }
    const rows = workspaces.map(({ id, memories, passages, name, description }) => [
      id,
      memories.toLocaleString('en-US'),
      passages.toLocaleString('en-US'),
      oneLine([name === id ? '' : name, description].filter((part) => part !== '').join(': ')),
    ]);
    terminal.print(renderTable(['ID', 'MEMORIES', 'PASSAGES', 'ABOUT'], rows, terminal));
  });
}

async function create(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  const draft = { id: args.one('workspace id'), name: args.text('name'), description: args.text('description') };
  await withApp(context, async ({ app }) => {
    const created = await app.workspaces.create(draft);
    if (args.has('json')) printJson(terminal, toCreatedWorkspace(created));
    else terminal.print(`Created workspace ${created.id}.`);
  });
}

type Removal = (app: Session['app'], id: string) => Promise<DeletionReceipt>;
type RemovalView = (id: string, receipt: DeletionReceipt) => object;

async function remove(context: CommandContext, verb: string, removal: Removal, view: RemovalView): Promise<number> {
  const id = context.args.one('workspace id');
  return withApp(context, async ({ app }) => {
    await requireWorkspace(app, id);
    const { memories } = await app.workspaces.find(id);
    const question = `${verb} workspace ${id} with its ${count(memories, 'memory', 'memories')} for good?`;
    return removeAfterAsking(context, {
      question,
      declined: 'Nothing was deleted.',
      remove: () => removal(app, id),
      view: (receipt) => view(id, receipt),
    });
  });
}
