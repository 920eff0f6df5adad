/** `zapomni papers tags`: what there is, a plan to make one of what is one, and that carried out or taken back. */
import { toProposedRetag, toRetagged, toVocabulary } from '@zapomni/mcp/views/papers';
import { usageError } from '../../../arguments/arguments.ts';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderTable } from '../../../output/table.ts';
import { withWorkspace, type Session } from '../../../session/with-app.ts';
import type { Command, CommandContext } from '../../command.ts';

export const manageTags: Command = async (context) => {
  const [what, plan, ...more] = context.args.positionals;
  if (more.length > 0 || (what !== undefined && !['apply', 'undo', 'plan'].includes(what)))
    throw usageError('papers tags: give nothing, plan, apply PLAN or undo PLAN.');
  if ((what === 'apply' || what === 'undo') && plan === undefined)
    throw usageError(`papers tags ${what}: name a plan.`);
  await withWorkspace(context, async (session) => {
    if (what === 'apply' || what === 'undo') return carryOut(context, session, { what, plan: plan ?? '' });
    const renames = renamesIn(context);
    return what === 'plan' || renames ? propose(context, session, renames) : show(context, session);
  });
};

function renamesIn({ args }: CommandContext): Record<string, string> | undefined {
  const given = args.texts('rename')?.map((text) => {
    const [from, to, ...more] = text.split('=');
    if (!from || !to || more.length > 0) throw usageError('papers tags: --rename wants OLD=NEW.');
    return [from, to];
  });
  return given && (Object.fromEntries(given) as Record<string, string>);
}

async function show({ args, terminal }: CommandContext, { app, workspace }: Session): Promise<void> {
  const vocabulary = await app.research.tags.vocabulary(workspace);
  if (args.has('json')) return printJson(terminal, toVocabulary(vocabulary));
  const { tags, groups, untagged } = vocabulary;
  if (tags.length > 0)
    terminal.print(
      renderTable(
        ['PAPERS', 'TAG'],
        tags.map(({ tag, papers }) => [String(papers), oneLine(tag)]),
        terminal,
      ),
    );
  for (const { keep, merge, why } of groups)
    terminal.note(`One tag (${why})? ${[keep, ...merge].map(oneLine).join(', ')}`);
  terminal.note(
    `${count(tags.length, 'tag')}; ${count(untagged, 'paper has', 'papers have')} none. \`zapomni papers tags plan\` makes one of what is one.`,
  );
}

async function propose(
  { args, terminal }: CommandContext,
  { app, workspace }: Session,
  renames?: Record<string, string>,
): Promise<void> {
  const plan = await app.research.tags.proposeConsolidation(workspace, renames);
  if (args.has('json')) return printJson(terminal, toProposedRetag(plan));
  for (const { from, to, why } of plan.renames) terminal.print(`${oneLine(from)} → ${oneLine(to)} (${why})`);
  if (plan.planId === null) return terminal.note('There is nothing to do.');
  terminal.note(
    `${count(plan.papers, 'paper changes', 'papers change')}. To carry it out: zapomni papers tags apply ${plan.planId}`,
  );
}

async function carryOut(
  { args, terminal }: CommandContext,
  { app, workspace }: Session,
  { what, plan }: { readonly what: 'apply' | 'undo'; readonly plan: string },
): Promise<void> {
  const done = await app.research.tags[what](workspace, plan);
  if (args.has('json')) return printJson(terminal, toRetagged(done));
  const papers = count(done.papers, 'paper has', 'papers have');
  terminal.print(`${papers} ${what === 'apply' ? 'other tags now' : 'the tags back'}.`);
}
