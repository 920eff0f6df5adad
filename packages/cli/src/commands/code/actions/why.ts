/** `zapomni code why <name>`. */
import type { CodeMention, LineCommit, Why } from '@zapomni/core/code';
import { toWhyAnswer } from '@zapomni/mcp/views';
import { CodeLines, showUnclear } from '../../../output/code-rows.ts';
import { harmless, oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import type { Command } from '../../command.ts';
import { nameIn } from './ask.ts';
import { withGit } from './with-git.ts';

const MOST_COMMITS = 200;

export const showWhy: Command = async (context) => {
  const { args, terminal } = context;
  const request = {
    name: nameIn(context, 'why'),
    limit: args.count('limit', 10, MOST_COMMITS),
    asOf: args.text('as-of'),
    client: 'command line',
  };
  return withGit(context, async ({ app, scope, cwd }) => {
    const answer = await app.code.why({ ...scope, ...request });
    if (args.has('json')) return printJson(terminal, toWhyAnswer(answer));
    if ('status' in answer) return showUnclear(answer, terminal, cwd);
    show(answer, new CodeLines(answer.meant.reader.repository, terminal, cwd), terminal);
  });
};

function show({ meant, history, memories, earlier }: Why, lines: CodeLines, terminal: Terminal): void {
  const { commits, more, since, note } = history;
  terminal.print(lines.symbol(meant.symbol));
  for (const commit of commits) terminal.print(`  ${commitText(commit, terminal)}`);
  if (more) terminal.print(lines.dim('  and older commits'));
  if (since) terminal.print(`There since ${commitText(since, terminal)}`);
  for (const memory of memories) terminal.print(`Named by memory ${mentionText(memory, lines)}`);
  if (earlier) showEarlier(earlier, lines, terminal);
  if (note !== null) terminal.note(note);
}

/** `1f0c2d3e4f5a 2024-03-31 Ann Author  Retry three times`. */
export function commitText({ commit, at, author, subject }: LineCommit, { paint }: Terminal): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return `${paint('yellow', commit.slice(0, 12))} ${day} ${oneLine(author)}  ${oneLine(subject)}`;
}

function mentionText({ memory, stale }: CodeMention, lines: CodeLines): string {
  return stale === null ? memory : `${memory}  ${lines.dim('from before it changed')}`;
}

function showEarlier(
  { commit, path, symbol }: NonNullable<Why['earlier']>,
  lines: CodeLines,
  terminal: Terminal,
): void {
  const when = commit.slice(0, 12);
  if (!symbol) return terminal.print(`It was not in ${oneLine(path)} at ${when}.`);
  terminal.print(`\nAt ${when}, ${oneLine(path)}:${symbol.line}`);
  terminal.print(lines.dim(oneLine(symbol.signature)));
  terminal.print(harmless(symbol.source));
}
