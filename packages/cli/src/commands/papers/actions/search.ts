/** `zapomni papers search <words>`. */
import { SEARCH_ORDERS, type FoundArticles } from '@zapomni/core/research';
import { toFoundArticles } from '@zapomni/mcp/views/papers';
import { usageError } from '../../../arguments/arguments.ts';
import { fit } from '../../../output/display-width.ts';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import type { Command } from '../../command.ts';
import { paperLine } from './rows.ts';

export const searchPapers: Command = async (context) => {
  const { args, terminal } = context;
  const query = args.positionals.join(' ');
  if (query.trim() === '') throw usageError('papers search: say what to look for.');
  const asked = {
    limit: args.count('limit', 10, 50),
    sort: args.oneOf('sort', SEARCH_ORDERS) ?? 'relevance',
    cursor: args.text('cursor'),
  };
  const filter = {
    author: args.text('author'),
    journal: args.text('journal'),
    dateFrom: args.text('from'),
    dateTo: args.text('to'),
    type: args.text('type'),
    tags: args.texts('tag'),
    minCitations: args.text('min-citations') === undefined ? undefined : args.count('min-citations', 0, 10_000_000),
  };
  await withWorkspace(context, async ({ app, workspace }) => {
    const { library } = app.research;
    const set = args.text('index');
    const papers = set === undefined ? undefined : await library.members(workspace, set);
    const found = await library.search({ workspace, query, ...asked, filter: { ...filter, papers } });
    if (args.has('json')) return printJson(terminal, toFoundArticles(found));
    if (found.called) terminal.note(`So is called: ${paperLine(found.called)}`);
    if (found.found.length === 0) return terminal.note('No paper fits.');
    if (found.total === 0) terminal.note('No paper has to do with that. What comes nearest:');
    for (const { paper, hit, isWeak } of found.found) {
      const near = isWeak && found.total > 0 ? ' (only near)' : '';
      terminal.print(`${terminal.paint('bold', hit.score.toFixed(2))} ${paperLine(paper)}${near}`);
      const place = hit.document ? `${hit.document.citation}: ` : '';
      const said = oneLine(place + withoutTitle(hit.passage.text, paper.value.item.title));
      if (said !== '') terminal.print(`     ${fit(said, terminal.width - 5)}`);
    }
    terminal.note(footer(found));
  });
};

/** What has to do with it is counted; what is only near fills up a page. */
function footer({ found, total, isCounted, next }: FoundArticles): string {
  const near = found.filter(({ isWeak }) => isWeak).length;
  const of = `${isCounted ? '' : 'at least '}${count(total, 'paper')}`;
  const others = near === 0 ? '' : `, and ${near} that ${near === 1 ? 'is' : 'are'} only near`;
  return `${found.length - near} of ${of}${others}.${next === null ? '' : ` More: --cursor ${next}`}`;
}

/** An abstract is kept below its title, which stands in the line above. */
function withoutTitle(text: string, title = ''): string {
  return text.startsWith(title) ? text.slice(title.length).trimStart() : text;
}
