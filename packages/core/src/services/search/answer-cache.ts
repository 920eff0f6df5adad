/**
 * Answers, kept until something is written. Agents ask the same thing again within a session; an answer that nobody can
 * have changed is given again without looking. The store tells, across processes, whether anything was written since; what an
 * answer depends on beside the store (the time of day, say) may change without that, so none is given after five minutes.
 */
import type { Clock, Storage } from '../../ports/index.ts';

interface Kept<Answer> {
  /** The store's when the answer was begun: what is written meanwhile makes it old. */
  readonly version: string;
  readonly answer: Answer;
  readonly until: number;
}

const LIFETIME_MS = 300_000;

export class AnswerCache<Answer> {
  readonly #storage: Pick<Storage, 'version'>;
  readonly #clock: Clock;
  readonly #capacity: number;
  /** The entry used longest ago comes first. */
  readonly #kept = new Map<string, Kept<Answer>>();
  #generation = 0;
  #hits = 0;
  #asked = 0;

  constructor(
    { storage, clock }: { readonly storage: Pick<Storage, 'version'>; readonly clock: Clock },
    capacity: number,
  ) {
    this.#storage = storage;
    this.#clock = clock;
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
    const until = this.#clock.now() + LIFETIME_MS;
    const [version, answer] = await Promise.all([current, find(current)]);
    if (lasts(answer) && generation === this.#generation) this.#keep(key, { version, answer, until });
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

  /** What is kept, if it is of this version and not too old; otherwise it is forgotten. A clock that was put back ends it too. */
  #take(key: string, version: string): Kept<Answer> | undefined {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const left = kept ? kept.until - this.#clock.now() : 0;
    if (kept?.version !== version || left <= 0 || left > LIFETIME_MS) return undefined;
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
