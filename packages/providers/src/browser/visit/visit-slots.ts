/** So many visits at once; the others wait their turn. */
import type { VisitEnd } from './visit-end.ts';

export class VisitSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Fails as the visit does that ends before its turn comes. */
  async take(end: VisitEnd): Promise<void> {
    end.check();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    let begin = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    this.#waiting.add(begin);
    try {
      await end.race(turn);
    } catch (error) {
      // Its turn may have come in the same moment.
      if (!this.#waiting.delete(begin)) this.give();
      throw error;
    }
  }

  give(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
