/** How the graph is doing: what it holds, how much was read, and whether anything is wrong. */
import type { GraphCounts, WorkItem } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { READING, type GraphBacklog } from '../backlog/graph-backlog.ts';
import { BUILD } from '../build/build-graph.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import type { GraphHealth, GraphStatus } from './status-report.ts';

const TOP = 10;
const RECENT_TASKS = 5;
/** A graph in which so few memories mention anything was read by something that does not understand them. */
const LOW_COVERAGE = 0.2;
/** Fewer memories say nothing about that. */
const ENOUGH_MEMORIES = 20;

interface Parts {
  readonly backlog: GraphBacklog;
  readonly runner: WorkRunner;
}

export async function graphStatus(deps: Deps, { backlog, runner }: Parts, workspace: string): Promise<GraphStatus> {
  const { graph } = deps.storage;
  const [counts, topConnected, tasks] = await Promise.all([
    graph.counts(workspace),
    graph.mostConnected(workspace, TOP),
    tasksOf(deps, runner),
  ]);
  const read = Math.max(0, counts.memories - counts.pending);
  const busy = tasks.some(({ state, dueAt }) => isUnderWay(state, dueAt, deps.clock.now()));
  return {
    ...counts,
    workspace,
    enabled: backlog.isOn,
    extractor: deps.extractor.name,
    coverage: read === 0 ? 0 : round(Math.min(100, (100 * counts.memoriesWithMentions) / read)),
    entitiesPerMemory: ratio(counts.entities, counts.memories),
    relationsPerEntity: ratio(counts.relations, counts.entities),
    topConnected,
    tasks,
    busy,
    ...judge(counts, { read, isRead: backlog.isReading || tasks.some(({ state }) => state === 'running') }, backlog),
  };
}

async function tasksOf({ storage }: Deps, runner: WorkRunner): Promise<WorkItem[]> {
  const kinds = [...runner.kindsNamed(READING), BUILD];
  const { items } = await storage.work.list({ kinds }, { limit: RECENT_TASKS });
  return items.map((item) => runner.shown(item));
}

function isUnderWay(state: WorkItem['state'], dueAt: number, now: number): boolean {
  return state === 'running' || (state === 'queued' && dueAt <= now);
}

/** `isRead`: some process, this one or another, reads what waits. */
function judge(
  counts: GraphCounts,
  { read, isRead }: { readonly read: number; readonly isRead: boolean },
  { isFailing, isOn }: GraphBacklog,
): { health: GraphHealth; reason: string } {
  const waiting = `${counts.pending} of ${counts.memories} memories wait to be read`;
  if (isFailing && read === 0)
    return sick('Critical', `The extractor cannot be used, and nothing was read: ${waiting}.`);
  if (isFailing) return sick('Warning', `The extractor cannot be used now: ${waiting}. It is tried again.`);
  if (!isOn && counts.pending > 0) return sick('Warning', `Reading is switched off, and ${waiting}.`);
  if (read >= ENOUGH_MEMORIES && counts.memoriesWithMentions < read * LOW_COVERAGE) {
    return sick('Warning', `Only ${counts.memoriesWithMentions} of ${read} memories that were read mention anything.`);
  }
  if (counts.pending === 0) return sick('Healthy', 'All memories were read.');
  const how = isRead ? 'that goes on in the background' : 'a running server reads them, or build_graph does';
  return sick('Healthy', `${waiting}; ${how}.`);
}

function sick(health: GraphHealth, reason: string): { health: GraphHealth; reason: string } {
  return { health, reason };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
