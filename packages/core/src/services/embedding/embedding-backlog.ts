/**
 * Gives every stored passage its vector, soon and only once. Fresh passages are claimed as they are stored and embedded at
 * once; large batches, and what a crash left behind, are drained in the background in leased portions, so that any
 * process may go on where another stopped. A change of the model is drained the same way: every passage waits for it.
 */
import { toZapomniError, type ZapomniError } from '../../errors/index.ts';
import type { Embedder, EmbeddingClaim, Storage, TaskControl } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { EmbeddingModels } from '../models/embedding-models.ts';
import { within } from '../within.ts';
import { embedPassages, withoutVector, type WaitingPassage } from './embed-passages.ts';

/** More passages than this are not embedded by the call that stores them; the drain takes them in portions. */
const FRESH_LIMIT = 64;
const PORTION = 32;
/** Two portions under way keep the embedder's threads busy while vectors are written. */
const LANES = 2;
const LEASE_MS = 120_000;
const RETRY_MS = 30_000;
/** A passage that the model refuses although it takes others will hardly be taken in half a minute. */
const REFUSED_RETRY_MS = 3_600_000;
const TASK = 'embedding';

export class EmbeddingBacklog {
  readonly #deps: Deps;
  readonly #models: EmbeddingModels;
  readonly #parts: { readonly storage: Storage; readonly models: EmbeddingModels };
  readonly #owner: string;
  /** Passages that the target refuses, with its name before them. */
  readonly #refused = new Set<string>();
  #retry: NodeJS.Timeout | undefined;
  #drain: Promise<void> | undefined;
  readonly #fresh = new Set<Promise<boolean>>();
  #moreQueued = false;
  #closed = false;

  constructor(deps: Deps, models: EmbeddingModels) {
    this.#deps = deps;
    this.#models = models;
    this.#parts = { storage: deps.storage, models };
    this.#owner = deps.ids.next();
    models.onChange = () => this.start();
  }

  /** A claim for passages about to be stored, unless they are too many to embed at once. */
  claimFor(passages: number): EmbeddingClaim | undefined {
    return passages <= FRESH_LIMIT ? this.#lease() : undefined;
  }

  /** Embeds passages that were stored under a claim. True when it is done within the configured wait. */
  embedClaimed(passages: readonly WaitingPassage[]): Promise<boolean> {
    return passages.length === 0 ? Promise.resolve(true) : this.#soon(this.#embedFresh(passages));
  }

  /** Sees that the drain takes what was stored without a claim. True when nothing waits within the configured wait. */
  embedQueued(): Promise<boolean> {
    return this.#soon(this.#drainSoon().then(async () => (await this.#pending()) === 0));
  }

  /** Begins to drain what waits, without waiting for it. */
  start(): void {
    void this.#drainSoon();
  }

  /** Looks for passages that wait, whoever stored them, and begins to drain them. Called once a session has settled. */
  async resume(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#models.refresh();
      if (this.#models.isChanging || (await this.#pending()) > 0) await this.#drainSoon();
    } catch (error) {
      this.#deps.logger.log('warning', 'embedding_resume_failed', { error });
    }
  }

