/**
 * A client's connection, handed to a server that was not there at its beginning. The new server is first told what the old
 * one knew, under ids of our own whose answers the client never sees; only when it has taken that in does it get the
 * requests that are open, and then what the client says from now on.
 */
import type { ServerTransport } from '@zapomni/server';
import type { Message, Request } from './conversation.ts';

export class ResumedTransport implements ServerTransport {
  readonly name = 'stdio';
  readonly ended: ServerTransport['ended'];
  onclose: ServerTransport['onclose'];
  onerror: ServerTransport['onerror'];
  onmessage: ServerTransport['onmessage'];
  onrejected: ServerTransport['onrejected'];

  readonly #front: ServerTransport;
  readonly #told: readonly Message[];
  /** Answers that are ours alone. */
  readonly #hidden = new Set<string>();
  #waiting: Message[] | undefined = [];

  /**
   * From now on it hears the client, and keeps what it hears until the server has caught up. `told` are the handshake and
   * the settings of the session, in order.
   */
  constructor(front: ServerTransport, told: readonly Message[]) {
    this.#front = front;
    this.ended = front.ended;
    this.#told = told.map((message, i) => ('id' in message ? { ...message, id: `resumed-${i}` } : message));
    front.onmessage = (message) => this.#take(message);
    front.onrejected = (error) => this.onrejected?.(error);
    front.onclose = () => this.onclose?.();
  }

  /** Requests that the old server left open, ahead of what the client has said since. To be called before the start. */
  askAgain(open: readonly Request[]): void {
    this.#waiting?.unshift(...open);
  }

  check(): void {
    this.#front.check();
  }

  async start(): Promise<void> {
    for (const message of this.#told) if ('id' in message) this.#hidden.add(String(message.id));
    for (const message of this.#told) this.onmessage?.(message);
    if (this.#hidden.size === 0) this.#release();
  }

  async send(message: Message): Promise<void> {
    const isOurs = !('method' in message) && typeof message.id === 'string' && this.#hidden.delete(message.id);
    if (!isOurs) return this.#front.send(message);
    if (this.#hidden.size === 0) this.#release();
  }

  stopReading(): void {
    this.#front.stopReading();
  }

  close(): Promise<void> {
    return this.#front.close();
  }

  #take(message: Message): void {
    if (this.#waiting) this.#waiting.push(message);
    else this.onmessage?.(message);
  }

  #release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const message of waiting) this.onmessage?.(message);
  }
}
