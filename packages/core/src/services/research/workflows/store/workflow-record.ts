/**
 * What is kept of workflows: the one in force, the versions before it, and what became of its runs.
 *
 *   browser_workflows ◄── browser_workflow_versions   every change is one more; a workflow that was deleted keeps its versions
 *                     ◄── browser_workflow_runs       the latest; pictures and results lie in blobs
 *   browser_workflow_proposals                        what a look at a page suggested, until somebody confirms it
 */
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { collection, type Kept } from '../../../records/collection.ts';
import { defineCollection } from '../../../records/define-collection.ts';
import { definitionSchema } from '../definition/definition.ts';

export const BROWSER_WORKFLOWS = defineCollection({
  name: 'browser_workflows',
  schema: z.strictObject({
    name: z.string(),
    /** Folded: of two names that read alike there is one. Null for one that was deleted. */
    name_key: z.string().nullable(),
    active: z.boolean(),
    /** From 1. */
    version: z.number().int(),
    definition: definitionSchema,
    created_at: z.number(),
    updated_at: z.number(),
    deleted_at: z.number().nullable(),
  }),
  indexes: { by_name: { fields: ['name_key'], unique: true }, by_created: ['created_at'] },
});
export type WorkflowRecord = z.output<(typeof BROWSER_WORKFLOWS)['schema']>;
export type KeptWorkflow = Kept<WorkflowRecord>;

/** Earlier versions; the key is the workflow's id and the number. */
export const BROWSER_WORKFLOW_VERSIONS = defineCollection({
  name: 'browser_workflow_versions',
  schema: z.strictObject({
    workflow: z.string(),
    version: z.number().int(),
    definition: definitionSchema,
    /** Until when it held. */
    until: z.number(),
  }),
  indexes: { by_workflow: ['workflow', 'version'] },
  parent: { collection: 'browser_workflows' },
});
export type KeptVersion = Kept<z.output<(typeof BROWSER_WORKFLOW_VERSIONS)['schema']>>;

const RUN_STATES = ['running', 'succeeded', 'failed', 'needs_human', 'cancelled'] as const;
const TRIGGERS = ['call', 'source'] as const;

const failureSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  /** From 1; null where it was none of the steps. */
  step: z.number().int().nullable(),
  /** `extract`, `click` … */
  action: z.string().nullable(),
  /** As the definition has it. */
  selector: z.string().nullable(),
});
export type RunFailure = z.output<typeof failureSchema>;

const logSchema = z.strictObject({
  step: z.number().int(),
  action: z.string(),
  status: z.enum(['done', 'left_out', 'failed']),
  /** How many elements what it means matched; null where it means none. */
  matched: z.number().int().nullable(),
  note: z.string(),
});
export type StepLog = z.output<typeof logSchema>;

export const BROWSER_WORKFLOW_RUNS = defineCollection({
  name: 'browser_workflow_runs',
  schema: z.strictObject({
    workflow: z.string(),
    version: z.number().int(),
    trigger: z.enum(TRIGGERS),
    status: z.enum(RUN_STATES),
    started_at: z.number(),
    ended_at: z.number().nullable(),
    /** Rows that the page had, those that could be used, and those that were left out with the reason. */
    counts: z.strictObject({ rows: z.number().int(), items: z.number().int(), skipped: z.number().int() }),
    skipped: z.array(z.string()),
    failure: failureSchema.nullable(),
    log: z.array(logSchema),
    traffic: z.strictObject({
      requests: z.number().int(),
      bytes: z.number(),
      pages: z.number().int(),
      refused: z.array(z.string()),
    }),
    /** Of the page where it failed; what was typed in is covered. */
    failure_picture: z.string().nullable(),
    pictures: z.array(z.string()),
    /** JSON of what was found. */
    result: z.string().nullable(),
  }),
  indexes: { by_workflow: ['workflow', 'started_at'] },
  parent: { collection: 'browser_workflows' },
  blobs: ['failure_picture', 'pictures', 'result'],
});
export type RunRecord = z.output<(typeof BROWSER_WORKFLOW_RUNS)['schema']>;
export type KeptRun = Kept<RunRecord>;

export const BROWSER_WORKFLOW_PROPOSALS = defineCollection({
  name: 'browser_workflow_proposals',
  schema: z.strictObject({
    url: z.string(),
    definition: definitionSchema,
    how: z.enum(['meta', 'json_ld', 'structure']),
    confidence: z.number(),
    matched: z.number().int(),
    /** What the page said, as data. */
    samples: z.array(z.record(z.string(), z.json())),
    created_at: z.number(),
    expires_at: z.number(),
    /** The workflow that it became. */
    confirmed: z.string().nullable(),
  }),
  indexes: { by_expiry: ['expires_at'] },
});
export type ProposalRecord = z.output<(typeof BROWSER_WORKFLOW_PROPOSALS)['schema']>;
export type KeptProposal = Kept<ProposalRecord>;

type Parts = Pick<Deps, 'storage' | 'clock'>;

export const workflowsOf = (deps: Parts) => collection(deps, BROWSER_WORKFLOWS);
export const versionsOf = (deps: Parts) => collection(deps, BROWSER_WORKFLOW_VERSIONS);
export const runsOf = (deps: Parts) => collection(deps, BROWSER_WORKFLOW_RUNS);
export const proposalsOf = (deps: Parts) => collection(deps, BROWSER_WORKFLOW_PROPOSALS);
