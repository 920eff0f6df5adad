/**
 * The vectors of the model of other languages, where one is installed. They lie beside those of the built-in model, for every
 * passage: a question in another language may ask for what is written in English. Nothing of it exists until it is installed.
 *
 *   question in another language ──→ this set alone
 *   question in English ──→ the built-in set, and this one too where the workspace holds texts in other languages
 */
import { embedderNamed, isLanguageModel } from '../../model/index.ts';
import type { Embedder } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { SizedEmbedder } from './sized-embedder.ts';
import { isMarkedWhole, markWhole } from './vectors-in-use.ts';

const LOOK_MS = 1000;
/** Of the passages that the built-in model has embedded. What is missing then is found by its words. */
const NEARLY_ALL = 0.98;
/** The beginning of a passage tells its language, and what is longer takes longer. */
const TELLING_LENGTH = 300;

export class LanguageVectors {
  readonly #deps: Deps;
  #opened: SizedEmbedder | undefined;
  #isWhole = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Workspaces that are known to hold texts in other languages. */
  readonly #mixed = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Beside the built-in model alone: another that somebody chose may know those languages itself. Null without. */
  beside(target: Embedder): SizedEmbedder | null {
    const { languages } = this.#deps;
    if (!languages || embedderNamed(target.model.name).provider !== 'builtin') return null;
    if (languages.installed() === null) return null;
    this.#opened ??= new SizedEmbedder(languages.open());
    this.#opened.scale = languages.scale;
    return this.#opened;
  }

  /** The name of the vectors that are to stay; null when nothing is installed. */
  get name(): string | null {
    return this.#deps.languages?.installed() ?? null;
  }

  /** Whether searches may go by them: nearly every passage has one. */
  async isWhole(target: Embedder): Promise<boolean> {
    const now = this.#deps.clock.now();
    const { name } = this;
    if (name === null) return false;
    if (this.#isWhole || now - this.#lookedAt < LOOK_MS) return this.#isWhole;
    this.#lookedAt = now;
    this.#isWhole = (await isMarkedWhole(this.#deps, name)) || (await this.#hasNearlyAll(name, target));
    return this.#isWhole;
  }

  /** Nothing waits for one of them any more. */
  async complete(): Promise<void> {
    const { name } = this;
    if (name === null || this.#isWhole) return;
    await markWhole(this.#deps, name);
    this.#isWhole = true;
  }

  isEnglish(text: string): Promise<boolean> {
    return this.#deps.languages?.isEnglish(text.slice(0, TELLING_LENGTH)) ?? Promise.resolve(true);
  }

  /** Keeps in mind that a workspace holds texts in other languages, for all processes. */
  async note(workspace: string, texts: readonly string[]): Promise<void> {
    if (this.#mixed.has(workspace)) return;
    for (const text of texts) {
      if (await this.isEnglish(text)) continue;
      this.#mixed.add(workspace);
      await this.#deps.storage.settings.set(mixedName(workspace), 'yes');
      return;
    }
  }

  async isMixed(workspace: string): Promise<boolean> {
    if (this.#mixed.has(workspace)) return true;
    const noted = (await this.#deps.storage.settings.get(mixedName(workspace))) !== null;
    if (noted) this.#mixed.add(workspace);
    return noted;
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }

  async #hasNearlyAll(name: string, target: Embedder): Promise<boolean> {
    const sets = await this.#deps.storage.vectors.models();
    const countOf = (wanted: string) => sets.find(({ model }) => model === wanted)?.vectors ?? 0;
    return countOf(name) > 0 && countOf(name) >= NEARLY_ALL * countOf(target.model.name);
  }
}

/** Of models of this kind, installed or not. */
export function isForLanguages({ model }: { readonly model: string }): boolean {
  return isLanguageModel(model);
}

function mixedName(workspace: string): string {
  return `languages:${workspace}`;
}
