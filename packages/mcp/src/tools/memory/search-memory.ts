import { z } from 'zod';
import { ALWAYS_SHOWN, READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { filters, namedDocuments, toFilterIn } from '../../fields/memory-fields.ts';
import { codeMention } from '../../fields/mention-fields.ts';
import { timeArguments, withTimes } from '../../fields/time-arguments.ts';
import { mentionLine } from '../../lines/change-lines.ts';
import { facts, shorten } from '../../lines/memory-lines.ts';
import { DETAILS, passagesOf, toSearch } from '../../views/index.ts';
import { workspaceIds, workspacesToUse } from '../../workspace.ts';

/** How much of a passage the text shows; the data has it all. */
const SHOWN = 800;

const hit = z.object({
  memory_id: z.string(),
  text: z.string(),
  similarity_score: z.number(),
  timestamp: z.string(),
  tags: z.array(z.string()).optional(),
  source: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  kind: z.string().optional(),
  matched: unlisted(z.array(z.string()).optional()),
  passage: unlisted(z.record(z.string(), z.number().int()).optional()),
  document: unlisted(z.record(z.string(), z.string()).optional()),
  other_hits: unlisted(z.number().int().optional().describe('Other passages of the document that fit.')),
  other_passages: unlisted(z.array(z.record(z.string(), z.unknown())).optional()),
  truncated: unlisted(z.boolean().optional()),
  workspace_id: unlisted(z.string().optional()),
  code: unlisted(z.array(codeMention).optional()),
  weak: unlisted(z.literal(true).optional()),
  superseded_by: z.string().optional(),
  duplicates: unlisted(z.array(z.string()).optional()),
  conflicts: z.array(z.string()).optional(),
});

export default defineTool({
  name: 'search_memory',
  title: 'Recall',
  description:
    'Find what was remembered, by meaning and words. Use it before answering about the user, their projects, preferences or past decisions.',
  input: z.strictObject({
    query: z.string().describe('A question or words; "exact phrase", -without, prefix*.'),
    limit: z.number().int().min(1).max(100).default(10),
    filters: filters.optional(),
    ...timeArguments,
    workspace_id: workspaceIds.optional().describe("One or several; the session's by default."),
    min_score: z.number().min(0).max(1).optional(),
    strict: z.boolean().optional().describe('No weak hits.'),
    budget_tokens: z.number().int().min(1).max(100_000).optional(),
    detail: z.enum(DETAILS).default('full'),
    explain: z.boolean().optional(),
    group_by: z.enum(['document']).optional(),
  }),
  output: z.object({
    status: z.literal('success'),
    count: z.number().int(),
    results: z.array(hit),
    mode: unlisted(z.enum(['hybrid', 'words'])),
    abstained: z.boolean().describe('None seems to answer.'),
    left_out: unlisted(z.number().int().optional()),
    explanation: unlisted(z.record(z.string(), z.unknown()).optional()),
  }),
  annotations: READS,
  meta: ALWAYS_SHOWN,
  async run(
    {
      query,
      limit,
      filters: given,
      workspace_id,
      detail,
      budget_tokens,
      min_score,
      strict,
      explain,
      group_by,
      ...times
    },
    context,
  ) {
    const workspaces = await workspacesToUse(context, workspace_id);
    const filter = withTimes(await toFilterIn(context.app, workspaces, given), times, context.app.clock.now());
    const { signal } = context;
    const passages = passagesOf(group_by !== undefined, namedDocuments(given).length > 0);
    const request = { workspaces, query, limit, filter, minScore: min_score, strict, explain, passages, signal };
    const showing = { query, detail, budget: budget_tokens, severalWorkspaces: workspaces.length > 1 };
    const { search, documents, code } = context.app;
    return toSearch(await code.nameHits(await documents.cite(await search.run(request), query)), showing);
  },
  text: (found, { min_score }) =>
    [
      `Found ${found.count} results${found.mode === 'words' ? ' (by words alone: the model is not ready)' : ''}${ending(found, min_score)}`,
      ...found.results.map((one, i) => `${i + 1}. ${line(one)}`),
      ...(found.left_out && found.count > 0 ? [`${found.left_out} more did not fit budget_tokens.`] : []),
    ].join('\n'),
});

interface Extent {
  readonly count: number;
  readonly abstained: boolean;
  readonly left_out?: number | undefined;
}

/** What may bear on the question all the same: a preference, a habit. */
const WEAK =
  'None seems to answer this. These come nearest; use one only if it really bears on the question, else say that it is not known:';

/** What to do with an empty answer, or a weak one. */
function ending({ count, abstained, left_out }: Extent, minScore: number | undefined): string {
  if (count > 0) return abstained ? `. ${WEAK}` : ':';
  if (left_out) return `: the ${left_out} found do not fit budget_tokens. Raise it, or set detail to index.`;
  if (!abstained) return '. Nothing remembered matches.';
  return minScore === undefined
    ? '. Nothing stored seems to answer this. Say that it is not known, or search once more with other words.'
    : '. Nothing stored reaches min_score.';
}

/** How well it fits and what it says; then what is known about it, and what to beware of. */
function line(one: z.output<typeof hit>): string {
  const { similarity_score: score, text, tags = [], source = '', superseded_by, conflicts = [] } = one;
  const shown = one.truncated ? `${shorten(text, SHOWN)}…` : shorten(text, SHOWN);
  return [
    `[${score.toFixed(2)}${one.weak ? ', weak' : ''}] ${shown}`,
    facts({ ...one, tags, source }),
    ...(one.document ? [`From ${one.document['citation']}`] : []),
    ...(one.other_hits ? [`${one.other_hits} other passages: ${placesOf(one)}`] : []),
    ...(one.code ?? []).map(mentionLine),
    ...(superseded_by ? [`Superseded by ${superseded_by}: no longer true.`] : []),
    ...(conflicts.length > 0 ? [`Seems to contradict ${conflicts.join(', ')}: check which holds.`] : []),
  ].join('\n   ');
}

function placesOf({ other_passages: others = [] }: z.output<typeof hit>): string {
  return others.map((other) => other['citation']).join('; ');
}
