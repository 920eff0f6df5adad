/** How the graph is doing: what it holds, how much was read, and whether anything is wrong. */
import type { GraphCounts, TaskStatus } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { READING_TASK, type GraphBacklog } from '../backlog/graph-backlog.ts';
import { BUILD_TASK } from '../build/build-graph.ts';
import type { GraphHealth, GraphStatus } from './status-report.ts';

const TOP = 10;
const RECENT_TASKS = 5;
/** A graph in which so few memories mention anything was read by something that does not understand them. */
const LOW_COVERAGE = 0.2;
/** Fewer memories say nothing about that. */
const ENOUGH_MEMORIES = 20;

export async function graphStatus(deps: Deps, backlog: GraphBacklog, workspace: string): Promise<GraphStatus> {
  const { graph } = deps.storage;
  const [counts, topConnected] = await Promise.all([graph.counts(workspace), graph.mostConnected(workspace, TOP)]);
  const read = Math.max(0, counts.memories - counts.pending);
  return {
    ...counts,
    workspace,
    enabled: backlog.isOn,
    extractor: deps.extractor.name,
    coverage: read === 0 ? 0 : round(Math.min(100, (100 * counts.memoriesWithMentions) / read)),
    entitiesPerMemory: ratio(counts.entities, counts.memories),
    relationsPerEntity: ratio(counts.relations, counts.entities),
    topConnected,
    tasks: tasksOf(deps),
    ...judge(counts, read, backlog),
  };
}

function tasksOf({ tasks }: Deps): TaskStatus[] {
  const own = tasks.list().filter(({ name }) => name === READING_TASK || name === BUILD_TASK);
  return own.toReversed().toSorted(runningFirst).slice(0, RECENT_TASKS);
}

function runningFirst(one: TaskStatus, other: TaskStatus): number {
  return Number(other.state === 'running') - Number(one.state === 'running');
}

function judge(
  counts: GraphCounts,
  read: number,
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
  return sick(
    'Healthy',
    counts.pending > 0 ? `${waiting}; that goes on in the background.` : 'All memories were read.',
  );
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
