/**
 * What changes, told to pages as server-sent events: ids and kinds, never contents, several changes in one event, four
 * events a second at most. The latest are kept, so that a page that lost its connection hears what it missed; when that
 * is too long ago it is told to look at everything anew. A reader that does not read is let go and comes back.
 */
import { randomUUID } from 'node:crypto';
import type { App } from '@zapomni/core';
import type { Exchange } from '@zapomni/server/http';
import { toShownChange, type ShownChange } from './shown-change.ts';

const KEPT = 1000;
const PAUSE_MS = 250;
/** Changes told one by one in an event; of more, only that everything may have changed. */
const MOST_AT_ONCE = 200;
const HEARTBEAT_MS = 15_000;
/** How long changes are followed after the last page has gone: a reload must miss nothing. */
const LINGER_MS = 30_000;
/** What may wait for one reader before it is let go. */
const MOST_WAITING_BYTES = 256 << 10;

interface Kept {
  readonly number: number;
  readonly text: string;
}

type Events = App['events'];
type ServerResponse = Exchange['response'];

export class EventFeed {
  readonly #events: Events;
  readonly #readers = new Set<ServerResponse>();
  #kept: Kept[] = [];
  #waiting: ShownChange[] = [];
  #isOverflown = false;
  /** Ids of a feed that was not followed for a while mean nothing to the next. */
  #name = randomUUID();
  #number = 0;
  #stop: (() => void) | undefined;
  #pause: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #linger: NodeJS.Timeout | undefined;

  constructor(events: Events) {
    this.#events = events;
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** Begins the stream; it goes on until the reader goes, or is let go. */
  async serve(exchange: Exchange): Promise<void> {
    clearTimeout(this.#linger);
    await this.#follow();
    const response = exchange.stream({});
    response.once('close', () => this.#leave(response));
    this.#readers.add(response);
    response.write('retry: 2000\n\n');
    const missed = this.#missedSince(exchange.header('last-event-id'));
    for (const text of missed ?? [this.#reset()]) response.write(text);
  }

  close(): void {
    clearTimeout(this.#linger);
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
    this.#rest();
  }

  /** `undefined`: it cannot be told any more. A reader that names none has read everything just now. */
  #missedSince(lastId: string | undefined): string[] | undefined {
    if (lastId === undefined) return [`event: hello\nid: ${this.#id(this.#number)}\ndata: {}\n\n`];
    const [, name, digits] = /^(.+):(\d+)$/.exec(lastId) ?? [];
    const number = Number(digits);
    const oldest = this.#kept[0]?.number ?? this.#number + 1;
    if (name !== this.#name || number > this.#number || number < oldest - 1) return undefined;
    return this.#kept.filter((kept) => kept.number > number).map(({ text }) => text);
  }

  #reset(): string {
    return `event: reset\nid: ${this.#id(this.#number)}\ndata: {}\n\n`;
  }

  async #follow(): Promise<void> {
    if (this.#stop) return;
    const subscription = this.#events.subscribe((event) => {
      if (event.kind === 'overflow') this.#isOverflown = true;
      else this.#waiting.push(toShownChange(event));
      this.#pause ??= setTimeout(() => this.#tell(), PAUSE_MS).unref();
    });
    this.#stop = () => subscription.close();
    this.#heartbeat = setInterval(() => this.#send(': still here\n\n'), HEARTBEAT_MS).unref();
    await subscription.ready;
  }

  #tell(): void {
    this.#pause = undefined;
    const changes = this.#waiting;
    const isTooMuch = this.#isOverflown || changes.length > MOST_AT_ONCE;
    this.#waiting = [];
    this.#isOverflown = false;
    this.#number += 1;
    const data = isTooMuch ? {} : { changes };
    const kind = isTooMuch ? 'reset' : 'changes';
    const text = `event: ${kind}\nid: ${this.#id(this.#number)}\ndata: ${JSON.stringify(data)}\n\n`;
    this.#kept.push({ number: this.#number, text });
    if (this.#kept.length > KEPT) this.#kept.shift();
    this.#send(text);
  }

  #send(text: string): void {
    for (const reader of this.#readers) {
      if (reader.writableLength > MOST_WAITING_BYTES) reader.destroy();
      else reader.write(text);
    }
  }

  #leave(reader: ServerResponse): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0 || this.#stop === undefined) return;
    this.#linger = setTimeout(() => this.#rest(), LINGER_MS).unref();
  }

  /** Nobody listens: from now on changes are missed, and whoever comes back has to look anew. */
  #rest(): void {
    this.#stop?.();
    this.#stop = undefined;
    clearTimeout(this.#pause);
    clearInterval(this.#heartbeat);
    this.#pause = undefined;
    this.#kept = [];
    this.#waiting = [];
    this.#name = randomUUID();
  }

  #id(number: number): string {
    return `${this.#name}:${number}`;
  }
}
