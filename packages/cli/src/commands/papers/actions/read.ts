/** `zapomni papers read <paper>`. */
import { toReadArticle } from '@zapomni/mcp/views/papers';
import { harmless, oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { namedIn } from './show.ts';

const MOST_TEXT = 100_000_000;

export const readPaper: Command = async (context) => {
  const { args, terminal } = context;
  const article = namedIn(context, 'read');
  const part = { section: args.text('section'), page: args.text('page'), cursor: args.text('cursor') };
  await withWorkspace(context, async ({ app, workspace }) => {
    const asked = { workspace, article, ...part, outline: args.has('outline'), maxChars: MOST_TEXT };
    const read = await app.research.citing.read(asked);
    if (args.has('json')) return printJson(terminal, toReadArticle(read));
    if (!read.part) terminal.note('There is no text of it here; this is the abstract.');
    const outline = (read.part?.outline ?? []).map(({ title, level }) => `${'  '.repeat(level - 1)}${oneLine(title)}`);
    terminal.print(
      outline.length > 0 ? outline.join('\n') : harmless(read.part?.text ?? read.paper.value.item.abstract ?? ''),
    );
  });
};
