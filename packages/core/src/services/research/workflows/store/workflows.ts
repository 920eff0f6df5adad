/** Workflows by name or id: made, changed in versions, switched on and off, deleted. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { tagKey } from '../../library/keep/keys.ts';
import { nearestTo } from '../../library/query/nearest.ts';
import { checkName } from '../../queries/query-input.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { readDefinition } from '../definition/read-definition.ts';
import { runsOf, versionsOf, workflowsOf, type KeptVersion, type KeptWorkflow } from './workflow-record.ts';

const MOST_KEY = 100;
const MOST_WORKFLOWS = 1000;
const MOST_VERSIONS = 1000;
const PAGE = 500;

export interface NewWorkflow {
  readonly workspace: string;
  readonly name: string;
  readonly definition: unknown;
  readonly active?: boolean | undefined;
}

/** CONFLICT where the name is taken. */
export async function createWorkflow(deps: Deps, { workspace, ...given }: NewWorkflow): Promise<KeptWorkflow> {
  const { name, name_key } = checkName(given.name);
  const definition = readDefinition(given.definition);
  const workflows = workflowsOf(deps);
  if (await byName(deps, workspace, name)) throw taken();
  if ((await allWorkflows(deps, workspace)).length >= MOST_WORKFLOWS)
    throw new ZapomniError('TOO_LARGE', `There are ${MOST_WORKFLOWS} workflows, and no more may be made.`);
  const [key, now] = [deps.ids.next(), deps.clock.now()];
  const value = {
    name,
    name_key,
    active: given.active ?? true,
    version: 1,
    definition,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await workflows.put(workspace, key, value, { ifVersion: 0 });
  return findWorkflow(deps, workspace, key);
}

function taken(): ZapomniError {
  return new ZapomniError('CONFLICT', 'name: there is a workflow of this name; nothing was changed.', {
    hint: 'Choose another name, or change that one: add_workflow_action, configure_search.',
    issues: [{ field: 'name', error: 'is taken' }],
  });
}

async function byName(deps: Deps, workspace: string, name: string): Promise<KeptWorkflow | null> {
  const query = { index: 'by_name' as const, where: { name_key: tagKey(name) }, limit: 1 };
  return (await workflowsOf(deps).list(workspace, query)).items[0] ?? null;
}

/** By id or name; NOT_FOUND names the nearest. */
export async function findWorkflow(
  deps: Deps,
  workspace: string,
  named: string,
  field = 'workflow_id',
): Promise<KeptWorkflow> {
  const given = named.trim();
  const isKey = given !== '' && given.length <= MOST_KEY;
  const found = isKey
    ? ((await workflowsOf(deps).get(workspace, given)) ?? (await byName(deps, workspace, given)))
    : null;
  if (found && found.value.deleted_at === null) return found;
  const near = nearestTo(
    given,
    (await allWorkflows(deps, workspace)).map(({ value }) => value.name),
  );
  throw new ZapomniError('NOT_FOUND', `${field}: there is no such workflow.`, {
    hint:
      near.length === 0
        ? 'create_browser_workflow makes one.'
        : `list_workflows shows all; nearest: ${near.join(', ')}.`,
    issues: [{ field, error: 'not found' }],
  });
}

/** In the order in which they were made; those that are switched off among them. */
export async function allWorkflows(deps: Deps, workspace: string): Promise<KeptWorkflow[]> {
  const found: KeptWorkflow[] = [];
  for (let cursor: string | undefined; ;) {
    const place = cursor === undefined ? {} : { cursor };
    const { items, next } = await workflowsOf(deps).list(workspace, { index: 'by_created', limit: PAGE, ...place });
    found.push(...items.filter(({ value }) => value.deleted_at === null));
    if (next === null) return found;
    cursor = next;
  }
}

/** A new version, and the one before it kept; where nothing is otherwise, the workflow as it is. CONFLICT where another was faster. */
export async function changeDefinition(
  deps: Deps,
  workspace: string,
  workflow: KeptWorkflow,
  definition: unknown,
): Promise<KeptWorkflow> {
  const next: WorkflowDefinition = readDefinition(definition);
  const { key, value, version } = workflow;
  if (JSON.stringify(next) === JSON.stringify(value.definition)) return workflow;
  if (value.version >= MOST_VERSIONS)
    throw new ZapomniError('TOO_LARGE', `The workflow has ${MOST_VERSIONS} versions, and no more may be made.`);
  const now = deps.clock.now();
  const before = { workflow: key, version: value.version, definition: value.definition, until: now };
  const changed = { ...value, definition: next, version: value.version + 1, updated_at: now };
  await deps.storage.records.write(
    workspace,
    [
      workflowsOf(deps).writeFor(key, changed, { ifVersion: version }),
      versionsOf(deps).writeFor(versionKey(key, value.version), before, { parent: key }),
    ],
    now,
  );
  return findWorkflow(deps, workspace, key);
}

function versionKey(workflow: string, version: number): string {
  return `${workflow}:${version}`;
}

/** The latest first, without the one in force. */
export async function earlierVersions(
  deps: Deps,
  workspace: string,
  workflow: string,
  most: number,
): Promise<KeptVersion[]> {
  const query = { index: 'by_workflow' as const, where: { workflow }, descending: true, limit: most };
  return [...(await versionsOf(deps).list(workspace, query)).items];
}

/** As it was in a version; NOT_FOUND for one that never was. */
export async function definitionOf(
  deps: Deps,
  workspace: string,
  workflow: KeptWorkflow,
  version?: number,
): Promise<WorkflowDefinition> {
  if (version === undefined || version === workflow.value.version) return workflow.value.definition;
  const kept = await versionsOf(deps).get(workspace, versionKey(workflow.key, version));
  if (kept) return kept.value.definition;
  throw new ZapomniError('NOT_FOUND', `version: the workflow has no version ${version}.`, {
    hint: 'get_workflow_details lists its versions.',
    issues: [{ field: 'version', error: 'not found' }],
  });
}

export async function setActive(
  deps: Deps,
  workspace: string,
  workflow: KeptWorkflow,
  active: boolean,
): Promise<KeptWorkflow> {
  const { key, value, version } = workflow;
  if (value.active !== active)
    await workflowsOf(deps).put(
      workspace,
      key,
      { ...value, active, updated_at: deps.clock.now() },
      { ifVersion: version },
    );
  return findWorkflow(deps, workspace, key);
}

/** As if it had never been: for one that was made a moment ago and is not wanted. */
export async function takeBack(deps: Deps, workspace: string, { key, version }: KeptWorkflow): Promise<void> {
  await workflowsOf(deps).delete(workspace, key, { ifVersion: version });
}

/** Its versions stay, its runs go; the name is free again. FORBIDDEN unless confirmed. */
export async function deleteWorkflow(
  deps: Deps,
  workspace: string,
  workflow: KeptWorkflow,
  confirm: boolean,
): Promise<void> {
  if (!confirm)
    throw new ZapomniError('FORBIDDEN', 'confirm: deleting a workflow takes its runs with it.', {
      hint: 'Call again with confirm: true, or switch it off with update_workflow_status.',
      issues: [{ field: 'confirm', error: 'must be true' }],
    });
  const { key, value, version } = workflow;
  const [now, runs] = [deps.clock.now(), runsOf(deps)];
  const { items } = await runs.list(workspace, { index: 'by_workflow', where: { workflow: key }, limit: 1000 });
  const gone = { ...value, name_key: null, active: false, updated_at: now, deleted_at: now };
  await deps.storage.records.write(
    workspace,
    [workflowsOf(deps).writeFor(key, gone, { ifVersion: version }), ...items.map((run) => runs.deletionOf(run.key))],
    now,
  );
}
