import { DEEPEST, MOST_RELATED } from '@zapomni/core/graph';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { entityArgument, entityType, nameOutput, relationOutput } from '../../fields/graph-fields.ts';
import {
  alternativesText,
  moreEvidence,
  nameLine,
  notFoundText,
  relationLine,
  stepText,
} from '../../lines/graph-lines.ts';
import { momentArguments, toMoment } from '../../fields/time-arguments.ts';
import { toRelated } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const related = z.object({
  entity_id: z.string(),
  name: z.string(),
  type: z.string(),
  distance: z.number().int(),
  strength: z.number(),
  path: z.array(relationOutput),
});

export default defineTool({
  name: 'get_related',
  title: 'What is connected',
  description:
    'What is connected to a thing, nearest first: how far, how strongly, by which path, and the sentences that say so. For "who works with X", "what depends on Y".',
  input: z.strictObject({
    entity: entityArgument,
    entity_type: entityType,
    depth: z.number().int().min(1).max(DEEPEST).default(2).describe('Steps to follow.'),
    limit: z.number().int().min(1).max(MOST_RELATED).default(20),
    relationship_types: z
      .array(z.string())
      .optional()
      .describe('Follow only these, e.g. WORKS_FOR; MENTIONED_WITH: named in one sentence.'),
    direction: z.enum(['both', 'out', 'in']).default('both'),
    min_strength: z.number().min(0).max(1).optional(),
    evidence: z.number().int().min(0).max(5).default(1).describe('Sentences per step.'),
    ...momentArguments,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...nameOutput,
    total: z.number().int(),
    complete: unlisted(z.boolean()),
    related: z.array(related),
  }),
  annotations: READS,
  aliases: { entity_id: 'entity', entity_name: 'entity', relation_types: 'relationship_types' },
  async run({ entity, entity_type, relationship_types, min_strength, as_of, known_at, workspace_id, ...ask }, context) {
    const request = {
      ...ask,
      entity,
      type: entity_type,
      relationTypes: relationship_types,
      minStrength: min_strength,
      ...toMoment({ as_of, known_at }, context.app.clock.now()),
      signal: context.signal,
    };
    const workspace = await workspaceToUse(context, workspace_id);
    return toRelated(await context.app.graph.related({ workspace, ...request }));
  },
  text({ entity, alternatives, suggestions, total, complete, related: shown }, asked) {
    if (!entity) return notFoundText(asked.entity, suggestions);
    const many = `${complete ? '' : 'more than '}${total} within ${steps(asked.depth)}`;
    return [
      shown.length === 0
        ? nothingText(nameLine(entity), asked)
        : `Connected to ${nameLine(entity)}: ${shown.length} of ${many}.`,
      ...shown.map((one, i) => `${i + 1}. ${line(one)}`),
      ...alternativesText(alternatives),
    ].join('\n');
  },
});

interface Narrowing {
  readonly relationship_types?: readonly string[] | undefined;
  readonly direction?: string | undefined;
  readonly min_strength?: number | undefined;
  readonly as_of?: string | undefined;
  readonly known_at?: string | undefined;
}

/** What was asked for may be why there is nothing. */
function nothingText(name: string, asked: Narrowing): string {
  const { relationship_types: types, direction, min_strength, as_of, known_at } = asked;
  const narrowed = {
    relationship_types: types !== undefined && types.length > 0,
    direction: direction === 'out' || direction === 'in',
    min_strength: (min_strength ?? 0) > 0,
    as_of: as_of !== undefined,
    known_at: known_at !== undefined,
  };
  const names = Object.entries(narrowed).flatMap(([argument, isGiven]) => (isGiven ? argument : []));
  if (names.length === 0)
    return `Nothing is known to be connected to ${name}. relationship_types ["MENTIONED_WITH"] shows what is named beside it.`;
  return `Nothing that ${names.join(' and ')} let${names.length === 1 ? 's' : ''} through is connected to ${name}. get_entity shows its relations.`;
}

/** What says the last step; the ones before it say it where they are the last. */
function line({ path, distance, strength, ...entity }: z.output<typeof related>): string {
  const about = `${nameLine(entity)}, ${steps(distance)}, strength ${strength.toFixed(2)}`;
  const way = path.flatMap((step, i) =>
    i === path.length - 1 ? [relationLine(step), ...moreEvidence(step)] : [stepText(step)],
  );
  return [about, ...way].join('\n   ');
}

function steps(n: number): string {
  return n === 1 ? '1 step' : `${n} steps`;
}
