/** `zapomni code changes [FROM] [TO]`. */
import type { ChangedFileReport, ChangeExplanation, SymbolChange } from '@zapomni/core/code';
import { toExplainedChange } from '@zapomni/mcp/views';
import { usageError } from '../../../arguments/arguments.ts';
import { CodeLines } from '../../../output/code-rows.ts';
import { count } from '../../../output/in-words.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import type { Command } from '../../command.ts';
import { commitText } from './why.ts';
import { withGit } from './with-git.ts';

const MOST_CHANGES = 500;

export const showChanges: Command = async (context) => {
  const { args, terminal } = context;
  const [from, to, ...more] = args.positionals;
  if (more.length > 0) throw usageError('code changes: name two commits or dates at most; quote what has spaces.');
  const request = { from, to, path: args.text('path'), limit: args.count('limit', 100, MOST_CHANGES) };
  return withGit(context, async ({ app, scope, cwd }) => {
    const change = await app.code.explainChange({ ...scope, ...request, client: 'command line' });
    if (args.has('json')) return printJson(terminal, toExplainedChange(change));
    show(change, new CodeLines(change.repository, terminal, cwd), terminal);
  });
};

function show(change: ChangeExplanation, lines: CodeLines, terminal: Terminal): void {
  const { from, to, files, commits, moreCommits, leftOut } = change;
  const [first, last] = [from?.commit.slice(0, 12) ?? 'the beginning', to?.commit.slice(0, 12) ?? 'the work tree'];
  terminal.print(terminal.paint('bold', `From ${first} to ${last}`));
  if (files.length === 0) terminal.print('Nothing changed.');
  for (const file of files) showFile(file, lines, terminal);
  if (commits.length > 0) terminal.print(terminal.paint('bold', 'Commits'));
  for (const commit of commits) terminal.print(`  ${commitText(commit, terminal)}`);
  if (moreCommits) terminal.print(lines.dim('  and older ones'));
  noteLeftOut(leftOut, terminal);
}

function noteLeftOut({ symbols, files }: ChangeExplanation['leftOut'], terminal: Terminal): void {
  if (symbols > 0) terminal.note(`${count(symbols, 'more change')}: --limit, or --path.`);
  if (files > 0) terminal.note(`${count(files, 'more file')} not looked at: --path, or closer commits.`);
}

function showFile({ path, before, state, symbols }: ChangedFileReport, lines: CodeLines, terminal: Terminal): void {
  const was = before === null ? state : `renamed from ${oneLine(before)}`;
  terminal.print(`${oneLine(path)}  ${lines.dim(was)}`);
  for (const one of symbols) terminal.print(`  ${changeText(one, lines, terminal)}`);
}

const COLOURS = { added: 'green', removed: 'red' } as const;

function changeText(
  { change, symbol, before, bodyChanged, members }: SymbolChange,
  lines: CodeLines,
  terminal: Terminal,
): string {
  const word = change === 'added' || change === 'removed' ? terminal.paint(COLOURS[change], change) : change;
  const notes = [
    ...(before ? beforeNotes(change, symbol, before) : []),
    ...(bodyChanged && change !== 'body' ? ['its body changed too'] : []),
    ...(members > 0 ? [`with ${count(members, 'member')}`] : []),
  ];
  const place = change === 'removed' ? oneLine(`${symbol.path}:${symbol.line}`) : lines.place(symbol.path, symbol.line);
  return `${word} ${place}  ${oneLine(symbol.qualified)}  ${lines.dim(notes.join('; '))}`.trimEnd();
}

function beforeNotes(
  change: SymbolChange['change'],
  now: SymbolChange['symbol'],
  before: SymbolChange['symbol'],
): string[] {
  if (change === 'signature') return [`was ${oneLine(before.signature)}`];
  if (change === 'renamed') return [`was ${oneLine(before.qualified)}`];
  return change === 'moved' && before.path !== now.path ? [`from ${oneLine(before.path)}:${before.line}`] : [];
}
