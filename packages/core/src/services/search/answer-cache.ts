/**
 * Answers, kept until something is written. Agents ask the same thing again within a session; an answer that nobody can
 * have changed is given again without looking. The store tells, across processes, whether anything was written since.
 */
import type { Storage } from '../../ports/index.ts';

interface Kept<Answer> {
  /** The store's when the answer was begun: what is written meanwhile makes it old. */
  readonly version: string;
  readonly answer: Answer;
}

export class AnswerCache<Answer> {
  readonly #storage: Pick<Storage, 'version'>;
  readonly #capacity: number;
  /** The entry used longest ago comes first. */
  readonly #kept = new Map<string, Kept<Answer>>();
  #generation = 0;
  #hits = 0;
  #asked = 0;

  constructor(storage: Pick<Storage, 'version'>, capacity: number) {
    this.#storage = storage;
    this.#capacity = capacity;
  }

  /**
   * `key` names everything the answer depends on but the store. `find` may begin at once but reads the store only when
   * `open` has resolved: what it reads must not be older than the version. Of new answers only those `lasts` says yes to
   * are kept.
   */
  async get(
    key: string,
    find: (open: Promise<unknown>) => Promise<Answer>,
    lasts: (answer: Answer) => boolean,
  ): Promise<Answer> {
    if (this.#capacity === 0) return find(Promise.resolve());
    this.#asked++;
    const current = this.#storage.version();
    if (this.#kept.has(key)) {
      const kept = this.#take(key, await current);
      if (kept) return kept.answer;
    }
    const generation = this.#generation;
    const [version, answer] = await Promise.all([current, find(current)]);
    if (lasts(answer) && generation === this.#generation) this.#keep(key, { version, answer });
    return answer;
  }

  /** Everything; also what is being found just now is not kept. */
  forget(): void {
    this.#kept.clear();
    this.#generation++;
  }

  get hits(): number {
    return this.#hits;
  }

  get asked(): number {
    return this.#asked;
  }

  /** What is kept, if it is of this version; anything older is forgotten. */
  #take(key: string, version: string): Kept<Answer> | undefined {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    if (kept?.version !== version) return undefined;
    this.#hits++;
    this.#kept.set(key, kept);
    return kept;
  }

  #keep(key: string, kept: Kept<Answer>): void {
    this.#kept.delete(key);
    if (this.#kept.size >= this.#capacity) this.#kept.delete(this.#kept.keys().next().value as string);
    this.#kept.set(key, kept);
  }
}
