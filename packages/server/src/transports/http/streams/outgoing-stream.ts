/**
 * A stream of messages to a client, which outlives the connection it goes over: what is said while nobody is connected
 * is in the log, and the next connection gets it. Without a log it ends with its connection.
 */
import type { EventLog } from './event-log.ts';
import { toFrame, type EventStream } from './event-stream.ts';

export class OutgoingStream {
  readonly key: number;
  readonly #log: EventLog | undefined;
  #sink: EventStream | undefined;

  constructor(key: number, log: EventLog | undefined) {
    this.key = key;
    this.#log = log;
  }

  get connected(): boolean {
    return this.#sink !== undefined && !this.#sink.closed;
  }

  attach(sink: EventStream): void {
    this.#sink = sink;
  }

  push(data: string): void {
    const id = this.#log?.append(this.key, data);
    this.#sink?.write(toFrame(data, id));
  }

  /** An event that says nothing but its id, so that a client can come back before the first message. */
  prime(retryMs: number): void {
    const id = this.#log?.append(this.key, '');
    if (id !== undefined) this.#sink?.write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
  }

  /** Ends the connection. The stream itself goes on if there is a log. */
  disconnect(): void {
    this.#sink?.end();
    this.#sink = undefined;
  }
}
