/** `zapomni graph merge`: says which entities may be one, makes two one, and takes that back. */
import type { MergeSuggestions, NamedEntity } from '@zapomni/core/graph';
import { toMerged, toSplit, toSuggestions } from '@zapomni/mcp/views';
import { usageError } from '../../../arguments/arguments.ts';
import type { Command, CommandContext } from '../../command.ts';
import { oneLine } from '../../../output/harmless.ts';
import { renderTable } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { printJson } from '../../../output/print-json.ts';

export const mergeEntities: Command = async (context) => {
  const { args } = context;
  const undo = args.text('undo');
  const [into, from, ...more] = args.positionals;
  if (undo !== undefined) return split(context, undo);
  if (into === undefined) return suggest(context);
  if (from === undefined || more.length > 0)
    throw usageError('graph merge: give two names, the one to keep first.', 'Quote names of several words.');
  await withWorkspace(context, async ({ app, workspace }) => {
    const merged = await app.graph.merge({ workspace, into, from });
    const { merge, entity } = merged;
    say(context, toMerged(merged), `Both are ${named(entity)} now. To undo: zapomni graph merge --undo ${merge.id}`);
  });
};

async function split(context: CommandContext, mergeId: string): Promise<void> {
  await withWorkspace(context, async ({ app, workspace }) => {
    const ends = await app.graph.split({ workspace, mergeId });
    say(context, toSplit(ends), `Two again: ${named(ends.into)} and ${named(ends.from)}.`);
  });
}

async function suggest(context: CommandContext): Promise<void> {
  const { args, terminal } = context;
  const limit = args.count('limit', 20, 100);
  await withWorkspace(context, async ({ app, workspace }) => {
    const found = await app.graph.suggestMerges({ workspace, limit });
    if (args.has('json')) printJson(terminal, toSuggestions(found));
    else showSuggestions(found, terminal);
  });
}

function showSuggestions({ suggestions, compared }: MergeSuggestions, terminal: Terminal): void {
  if (suggestions.length === 0) {
    terminal.note(`No doubles among ${compared.toLocaleString('en-US')} entities.`);
    return;
  }
  const rows = suggestions.map(({ into, from, reason, score }) => [
    score.toFixed(2),
    reason.replaceAll('_', ' '),
    oneLine(into.id),
    oneLine(from.id),
  ]);
  terminal.print(renderTable(['SCORE', 'WHY', 'INTO', 'FROM'], rows, terminal));
}

function named({ name, id }: NamedEntity): string {
  return `${oneLine(name)} (${oneLine(id)})`;
}

function say({ args, terminal }: CommandContext, json: unknown, text: string): void {
  if (args.has('json')) printJson(terminal, json);
  else terminal.print(text);
}
