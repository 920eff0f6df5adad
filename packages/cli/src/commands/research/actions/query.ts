/** `zapomni research query list|add|show|change|remove|next|evaluate|judge`. */
import { toCreatedQuery, toDeletedQuery, toQueries, toQueryDetails, toUpdatedQuery } from '@zapomni/mcp/views/research';
import { usageError } from '../../../arguments/arguments.ts';
import { confirmed } from '../../../output/ask.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderPairs, renderTable } from '../../../output/table.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { withActions } from '../../actions.ts';
import type { Command, CommandContext } from '../../command.ts';
import { evaluatePapers, judgePaper, nextPapers } from './judging.ts';
import { queryIn } from './query-options.ts';

const DECLINED = 1;

function nameIn({ args }: CommandContext, action: string): string {
  const name = args.positionals.join(' ').trim();
  if (name === '') throw usageError(`research query ${action}: name a query.`);
  return name;
}

const list: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, workspace }) => {
    const queries = toQueries(await app.research.queries.list(workspace));
    if (args.has('json')) return printJson(terminal, queries);
    if (queries.count === 0) return terminal.note('No question is followed. `zapomni research query add` saves one.');
    const rows = queries.queries.map(({ name, version, is_active: active, evaluated, research_question: question }) => [
      oneLine(name),
      `v${version}${active ? '' : ' off'}`,
      String(evaluated.keep),
      String(evaluated.review),
      oneLine(question),
    ]);
    terminal.print(renderTable(['NAME', 'VERSION', 'KEEP', 'LOOK AT', 'QUESTION'], rows, terminal));
  });
};

const add: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(context, 'add');
  const said = queryIn(args);
  if (said.research_question === undefined) throw usageError('research query add: --question says what is asked.');
  await withWorkspace(context, async ({ app, workspace }) => {
    const query = await app.research.queries.create(workspace, { ...said, name });
    if (args.has('json')) return printJson(terminal, toCreatedQuery(query));
    terminal.print(`Following ${oneLine(query.value.name)}.`);
    terminal.note(`What to read first: zapomni research query next ${oneLine(query.value.name)}`);
  });
};

const show: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(context, 'show');
  await withWorkspace(context, async ({ app, workspace }) => {
    const details = toQueryDetails(await app.research.queries.get(workspace, name));
    if (args.has('json')) return printJson(terminal, details);
    const { versions, best, evaluated, verdicts, findings, ...fields } = details;
    const { last_run: last, ...found } = findings;
    const counts = (of: object): string =>
      Object.entries(of)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ');
    const looked = last === null ? '' : `${last.at}, ${last.source}: ${last.status}, ${last.new} new`;
    const told = {
      findings: counts(found),
      last_run: looked,
      evaluated: counts(evaluated),
      verdicts: counts(verdicts),
    };
    const rows = Object.entries({ ...fields, ...told }).flatMap(([field, value]): [string, string][] => {
      const text = Array.isArray(value)
        ? value.join(', ')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
      return text === '' || text === 'null' ? [] : [[field.replaceAll('_', ' '), oneLine(text)]];
    });
    terminal.print(renderPairs(rows, terminal));
    for (const { version, until, research_question: asked } of versions)
      terminal.note(`v${version} until ${until}: ${oneLine(asked)}`);
    for (const { article, score, decision } of best)
      terminal.print(
        `${score.toFixed(2)} ${decision} ${oneLine(article.citekey ?? article.id)} ${oneLine(article.title)}`,
      );
  });
};

const change: Command = async (context) => {
  const { args, terminal } = context;
  const query = nameIn(context, 'change');
  await withWorkspace(context, async ({ app, workspace }) => {
    const request = { ...queryIn(args), query, new_name: args.text('rename') };
    const updated = toUpdatedQuery(await app.research.queries.update(workspace, request));
    if (args.has('json')) return printJson(terminal, updated);
    const { changed, query: now } = updated;
    if (changed.length === 0) return terminal.note('Nothing is otherwise than it was.');
    terminal.print(`Changed ${changed.join(', ')}: ${oneLine(now.name)} is version ${now.version} now.`);
  });
};

const remove: Command = async (context) => {
  const { args, terminal } = context;
  const name = nameIn(context, 'remove');
  return withWorkspace(context, async ({ app, workspace }) => {
    const { queries } = app.research;
    const { query } = await queries.get(workspace, name);
    if (!args.has('yes') && !(await confirmed(terminal, `Stop following ${oneLine(query.value.name)}?`))) {
      terminal.note('Nothing was removed.');
      return DECLINED;
    }
    const deleted = toDeletedQuery(await queries.delete(workspace, { query: query.key, confirm: true }));
    if (args.has('json')) printJson(terminal, deleted);
    else terminal.print('Removed. What was found and judged by it stays, marked as orphaned.');
    return 0;
  });
};

export const manageQueries: Command = withActions('research query', {
  list,
  add,
  show,
  change,
  remove,
  next: nextPapers,
  evaluate: evaluatePapers,
  judge: judgePaper,
});
