/** Browser workflows as the faces of the application see them. */
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { SearchSettings } from '../../services/research/workflows/definition/definition.ts';
import { withAction, type NewAction } from '../../services/research/workflows/definition/add-action.ts';
import { fromArguments, type GivenWorkflow } from '../../services/research/workflows/definition/from-arguments.ts';
import type { RunValues } from '../../services/research/workflows/definition/params.ts';
import { readDefinition } from '../../services/research/workflows/definition/read-definition.ts';
import { withSearch } from '../../services/research/workflows/definition/search-steps.ts';
import { analyzeUrl, type AnalyzeRequest } from '../../services/research/workflows/propose/analyze-url.ts';
import {
  confirmProposal,
  type Confirmed,
  type ConfirmRequest,
  type MakeSource,
} from '../../services/research/workflows/propose/confirm.ts';
import { latestRuns } from '../../services/research/workflows/run/execute.ts';
import { askForRun, registerRuns } from '../../services/research/workflows/run/run-work.ts';
import { bytesOf, resultOf } from '../../services/research/workflows/run/run-result.ts';
import { tryOut, type TriedOut } from '../../services/research/workflows/run/try-out.ts';
import { healthOf, LOOKED_AT } from '../../services/research/workflows/store/health.ts';
import {
  runsOf,
  type KeptProposal,
  type KeptWorkflow,
} from '../../services/research/workflows/store/workflow-record.ts';
import {
  allWorkflows,
  changeDefinition,
  createWorkflow,
  definitionOf,
  deleteWorkflow,
  earlierVersions,
  findWorkflow,
  setActive,
} from '../../services/research/workflows/store/workflows.ts';
import type { EndedRun, ShownWorkflow, WorkflowDetails } from '../../services/research/workflows/shown.ts';
import type { WorkRunner } from '../../services/work/work-runner.ts';
import type { ResearchParts } from './research.ts';

export interface CreateRequest extends GivenWorkflow {
  readonly workspace: string;
  readonly active?: boolean | undefined;
}

