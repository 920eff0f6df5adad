/** What is looked at for what somebody follows, when, and what came of it. */
import { toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import { askDownloads, registerDownloads } from '../../services/research/discovery/download/auto-download.ts';
import {
  checkFindings,
  countNew,
  type CheckedFindings,
  type CheckRequest,
} from '../../services/research/discovery/findings/check-findings.ts';
import { createOpenFinder, type OtherFinders } from '../../services/research/discovery/finders/open-finder.ts';
import { followRuns, type FollowedRun, type FollowRuns } from '../../services/research/discovery/run/follow-runs.ts';
import { askRun, registerRuns } from '../../services/research/discovery/run/run-work.ts';
import { startRuns, type StartedRun, type StartRequest } from '../../services/research/discovery/run/start-runs.ts';
import { registerSchedule } from '../../services/research/discovery/schedule/keep-time.ts';
import { wakeSchedule } from '../../services/research/discovery/schedule/wake-schedule.ts';
import type { SourceInput } from '../../services/research/discovery/sources/check-source.ts';
import {
  listFindings,
  type ListedFindings,
  type ListFindingsRequest,
} from '../../services/research/discovery/findings/list-findings.ts';
import {
  createSource,
  deleteSource,
  showSources,
  sourceDetails,
  type ShownSource,
  type SourceDetails,
} from '../../services/research/discovery/sources/sources.ts';
import type { KeptSource } from '../../services/research/discovery/store/source-record.ts';
import type { EvaluateCandidates } from '../../services/research/evaluate/evaluation.ts';
import { findQuery } from '../../services/research/queries/queries.ts';
import type { KeptQuery } from '../../services/research/queries/query-record.ts';
import { addingSteps } from './adding-calls.ts';
import type { ResearchParts } from './research.ts';

export interface DiscoveryCalls {
  createSource(workspace: string, input: SourceInput): Promise<ShownSource>;
  listSources(workspace: string): Promise<readonly ShownSource[]>;
  getSource(workspace: string, name: string): Promise<SourceDetails>;
  deleteSource(workspace: string, request: { name: string; confirm: boolean }): Promise<KeptSource>;
  /** In the background, by whichever process. */
  start(request: StartRequest): Promise<readonly StartedRun[]>;
  /** Until all have ended, the time is up or the signal fires. */
  follow(request: FollowRuns): Promise<readonly FollowedRun[]>;
  check(request: CheckRequest): Promise<CheckedFindings>;
  /** Page by page, for who turns them; nothing counts as seen by it. */
  findings(request: ListFindingsRequest): Promise<ListedFindings>;
  /** How many of a query nobody has seen. */
  countNew(workspace: string, query: string): Promise<number>;
  query(workspace: string, name: string): Promise<KeptQuery>;
  /** Of the queries of this name in any workspace. NOT_FOUND where there is none. */
  queryIds(name: string): Promise<readonly string[]>;
  /** Schedules of queries have changed. */
  wake(): Promise<void>;
}

export interface DiscoveryParts {
  /** Without one everything that is found is for somebody to look at. */
  readonly evaluate?: EvaluateCandidates | undefined;
  readonly finders?: OtherFinders | undefined;
}

export function createDiscoveryCalls(
  deps: Deps,
  { embeddings, readings, runner, kinds }: ResearchParts,
  { evaluate, finders }: DiscoveryParts = {},
): DiscoveryCalls {
  const open = createOpenFinder(deps, finders);
  const stored = (): void => {
    embeddings.queued();
    readings.queued();
  };
  registerRuns(deps, kinds, {
    open,
    evaluate,
    wantTexts: (workspace, query) => askDownloads(runner, workspace, query),
  });
  registerDownloads(deps, kinds, { steps: addingSteps(deps), stored });
  registerSchedule(deps, kinds, {
    open,
    askRun: (workspace, { key }, query) =>
      askRun(deps, runner, { workspace, source: key, query, trigger: 'schedule', most: null }),
  });
  const ask = (order: { workspace: string; source: string; query: string | null; most: number | null }) =>
    askRun(deps, runner, { ...order, trigger: 'asked' }) as Promise<WorkItem>;
  return {
    createSource: async (workspace, input) => {
      const created = await createSource(deps, workspace, input);
      const next = created.schedule?.value.next_run ?? null;
      if (next !== null) await wakeSchedule(runner, next);
      return created;
    },
    listSources: (workspace) => showSources(deps, workspace),
    getSource: (workspace, name) => sourceDetails(deps, workspace, name),
    deleteSource: (workspace, request) => deleteSource(deps, workspace, request),
    start: (request) => startRuns({ deps, open, ask }, request),
    follow: (request) => followRuns(deps, runner, request),
    check: (request) => checkFindings(deps, request),
    findings: (request) => listFindings(deps, request),
    countNew: (workspace, query) => countNew(deps, workspace, query),
    query: (workspace, name) => findQuery(deps, workspace, name),
    queryIds: (name) => queryIds(deps, name),
    wake: () => wakeSchedule(runner),
  };
}

async function queryIds(deps: Deps, name: string): Promise<string[]> {
  const workspaces = await deps.storage.workspaces.list();
  const all = await Promise.all(workspaces.map(({ id }) => findQuery(deps, id, name).catch(onlyIfMissing)));
  const ids = all.flatMap((query) => query?.key ?? []);
  if (ids.length === 0) throw new ZapomniError('NOT_FOUND', 'query: there is no query of this name.');
  return ids;
}

function onlyIfMissing(error: unknown): null {
  if (toZapomniError(error).code === 'NOT_FOUND') return null;
  throw error;
}
