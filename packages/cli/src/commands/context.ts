import type { ContextEntry } from '@zapomni/core/context';
import type { Command } from '../command.ts';
import { oneLine } from '../output/harmless.ts';
import { count, day, iso } from '../output/memory-views.ts';
import { withWorkspace } from '../with-app.ts';

const DEFAULT_BUDGET = 1500;
const MOST = 100_000;

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const topic = args.positionals.join(' ');
  const files = args.texts('file');
  const budget = args.count('budget', DEFAULT_BUDGET, MOST);
  await withWorkspace(context, async ({ app, workspace }) => {
    const { entries, leftOut } = await app.context.get({ workspace, topic, files, budget });
    if (args.has('json')) {
      terminal.print(
        JSON.stringify({ count: entries.length, entries: entries.map(toJson), left_out: leftOut }, null, 2),
      );
    } else if (entries.length > 0) {
      terminal.print(entries.map(toLine).join('\n'));
    }
    if (leftOut > 0)
      terminal.note(`${count(leftOut, 'more memory', 'more memories')} did not fit; --budget makes room.`);
    else if (entries.length === 0) terminal.note(`Nothing is remembered in workspace ${workspace} yet.`);
  });
};

function toJson({ memory, reason, text }: ContextEntry) {
  const { id, occurredAt, createdAt, kind } = memory;
  return { memory_id: id, text, timestamp: iso(occurredAt ?? createdAt), kind, reason };
}

/** Whole, not cut to the terminal: this is for pasting into a conversation or a hook. */
function toLine({ memory, text }: ContextEntry): string {
  return `- ${day(memory)} ${oneLine(text)} [${memory.id}]`;
}
