/**
 * Gives passages their second vector, of the model of other languages. What is stored a few at a time gets it with the first
 * one; the rest, and what was there before the model was installed, is drained when nothing waits for its first vector any
 * more. Code has none: names and signs are the same in every language.
 */
import { toZapomniError } from '../../errors/index.ts';
import type { EmbeddingClaim, QueuedPassage } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { CODE_WORKSPACES } from '../code/store/code-workspace.ts';
import { withHeadings } from '../documents/with-headings.ts';
import type { EmbeddingModels } from '../models/embedding-models.ts';
import type { SizedEmbedder } from '../models/sized-embedder.ts';
import { embedPassages, type WaitingPassage } from './embed-passages.ts';

const PORTION = 32;
const LEASE_MS = 120_000;
/** What failed is not tried again at once: the first vectors find it meanwhile. */
export const LANGUAGES_RETRY_MS = 3_600_000;

export interface LanguageDrain {
  readonly signal: AbortSignal;
  /** Passages wait for their first vector: those come first. */
  readonly isWanted: () => boolean;
  readonly tell: (done: number, left: number) => void;
}

export class LanguageBacklog {
  readonly #deps: Deps;
  readonly #models: EmbeddingModels;
  readonly #owner: string;

  constructor(deps: Deps, models: EmbeddingModels) {
    this.#deps = deps;
    this.#models = models;
    this.#owner = deps.ids.next();
  }

  /** How many passages wait for their second vector, whoever holds them; none without the model. */
  async waiting(): Promise<number> {
    const embedder = this.#models.beside;
    return embedder ? this.#deps.storage.embeddings.pending(embedder.model.name, CODE_WORKSPACES) : 0;
  }

  /** Never rejects: what fails is left to the next drain. */
  async embed(passages: readonly WaitingPassage[], signal?: AbortSignal): Promise<void> {
    const embedder = this.#models.beside;
    if (!embedder || passages.length === 0) return;
    try {
      await this.#embed(embedder, passages, signal);
    } catch (error) {
      this.#deps.logger.log('warning', 'languages_not_embedded', { passages: passages.length, error });
    }
  }

  /** How many are left: given back for a while, or held by others. Never rejects for what the model does. */
  async drain(drain: LanguageDrain): Promise<number> {
    const embedder = this.#models.beside;
    if (!embedder) return 0;
    const before = await this.waiting();
    if (before > 0) await this.#drainPortions(embedder, before, drain);
    // That nothing more can be claimed does not say that nothing waits.
    const left = before > 0 ? await this.waiting() : 0;
    if (left === 0) await this.#models.languages.complete();
    return left;
  }

  async #drainPortions(embedder: SizedEmbedder, before: number, { signal, isWanted, tell }: LanguageDrain) {
    let left = before;
    try {
      while (!signal.aborted && !isWanted()) {
        const portion = await this.#claim(embedder);
        if (portion.length === 0 || !(await this.#tryPortion(embedder, portion, signal))) break;
        left = Math.max(0, left - portion.length);
        tell(portion.length, left);
      }
    } finally {
      await this.#turnBack();
    }
  }

  /** False when going on is senseless. */
  async #tryPortion(embedder: SizedEmbedder, portion: readonly QueuedPassage[], signal: AbortSignal): Promise<boolean> {
    try {
      await this.#embed(embedder, await withHeadings(this.#deps, portion), signal);
      return true;
    } catch (error) {
      const { code } = toZapomniError(error);
      if (code !== 'CANCELLED') this.#deps.logger.log('warning', 'languages_not_embedded', { error });
      await this.#release(portion, code === 'CANCELLED' ? 0 : LANGUAGES_RETRY_MS);
      return code === 'MODEL_UNAVAILABLE' && embedder.state === 'ready';
    }
  }

  async #embed(embedder: SizedEmbedder, passages: readonly WaitingPassage[], signal?: AbortSignal): Promise<void> {
    await embedPassages({ storage: this.#deps.storage, models: this.#models }, embedder, passages, signal);
    for (const [workspace, group] of Map.groupBy(passages, (passage) => passage.workspace ?? '')) {
      const texts = group.map(({ text }) => text);
      if (workspace !== '') await this.#models.languages.note(workspace, texts);
    }
  }

  async #claim({ model }: SizedEmbedder): Promise<QueuedPassage[]> {
    const claim = { ...this.#lease(), behind: CODE_WORKSPACES };
    const claimed = await this.#deps.storage.embeddings.claim(model.name, claim, PORTION, this.#deps.clock.now());
    const isCode = ({ workspace }: QueuedPassage) => workspace.startsWith(CODE_WORKSPACES);
    const code = claimed.filter(isCode);
    if (code.length > 0) await this.#release(code, 0);
    return claimed.filter((passage) => !isCode(passage));
  }

  /** The queue holds what waits for the model that it was last asked for. Others count on the first one. */
  async #turnBack(): Promise<void> {
    const { name } = this.#models.target.model;
    try {
      await this.#deps.storage.embeddings.claim(name, this.#lease(), 0, this.#deps.clock.now());
    } catch (error) {
      this.#deps.logger.log('debug', 'queue_not_turned', { error });
    }
  }

  #lease(): EmbeddingClaim {
    return { owner: this.#owner, until: this.#deps.clock.now() + LEASE_MS };
  }

  async #release(passages: readonly QueuedPassage[], waitMs: number): Promise<void> {
    const ids = passages.map(({ id }) => id);
    await this.#deps.storage.embeddings.release(this.#owner, ids, this.#deps.clock.now() + waitMs);
  }
}
