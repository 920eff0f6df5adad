/**
 * Gives every stored passage its vector, soon and only once. Fresh passages are claimed as they are stored and embedded at
 * once; large batches, and what a crash left behind, are drained as an item of work in leased portions, so that any process
 * may go on where another stopped. A change of the model is drained the same way: every passage waits for it.
 */
import { toZapomniError, type ZapomniError } from '../../errors/index.ts';
import type { Embedder, EmbeddingClaim, Storage, WorkItem } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { EmbeddingModels } from '../models/embedding-models.ts';
import { CODE_WORKSPACES } from '../code/store/code-workspace.ts';
import { withEmbeddingText } from '../code/units/with-embedding-text.ts';
import { withHeadings } from '../documents/with-headings.ts';
import { within } from '../within.ts';
import { Drain, type DrainControl, type DrainEnd } from '../work/drain.ts';
import type { WorkRunner } from '../work/work-runner.ts';
import { embedPassages, withoutVector, type WaitingPassage } from './embed-passages.ts';
import { LANGUAGES_RETRY_MS, LanguageBacklog } from './language-backlog.ts';

/** More passages than this are not embedded by the call that stores them; the drain takes them in portions. */
const FRESH_LIMIT = 64;
const PORTION = 32;
/** Two portions under way keep the embedder's threads busy while vectors are written. */
const LANES = 2;
const LEASE_MS = 120_000;
const RETRY_MS = 30_000;
/** A passage that the model refuses although it takes others will hardly be taken in half a minute. */
const REFUSED_RETRY_MS = 3_600_000;
const EMBEDDING = 'embedding';

export class EmbeddingBacklog {
  readonly #deps: Deps;
  readonly #models: EmbeddingModels;
  readonly #parts: { readonly storage: Storage; readonly models: EmbeddingModels };
  readonly #owner: string;
  /** Passages that the target refuses, with its name before them. */
  readonly #refused = new Set<string>();
  readonly #drain: Drain;
  readonly #fresh = new Set<Promise<boolean>>();
  readonly #languages: LanguageBacklog;
  /** Passages came that wait for their first vector. */
  #isWanted = false;
  #closed = false;

  constructor(deps: Deps, models: EmbeddingModels, runner: WorkRunner) {
    this.#deps = deps;
    this.#models = models;
    this.#parts = { storage: deps.storage, models };
    this.#owner = deps.ids.next();
    this.#languages = new LanguageBacklog(deps, models);
    const drain = (control: DrainControl): Promise<DrainEnd> => this.#drainAll(control);
    this.#drain = new Drain(deps, runner, { kind: kindOf(models), drain });
    models.onChange = () => this.queued();
  }

  /** A claim for passages about to be stored, unless they are too many to embed at once. */
  claimFor(passages: number): EmbeddingClaim | undefined {
    return passages <= FRESH_LIMIT ? this.#lease() : undefined;
  }

  /** Embeds passages that were stored under a claim. True when it is done within the configured wait. */
  embedClaimed(passages: readonly WaitingPassage[]): Promise<boolean> {
    return passages.length === 0 ? Promise.resolve(true) : this.#soon(this.#embedFresh(passages));
  }

  /**
   * Embeds so many passages that were stored without a claim: few of them at once, more by the drain. True when nothing
   * waits within the configured wait.
   */
  embedQueued(passages: number, onProgress?: (done: number, total: number) => void): Promise<boolean> {
    return this.#soon(this.#embedWaiting(passages, onProgress));
  }

  /** The work that embeds what waits. */
  start(): Promise<WorkItem> {
    return this.#drain.ask();
  }

