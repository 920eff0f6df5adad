/** `zapomni papers cited <paper>`: its references, who cites it, and in which sentences. */
import { toCitations, toSentences } from '@zapomni/mcp/views';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderTable } from '../../../output/table.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { paperLine, paperRow } from './rows.ts';
import { namedIn } from './show.ts';

export const showCited: Command = async (context) => {
  const { args, terminal } = context;
  const article = namedIn(context, 'cited');
  const limit = args.count('limit', 50, 500);
  const depth = args.count('depth', 1, 3);
  await withWorkspace(context, async ({ app, workspace }) => {
    if (args.has('sentences')) {
      const found = await app.research.citing.contexts({ workspace, article, direction: 'citing_it', limit });
      if (args.has('json')) return printJson(terminal, toSentences(found));
      for (const {
        citing,
        context: { sentence, page },
      } of found.sentences)
        terminal.print(`${oneLine(sentence)}\n   ${paperLine(citing)}${page === null ? '' : `, p. ${page}`}`);
      return terminal.note(`${found.sentences.length} of ${found.total} sentences.`);
    }
    const found = await app.research.citing.walk({ workspace, article, outbound: true, inbound: true, depth, limit });
    if (args.has('json')) return printJson(terminal, toCitations(found));
    const rows = found.network.map(({ paper, direction, distance }) => [
      direction.replace('_', ' '),
      String(distance),
      ...paperRow(paper),
    ]);
    if (rows.length > 0)
      terminal.print(renderTable(['HOW', 'STEPS', 'KEY', 'YEAR', 'AUTHORS', 'TITLE'], rows, terminal));
    terminal.note(`${found.referencesTotal} references; ${found.networkTotal} papers around it.`);
  });
};
