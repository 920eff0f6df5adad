/**
 * Reading stored memories anew, because somebody asked for it. They are queued all at once, with the rules that were asked
 * for, so that any process may go on with it after a crash.
 */
import { invalidField, toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { ExtractionRules, TaskControl } from '../../../ports/index.ts';
import type { GraphBacklog } from '../backlog/graph-backlog.ts';
import type { Deps } from '../../deps.ts';
import { LoneTask } from '../../tasks/lone-task.ts';
import { checkConfidence } from '../checks.ts';
import type { BuildGraphRequest, BuildStarted } from './build-request.ts';

export const BUILD_TASK = 'build_graph';
const PORTION = 16;
const MOST_IDS = 10_000;

interface Build {
  readonly workspace: string;
  readonly memoryIds: readonly string[] | undefined;
  readonly memories: number;
}

/** The builds of one process, done one after the other by one task. */
export class GraphBuilds {
  readonly #deps: Deps;
  readonly #backlog: GraphBacklog;
  readonly #waiting: Build[] = [];
  readonly #task: LoneTask;
  /** One that was cancelled takes back what it has queued; what comes next must not be taken back with it. */
  #withdrawn: Promise<void> = Promise.resolve();
  /** Of the builds of the running task; `#left` of the one it is at. */
  #done = 0;
  #left = 0;

  constructor(deps: Deps, backlog: GraphBacklog) {
    this.#deps = deps;
    this.#backlog = backlog;
    this.#task = new LoneTask(deps.tasks, BUILD_TASK, (control) => this.#work(control));
  }

  async start(request: BuildGraphRequest): Promise<BuildStarted> {
    const { workspace } = request;
    const memoryIds = request.memoryIds && checkIds(request.memoryIds);
    const rules = this.#rulesOf(request);
    await this.#withdrawn;
    const memories = await this.#queue(workspace, memoryIds, rules);
    this.#waiting.push({ workspace, memoryIds, memories });
    return { task: await this.#task.start(), memories };
  }

  /** Undefined for those that the background has too. */
  #rulesOf({ mode = 'full', minConfidence }: BuildGraphRequest): ExtractionRules | undefined {
    const least = checkConfidence(minConfidence);
    if (mode === 'full' && least === undefined) return undefined;
    return { mode, minConfidence: least ?? this.#deps.config.graph_min_confidence };
  }

  async #queue(workspace: string, memoryIds: readonly string[] | undefined, rules: ExtractionRules | undefined) {
    try {
      return await this.#deps.storage.extractions.requeue(workspace, memoryIds, rules);
    } catch (error) {
      throw toZapomniError(error).code === 'NOT_FOUND' ? missing() : error;
    }
  }

  async #work(control: TaskControl): Promise<void> {
    this.#done = 0;
    const begun: Build[] = [];
    const { signal } = control;
    const stopped = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => (this.#withdrawn = stopped.promise), { once: true });
    try {
      for (let build = this.#waiting.shift(); build && !signal.aborted; build = this.#waiting.shift()) {
        begun.push(build);
        await this.#build(build, control);
      }
    } finally {
      if (signal.aborted) await this.#withdraw([...begun.slice(-1), ...this.#waiting.splice(0)]);
      stopped.resolve();
    }
  }

  async #build(build: Build, control: TaskControl): Promise<void> {
    this.#left = build.memories;
    this.#progress(0, control);
    for (let more = true; more && !control.signal.aborted;) {
      more = await this.#backlog.turns.take(() => this.#readPortion(build, control));
    }
    // What others have in hand is as good as done.
    if (!control.signal.aborted) this.#progress(this.#left, control);
  }

  /** A session that ends leaves to others what it has not done; only one who cancels does not want it done. */
  async #withdraw(builds: readonly Build[]): Promise<void> {
    if (this.#backlog.isClosed) return;
    const { storage, clock } = this.#deps;
    for (const { workspace, memoryIds } of builds)
      await storage.extractions.withdraw(workspace, memoryIds, clock.now());
  }

  /** False when there is nothing left to claim. Throws what makes going on senseless. */
  async #readPortion({ workspace, memoryIds }: Build, control: TaskControl): Promise<boolean> {
    const { clock, storage } = this.#deps;
    const { reader } = this.#backlog;
    const only = { workspace, ...(memoryIds ? { memoryIds } : {}) };
    const portion = await storage.extractions.claim(reader.lease(), PORTION, clock.now(), only);
    if (portion.length === 0) return false;
    const { read, unavailable } = await reader.readPortion(portion, this.#backlog.rules, control.signal);
    this.#progress(read, control);
    if (unavailable) throw new ZapomniError('MODEL_UNAVAILABLE', 'The extractor cannot be used now.');
    return true;
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