  /** Has every passage embedded by the model of other languages too; says how many have been. */
  async embedLanguages(onProgress: (done: number, total: number) => void = () => undefined): Promise<number> {
    await this.#models.look();
    const before = await this.#languages.waiting();
    await this.#drain.done(({ progress }) => onProgress(progress.done, progress.total));
    return Math.max(0, before - (await this.#languages.waiting()));
  }

  /** Passages were stored that nobody waits for: they are begun with soon. Returns at once. */
  queued(): void {
    this.#isWanted = true;
    if (!this.#closed) this.#drain.more();
  }

  /** Looks for passages that wait, whoever stored them, and drains them. Called once a session has settled. */
  async resume(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#models.refresh();
      if (this.#models.isChanging || (await this.#pending()) + (await this.#languages.waiting()) > 0)
        await this.#drain.done();
    } catch (error) {
      this.#deps.logger.log('warning', 'embedding_resume_failed', { error });
    }
  }

  /** Resolves when what is being embedded now has been; for work that lets embeddings go first. */
  async idle(): Promise<void> {
    await Promise.all([...this.#fresh, this.#drain.idle()]);
  }

  close(): void {
    this.#closed = true;
    this.#drain.close();
  }

  async #embedWaiting(
    passages: number,
    onProgress: (done: number, total: number) => void = () => undefined,
  ): Promise<boolean> {
    if (passages <= FRESH_LIMIT) {
      await this.#models.refresh();
      const waiting = await this.#claim(FRESH_LIMIT);
      if (waiting.length > 0 && !(await this.#embedFresh(waiting))) return false;
    }
    this.#isWanted = true;
    const tell = ({ progress }: WorkItem): void => onProgress(progress.done, progress.total);
    if ((await this.#pending()) > 0) await this.#drain.done(tell);
    return (await this.#pending()) === 0;
  }

  #embedFresh(passages: readonly WaitingPassage[]): Promise<boolean> {
    const work = this.#embedBoth(passages).finally(() => this.#fresh.delete(work));
    this.#fresh.add(work);
    return work;
  }

  async #embedBoth(passages: readonly WaitingPassage[]): Promise<boolean> {
    const isDone = await this.#putOff(await this.#embed(passages));
    await this.#languages.embed(passages);
    return isDone;
  }

  /** Whoever looks when the model may be back takes what was given back. True when nothing was. */
  async #putOff(failure: ZapomniError | null): Promise<boolean> {
    if (failure) await this.#drain.later(this.#deps.clock.now() + waitAfter(failure));
    return failure === null;
  }

  /** Null when the target has embedded them. Never rejects: what fails is given back, to be tried again later. */
  async #embed(passages: readonly WaitingPassage[], signal?: AbortSignal): Promise<ZapomniError | null> {
    await this.#models.refresh();
    const { target, reading } = this.#models;
    if (reading !== target) await this.#embedForReading(reading, passages, signal);
    try {
      if (!(await embedPassages(this.#parts, target, passages, signal))) await this.#leaveToNext(passages);
      void this.#models.measure(signal);
      return null;
    } catch (error) {
      const failure = toZapomniError(error);
      if (this.#isRefusal(failure, target)) return this.#embedOneByOne(target, passages, signal);
      return this.#defer(passages, failure, signal);
    }
  }

  /** Another model was chosen meanwhile: the passages are its to embed, at once. */
  async #leaveToNext(passages: readonly WaitingPassage[]): Promise<void> {
    await this.#giveBack(passages, this.#deps.clock.now());
    this.#drain.more();
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

  async #embedOneByOne(
    target: Embedder,
    passages: readonly WaitingPassage[],
    signal?: AbortSignal,
  ): Promise<ZapomniError | null> {
    for (const [i, passage] of passages.entries()) {
      try {
        await embedPassages(this.#parts, target, [passage], signal);
      } catch (error) {
        const failure = toZapomniError(error);
        if (!this.#isRefusal(failure, target)) return this.#defer(passages.slice(i), failure, signal);
        await this.#setAside(target, passage, failure);
      }
    }
    return null;
  }

  /** The others do not wait for it. */
  async #setAside(target: Embedder, passage: WaitingPassage, error: ZapomniError): Promise<void> {
    this.#deps.logger.log('warning', 'passage_refused', { passage: passage.id, model: target.model.name, error });
    this.#refused.add(`${target.model.name} ${passage.id}`);
    await this.#giveBack([passage], this.#deps.clock.now() + REFUSED_RETRY_MS);
  }

  async #defer(passages: readonly WaitingPassage[], error: ZapomniError, signal?: AbortSignal): Promise<ZapomniError> {
    const stopped = this.#closed || signal?.aborted === true;
    if (!stopped) this.#deps.logger.log('warning', 'embedding_deferred', { passages: passages.length, error });
    await this.#giveBack(passages, this.#deps.clock.now() + (stopped ? 0 : waitAfter(error)));
    return error;
  }

  async #soon(work: Promise<boolean>): Promise<boolean> {
    return (await within(work, this.#deps.config.embed_wait_ms)) ?? false;
  }

  async #drainAll({ signal, progress }: DrainControl): Promise<DrainEnd> {
    this.#isWanted = false;
    const total = { done: 0 };
    const tell = async (more: number): Promise<void> => {
      total.done += more;
      progress(total.done, total.done + (await this.#pending()), 'passages');
    };
    const failures = await Promise.all(Array.from({ length: LANES }, () => this.#lane(signal, tell)));
    const failure = failures.find((one) => one !== null);
    if (failure) throw failure;
    const left = await this.#languages.drain({
      signal,
      isWanted: () => this.#isWanted,
      tell: (more, rest) => progress((total.done += more), total.done + rest, 'passages'),
    });
    if (this.#models.isChanging) await this.#completeChange(signal);
    return { done: total.done, later: await this.#nextLook(left) };
  }

  /** Null when there is nothing more to claim; otherwise what makes going on senseless. */
  async #lane(signal: AbortSignal, tell: (more: number) => Promise<void>): Promise<ZapomniError | null> {
    while (!signal.aborted) {
      await this.#models.refresh();
      const portion = await this.#claim(PORTION);
      if (portion.length === 0) break;
      const failure = await this.#embed(portion, signal);
      if (failure) return failure;
      await tell(portion.length);
    }
    return null;
  }

  async #claim(limit: number): Promise<WaitingPassage[]> {
    const { storage, clock } = this.#deps;
    const { name } = this.#models.target.model;
    // A repository takes minutes: what somebody wrote down after it was indexed does not wait for that.
    const claim = { ...this.#lease(), behind: CODE_WORKSPACES };
    const claimed = await storage.embeddings.claim(name, claim, limit, clock.now());
    return withEmbeddingText(this.#deps, await withHeadings(this.#deps, claimed));
  }

  async #completeChange(signal: AbortSignal): Promise<void> {
    if (!signal.aborted && (await this.#pending()) <= this.#countRefused()) await this.#models.complete(signal);
  }

  #countRefused(): number {
    const { name } = this.#models.target.model;
    return [...this.#refused].filter((one) => one.startsWith(`${name} `)).length;
  }

  /**
   * Others may hold leases, or a change of the model may need a moment more. What was refused can wait for long, and so can second
   * vectors, of which so many are left.
   */
  async #nextLook(left: number): Promise<number | null> {
    const pending = await this.#pending();
    const now = this.#deps.clock.now();
    if (this.#models.isChanging || pending > this.#countRefused()) return now + RETRY_MS;
    if (pending > 0) return now + REFUSED_RETRY_MS;
    return left > 0 ? now + LANGUAGES_RETRY_MS : null;
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
}

function waitAfter({ retryAfterMs = 0 }: ZapomniError): number {
  return Math.max(RETRY_MS, retryAfterMs);
}

/** A process that was set up with a model of its own embeds with that one alone; others could not do it in its place. */
function kindOf({ configured }: EmbeddingModels): string {
  return configured ? `${EMBEDDING}:${configured.provider}/${configured.model}` : EMBEDDING;
}
