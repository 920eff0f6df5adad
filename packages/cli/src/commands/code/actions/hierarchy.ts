/** `zapomni code hierarchy <name>`. */
import type { Hierarchy, Relative } from '@zapomni/core/code';
import { toHierarchy } from '@zapomni/mcp/views';
import { CodeLines, showUnclear } from '../../../output/code-rows.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import type { Command } from '../../command.ts';
import { nameIn, withCode } from './ask.ts';

export const showHierarchy: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    name: nameIn(context, 'hierarchy'),
    depth: args.text('depth') === undefined ? undefined : args.count('depth', 1, 100),
    limit: args.count('limit', 100, 500),
  };
  return withCode(context, async ({ app, scope, cwd }) => {
    const found = await app.code.hierarchy({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toHierarchy(found));
    if ('status' in found) return showUnclear(found, terminal, cwd);
    show(found, new CodeLines(found.meant.reader.repository, terminal, cwd), terminal);
  });
};

function show(
  { meant, above, below, belowTotal, unknownBases, complete }: Hierarchy,
  lines: CodeLines,
  terminal: Terminal,
) {
  const outside = unknownBases.map((base) => `  ${oneLine(base)}  ${lines.dim('not of this repository')}`);
  const up = [...above.map((one) => lineOf(one, lines)), ...outside];
  terminal.print(lines.heading(meant.symbol, up.length === 0 ? 'comes from nothing that is known.' : 'comes from'));
  for (const line of up) terminal.print(line);
  terminal.print(below.length === 0 ? 'Nothing comes from it.' : 'and from it come');
  for (const one of below) terminal.print(lineOf(one, lines));
  const more = complete ? '' : ' There are so many that not all were followed.';
  terminal.note(terminal.paintNote('dim', `${above.length} above, ${below.length} of ${belowTotal} below.${more}`));
}

function lineOf({ symbol, relation, depth, through }: Relative, lines: CodeLines): string {
  const way = depth > 1 ? `, through ${oneLine(through.value.qualified)}` : '';
  return `${'  '.repeat(Math.min(depth, 20))}${lines.symbol(symbol)}  ${lines.dim(relation + way)}`;
}
