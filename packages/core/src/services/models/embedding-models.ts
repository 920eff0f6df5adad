/**
 * Which embedding models are in use. Passages get vectors of the *target*; searches go by the vectors of the *reading*
 * model. They are the same but while the model is being changed:
 *
 *   target A, reading A ── B is chosen ──→ target B, reading A ── every passage has B's vector ──→ target B, reading B
 *
 * Meanwhile what is added gets vectors of both. So a search always has a whole set to look at, and never compares vectors
 * of two models. Other processes may choose at any time; the store is asked again every second that something happens.
 */
import { embedderNamed, type EmbedderChoice } from '../../model/index.ts';
import type { Embedder, VectorSet } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { createAbsentEmbedder } from './absent-embedder.ts';
import { BUILTIN, CHOSEN_EMBEDDER, configuredEmbedder, storedEmbedder, wordsOf } from './choices.ts';
import { measureScale, readScale, writeScale } from './meaning-scale.ts';
import { isForLanguages, LanguageVectors } from './language-vectors.ts';
import { SizedEmbedder } from './sized-embedder.ts';
import { forgetOthers, isMarkedWhole, markInUse, markWhole } from './vectors-in-use.ts';

const LOOK_MS = 1000;
/** Searches under way, and other processes that have not looked yet, may still go by the old vectors for a moment. */
const GRACE_MS = 10_000;

