/** `zapomni papers cited <paper>`: its references, who cites it, and in which sentences. */
import { toCitations, toSentences } from '@zapomni/mcp/views/papers';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderTable } from '../../../output/table.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { PAPER_HEAD, paperLine, paperRow, YIELDING } from './rows.ts';
import { namedIn } from './show.ts';

export const showCited: Command = async (context) => {
  const { args, terminal } = context;
  const article = namedIn(context, 'cited');
  const limit = args.count('limit', 50, 500);
  const depth = args.count('depth', 1, 3);
  const cursor = args.text('cursor');
  const tellNext = (next: string | null): void => {
    if (next !== null) terminal.note(`More: --cursor ${next}`);
  };
  await withWorkspace(context, async ({ app, workspace }) => {
    if (args.has('sentences')) {
      const found = await app.research.citing.contexts({ workspace, article, direction: 'citing_it', limit, cursor });
      if (args.has('json')) return printJson(terminal, toSentences(found));
      for (const {
        citing,
        context: { sentence, page },
      } of found.sentences)
        terminal.print(`${oneLine(sentence)}\n   ${paperLine(citing)}${page === null ? '' : `, p. ${page}`}`);
      terminal.note(`${found.sentences.length} of ${found.isCounted ? '' : 'at least '}${found.total} sentences.`);
      return tellNext(found.next);
    }
    const asked = { workspace, article, outbound: true, inbound: true, depth, limit, cursor };
    const found = await app.research.citing.walk(asked);
    if (args.has('json')) return printJson(terminal, toCitations(found));
    // All are one step away where nobody asked for more.
    const steps = depth > 1;
    const rows = found.network.map(({ paper, direction, distance }) => [
      direction.replace('_', ' '),
      ...(steps ? [String(distance)] : []),
      ...paperRow(paper),
    ]);
    const head = ['HOW', ...(steps ? ['STEPS'] : []), ...PAPER_HEAD];
    if (rows.length > 0) terminal.print(renderTable(head, rows, terminal, YIELDING));
    const least = found.networkIsCut ? 'at least ' : '';
    terminal.note(`${found.referencesTotal} references; ${least}${found.networkTotal} papers around it.`);
    tellNext(found.next);
  });
};
