/** `zapomni workspace list|create|clear|delete`. */
import type { WorkspaceSummary } from '@zapomni/core/model';
import type { DeletionReceipt } from '@zapomni/core/ports';
import { Arguments, usageError } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { confirmed } from '../output/ask.ts';
import { oneLine } from '../output/harmless.ts';
import { count, describeReceipt, iso, receiptJson } from '../output/memory-views.ts';
import { renderTable } from '../output/table.ts';
import { requireWorkspace, withApp, type Session } from '../with-app.ts';

const DECLINED = 1;

export const run: Command = async (context) => {
  const [action = 'list', ...rest] = context.args.positionals;
  const inner = { ...context, args: new Arguments(rest, context.args.values) };
  switch (action) {
    case 'list':
      return list(inner);
    case 'create':
      return create(inner);
    case 'clear':
      return remove(inner, 'Delete everything in', (app, id) => app.memories.clear(id));
    case 'delete':
      return remove(inner, 'Delete', (app, id) => app.workspaces.delete(id));
    default:
      throw usageError(`workspace: there is no action '${action.slice(0, 40)}'.`, 'Use list, create, clear or delete.');
  }
};

async function list(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  await withApp(context, async ({ app }) => {
    const workspaces = await app.workspaces.list();
    if (args.has('json')) {
      terminal.print(JSON.stringify({ count: workspaces.length, workspaces: workspaces.map(toJson) }, null, 2));
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
    if (args.has('json')) terminal.print(JSON.stringify(toJson(created), null, 2));
    else terminal.print(`Created workspace ${created.id}.`);
  });
}

type Removal = (app: Session['app'], id: string) => Promise<DeletionReceipt>;

async function remove(context: CommandContext, verb: string, removal: Removal): Promise<number> {
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
    if (args.has('json')) terminal.print(JSON.stringify({ workspace_id: id, ...receiptJson(receipt) }, null, 2));
    else terminal.print(describeReceipt(receipt));
    return 0;
  });
}

function toJson({ id, name, description, createdAt, memories, passages }: WorkspaceSummary) {
  const created = createdAt === 0 ? null : iso(createdAt);
  return { workspace_id: id, name, description, created_at: created, memories, chunks: passages };
}