  /** Resolves when what is being embedded now has been; for work that lets embeddings go first. */
  async idle(): Promise<void> {
    await Promise.all([...this.#fresh, this.#drain]);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  #embedFresh(passages: readonly WaitingPassage[]): Promise<boolean> {
    const work = this.#embed(passages).finally(() => this.#fresh.delete(work));
    this.#fresh.add(work);
    return work;
  }

  /** True when the target has embedded them. Never rejects: what fails is given back and tried again later. */
  async #embed(passages: readonly WaitingPassage[], signal?: AbortSignal): Promise<boolean> {
    await this.#models.refresh();
    const { target, reading } = this.#models;
    if (reading !== target) await this.#embedForReading(reading, passages, signal);
    try {
      if (!(await embedPassages(this.#parts, target, passages, signal))) await this.#leaveToNext(passages);
      void this.#models.measure(signal);
      return true;
    } catch (error) {
      const failure = toZapomniError(error);
      if (this.#isRefusal(failure, target)) return this.#embedOneByOne(target, passages, signal);
      return this.#defer(passages, failure);
    }
  }

  /** Another model was chosen meanwhile: the passages are its to embed, at once. */
  async #leaveToNext(passages: readonly WaitingPassage[]): Promise<void> {
    await this.#giveBack(passages, this.#deps.clock.now());
    this.start();
  }

  /** While the model is being changed, searches still go by the old one's vectors; what it fails to give they do without. */
  async #embedForReading(reading: Embedder, passages: readonly WaitingPassage[], signal?: AbortSignal): Promise<void> {
    try {
      await embedPassages(this.#parts, reading, await withoutVector(this.#deps, reading, passages), signal);
    } catch (error) {
      this.#deps.logger.log('debug', 'embedding_for_old_model_failed', { passages: passages.length, error });
    }
  }

  /** The model works, so one of the texts must be to blame. */
  #isRefusal({ code }: ZapomniError, { state }: Embedder): boolean {
    return code === 'MODEL_UNAVAILABLE' && state === 'ready' && !this.#closed;
  }

  async #embedOneByOne(target: Embedder, passages: readonly WaitingPassage[], signal?: AbortSignal): Promise<boolean> {
    for (const [i, passage] of passages.entries()) {
      try {
        await embedPassages(this.#parts, target, [passage], signal);
      } catch (error) {
        const failure = toZapomniError(error);
        if (!this.#isRefusal(failure, target)) return this.#defer(passages.slice(i), failure);
        await this.#setAside(target, passage, failure);
      }
    }
    return true;
  }

  /** The others do not wait for it. */
  async #setAside(target: Embedder, passage: WaitingPassage, error: ZapomniError): Promise<void> {
    this.#deps.logger.log('warning', 'passage_refused', { passage: passage.id, model: target.model.name, error });
    this.#refused.add(`${target.model.name} ${passage.id}`);
    await this.#giveBack([passage], this.#deps.clock.now() + REFUSED_RETRY_MS);
  }

  async #defer(passages: readonly WaitingPassage[], error: ZapomniError): Promise<false> {
    if (!this.#closed) this.#deps.logger.log('warning', 'embedding_deferred', { passages: passages.length, error });
    const wait = Math.max(RETRY_MS, error.retryAfterMs ?? 0);
    await this.#giveBack(passages, this.#deps.clock.now() + (this.#closed ? 0 : wait));
    this.#retryLater();
    return false;
  }

  async #soon(work: Promise<boolean>): Promise<boolean> {
    return (await within(work, this.#deps.config.embed_wait_ms)) ?? false;
  }

  /** Resolves when the drain that sees everything queued until now has ended. */
  #drainSoon(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#moreQueued = true;
    this.#drain ??= this.#startDrain().finally(() => {
      this.#drain = undefined;
    });
    return this.#drain;
  }

  #startDrain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#deps.tasks.start(TASK, async (control) => {
      try {
        while (this.#moreQueued && !control.signal.aborted) {
          this.#moreQueued = false;
          await Promise.all(Array.from({ length: LANES }, () => this.#lane(control)));
          if (this.#models.isChanging) await this.#completeChange(control.signal);
        }
      } finally {
        resolve();
      }
    });
    return promise;
  }

  async #lane({ signal, progress }: TaskControl): Promise<void> {
    const { storage, clock } = this.#deps;
    for (let done = 0; !signal.aborted;) {
      await this.#models.refresh();
      const { name } = this.#models.target.model;
      const portion = await storage.embeddings.claim(name, this.#lease(), PORTION, clock.now());
      if (portion.length === 0) break;
      if (!(await this.#embed(portion, signal))) return;
      done += portion.length;
      progress(done, done + (await this.#pending()));
    }
    if (!signal.aborted && (await this.#pending()) > 0) this.#retryLater();
  }

  async #completeChange(signal: AbortSignal): Promise<void> {
    const { name } = this.#models.target.model;
    const refused = [...this.#refused].filter((one) => one.startsWith(`${name} `)).length;
    if (!signal.aborted && (await this.#pending()) <= refused) await this.#models.complete(signal);
    if (!signal.aborted && this.#models.isChanging) this.#retryLater();
  }

  #lease(): EmbeddingClaim {
    return { owner: this.#owner, until: this.#deps.clock.now() + LEASE_MS };
  }

  #pending(): Promise<number> {
    return this.#deps.storage.embeddings.pending(this.#models.target.model.name);
  }

  async #giveBack(passages: readonly WaitingPassage[], retryAt: number): Promise<void> {
    try {
      await this.#deps.storage.embeddings.release(
        this.#owner,
        passages.map((passage) => passage.id),
        retryAt,
      );
    } catch {
      // The lease runs out by itself.
    }
  }

  /** Others may hold leases, or the model may be away: look again in a while, without keeping the process alive. */
  #retryLater(): void {
    if (this.#closed || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.resume();
    }, RETRY_MS);
    this.#retry.unref();
  }
}
