import { usageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { settleEmbeddings } from '../settle-embeddings.ts';
import { readFactArguments } from '../memory-arguments.ts';
import { memoryJson } from '../output/memory-views.ts';
import { withWorkspace } from '../with-app.ts';

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const [id, ...words] = args.positionals;
  if (id === undefined) throw usageError('update needs the id of a memory.');
  const change = { ...readFactArguments(args), ...(words.length > 0 ? { text: words.join(' ') } : {}) };
  await withWorkspace(context, async (session) => {
    const updated = session.app.memories.update({ workspace: session.workspace, id, change });
    const { memory } = await settleEmbeddings(session, terminal, updated);
    if (args.has('json')) terminal.print(JSON.stringify(memoryJson(memory), null, 2));
    else terminal.print(`Updated ${memory.id}, now version ${memory.version}.`);
  });
};
