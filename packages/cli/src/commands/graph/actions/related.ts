/** `zapomni graph related <name…>`. */
import { DEEPEST, MOST_RELATED, type Related, type RelatedResult } from '@zapomni/core/graph';
import { toRelated } from '@zapomni/mcp/views';
import { usageError, type Arguments } from '../../../arguments/arguments.ts';
import type { Command } from '../../command.ts';
import { readAsOf } from '../../../arguments/filter-arguments.ts';
import { oneLine } from '../../../output/harmless.ts';
import { renderTable } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { notFound, relationText } from '../../../output/graph-rows.ts';
import { printJson } from '../../../output/print-json.ts';

export const showRelated: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length === 0) throw usageError('graph related: name an entity.');
  await withWorkspace(context, async ({ app, workspace }) => {
    const request = readRequest(args, app.clock.now());
    const found = await app.graph.related({ workspace, ...request });
    if (!found.entity) throw notFound(found.suggestions, terminal);
    if (args.has('json')) printJson(terminal, toRelated(found));
    else show(found, request.entity, terminal);
  });
};

function readRequest(args: Arguments, now: number) {
  return {
    entity: args.positionals.join(' '),
    type: args.texts('type')?.[0],
    relationTypes: args.texts('relation'),
    depth: args.count('depth', 2, DEEPEST),
    limit: args.count('limit', 20, MOST_RELATED),
    evidence: 1,
    ...readAsOf(args, now),
  };
}

function show({ related, total, complete }: RelatedResult, name: string, terminal: Terminal): void {
  if (related.length === 0) {
    terminal.note(`Nothing is known to be connected to ${oneLine(name)}.`);
    return;
  }
  terminal.print(renderTable(['STEPS', 'STRENGTH', 'TYPE', 'NAME', 'BY'], related.map(toRow), terminal));
  const all = `${complete ? '' : 'more than '}${total.toLocaleString('en-US')}`;
  terminal.note(terminal.paintNote('dim', `${related.length} of ${all}.`));
}

function toRow({ entity, distance, strength, path }: Related): string[] {
  const by = path.map(relationText).join(', ');
  return [String(distance), strength.toFixed(2), oneLine(entity.type), oneLine(entity.name), by];
}
