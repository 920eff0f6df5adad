/** `zapomni graph entity <name…>`. */
import type { EntityView } from '@zapomni/core/graph';
import type { Entity } from '@zapomni/core/model';
import { toEntityView } from '@zapomni/mcp/views';
import { usageError } from '../../../arguments/arguments.ts';
import type { Command } from '../../command.ts';
import { readAsOf } from '../../../arguments/filter-arguments.ts';
import { fit } from '../../../output/display-width.ts';
import { oneLine } from '../../../output/harmless.ts';
import { renderPairs } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withWorkspace } from '../../../session/with-app.ts';
import { notFound, relationText, sentenceOf } from '../../../output/graph-rows.ts';
import { printJson } from '../../../output/print-json.ts';

export const showEntity: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length === 0) throw usageError('graph entity: name an entity.');
  const request = {
    entity: args.positionals.join(' '),
    type: args.texts('type')?.[0],
    limit: args.count('limit', 10, 100),
  };
  await withWorkspace(context, async ({ app, workspace }) => {
    const view = await app.graph.entity({ workspace, ...request, ...readAsOf(args, app.clock.now()) });
    if (!view.entity) throw notFound(view.suggestions, terminal);
    if (args.has('json')) printJson(terminal, toEntityView(view));
    else terminal.print(render(view, view.entity, terminal));
  });
};

function render(view: EntityView, entity: Entity, terminal: Terminal): string {
  const facts = renderPairs(
    [
      ['name', oneLine(entity.name)],
      ['type', oneLine(entity.type)],
      ['id', oneLine(entity.id)],
      ['also', entity.aliases.map(oneLine).join(', ')],
      ['merged', view.merges.map(({ id, from }) => `${oneLine(from)} (--undo ${id})`).join(', ')],
      [
        'the same?',
        view.mergeSuggestions.map(({ from, into }) => `${oneLine(from.name)} = ${oneLine(into.name)}`).join(', '),
      ],
      ['of this name', view.alternatives.map(({ id }) => oneLine(id)).join(', ')],
    ],
    terminal,
  );
  const relations = view.relations.map((relation) => `${relationText(relation)}  ${sentenceOf(relation)}`.trimEnd());
  const mentions = view.mentions.map(({ memoryId, text }) => `${memoryId}  ${oneLine(text)}`);
  return [
    facts,
    ...listOf(`Relations (${view.relations.length} of ${view.relationsTotal})`, relations, terminal),
    ...listOf(`Mentions (${view.mentions.length} of ${view.mentionsTotal})`, mentions, terminal),
  ].join('\n\n');
}

function listOf(title: string, lines: readonly string[], { paint, width }: Terminal): string[] {
  if (lines.length === 0) return [];
  return [[paint('bold', title), ...lines.map((line) => `  ${fit(line, width - 2)}`)].join('\n')];
}
