/**
 * Reading stored memories anew, because somebody asked for it. They are queued all at once, with the rules that were asked
 * for; the work that reads them goes on in another process after a crash.
 */
import { invalidField, toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { ExtractionRules, WorkData, WorkItem } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { STALL_MS, WorkLater, type WorkControl } from '../../work/work-kind.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import { extractorAway, type GraphBacklog } from '../backlog/graph-backlog.ts';
import { LEASE_MS, RETRY_MS, type PortionOutcome } from '../backlog/memory-reader.ts';
import { checkConfidence } from '../checks.ts';
import type { BuildGraphRequest, BuildStarted } from './build-request.ts';

export const BUILD = 'build_graph';
const PORTION = 16;
const MOST_IDS = 10_000;
/** How soon to look again for memories that somebody else has in hand. */
const LOOK_MS = 5000;

interface Build {
  readonly workspace: string;
  readonly memoryIds: readonly string[] | undefined;
  readonly rules: ExtractionRules | undefined;
  readonly memories: number;
}

/** One item of work for each build; a process does one after the other. */
export class GraphBuilds {
  readonly #deps: Deps;
  readonly #backlog: GraphBacklog;
  readonly #runner: WorkRunner;
  /** One that was cancelled takes back what it has queued; what comes next must not be taken back with it. */
  #withdrawn: Promise<void> = Promise.resolve();
  /** Since when builds have found nothing to claim although something is left, and how many cannot be read; by their ids. */
  readonly #stuckSince = new Map<string, number>();
  readonly #setAside = new Map<string, number>();

  constructor(deps: Deps, backlog: GraphBacklog, runner: WorkRunner) {
    this.#deps = deps;
    this.#backlog = backlog;
    this.#runner = runner;
    runner.register({
      kind: BUILD,
      stallMs: STALL_MS,
      backoff: { firstMs: RETRY_MS, mostMs: 10 * RETRY_MS },
      run: (item, control) => this.#run(item, control),
      cancelled: (item) => this.#withdraw(toBuild(item)),
      retried: async (item) => void (await this.#requeue(toBuild(item))),
    });
  }

  async start(request: BuildGraphRequest): Promise<BuildStarted> {
    const { workspace } = request;
    const memoryIds = request.memoryIds && checkIds(request.memoryIds);
    const rules = this.#rulesOf(request);
    await this.#withdrawn;
    const memories = await this.#requeue({ workspace, memoryIds, rules });
    const payload = {
      memories,
      ...(memoryIds ? { memory_ids: memoryIds } : {}),
      ...(rules ? { rules: { ...rules } } : {}),
    };
    // Somebody waits for it, as nobody does for what is read in the background.
    return { task: await this.#runner.ask({ kind: BUILD, workspace, payload, priority: 1 }), memories };
  }

  /** Undefined for those that the background has too. */
  #rulesOf({ mode = 'full', minConfidence }: BuildGraphRequest): ExtractionRules | undefined {
    const least = checkConfidence(minConfidence);
    if (mode === 'full' && least === undefined) return undefined;
    return { mode, minConfidence: least ?? this.#deps.config.graph_min_confidence };
  }

  async #requeue({ workspace, memoryIds, rules }: Omit<Build, 'memories'>): Promise<number> {
    try {
      return await this.#deps.storage.extractions.requeue(workspace, memoryIds, rules);
    } catch (error) {
      throw toZapomniError(error).code === 'NOT_FOUND' ? missing() : error;
    }
  }

  async #run(item: WorkItem, control: WorkControl): Promise<WorkData> {
    const build = toBuild(item);
    const { promise, resolve } = Promise.withResolvers<void>();
    control.signal.addEventListener('abort', () => (this.#withdrawn = promise), { once: true });
    try {
      const done = await this.#read(build, item, control);
      if (done < build.memories) await this.#leaveToOthers(build, item, done);
      control.progress(build.memories, build.memories, 'memories');
      return { memories: build.memories };
    } finally {
      // A session that ends leaves to others what it has not done; only one who cancels does not want it done.
      if (control.stop === 'cancelled') await this.#withdraw(build);
      resolve();
    }
  }

  /** Reads until there is nothing left to claim, and tells how many have been. Throws what makes going on senseless. */
  async #read(build: Build, { id, progress }: WorkItem, control: WorkControl): Promise<number> {
    let { done } = progress;
    const tell = ({ read, setAside }: Pick<PortionOutcome, 'read' | 'setAside'>): void => {
      done = Math.min(build.memories, done + read);
      if (read > 0) this.#stuckSince.delete(id);
      this.#setAside.set(id, (this.#setAside.get(id) ?? 0) + setAside);
      control.progress(done, build.memories, 'memories');
    };
    tell({ read: 0, setAside: 0 });
    for (let more = true; more;) {
      more = await this.#backlog.turns.take(() => this.#readPortion(build, control.signal, tell));
      control.signal.throwIfAborted();
    }
    return done;
  }

  /** False when there is nothing left to claim. */
  async #readPortion(
    { workspace, memoryIds }: Build,
    signal: AbortSignal,
    tell: (outcome: PortionOutcome) => void,
  ): Promise<boolean> {
    const { clock, storage } = this.#deps;
    const { reader, rules } = this.#backlog;
    const only = { workspace, ...(memoryIds ? { memoryIds } : {}) };
    const portion = signal.aborted ? [] : await storage.extractions.claim(reader.lease(), PORTION, clock.now(), only);
    if (portion.length === 0) return false;
    const outcome = await reader.readPortion(portion, rules, signal);
    tell(outcome);
    if (outcome.unavailable) throw extractorAway();
    return true;
  }

  /**
   * Others may have memories of the build in hand, and may have died with them: then they are free when the lease has run
   * out. What is left after that cannot be read, and is tried again now and then in the background.
   */
  async #leaveToOthers({ workspace, memories }: Build, { id }: WorkItem, done: number): Promise<void> {
    const { storage, clock } = this.#deps;
    const since = this.#stuckSince.get(id) ?? clock.now();
    const isLeft = done + (this.#setAside.get(id) ?? 0) < memories;
    const isWaiting = isLeft && (await storage.extractions.pending(workspace, true)) > 0;
    if (isWaiting && clock.now() - since <= LEASE_MS) {
      this.#stuckSince.set(id, since);
      throw new WorkLater(clock.now() + LOOK_MS);
    }
    this.#stuckSince.delete(id);
    this.#setAside.delete(id);
  }

  async #withdraw({ workspace, memoryIds }: Build): Promise<void> {
    await this.#deps.storage.extractions.withdraw(workspace, memoryIds, this.#deps.clock.now());
  }
}

interface Payload {
  readonly memories: number;
  readonly memory_ids?: readonly string[];
  readonly rules?: ExtractionRules;
}

/** What `start` put into the payload. */
function toBuild({ workspace, payload }: WorkItem): Build {
  const { memories, memory_ids: memoryIds, rules } = payload as unknown as Payload;
  return { workspace: workspace ?? '', memoryIds, rules, memories };
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
