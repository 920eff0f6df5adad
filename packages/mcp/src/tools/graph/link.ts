import type { EntityChoice } from '@zapomni/core/graph';
import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { memoryId } from '../../fields/memory-fields.ts';
import { entityArgument, namedOutput, relationOutput } from '../../fields/graph-fields.ts';
import { nameLine, relationLine } from '../../lines/graph-lines.ts';
import { timesAsInSearch, withTimes } from '../../fields/time-arguments.ts';
import { toNamed, toRelation } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const newType = z.string().optional().describe('Given this, a new entity is made where none has the name.');

export default defineTool({
  name: 'link',
  title: 'Relate two things',
  description:
    'Say that two things are related, e.g. Ada WORKS_FOR Acme, when the user says so or a memory shows it. `unlink` ends it.',
  input: z.strictObject({
    source: entityArgument,
    type: z.string().describe('The relation in active voice: works for, WORKS_FOR.'),
    target: entityArgument,
    source_type: newType,
    target_type: newType,
    confidence: z.number().min(0).max(1).default(1),
    memory_id: memoryId.optional().describe('The memory that says so.'),
    since: timesAsInSearch.since.describe('When it began, if not now.'),
    until: timesAsInSearch.until,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.literal('linked'), relation: relationOutput, created: z.array(namedOutput) }),
  annotations: CHANGES,
  aliases: { relation_type: 'type', relationship_type: 'type' },
  async run({ source, target, source_type, target_type, since, until, workspace_id, ...facts }, context) {
    const { from: validFrom, before: validTo } = withTimes(undefined, { since, until }, context.app.clock.now()) ?? {};
    const { type, confidence, memory_id } = facts;
    const ends = { source: choose(source, source_type), target: choose(target, target_type) };
    const draft = { ...ends, type, confidence, memoryId: memory_id, validFrom, validTo };
    const workspace = workspaceToFill(context, workspace_id);
    const { relations, created } = await context.app.graph.link({ workspace, links: [draft] });
    const [relation] = relations.map(toRelation);
    return {
      status: 'linked' as const,
      relation: relation as z.output<typeof relationOutput>,
      created: created.map(toNamed),
    };
  },
  text: ({ relation, created }) =>
    [`Linked: ${relationLine(relation)}`, ...created.map((entity) => `New entity: ${nameLine(entity)}`)].join('\n'),
});

function choose(name: string, type: string | undefined): EntityChoice {
  return type === undefined ? name : { name, type };
}
