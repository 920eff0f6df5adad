/** `zapomni code dead [FOLDER]`. */
import type { DeadCode } from '@zapomni/core/code';
import { toDeadCode } from '@zapomni/mcp/views';
import { CodeLines } from '../../../output/code-rows.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import type { Command } from '../../command.ts';
import { folderIn, withCode } from './ask.ts';

export const showDead: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    path: folderIn(context, 'dead'),
    exported: args.has('exported'),
    limit: args.count('limit', 50, 200),
  };
  await withCode(context, async ({ app, scope, cwd }) => {
    const dead = await app.code.deadCode({ ...scope, ...request });
    if (args.has('json')) printJson(terminal, toDeadCode(dead));
    else show(dead, new CodeLines(dead.repository, terminal, cwd), terminal);
  });
};

const CAUTION = 'Nobody can be sure: other repositories, reflection and frameworks leave no trace here.';

function show(
  { repository, found, spared, complete }: DeadCode,
  lines: CodeLines,
  { print, note, paint }: Terminal,
): void {
  for (const { symbol, belief, why } of found) {
    print(`${lines.symbol(symbol)}  ${paint(belief === 'likely' ? 'yellow' : 'dim', belief)}`);
    print(`  ${lines.dim(why.join('; '))}`);
  }
  const others = Object.entries(spared).map(([reason, n]) => `${n} ${reason.replaceAll('_', ' ')}`);
  note(found.length === 0 ? 'Nothing is believed to be unused.' : `${found.length} may be unused. ${CAUTION}`);
  if (others.length > 0) note(`Without callers, but not shown: ${others.join(', ')}.`);
  if (!repository.value.options.include_tests) note('Tests are not indexed, and may use some of these.');
  if (!complete) note('There may be more: --limit, or name a folder.');
}
