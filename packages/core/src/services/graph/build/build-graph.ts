/**
 * Reading stored memories anew, because somebody asked for it. A plain build queues them all at once, so that it goes on
 * after a crash; one with rules of its own takes them portion by portion, because the queue does not know its rules.
 */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import type { MemoryToRead, TaskControl } from '../../../ports/index.ts';
import type { GraphBacklog } from '../backlog/graph-backlog.ts';
import type { Deps } from '../../deps.ts';
import { LoneTask } from '../../tasks/lone-task.ts';
import type { ReadingRules } from '../resolve/resolve-memory.ts';
import { checkConfidence } from '../checks.ts';
import type { BuildGraphRequest, BuildStarted } from './request.ts';

export const BUILD_TASK = 'build_graph';
const PORTION = 16;
const MOST_IDS = 10_000;

interface Build {
  readonly workspace: string;
  readonly memoryIds: readonly string[] | undefined;
  readonly rules: ReadingRules;
  /** Not how the background reads. */
  readonly isParticular: boolean;
  readonly memories: number;
}

/** The builds of one process, done one after the other by one task. */
export class GraphBuilds {
  readonly #deps: Deps;
  readonly #backlog: GraphBacklog;
  readonly #waiting: Build[] = [];
  readonly #task: LoneTask;
  /** Of the builds of the running task; `#left` of the one it is at. */
  #done = 0;
  #left = 0;

  constructor(deps: Deps, backlog: GraphBacklog) {
    this.#deps = deps;
    this.#backlog = backlog;
    this.#task = new LoneTask(deps.tasks, BUILD_TASK, (control) => this.#work(control));
  }

  async start(request: BuildGraphRequest): Promise<BuildStarted> {
    const build = await this.#plan(request);
    this.#waiting.push(build);
    return { task: await this.#task.start(), memories: build.memories };
  }

  async #plan(request: BuildGraphRequest): Promise<Build> {
    const { workspace, mode = 'full', minConfidence } = request;
    const memoryIds = request.memoryIds && checkIds(request.memoryIds);
    const rules = { mode, minConfidence: checkConfidence(minConfidence) ?? this.#deps.config.graph_min_confidence };
    const isParticular = mode !== 'full' || minConfidence !== undefined;
    const memories = isParticular
      ? await this.#count(workspace, memoryIds)
      : await this.#deps.storage.readings.requeue(workspace, memoryIds);
    return { workspace, memoryIds, rules, isParticular, memories };
  }

  async #count(workspace: string, memoryIds: readonly string[] | undefined): Promise<number> {
    const { memories } = this.#deps.storage;
    if (!memoryIds) return (await memories.list(everything(workspace, 1))).total;
    const found = await memories.summaries(workspace, memoryIds);
    if (found.length < memoryIds.length) throw missing();
    return found.length;
  }

  async #work(control: TaskControl): Promise<void> {
    this.#done = 0;
    control.signal.addEventListener('abort', () => this.#waiting.splice(0), { once: true });
    while (!control.signal.aborted) {
      const build = this.#waiting.shift();
      if (!build) return;
      this.#left = build.memories;
      this.#progress(0, control);
      await (build.isParticular ? this.#buildParticular(build, control) : this.#buildQueued(build, control));
      // What others have in hand is as good as done.
      if (!control.signal.aborted) this.#progress(this.#left, control);
    }
  }

  async #buildQueued(build: Build, control: TaskControl): Promise<void> {
    for (let more = true; more && !control.signal.aborted;) {
      more = await this.#backlog.turns.take(() => this.#readPortion(build, build.memoryIds, control));
    }
  }

  async #buildParticular(build: Build, control: TaskControl): Promise<void> {
    const { readings, memories } = this.#deps.storage;
    for await (const ids of this.#portions(build)) {
      if (control.signal.aborted) return;
      await this.#backlog.turns.take(async () => {
        // Some may be gone by now.
        const there = (await memories.summaries(build.workspace, ids)).map(({ id }) => id);
        await readings.requeue(build.workspace, there);
        await this.#readPortion(build, there, control);
      });
    }
  }

  /** False when there is nothing left to claim. Throws what makes going on senseless. */
  async #readPortion(build: Build, ids: readonly string[] | undefined, control: TaskControl): Promise<boolean> {
    const { clock, storage } = this.#deps;
    const { reader } = this.#backlog;
    const only = { workspace: build.workspace, ...(ids ? { memoryIds: ids } : {}) };
    const portion: MemoryToRead[] = await storage.readings.claim(reader.lease(), PORTION, clock.now(), only);
    if (portion.length === 0) return false;
    const { read, unavailable } = await reader.readPortion(portion, build.rules, control.signal);
    this.#progress(read, control);
    if (unavailable) throw new ZapomniError('MODEL_UNAVAILABLE', 'The extractor cannot be used now.');
    return true;
  }

  async *#portions({ workspace, memoryIds }: Build): AsyncGenerator<readonly string[]> {
    if (memoryIds) {
      for (let at = 0; at < memoryIds.length; at += PORTION) yield memoryIds.slice(at, at + PORTION);
      return;
    }
    let cursor: string | undefined;
    do {
      const page = await this.#deps.storage.memories.list(everything(workspace, PORTION, cursor));
      yield page.items.map(({ id }) => id);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  #progress(more: number, control: TaskControl): void {
    const done = Math.min(more, this.#left);
    this.#done += done;
    this.#left -= done;
    const joined = control.signal.aborted ? [] : this.#waiting;
    const waiting = joined.reduce((sum, { memories }) => sum + memories, 0);
    control.progress(this.#done, this.#done + this.#left + waiting);
  }
}

function everything(workspace: string, limit: number, cursor?: string) {
  return { workspace, limit, filter: { includeSuperseded: true }, ...(cursor === undefined ? {} : { cursor }) };
}

function checkIds(ids: readonly string[]): string[] {
  if (ids.length === 0) throw invalidField('memory_ids', 'is empty', 'Leave it out to read all memories.');
  if (ids.length > MOST_IDS)
    throw invalidField('memory_ids', `names more than ${MOST_IDS}`, 'Read all of them instead.');
  return [...new Set(ids)];
}

function missing(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'memory_ids: not all of them exist in this workspace.', {
    hint: 'list_memories shows those that do. Nothing was read.',
    issues: [{ field: 'memory_ids', error: 'not found' }],
  });
}