export interface TryRequest {
  readonly values: RunValues;
  /** As it would be with these settings. */
  readonly search?: SearchSettings | undefined;
  readonly version?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A workflow is named by its id or its name everywhere. */
export interface WorkflowCalls {
  create(request: CreateRequest): Promise<KeptWorkflow>;
  /** A new version with this definition; a name in it changes nothing. */
  change(workspace: string, named: string, definition: Readonly<Record<string, unknown>>): Promise<KeptWorkflow>;
  addAction(workspace: string, named: string, action: NewAction): Promise<{ workflow: KeptWorkflow; number: number }>;
  configureSearch(workspace: string, named: string, search: SearchSettings): Promise<KeptWorkflow>;
  /** Visits the site and says what each selector matches; nothing is kept. */
  tryOut(workspace: string, named: string, request: TryRequest): Promise<TriedOut>;
  /** As work; its id is that of the run. */
  start(workspace: string, named: string, values: RunValues, version?: number): Promise<WorkItem>;
  /** Null for one that has left no record: it was cancelled before it began. */
  run(workspace: string, id: string): Promise<EndedRun | null>;
  list(workspace: string): Promise<readonly ShownWorkflow[]>;
  details(
    workspace: string,
    named: string,
    options?: { readonly version?: number | undefined },
  ): Promise<WorkflowDetails>;
  setActive(workspace: string, named: string, active: boolean): Promise<ShownWorkflow>;
  delete(workspace: string, named: string, confirm: boolean): Promise<KeptWorkflow>;
  /** Of the page where the latest run that failed did so, as PNG; null where there is none. */
  failurePicture(workspace: string, named: string): Promise<Uint8Array | null>;
  analyze(request: AnalyzeRequest): Promise<KeptProposal>;
  confirm(request: ConfirmRequest): Promise<Confirmed>;
}

const MOST_SHOWN = 50;

export function createWorkflowCalls(
  deps: Deps,
  { runner, kinds }: ResearchParts,
  makeSource?: MakeSource,
): WorkflowCalls {
  registerRuns(deps, kinds);
  return {
    ...definingCalls(deps),
    ...showingCalls(deps),
    ...runningCalls(deps, runner),
    analyze: (request) => analyzeUrl(deps, request),
    confirm: (request) => confirmProposal(deps, request, makeSource),
  };
}

type Defining = 'create' | 'change' | 'addAction' | 'configureSearch' | 'delete';

function definingCalls(deps: Deps): Pick<WorkflowCalls, Defining> {
  const find = (workspace: string, named: string): Promise<KeptWorkflow> => findWorkflow(deps, workspace, named);
  return {
    create: ({ workspace, active, ...given }) => createWorkflow(deps, { workspace, active, ...fromArguments(given) }),
    change: async (workspace, named, { name: _name, ...definition }) =>
      changeDefinition(deps, workspace, await find(workspace, named), definition),
    addAction: async (workspace, named, action) => {
      const workflow = await find(workspace, named);
      const { definition, number } = withAction(workflow.value.definition, action);
      return { workflow: await changeDefinition(deps, workspace, workflow, definition), number };
    },
    configureSearch: async (workspace, named, search) => {
      const workflow = await find(workspace, named);
      return changeDefinition(deps, workspace, workflow, withSearch(workflow.value.definition, search));
    },
    delete: async (workspace, named, confirm) => {
      const workflow = await find(workspace, named);
      await deleteWorkflow(deps, workspace, workflow, confirm);
      return workflow;
    },
  };
}

function showingCalls(deps: Deps): Pick<WorkflowCalls, 'list' | 'details' | 'setActive'> {
  const show = async (workspace: string, workflow: KeptWorkflow): Promise<ShownWorkflow> => {
    const runs = await latestRuns(deps, workspace, workflow.key, LOOKED_AT);
    return { workflow, health: healthOf(runs), lastRun: runs[0] ?? null };
  };
  return {
    list: async (workspace) =>
      Promise.all((await allWorkflows(deps, workspace)).map((workflow) => show(workspace, workflow))),
    details: async (workspace, named, { version } = {}) => {
      const workflow = await findWorkflow(deps, workspace, named);
      const [shown, definition, versions, runs] = await Promise.all([
        show(workspace, workflow),
        definitionOf(deps, workspace, workflow, version),
        earlierVersions(deps, workspace, workflow.key, MOST_SHOWN),
        latestRuns(deps, workspace, workflow.key, MOST_SHOWN),
      ]);
      return { ...shown, definition, version: version ?? workflow.value.version, versions, runs };
    },
    setActive: async (workspace, named, active) =>
      show(workspace, await setActive(deps, workspace, await findWorkflow(deps, workspace, named), active)),
  };
}

function runningCalls(
  deps: Deps,
  runner: WorkRunner,
): Pick<WorkflowCalls, 'tryOut' | 'start' | 'run' | 'failurePicture'> {
  const find = (workspace: string, named: string): Promise<KeptWorkflow> => findWorkflow(deps, workspace, named);
  return {
    tryOut: async (workspace, named, { values, search, version, signal }) => {
      const kept = await definitionOf(deps, workspace, await find(workspace, named), version);
      return tryOut(deps, search ? readDefinition(withSearch(kept, search)) : kept, values, signal);
    },
    start: async (workspace, named, values, version) =>
      askForRun(deps, runner, { workspace, workflow: await find(workspace, named), values, version }),
    run: async (workspace, id) => {
      const run = await runsOf(deps).get(workspace, id);
      return run && { run, result: await resultOf(deps, run) };
    },
    failurePicture: async (workspace, named) => {
      const runs = await latestRuns(deps, workspace, (await find(workspace, named)).key, MOST_SHOWN);
      const hash = runs.map(({ value }) => value.failure_picture).find((one) => one !== null);
      return hash ? bytesOf(deps, hash) : null;
    },
  };
}
