/** `zapomni papers export [paper …] [--format F] [--search WORDS] [--index NAME]`: a bibliography to standard output, as any other program takes it. */
import { WRITABLE } from '@zapomni/core/research';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';

const MOST = 1_000_000;

export const exportPapers: Command = async (context) => {
  const { args, terminal } = context;
  const format = args.oneOf('format', WRITABLE) ?? 'bibtex';
  const request = {
    format,
    articles: args.positionals.length > 0 ? args.positionals : undefined,
    query: args.text('search'),
    index: args.text('index'),
    most: args.count('limit', MOST, MOST),
  };
  return withWorkspace(context, async ({ app, workspace }) => {
    const tally = { entries: 0, total: 0, isCounted: true, next: null };
    let text = '';
    for await (const piece of app.research.bibliography.pieces({ workspace, ...request }, tally)) {
      if (args.has('json')) text += piece;
      else terminal.write(piece);
    }
    const { entries, total } = tally;
    if (args.has('json')) printJson(terminal, { total, entries, format, content: text });
    else if (entries === 0) terminal.note('No paper fits: nothing was written but what the format begins with.');
    else if (entries < total) terminal.note(`${entries} of ${total} papers.`);
  });
};
