/**
 * Gives every stored passage its vector, soon and only once. Fresh passages are claimed as they are stored and embedded at
 * once; large batches, and what a crash left behind, are drained in the background in leased portions, so that any
 * process may go on where another stopped.
 */
import type { EmbeddingClaim, TaskControl } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { within } from '../within.ts';

interface WaitingPassage {
  readonly id: number;
  readonly text: string;
}

/** More passages than this are not embedded by the call that stores them; the drain takes them in portions. */
const FRESH_LIMIT = 64;
const PORTION = 32;
/** Two portions under way keep the embedder's threads busy while vectors are written. */
const LANES = 2;
const LEASE_MS = 120_000;
const RETRY_MS = 30_000;
const TASK = 'embedding';

export class EmbeddingBacklog {
  readonly #deps: Deps;
  readonly #owner: string;
  #retry: NodeJS.Timeout | undefined;
  #drain: Promise<void> | undefined;
  readonly #fresh = new Set<Promise<boolean>>();
  #moreQueued = false;
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#owner = deps.ids.next();
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

  /** Looks for passages that wait, whoever stored them, and begins to drain them. Called once a session has settled. */
  async resume(): Promise<void> {
    if (this.#closed) return;
    try {
      if ((await this.#pending()) > 0) await this.#drainSoon();
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

  /** Never rejects: what fails is given back and tried again later. */
  async #embed(passages: readonly WaitingPassage[], signal?: AbortSignal): Promise<boolean> {
    const { embedder, storage, logger, clock } = this.#deps;
    try {
      const embeddings = await embedder.embed(
        passages.map((passage) => passage.text),
        { role: 'passage', ...(signal ? { signal } : {}) },
      );
      const vectors = embeddings.map(({ vector, wordBits }, i) => ({
        passageId: (passages[i] as WaitingPassage).id,
        vector,
        ...(wordBits ? { tokens: wordBits } : {}),
      }));
      await storage.vectors.put(embedder.model.name, vectors);
      return true;
    } catch (error) {
      if (!this.#closed) logger.log('warning', 'embedding_deferred', { passages: passages.length, error });
      await this.#giveBack(passages, clock.now() + (this.#closed ? 0 : RETRY_MS));
      this.#retryLater();
      return false;
    }
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
        }
      } finally {
        resolve();
      }
    });
    return promise;
  }

  async #lane({ signal, progress }: TaskControl): Promise<void> {
    const { storage, embedder, clock } = this.#deps;
    for (let done = 0; !signal.aborted;) {
      const portion = await storage.queue.claim(embedder.model.name, this.#lease(), PORTION, clock.now());
      if (portion.length === 0) break;
      if (!(await this.#embed(portion, signal))) return;
      done += portion.length;
      progress(done, done + (await this.#pending()));
    }
    if (!signal.aborted && (await this.#pending()) > 0) this.#retryLater();
  }

  #lease(): EmbeddingClaim {
    return { owner: this.#owner, until: this.#deps.clock.now() + LEASE_MS };
  }

  #pending(): Promise<number> {
    return this.#deps.storage.queue.pending(this.#deps.embedder.model.name);
  }

  async #giveBack(passages: readonly WaitingPassage[], retryAt: number): Promise<void> {
    try {
      await this.#deps.storage.queue.release(
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
