/** A proposal becomes a workflow, and a source that looks there again and again. */
import { z } from 'zod';
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Schedule } from '../../queries/query-record.ts';
import { proposalsOf, type KeptProposal, type KeptWorkflow } from '../store/workflow-record.ts';
import { createWorkflow, takeBack } from '../store/workflows.ts';

/** Makes a discovery source of the kind workflow. */
export type MakeSource = (
  workspace: string,
  source: {
    readonly name: string;
    readonly workflow: string;
    readonly keywords: readonly string[];
    readonly schedule: Schedule | null;
  },
) => Promise<{ readonly id: string; readonly name: string }>;

/** What of a proposal is otherwise: null takes a field or the next page away. */
export const changesSchema = z.strictObject({
  each: z.string().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  next: z.string().nullable().optional(),
  max_pages: z.number().int().optional(),
});
export type ProposalChanges = z.output<typeof changesSchema>;

export interface ConfirmRequest {
  readonly workspace: string;
  readonly proposalId: string;
  readonly name: string;
  readonly changes: ProposalChanges;
  readonly description?: string | undefined;
  readonly keywords: readonly string[];
  readonly schedule: Schedule | null;
}

export interface Confirmed {
  readonly workflow: KeptWorkflow;
  readonly source: { readonly id: string; readonly name: string } | null;
}

/** Confirming twice is a CONFLICT; nothing is made twice. */
export async function confirmProposal(
  deps: Deps,
  request: ConfirmRequest,
  makeSource?: MakeSource,
): Promise<Confirmed> {
  const { workspace, name, description, keywords, schedule } = request;
  const proposal = await findProposal(deps, workspace, request.proposalId);
  const definition = {
    ...withChanges(proposal, request.changes),
    ...(description === undefined ? {} : { description }),
  };
  const workflow = await createWorkflow(deps, { workspace, name, definition });
  const source = await sourceFor(deps, workflow, { workspace, keywords, schedule }, makeSource);
  const confirmed = { ...proposal.value, confirmed: workflow.key };
  await proposalsOf(deps).put(workspace, proposal.key, confirmed, { ifVersion: proposal.version });
  return { workflow, source };
}

type Looking = Pick<ConfirmRequest, 'workspace' | 'keywords' | 'schedule'>;

/** Where no source can be made, there is no workflow either: its name may be the reason. */
async function sourceFor(
  deps: Deps,
  workflow: KeptWorkflow,
  { workspace, keywords, schedule }: Looking,
  makeSource?: MakeSource,
): Promise<Confirmed['source']> {
  const { name } = workflow.value;
  try {
    return makeSource ? await makeSource(workspace, { name, workflow: name, keywords, schedule }) : null;
  } catch (error) {
    await takeBack(deps, workspace, workflow);
    throw error;
  }
}

async function findProposal(deps: Deps, workspace: string, id: string): Promise<KeptProposal> {
  const found = id === '' || id.length > 100 ? null : await proposalsOf(deps).get(workspace, id);
  if (!found || found.value.expires_at <= deps.clock.now())
    throw new ZapomniError('NOT_FOUND', 'proposal_id: there is no such proposal, or its week is over.', {
      hint: 'analyze_source_url makes one.',
      issues: [{ field: 'proposal_id', error: 'not found' }],
    });
  if (found.value.confirmed === null) return found;
  throw new ZapomniError('CONFLICT', 'proposal_id: the proposal was confirmed already.', {
    hint: 'list_workflows shows what it became.',
    issues: [{ field: 'proposal_id', error: 'was confirmed' }],
  });
}

function withChanges({ value }: KeptProposal, { each, fields, next, max_pages }: ProposalChanges): object {
  if (next === undefined && max_pages !== undefined && !value.definition.steps.some((step) => step.do === 'paginate'))
    throw invalidField('changes.max_pages', 'the proposal has no next page', 'Give changes.next with it.');
  const steps = value.definition.steps.flatMap((step): object[] => {
    if (step.do === 'wait' && each !== undefined) return [{ ...step, for: { css: each } }];
    if (step.do === 'paginate')
      return next === null
        ? []
        : [
            {
              ...step,
              ...(next === undefined ? {} : { next: { css: next } }),
              ...(max_pages === undefined ? {} : { max_pages }),
            },
          ];
    if (step.do !== 'extract') return [step];
    const changed = { ...step.fields, ...fields };
    const kept = Object.fromEntries(Object.entries(changed).filter(([, field]) => field !== null));
    return [{ ...step, ...(each === undefined ? {} : { each: { css: each } }), fields: kept }];
  });
  const isNew = typeof next === 'string' && !value.definition.steps.some((step) => step.do === 'paginate');
  const page = { do: 'paginate', next: { css: next }, ...(max_pages === undefined ? {} : { max_pages }) };
  return { ...value.definition, steps: isNew ? [...steps, page] : steps };
}
