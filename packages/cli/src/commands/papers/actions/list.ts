/** `zapomni papers list`. */
import { LIST_ORDERS } from '@zapomni/core/research';
import { toArticles } from '@zapomni/mcp/views/papers';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { noteOfPage } from '../../actions.ts';
import type { Command } from '../../command.ts';
import { paperTable } from './rows.ts';

export const listPapers: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    limit: args.count('limit', 20, 100),
    cursor: args.text('cursor'),
    sort: args.oneOf('sort', LIST_ORDERS),
    type: args.text('type'),
    term: args.text('term'),
  };
  await withWorkspace(context, async ({ app, workspace }) => {
    const { library } = app.research;
    const set = args.text('index');
    const papers = set === undefined ? undefined : await library.members(workspace, set);
    const page = await library.list({ workspace, ...request, papers });
    if (args.has('json')) return printJson(terminal, toArticles(page));
    const isNarrowed = [request.type, request.term, set].some((one) => one !== undefined);
    if (page.items.length === 0)
      return terminal.note(
        isNarrowed ? 'No paper fits.' : 'No paper. `zapomni papers add` adds files, folders and ids.',
      );
    terminal.print(paperTable(page.items, terminal));
    noteOfPage(page, terminal, 'paper');
  });
};
