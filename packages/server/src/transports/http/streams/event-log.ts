/**
 * The latest events of one session, kept for clients that lost their connection. An id is `<stream>-<number>`: numbers
 * run through the session, so an id says both which stream it was on and where in the log it is.
 *
 *   ids       1-1   0-2   1-3   2-4 …        oldest are dropped first, by count and by bytes; the newest always stays
 */
export interface EventPosition {
  readonly stream: number;
  readonly number: number;
}

interface KeptEvent extends EventPosition {
  readonly data: string;
}

export class EventLog {
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  #events: KeptEvent[] = [];
  #bytes = 0;
  #last = 0;

  constructor(maxEvents: number, maxBytes: number) {
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
  }

  /** Keeps the event and returns its id. */
  append(stream: number, data: string): string {
    this.#last += 1;
    this.#events.push({ stream, number: this.#last, data });
    this.#bytes += data.length;
    while (this.#events.length > this.#maxEvents || (this.#bytes > this.#maxBytes && this.#events.length > 1)) {
      this.#bytes -= this.#events.shift()?.data.length ?? 0;
    }
    return `${stream}-${this.#last}`;
  }

  /** Where this id points to; `undefined` when this session never gave it. */
  locate(id: string): EventPosition | undefined {
    const [, stream, number] = /^(\d{1,9})-(\d{1,15})$/.exec(id) ?? [];
    if (stream === undefined || number === undefined || Number(number) > this.#last || Number(number) < 1)
      return undefined;
    return { stream: Number(stream), number: Number(number) };
  }

  /** What followed on the same stream, as `[id, data]`. */
  after({ stream, number }: EventPosition): [id: string, data: string][] {
    return this.#events
      .filter((event) => event.stream === stream && event.number > number)
      .map((event) => [`${event.stream}-${event.number}`, event.data]);
  }

  /** Whether events after this one have been dropped already. */
  hasGapAfter({ number }: EventPosition): boolean {
    const [oldest] = this.#events;
    return oldest !== undefined && oldest.number > number + 1;
  }

  clear(): void {
    this.#events = [];
    this.#bytes = 0;
  }
}
