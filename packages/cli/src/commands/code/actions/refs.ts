/** `zapomni code refs <name>`. */
import { REFERENCE_KINDS, type PackageUse, type Reference } from '@zapomni/core/code';
import { toReferences } from '@zapomni/mcp/views';
import { CodeLines, showUnclear } from '../../../output/code-rows.ts';
import { oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Command } from '../../command.ts';
import { nameIn, withCode } from './ask.ts';

export const showReferences: Command = async (context) => {
  const { args, terminal } = context;
  const kind = args.oneOf('kind', REFERENCE_KINDS);
  const request = {
    name: nameIn(context, 'refs'),
    kinds: kind && [kind],
    limit: args.count('limit', 100, 500),
    guesses: args.has('guesses'),
  };
  return withCode(context, async ({ app, scope, cwd }) => {
    const found = await app.code.references({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toReferences(found));
    for (const use of found.packages ?? []) terminal.print(packageLine(use));
    if ('status' in found && found.packages?.length) return undefined;
    if ('status' in found) return showUnclear(found, terminal, cwd);
    const lines = new CodeLines(found.meant.reader.repository, terminal, cwd);
    terminal.print(lines.heading(found.meant.symbol, found.total === 0 ? 'No use is known.' : 'is used at'));
    for (const one of found.references) terminal.print(`  ${lineOf(one, lines)}`);
    const guesses = found.guesses > 0 ? ` ${found.guesses} more by name alone: --guesses.` : '';
    const where = `${found.references.length} of ${count(found.total, 'use')} in ${count(found.files, 'file')}.`;
    terminal.note(terminal.paintNote('dim', where + guesses));
  });
};

function packageLine({ repository, path, use, range }: PackageUse): string {
  const what = use === 'provides' ? 'provides the package' : `needs the package${use === 'runtime' ? '' : ` (${use})`}`;
  return oneLine(`${repository.value.name}  ${what}${range === null ? '' : ` ${range}`}  ${path}`);
}

function lineOf({ kind, path, line, from, how, candidates, low }: Reference, lines: CodeLines): string {
  const words = [kind, how, ...(candidates > 1 ? [`one of ${candidates}`] : []), ...(low ? ['a guess'] : [])];
  return `${lines.place(path, line)}  ${lines.around(from)}  ${lines.dim(words.join(', '))}`;
}
