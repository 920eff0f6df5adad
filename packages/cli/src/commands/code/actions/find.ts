/** `zapomni code find <name>`. */
import { MATCH_MODES } from '@zapomni/core/code';
import { toFoundSymbols } from '@zapomni/mcp/views';
import { showFound } from '../../../output/code-rows.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Command } from '../../command.ts';
import { nameIn, withCode } from './ask.ts';

export const findSymbols: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    name: nameIn(context, 'find'),
    match: args.oneOf('match', MATCH_MODES),
    kind: args.text('kind'),
    path: args.text('path'),
    limit: args.count('limit', 20, 100),
  };
  await withCode(context, async ({ app, scope, cwd }) => {
    const found = await app.code.findSymbol({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toFoundSymbols(found));
    showFound(found.found, terminal, cwd);
    const all = `${found.complete ? '' : 'more than '}${count(found.total, 'symbol')}`;
    terminal.note(found.total === 0 ? 'No symbol has this name.' : `${found.found.length} of ${all}.`);
  });
};
