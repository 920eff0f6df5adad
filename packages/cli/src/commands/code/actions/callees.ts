/** `zapomni code callees <name>`. */
import { DEEPEST_CALLS, MOST_EDGES, type CalleeEdge, type CallTarget } from '@zapomni/core/code';
import { toCallees } from '@zapomni/mcp/views';
import { CodeLines, showUnclear } from '../../../output/code-rows.ts';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Command } from '../../command.ts';
import { nameIn, withCode } from './ask.ts';
import { noteLeftOut, siteWords } from './call-words.ts';

const MOST_NAMES = 20;

export const showCallees: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    name: nameIn(context, 'callees'),
    depth: args.count('depth', 1, DEEPEST_CALLS),
    limit: args.count('limit', 50, MOST_EDGES),
    guesses: args.has('guesses'),
  };
  return withCode(context, async ({ app, scope, cwd }) => {
    const callees = await app.code.callees({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toCallees(callees));
    if ('status' in callees) return showUnclear(callees, terminal, cwd);
    const { reader, symbol } = callees.meant;
    const lines = new CodeLines(reader.repository, terminal, cwd);
    terminal.print(lines.heading(symbol, callees.total === 0 ? 'calls nothing that is known.' : 'calls'));
    for (const edge of callees.edges) terminal.print(`  ${lineOf(edge, lines)}`);
    noteLeftOut(callees, callees.edges.length, terminal);
    const open = [...new Set(callees.unresolved.map(({ name }) => oneLine(name)))].slice(0, MOST_NAMES);
    if (open.length > 0)
      terminal.note(`${count(callees.unresolved.length, 'call')} could not be resolved: ${open.join(', ')}`);
  });
};

function lineOf(edge: CalleeEdge, lines: CodeLines): string {
  const { caller, targets, path, line, depth, cut } = edge;
  const meant = targets.map((target) => targetText(target, lines)).join(' or ') + (cut ? ' or others' : '');
  const further = depth > 1 ? [`step ${depth}, in ${oneLine(caller.value.qualified)}`] : [];
  return `${lines.place(path, line)}  ${meant}  ${lines.dim([...siteWords(edge), ...further].join(', '))}`;
}

function targetText(target: CallTarget, lines: CodeLines): string {
  if ('external' in target) return `${oneLine(target.external)} (external)`;
  if ('builtin' in target) return `${oneLine(target.builtin)} (builtin)`;
  const { value } = target.symbol;
  return `${oneLine(value.qualified)} ${lines.place(value.path, value.line)} ${lines.dim(target.how)}`;
}
