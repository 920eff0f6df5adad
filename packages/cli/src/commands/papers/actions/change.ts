/** `zapomni papers merge|remove|undo`. */
import { toDeletedArticle, toMergedArticles, toUndone } from '@zapomni/mcp/views/papers';
import { usageError } from '../../../arguments/arguments.ts';
import { confirmed } from '../../../output/ask.ts';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { paperLine } from './rows.ts';
import { namedIn } from './show.ts';

const DECLINED = 1;
const UNASKED = 'Nobody could be asked whether the paper is to be removed.';

export const mergePapers: Command = async (context) => {
  const { args, terminal } = context;
  const [into, from, ...more] = args.positionals;
  if (into === undefined || from === undefined || more.length > 0) throw usageError('papers merge: name two papers.');
  await withWorkspace(context, async ({ app, workspace }) => {
    const merged = await app.research.library.merge({ workspace, into, from });
    if (args.has('json')) return printJson(terminal, toMergedArticles(merged));
    terminal.print(paperLine(merged.paper));
    terminal.note(`To undo: zapomni papers undo ${merged.planId}`);
  });
};

export const removePaper: Command = async (context) => {
  const { args, terminal } = context;
  const named = namedIn(context, 'remove');
  return withWorkspace(context, async ({ app, workspace }) => {
    const paper = await app.research.library.find(workspace, named);
    if (!args.has('yes') && !(await confirmed(terminal, `Remove ${paperLine(paper)}?`, UNASKED))) {
      terminal.note('Nothing was removed.');
      return DECLINED;
    }
    const deleted = await app.research.library.delete(workspace, { article: paper.key, confirm: true });
    if (args.has('json')) printJson(terminal, toDeletedArticle(deleted));
    else terminal.print(`Removed. To undo within 30 days: zapomni papers undo ${deleted.planId}`);
    return 0;
  });
};

export const undoChange: Command = async (context) => {
  const { args, terminal } = context;
  const plan = args.one('plan');
  await withWorkspace(context, async ({ app, workspace }) => {
    const undone = await app.research.library.undo(workspace, plan);
    if (args.has('json')) return printJson(terminal, toUndone(undone));
    undone.papers.forEach((paper) => terminal.print(paperLine(paper)));
  });
};
