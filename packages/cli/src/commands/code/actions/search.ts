/** `zapomni code search <words>`. */
import type { CodeHit, CodeSearchResult } from '@zapomni/core/code';
import { toCodeSearch } from '@zapomni/mcp/views';
import { usageError } from '../../../arguments/arguments.ts';
import { CodeLines } from '../../../output/code-rows.ts';
import { harmless, oneLine } from '../../../output/harmless.ts';
import { count } from '../../../output/in-words.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import type { Command } from '../../command.ts';
import { withCode } from './ask.ts';

export const searchPlaces: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length === 0) throw usageError('code search: say what to look for.');
  const [kind, language] = [args.text('kind'), args.text('language')];
  const request = {
    query: args.positionals.join(' '),
    path: args.text('path'),
    symbol: args.text('symbol'),
    includeTests: !args.has('no-tests'),
    limit: args.count('limit', 10, 50),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(language === undefined ? {} : { languages: [language] }),
  };
  await withCode(context, async ({ app, scope, cwd }) => {
    const found = await app.code.search({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toCodeSearch(found));
    terminal.print(found.hits.map((hit) => lines(hit, terminal, cwd)).join('\n\n'));
    terminal.note(summary(found));
  });
};

/** The place first, as terminals make it a link. */
function lines({ repository, path, first, symbol, excerpt, others }: CodeHit, terminal: Terminal, cwd: string): string {
  const rows = new CodeLines(repository, terminal, cwd);
  const named = symbol ? `  ${terminal.paint('bold', oneLine(symbol.value.qualified))}  ` : '';
  const about = symbol ? terminal.paint('dim', `${symbol.value.kind}, ${count(symbol.value.callers, 'caller')}`) : '';
  return [
    `${rows.place(path, first)}${named}${about}`,
    ...excerpt.text
      .split('\n')
      .map((line, i) => `${rows.dim(String(excerpt.first + i).padStart(6))}  ${harmless(line)}`),
    ...others.map((other) =>
      rows.dim(`  also ${path}:${other.first}${other.symbol ? ` ${oneLine(other.symbol)}` : ''}`),
    ),
  ].join('\n');
}

function summary({ hits, leftOut, embedded, repositories }: CodeSearchResult): string {
  if (hits.length === 0) return 'Nothing in the indexed code matches.';
  const isIndexing = repositories.some(({ value }) => value.state === 'indexing');
  return [
    `${count(hits.length, 'place')}${leftOut > 0 ? `; ${count(leftOut, 'more file')} match less well` : ''}.`,
    ...(embedded === null || embedded === 0 ? ['Found by words and names: there are no vectors yet.'] : []),
    ...(embedded !== null && embedded > 0 && embedded < 1
      ? [`Vectors are ${Math.floor(embedded * 100)} % there.`]
      : []),
    ...(isIndexing ? ['Still being indexed.'] : []),
  ].join(' ');
}
