/** One at a time, in the order they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** What fails is its caller's business; the next one has its turn all the same. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
