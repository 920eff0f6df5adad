/**
 * Something that is asked again whenever what it tells has changed: one question at a time, and after each a rest of twenty times what
 * the answer took. So a page that is open costs the server a twentieth of a core for each of its questions at most, however much is
 * stored and however often it changes; what changed last is always asked for in the end.
 */
const REST_PER_WORK = 20;

export class Repeated {
  readonly #ask: (stop: AbortSignal) => Promise<void>;
  readonly #stop = new AbortController();
  #isAsking = false;
  #isDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Must not reject. Asks at once. */
  constructor(ask: (stop: AbortSignal) => Promise<void>) {
    this.#ask = ask;
    void this.#run();
  }

  /** It has changed. */
  again(): void {
    this.#isDue = true;
    if (!this.#isAsking && this.#timer === undefined) void this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    this.#isAsking = true;
    this.#isDue = false;
    const began = performance.now();
    await this.#ask(this.#stop.signal);
    this.#isAsking = false;
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => this.#rested(), (performance.now() - began) * REST_PER_WORK);
  }

  #rested(): void {
    this.#timer = undefined;
    if (this.#isDue) void this.#run();
  }
}
