/**
 * Reads every stored memory for entities and relations, later and only once. Nobody waits for it: adding only says that
 * there is more. It begins once a session has settled, lets embeddings go first, and works in leased portions, so that
 * any process may go on where another stopped.
 */
import { ZapomniError } from '../../../errors/index.ts';
import type { ExtractionRules, WaitingMemories } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { EmbeddingBacklog } from '../../embedding/embedding-backlog.ts';
import { unlessAborted } from '../../within.ts';
import { Drain, type DrainControl, type DrainEnd } from '../../work/drain.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import { settleNames } from '../votes/settle-names.ts';
import { MemoryReader, RETRY_MS, type PortionOutcome } from './memory-reader.ts';
import { readAnew } from './read-anew.ts';
import { Turns } from './turns.ts';

export const READING = 'graph';
const LARGEST_PORTION = 16;
/** Texts of a portion are in memory all at once; after one that is longer than this the next has fewer. */
const PORTION_LENGTH = 2_000_000;
/** Embeddings make memories found by meaning, which is worth more than a graph; but they must not starve it. */
const GIVE_WAY_MS = 2000;
/** Names whose kind changes are read again, which may change another; not without end. */
const MOST_ROUNDS = 4;

export class GraphBacklog {
  readonly reader: MemoryReader;
  /** Portions are read one after the other, whoever asked for them. */
  readonly turns = new Turns();
  readonly #deps: Deps;
  readonly #embeddings: EmbeddingBacklog;
  readonly #drain: Drain;
  #settled = false;
  #closed = false;
  #failing = false;
  #portion = 4;
  #hasLooked = false;
  readonly #closing = new AbortController();

  constructor(deps: Deps, embeddings: EmbeddingBacklog, runner: WorkRunner) {
    this.#deps = deps;
    this.#embeddings = embeddings;
    this.reader = new MemoryReader(deps);
    // Where reading is off, only those that somebody asked for are read: work of its own, or the others would not be.
    const kind = this.isOn ? READING : `${READING}:asked`;
    const drain = (control: DrainControl): Promise<DrainEnd> => this.#readAll(control);
    this.#drain = new Drain(deps, runner, { kind, drain });
  }

  get isOn(): boolean {
    return this.#deps.config.graph === 'on';
  }

  /** How memories are read when nobody asks for another way. */
  get rules(): ExtractionRules {
    return { mode: 'full', minConfidence: this.#deps.config.graph_min_confidence };
  }

  /** The last attempt failed because the extractor could not be used. */
  get isFailing(): boolean {
    return this.#failing;
  }

  /** This session reads what waits, now or soon. */
  get isReading(): boolean {
    return this.isOn && this.#settled && !this.#closed;
  }

  /** Something was stored that waits to be read. Returns at once. */
  queued(): void {
    if (this.isReading) this.#drain.more();
  }

  /**
   * Looks for memories that wait, whoever stored them, and begins to read them. Called once a session has settled. Where
   * reading is off, only those that somebody asked for are read.
   */
  async resume(): Promise<void> {
    this.#settled = true;
    if (this.#closed) return;
    try {
      if (this.isOn) await readAnew(this.#deps);
      if ((await this.#waiting()) > 0) await this.#drain.begin();
    } catch (error) {
      this.#deps.logger.log('warning', 'reading_resume_failed', { error });
    }
  }

  /** Reads what waits, here or elsewhere, until it is read or put off. */
  async read(): Promise<void> {
    if ((await this.#waiting()) > 0) await this.#drain.done();
  }

  /** Reads these before all that waits longer; those that another process has in hand are left to it. */
  async readThese(workspace: string, memoryIds: readonly string[]): Promise<void> {
    if (memoryIds.length === 0) return;
    const only = { workspace, memoryIds };
    const { signal } = this.#closing;
    for (let outcome: PortionOutcome | null = null; !signal.aborted;) {
      outcome = await this.turns.take(() => this.#readNext(signal, only));
      if (outcome === null || outcome.unavailable) break;
    }
    if (!signal.aborted && (await this.#settleVoted()) > 0) await this.read();
  }

  close(): void {
    this.#closed = true;
    this.#closing.abort();
    this.#drain.close();
  }

  #waiting(): Promise<number> {
    return this.#deps.storage.extractions.pending(undefined, !this.isOn);
  }

  async #readAll(control: DrainControl): Promise<DrainEnd> {
    let done = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      done = await this.#readWaiting(control, done);
      if (control.signal.aborted || (await this.#settleNames()) === 0) break;
    }
    const left = await this.#waiting();
    return { done, later: left > 0 ? this.#deps.clock.now() + RETRY_MS : null };
  }

  /** Until nothing can be claimed; `done` and what was read. */
  async #readWaiting({ signal, progress }: DrainControl, before: number): Promise<number> {
    let done = before;
    while (!signal.aborted) {
      await unlessAborted(this.#embeddings.idle(), AbortSignal.any([signal, AbortSignal.timeout(GIVE_WAY_MS)]));
      const outcome = await this.turns.take(() => this.#readNext(signal));
      if (outcome === null) break;
      done += outcome.read;
      progress(done, done + (await this.#waiting()), 'memories');
      this.#failing = outcome.unavailable;
      if (outcome.unavailable) throw extractorAway();
    }
    return done;
  }

  /** How many memories are to be read again because what a name names has changed. What a crash left is counted once. */
  async #settleNames(): Promise<number> {
    const { voted } = this.reader;
    if (!this.#hasLooked) for (const { id } of await this.#deps.storage.workspaces.list()) voted.add(id);
    this.#hasLooked = true;
    return this.#settleVoted();
  }

  async #settleVoted(): Promise<number> {
    const { voted } = this.reader;
    let memories = 0;
    for (const workspace of voted) {
      memories += await settleNames(this.#deps, workspace);
      voted.delete(workspace);
    }
    return memories;
  }

  /** Null when nothing can be claimed. */
  async #readNext(
    signal: AbortSignal,
    only: WaitingMemories = this.isOn ? {} : { asked: true },
  ): Promise<PortionOutcome | null> {
    const { storage, clock } = this.#deps;
    if (signal.aborted) return null;
    const portion = await storage.extractions.claim(this.reader.lease(), this.#portion, clock.now(), only);
    const length = portion.reduce((sum, { text }) => sum + text.length, 0);
    this.#portion =
      length > PORTION_LENGTH ? Math.ceil(this.#portion / 2) : Math.min(LARGEST_PORTION, this.#portion * 2);
    return portion.length === 0 ? null : this.reader.readPortion(portion, this.rules, signal);
  }
}

export function extractorAway(): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', 'The extractor cannot be used now.');
}
