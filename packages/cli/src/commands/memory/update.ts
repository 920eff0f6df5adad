import { toUpdated } from '@zapomni/mcp/views';
import { usageError } from '../../arguments/arguments.ts';
import { FACTS } from '../../arguments/shared-options.ts';
import type { Command, CommandSpec } from '../command.ts';
import { settleEmbeddings } from '../../session/settle-embeddings.ts';
import { readFactArguments } from '../../arguments/memory-arguments.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'update',
  summary: 'Change a memory; its earlier state stays in its history.',
  usage: ['zapomni update <id> [text…]'],
  options: FACTS,
  examples: ['zapomni update 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e "We deploy on Fridays"'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [id, ...words] = args.positionals;
  if (id === undefined) throw usageError('update needs the id of a memory.');
  const change = { ...readFactArguments(args), ...(words.length > 0 ? { text: words.join(' ') } : {}) };
  await withWorkspace(context, async (session) => {
    const updating = session.app.memories.update({ workspace: session.workspace, id, change });
    const updated = await settleEmbeddings(session, terminal, updating);
    if (args.has('json')) printJson(terminal, toUpdated(updated));
    else terminal.print(`Updated ${updated.memory.id}, now version ${updated.memory.version}.`);
  });
};
