/**
 * Reads every stored memory for entities and relations, later and only once. Nobody waits for it: adding only says that
 * there is more. It begins once a session has settled, lets embeddings go first, and works in leased portions, so that
 * any process may go on where another stopped.
 */
import type { ExtractionRules, TaskControl } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { EmbeddingBacklog } from '../../embedding/embedding-backlog.ts';
import { LoneTask } from '../../tasks/lone-task.ts';
import { unlessAborted } from '../../within.ts';
import { MemoryReader, RETRY_MS } from './memory-reader.ts';
import { Turns } from './turns.ts';

export const READING_TASK = 'graph';
const LARGEST_PORTION = 16;
/** Texts of a portion are in memory all at once; after one that is longer than this the next has fewer. */
const PORTION_LENGTH = 2_000_000;
/** Embeddings make memories found by meaning, which is worth more than a graph; but they must not starve it. */
const GIVE_WAY_MS = 2000;

export class GraphBacklog {
  readonly reader: MemoryReader;
  /** Portions are read one after the other, whoever asked for them. */
  readonly turns = new Turns();
  readonly #deps: Deps;
  readonly #embeddings: EmbeddingBacklog;
  readonly #task: LoneTask;
  #retry: NodeJS.Timeout | undefined;
  #moreQueued = false;
  #settled = false;
  #closed = false;
  #failing = false;
  #portion = 4;

  constructor(deps: Deps, embeddings: EmbeddingBacklog) {
    this.#deps = deps;
    this.#embeddings = embeddings;
    this.reader = new MemoryReader(deps);
    this.#task = new LoneTask(deps.tasks, READING_TASK, (control) => this.#drainAll(control));
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

  /** Nothing is begun any more, and what is stopped now goes on in another session. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Something was stored that waits to be read. Returns at once. */
  queued(): void {
    if (this.isOn) this.#drainSoon();
  }

  /**
   * Looks for memories that wait, whoever stored them, and begins to read them. Called once a session has settled. Where
   * reading is off, only those that somebody asked for are read.
   */
  async resume(): Promise<void> {
    this.#settled = true;
    if (this.#closed) return;
    try {
      if ((await this.#waiting()) > 0) this.#drainSoon();
    } catch (error) {
      this.#deps.logger.log('warning', 'reading_resume_failed', { error });
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  #waiting(): Promise<number> {
    return this.#deps.storage.extractions.pending(undefined, !this.isOn);
  }

  #drainSoon(): void {
    this.#moreQueued = true;
    if (!this.#closed && this.#settled) void this.#task.start();
  }

  async #drainAll(control: TaskControl): Promise<void> {
    try {
      while (this.#moreQueued && !control.signal.aborted) {
        this.#moreQueued = false;
        await this.#drain(control);
      }
    } catch (error) {
      this.#retryLater();
      throw error;
    }
  }

  async #drain({ signal, progress }: TaskControl): Promise<void> {
    for (let done = 0; !signal.aborted;) {
      await unlessAborted(this.#embeddings.idle(), AbortSignal.any([signal, AbortSignal.timeout(GIVE_WAY_MS)]));
      const outcome = await this.turns.take(() => this.#readNext(signal));
      if (outcome === null) break;
      done += outcome.read;
      progress(done, done + (await this.#waiting()));
      this.#failing = outcome.unavailable;
      if (outcome.unavailable) break;
    }
    if (!signal.aborted && (await this.#waiting()) > 0) this.#retryLater();
  }

  /** Null when nothing can be claimed. */
  async #readNext(signal: AbortSignal) {
    const { storage, clock } = this.#deps;
    if (signal.aborted) return null;
    const only = this.isOn ? {} : { asked: true };
    const portion = await storage.extractions.claim(this.reader.lease(), this.#portion, clock.now(), only);
    const length = portion.reduce((sum, { text }) => sum + text.length, 0);
    this.#portion =
      length > PORTION_LENGTH ? Math.ceil(this.#portion / 2) : Math.min(LARGEST_PORTION, this.#portion * 2);
    return portion.length === 0 ? null : this.reader.readPortion(portion, this.rules, signal);
  }

  /** Others may hold leases, or the extractor may be away: look again in a while, without keeping the process alive. */
  #retryLater(): void {
    if (this.#closed || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.resume();
    }, RETRY_MS);
    this.#retry.unref();
  }
}
