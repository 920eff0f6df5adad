/** `zapomni code callers <name>`. */
import { DEEPEST_CALLS, MOST_EDGES, type CallerEdge } from '@zapomni/core/code';
import { toCallers } from '@zapomni/mcp/views';
import { CodeLines, showUnclear } from '../../../output/code-rows.ts';
import { count } from '../../../output/in-words.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Command } from '../../command.ts';
import { nameIn, withCode } from './ask.ts';
import { noteLeftOut, siteWords } from './call-words.ts';

export const showCallers: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    name: nameIn(context, 'callers'),
    depth: args.count('depth', 1, DEEPEST_CALLS),
    limit: args.count('limit', 50, MOST_EDGES),
    guesses: args.has('guesses'),
  };
  return withCode(context, async ({ app, scope, cwd }) => {
    const callers = await app.code.callers({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toCallers(callers));
    if ('status' in callers) return showUnclear(callers, terminal, cwd);
    const { reader, symbol } = callers.meant;
    const lines = new CodeLines(reader.repository, terminal, cwd);
    terminal.print(lines.heading(symbol, callers.total === 0 ? 'No call is known.' : 'is called by'));
    for (const edge of callers.edges) terminal.print(`  ${lineOf(edge, lines)}`);
    noteLeftOut(callers, callers.edges.length, terminal);
    const open = reader.repository.value.counts.unresolved;
    if (open > 0) terminal.note(`${count(open, 'call')} of the repository could not be resolved.`);
  });
};

function lineOf(edge: CallerEdge, lines: CodeLines): string {
  const { caller, callee, path, line, depth, how, candidates } = edge;
  const many = candidates > 1 ? [`one of ${candidates}`] : [];
  const further = depth > 1 ? [`step ${depth}, calls ${oneLine(callee?.value.qualified ?? '')}`] : [];
  const words = lines.dim([how, ...many, ...siteWords(edge), ...further].join(', '));
  return `${lines.place(path, line)}  ${lines.around(caller)}  ${words}`;
}
