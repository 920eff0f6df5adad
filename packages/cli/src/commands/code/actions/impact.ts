/** `zapomni code impact <name>`. */
import { DEEPEST_IMPACT, type Affected, type AffectedFile, type Impact } from '@zapomni/core/code';
import { toImpact } from '@zapomni/mcp/views';
import { CodeLines, showUnclear } from '../../../output/code-rows.ts';
import { count } from '../../../output/in-words.ts';
import { harmless, oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import type { Command } from '../../command.ts';
import { nameIn, withCode } from './ask.ts';

export const showImpact: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    name: nameIn(context, 'impact'),
    depth: args.count('depth', 3, DEEPEST_IMPACT),
    limit: args.count('limit', 30, 200),
  };
  return withCode(context, async ({ app, scope, cwd }) => {
    const impact = await app.code.impact({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toImpact(impact));
    if ('status' in impact) return showUnclear(impact, terminal, cwd);
    show(impact, new CodeLines(impact.meant.reader.repository, terminal, cwd), terminal);
  });
};

function show(impact: Impact, lines: CodeLines, terminal: Terminal): void {
  const { meant, affected, affectedTotal, tests, testsTotal, files, filesTotal, complete } = impact;
  const part = (title: string, all: readonly string[], total: number): void => {
    terminal.print(terminal.paint('bold', `${title} (${all.length} of ${total})`));
    for (const line of all) terminal.print(`  ${line}`);
  };
  terminal.print(lines.symbol(meant.symbol));
  part(
    'May break',
    affected.map((one) => lineOf(one, lines)),
    affectedTotal,
  );
  part(
    'Tests that reach it',
    tests.map((one) => lineOf(one, lines)),
    testsTotal,
  );
  part(
    'Files',
    files.map((one) => fileText(one, lines)),
    filesTotal,
  );
  if (!meant.reader.repository.value.options.include_tests)
    terminal.note('Tests are not indexed: `zapomni index --include-tests` has them read too.');
  if (!complete) terminal.note('There are so many that only the likeliest were followed further.');
}

function lineOf({ symbol, score, depth, kind, path, line, through }: Affected, lines: CodeLines): string {
  const by = `${kind} of ${oneLine(through?.value.qualified ?? 'it')}, step ${depth}`;
  return `${score.toFixed(2)}  ${lines.place(path, line)}  ${lines.around(symbol)}  ${lines.dim(by)}`;
}

function fileText({ path, score, symbols, together }: AffectedFile, lines: CodeLines): string {
  const changed = together === undefined ? '' : `, changed together in ${count(together, 'commit')}`;
  return `${score.toFixed(2)}  ${harmless(path)}  ${lines.dim(count(symbols, 'symbol') + changed)}`;
}
