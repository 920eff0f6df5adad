import type { ContextEntry } from '@zapomni/core/context';
import { toContext } from '@zapomni/mcp/views';
import type { Command, CommandSpec } from '../command.ts';
import { oneLine } from '../../output/harmless.ts';
import { count, day } from '../../output/in-words.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

const DEFAULT_BUDGET = 1500;
const MOST = 100_000;

export const spec: CommandSpec = {
  name: 'context',
  summary: 'What to know before starting: on a topic and files, standing decisions, the latest.',
  usage: ['zapomni context [topic…]'],
  options: {
    file: {
      type: 'string',
      multiple: true,
      short: 'f',
      value: 'FILE',
      about: 'A path to be worked on; may be repeated.',
    },
    budget: { type: 'string', value: 'N', about: 'Most tokens to print; 1500 if not said.' },
  },
  examples: ['zapomni context billing --file src/invoices.ts'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  const topic = args.positionals.join(' ');
  const files = args.texts('file');
  const budget = args.count('budget', DEFAULT_BUDGET, MOST);
  await withWorkspace(context, async ({ app, workspace }) => {
    const known = await app.context.get({ workspace, topic, files, budget });
    const { entries, leftOut } = known;
    if (args.has('json')) {
      printJson(terminal, toContext(known));
    } else if (entries.length > 0) {
      terminal.print(entries.map(toLine).join('\n'));
    }
    if (leftOut > 0)
      terminal.note(`${count(leftOut, 'more memory', 'more memories')} did not fit; --budget makes room.`);
    else if (entries.length === 0) terminal.note(`Nothing is remembered in workspace ${workspace} yet.`);
  });
};

/** Whole, not cut to the terminal: this is for pasting into a conversation or a hook. */
function toLine({ memory, text }: ContextEntry): string {
  return `- ${day(memory)} ${oneLine(text)} [${memory.id}]`;
}