export class EmbeddingModels {
  readonly languages: LanguageVectors;
  readonly #deps: Deps;
  readonly #configured: EmbedderChoice | null;
  /** By the words of their choice. */
  readonly #opened = new Map<string, SizedEmbedder>();
  /** Called when there is something to embed or to take away that was not there before. */
  onChange: () => void = () => undefined;
  #target: SizedEmbedder;
  #reading: SizedEmbedder;
  #choice = '';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  readonly #measured = new WeakSet<Embedder>();
  #hasOthers = false;
  /** The model of other languages that was there at the last look. */
  #languageModel: string | null = null;
  #hasNews = false;
  /** Since when searches go by the target. */
  #readSince = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.languages = new LanguageVectors(deps);
    this.#configured = configuredEmbedder(deps.config);
    const embedder = new SizedEmbedder(deps.embedder);
    this.#target = embedder;
    this.#reading = embedder;
    this.#opened.set(wordsOf(this.#configured ?? BUILTIN), embedder);
  }

  get target(): SizedEmbedder {
    return this.#target;
  }

  get reading(): SizedEmbedder {
    return this.#reading;
  }

  /** What the settings of this process say; nobody can choose otherwise then. */
  get configured(): EmbedderChoice | null {
    return this.#configured;
  }

  /** Vectors of other models are left, to be taken away or to be replaced. */
  get isChanging(): boolean {
    return this.#reading !== this.#target || this.#hasOthers;
  }

  /** Follows what has been chosen meanwhile, and has what follows from it begun. */
  async refresh(): Promise<void> {
    await this.follow();
    if (!this.#hasNews) return;
    this.#hasNews = false;
    this.onChange();
  }

  /** Follows what has been chosen meanwhile, and begins nothing. A store that cannot be asked changes nothing. */
  async follow(): Promise<void> {
    if (!this.#deps.models || this.#deps.clock.now() - this.#lookedAt < LOOK_MS) return;
    await this.#lookOnce();
  }

  /** The same, at once, and not what somebody saw a moment ago. */
  async look(): Promise<void> {
    if (!this.#deps.models) return;
    await this.#looking;
    await this.#lookOnce();
  }

  /** The model that a search is to go by; for the whole of it. */
  async forSearch(): Promise<SizedEmbedder> {
    if (this.#reading !== this.#target) await this.#lookOnce();
    await this.refresh();
    // Half a set of vectors is better than none: what has no vector yet is found by its words.
    return this.#reading.state === 'failed' && this.#target.state !== 'failed' ? this.#target : this.#reading;
  }

  /** The model of other languages, while it is used beside the target. */
  get beside(): SizedEmbedder | null {
    return this.languages.beside(this.#target);
  }

  /** Somebody wants vectors of that model. */
  isUsed(embedder: Embedder): boolean {
    return embedder === this.#target || embedder === this.#reading || embedder === this.beside;
  }

  /** Finds out what cosines mean with the target, once for the store. It can wait: without, scores are the bare cosines. */
  async measure(signal?: AbortSignal): Promise<void> {
    const target = this.#target;
    if (target.scale || this.#measured.has(target) || embedderNamed(target.model.name).provider === 'builtin') return;
    this.#measured.add(target);
    try {
      target.scale = await measureScale(target, signal);
      if (target.scale) await this.#deps.storage.settings.set(scaleName(target), writeScale(target.scale));
    } catch (error) {
      this.#measured.delete(target);
      this.#deps.logger.log('debug', 'meaning_scale_not_measured', { error });
    }
  }

  /** An embedder of that choice; the same one for the same choice. Never fails: one that cannot be had says so when used. */
  open(choice: EmbedderChoice): SizedEmbedder {
    const words = wordsOf(choice);
    const embedder = this.#opened.get(words) ?? new SizedEmbedder(this.#openNew(choice));
    this.#opened.set(words, embedder);
    return embedder;
  }

  /**
   * Every passage has its vector: searches go by the target from now on, and what others leave is taken away, unless it
   * is too early for that; `isChanging` stays true then.
   */
  async complete(signal: AbortSignal): Promise<void> {
    if (this.#reading !== this.#target) {
      await markWhole(this.#deps, this.#target.model.name);
      this.#read(this.#target);
      this.#deps.logger.log('info', 'embedding_model_changed', { model: this.#target.model.name });
    }
    if (this.#deps.clock.now() - this.#readSince < GRACE_MS) return;
    const chosen = storedEmbedder(await this.#stored());
    const kept = [this.#target, ...(chosen ? [this.open(chosen)] : [])].map(({ model }) => model.name);
    await forgetOthers(this.#deps, [...kept, this.languages.name ?? ''], signal);
    this.#hasOthers = signal.aborted;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values(), this.languages].map((one) => one.close()));
  }

  #lookOnce(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  #openNew(choice: EmbedderChoice): Embedder {
    try {
      if (!this.#deps.models) throw new Error('there are no other models');
      return this.#deps.models.openEmbedder(choice);
    } catch (error) {
      return createAbsentEmbedder(choice, error);
    }
  }

  async #look(): Promise<void> {
    try {
      const choice = await this.#choose();
      if (wordsOf(choice) !== this.#choice) await this.#turnTo(choice);
      else if (this.#reading !== this.#target) await this.#readOn();
      this.#lookedAt = this.#deps.clock.now();
      this.#noticeLanguages();
      if (this.#configured) await markInUse(this.#deps, this.#target.model.name);
      if (this.languages.name !== null) await markInUse(this.#deps, this.languages.name);
    } catch (error) {
      this.#deps.logger.log('warning', 'embedding_model_unknown', { error });
    }
  }

  /** It was installed or removed: there is something to embed, or to take away. */
  #noticeLanguages(): void {
    const { name } = this.languages;
    if (name === this.#languageModel) return;
    this.#hasOthers ||= name === null;
    this.#languageModel = name;
    this.#hasNews = true;
  }

  /** Told nothing, one goes by what the store holds: a command line must not undo what a server was set up with. */
  async #choose(): Promise<EmbedderChoice> {
    const chosen = this.#configured ?? storedEmbedder(await this.#stored());
    if (chosen) return chosen;
    if (this.#choice !== '') return JSON.parse(this.#choice) as EmbedderChoice;
    const [largest] = await this.#deps.storage.vectors.models();
    return largest ? embedderNamed(largest.model) : BUILTIN;
  }

  async #turnTo(choice: EmbedderChoice): Promise<void> {
    const next = this.open(choice);
    const sets = await this.#deps.storage.vectors.models();
    next.expected = sets.find(({ model }) => model === next.model.name)?.dimensions ?? 0;
    this.#read(await this.#readable(next, sets));
    for (const embedder of new Set([next, this.#reading])) await this.#recallScale(embedder);
    const isNew = next !== this.#target;
    this.#hasOthers = isNew || sets.some(({ model }) => model !== next.model.name && model !== this.languages.name);
    this.#target = next;
    this.#choice = wordsOf(choice);
    this.#hasNews = isNew || this.isChanging;
  }

  /** The model with the most vectors, of equals the one that is read already, until the target has them all. */
  async #readable(target: SizedEmbedder, sets: readonly VectorSet[]): Promise<SizedEmbedder> {
    const own = sets.find(({ model }) => model === target.model.name)?.vectors ?? 0;
    const [other] = sets
      .filter((set) => set.model !== target.model.name && !isForLanguages(set))
      .toSorted((a, b) => b.vectors - a.vectors || Number(this.#isRead(b)) - Number(this.#isRead(a)));
    if (!other || other.vectors <= own || (await this.#isWhole(target))) return target;
    const embedder = this.open(embedderNamed(other.model));
    if (embedder.model.name !== other.model) return target;
    embedder.expected = other.dimensions;
    return embedder;
  }

  #isRead({ model }: VectorSet): boolean {
    return model === this.#reading.model.name;
  }

  /** Another process may have done the rest. */
  async #readOn(): Promise<void> {
    if (await this.#isWhole(this.#target)) this.#read(this.#target);
  }

  async #recallScale(embedder: SizedEmbedder): Promise<void> {
    embedder.scale ??= readScale(await this.#deps.storage.settings.get(scaleName(embedder)));
  }

  #read(embedder: SizedEmbedder): void {
    this.#reading = embedder;
    this.#readSince = this.#deps.clock.now();
  }

  async #isWhole({ model }: Embedder): Promise<boolean> {
    return (
      (await isMarkedWhole(this.#deps, model.name)) || (await this.#deps.storage.embeddings.pending(model.name)) === 0
    );
  }

  #stored(): Promise<string | null> {
    return this.#deps.storage.settings.get(CHOSEN_EMBEDDER);
  }
}

function scaleName({ model }: Embedder): string {
  return `embedder_scale:${model.name}`;
}
