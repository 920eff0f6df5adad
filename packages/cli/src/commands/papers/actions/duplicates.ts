/** `zapomni papers duplicates`: papers of one title, for somebody to decide whether they are one. */
import type { KeptPaper } from '@zapomni/core/research';
import { toArticle } from '@zapomni/mcp/views/papers';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { paperLine } from './rows.ts';

export const showDuplicates: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, workspace }) => {
    const groups = await app.research.library.duplicates(workspace);
    if (args.has('json')) return printJson(terminal, { groups: groups.map((papers) => papers.map(toArticle)) });
    for (const papers of groups)
      terminal.print(papers.map((paper: KeptPaper) => `${paper.key}  ${paperLine(paper)}`).join('\n'));
    terminal.note(
      groups.length === 0 ? 'No two papers seem to be one.' : 'Join two with `zapomni papers merge <into> <from>`.',
    );
  });
};
