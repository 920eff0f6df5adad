/** `zapomni code show <name>`. */
import { MOST_LINES, type SymbolDetails } from '@zapomni/core/code';
import { toSymbolDetails } from '@zapomni/mcp/views';
import { CodeLines, showUnclear } from '../../../output/code-rows.ts';
import { harmless, oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderPairs } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';
import type { Command } from '../../command.ts';
import { nameIn, withCode } from './ask.ts';

export const showSymbol: Command = async (context) => {
  const { args, terminal } = context;
  const request = { name: nameIn(context, 'show'), maxLines: args.count('lines', 200, MOST_LINES) };
  return withCode(context, async ({ app, scope, cwd }) => {
    const details = await app.code.symbol({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toSymbolDetails(details));
    if ('status' in details) return showUnclear(details, terminal, cwd);
    const lines = new CodeLines(details.meant.reader.repository, terminal, cwd);
    terminal.print(lines.symbol(details.meant.symbol));
    terminal.print(factsOf(details, terminal));
    if (details.source) terminal.print(`\n${numbered(details.source, lines)}`);
    const left = details.source?.leftOut ?? 0;
    if (left > 0) terminal.note(`${count(left, 'more line')}: --lines.`);
  });
};

function factsOf({ meant, parent, members, others }: SymbolDetails, terminal: Terminal): string {
  const { value } = meant.symbol;
  return renderPairs(
    [
      ['signature', oneLine(value.signature)],
      ['doc', oneLine(value.doc ?? '')],
      ['is', [...value.flags, value.visibility ?? '', value.language].filter((word) => word !== '').join(', ')],
      ['in', parent ? oneLine(parent.value.qualified) : ''],
      ['bases', value.bases.map(oneLine).join(', ')],
      ['decorated by', value.decorators.map(oneLine).join(', ')],
      ['members', members.map((one) => oneLine(one.value.name)).join(', ')],
      ['also', others.map((one) => `line ${one.value.line}`).join(', ')],
      ['called by', count(value.callers, 'symbol')],
      ['calls', count(value.callees, 'symbol')],
    ],
    terminal,
  );
}

function numbered({ text, first, last }: NonNullable<SymbolDetails['source']>, lines: CodeLines): string {
  const width = String(last).length;
  return harmless(text)
    .split('\n')
    .map((line, i) => `${lines.dim(String(first + i).padStart(width))}  ${line}`.trimEnd())
    .join('\n');
}
