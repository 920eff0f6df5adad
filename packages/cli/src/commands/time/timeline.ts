import type { Timeline, TimelineEntry } from '@zapomni/core/time';
import { iso, toTimeline } from '@zapomni/mcp/views';
import { usageError, type Arguments } from '../../arguments/arguments.ts';
import { ENDS, KNOWN_AT } from '../../arguments/shared-options.ts';
import type { Command, CommandSpec } from '../command.ts';
import { readAsOf, readEnds } from '../../arguments/filter-arguments.ts';
import { notFound, relationText, sentenceOf } from '../../output/graph-rows.ts';
import { oneLine } from '../../output/harmless.ts';
import { renderTable } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { withWorkspace } from '../../session/with-app.ts';
import { printJson } from '../../output/print-json.ts';

export const spec: CommandSpec = {
  name: 'timeline',
  summary: 'What was so from when to when: of an entity, a memory or the whole workspace.',
  usage: ['zapomni timeline [entity…]', 'zapomni timeline --memory ID'],
  options: {
    memory: { type: 'string', value: 'ID', about: 'The versions of this memory.' },
    ...ENDS,
    'known-at': KNOWN_AT,
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–200; 50 if not said.' },
    cursor: { type: 'string', value: 'CURSOR', about: 'Go on where the page before ended.' },
  },
  examples: ['zapomni timeline Ada --from 2025', 'zapomni timeline --memory 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e'],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  await withWorkspace(context, async ({ app, workspace }) => {
    const request = readRequest(args, app.clock.now());
    const timeline = await app.time.timeline({ workspace, ...request });
    if (request.entity !== undefined && !timeline.entity) throw notFound(timeline.suggestions, terminal);
    if (args.has('json')) printJson(terminal, toTimeline(timeline, request.entity !== undefined));
    else show(timeline, terminal);
  });
};

function readRequest(args: Arguments, now: number) {
  const entity = args.positionals.length === 0 ? undefined : args.positionals.join(' ');
  const memoryId = args.text('memory');
  if (entity !== undefined && memoryId !== undefined) throw usageError('timeline: an entity or --memory, not both.');
  const { from, before: until } = readEnds(args, now);
  const { knownAt } = readAsOf(args, now);
  return { entity, memoryId, from, until, knownAt, limit: args.count('limit', 50, 200), cursor: args.text('cursor') };
}

function show({ entries, next }: Timeline, terminal: Terminal): void {
  if (entries.length === 0) {
    terminal.note('Nothing is known of that time.');
    return;
  }
  terminal.print(renderTable(['FROM', 'UNTIL', 'WHAT'], entries.map(toRow), terminal));
  if (next) terminal.note(terminal.paintNote('dim', `More: --cursor ${next}`));
}

function toRow(entry: TimelineEntry): string[] {
  const what =
    entry.kind === 'memory'
      ? oneLine(entry.text)
      : `${relationText(entry.relation)}  ${sentenceOf(entry.relation)}`.trimEnd();
  return [iso(entry.from).slice(0, 10), entry.until === null ? '' : iso(entry.until).slice(0, 10), what];
}
