/** `zapomni research query next|evaluate|judge`: papers judged by a query, by the program and by the user. */
import { toEvaluatedArticles, toJudgedArticle } from '@zapomni/mcp/views/research';
import { usageError } from '../../../arguments/arguments.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { inFlags } from '../../actions.ts';
import type { Command, CommandContext } from '../../command.ts';

const MOST_SHOWN = 1000;
const VERDICTS = ['like', 'dislike', 'skip', 'none'] as const;

const WORDS = { query_name: '<name>', article_identifier: '<paper>', article_identifiers: '<paper>', limit: '--limit' };

export const nextPapers: Command = inFlags(WORDS, (context) => evaluate(context, 'next'));
export const evaluatePapers: Command = inFlags(WORDS, (context) => evaluate(context, 'evaluate'));

async function evaluate(context: CommandContext, action: 'next' | 'evaluate'): Promise<void> {
  const { args, terminal } = context;
  const [query, ...articles] = args.positionals;
  if (query === undefined || (action === 'next') !== (articles.length === 0))
    throw usageError(
      action === 'next' ? 'research query next: name a query.' : 'research query evaluate: name a query and papers.',
    );
  await withWorkspace(context, async ({ app, workspace }) => {
    const found = toEvaluatedArticles(
      await app.research.evaluation.evaluate({
        workspace,
        query,
        articles: articles.length === 0 ? undefined : articles,
        limit: args.count('limit', 10, MOST_SHOWN),
        offset: args.text('offset') === undefined ? 0 : args.count('offset', 1, 1_000_000),
        askModel: articles.length === 1,
      }),
    );
    if (args.has('json')) return printJson(terminal, found);
    show(context, found);
  });
}

function show({ terminal }: CommandContext, found: ReturnType<typeof toEvaluatedArticles>): void {
  if (found.total === 0) return terminal.note('No paper is left to judge.');
  for (const { article, score, decision, reason, language_model: model } of found.evaluations) {
    terminal.print(
      `${score.toFixed(2)} ${decision.padEnd(6)} ${oneLine(article.citekey ?? article.id)} ${oneLine(article.title)}`,
    );
    terminal.note(`  ${oneLine(reason)}`);
    if (model)
      terminal.note(`  ${oneLine(model.model)}: ${model.score.toFixed(2)} ${model.decision}. ${oneLine(model.reason)}`);
  }
  if (found.language_model_problem !== undefined) terminal.note(found.language_model_problem);
  const { stopping } = found;
  if (!stopping) return;
  const so = stopping.enough
    ? 'Most of the relevant are probably seen'
    : 'No sign yet that most of the relevant are seen';
  terminal.note(`${so}: ${stopping.judged} judged, ${stopping.relevant} liked, ${stopping.left} left.`);
}

export const judgePaper: Command = inFlags(WORDS, async (context) => {
  const { args, terminal } = context;
  const [query, ...words] = args.positionals;
  const verdict = VERDICTS.find((one) => one === words.at(-1));
  const article = words.slice(0, -1).join(' ').trim();
  if (query === undefined || verdict === undefined || article === '')
    throw usageError('research query judge: name a query, a paper and like, dislike, skip or none.');
  await withWorkspace(context, async ({ app, workspace }) => {
    const said = { workspace, query, article, verdict: verdict === 'none' ? null : verdict };
    const judged = toJudgedArticle(await app.research.evaluation.judge(said));
    if (args.has('json')) return printJson(terminal, judged);
    terminal.print(`${judged.verdict ?? 'no verdict'}: ${oneLine(judged.article.title)}`);
    if (judged.added_to_library) terminal.note('It is in the library now.');
  });
});
