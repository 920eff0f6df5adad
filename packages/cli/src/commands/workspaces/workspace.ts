/** `zapomni workspace list|create|clear|delete`. */
import type { DeletionReceipt } from '@zapomni/core/ports';
import { toCleared, toCreatedWorkspace, toDeletedWorkspace, toWorkspaces } from '@zapomni/mcp/views';
import { Arguments, usageError } from '../../arguments/arguments.ts';
import { YES } from '../../arguments/shared-options.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';
import { confirmed } from '../../output/ask.ts';
import { oneLine } from '../../output/harmless.ts';
import { count, describeReceipt } from '../../output/in-words.ts';
import { renderTable } from '../../output/table.ts';
import { requireWorkspace, withApp, type Session } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

const DECLINED = 1;

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

export const run: Command = async (context) => {
  const [action = 'list', ...rest] = context.args.positionals;
  const inner = { ...context, args: new Arguments(rest, context.args.values) };
  switch (action) {
    case 'list':
      return list(inner);
    case 'create':
      return create(inner);
    case 'clear':
      return remove(inner, 'Delete everything in', (app, id) => app.memories.clear(id), toCleared);
    case 'delete':
      return remove(inner, 'Delete', (app, id) => app.workspaces.delete(id), toDeletedWorkspace);
    default:
      throw usageError(`workspace: there is no action '${action.slice(0, 40)}'.`, 'Use list, create, clear or delete.');
  }
};

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
  const { args, terminal } = context;
  const id = args.one('workspace id');
  return withApp(context, async ({ app }) => {
    await requireWorkspace(app, id);
    const { memories } = await app.workspaces.find(id);
    const question = `${verb} workspace ${id} with its ${count(memories, 'memory', 'memories')} for good?`;
    if (!args.has('yes') && !(await confirmed(terminal, question))) {
      terminal.note('Nothing was deleted.');
      return DECLINED;
    }
    const receipt = await removal(app, id);
    if (args.has('json')) printJson(terminal, view(id, receipt));
    else terminal.print(describeReceipt(receipt));
    return 0;
  });
}
