/**
 * What changed, for whoever wants to know: subscribers of resources, caches, a page that shows the store.
 *
 *   storage ── published-storage.ts ──┐ own writes, once they are durable: of calls, of the background
 *                                     ├─▶ EventBus ──▶ a queue of its own for each listener, of bounded length
 *   storage.changes ── follower ──────┘ other processes' writes, waited for only while somebody listens
 *
 * Changes of one source come in the order in which they were made. A listener is told at once if it is not busy with an
 * event before; what it throws is logged and harms nobody else.
 */
import type { StoreChange } from '../../model/index.ts';
import type { ChangeLog, Logger } from '../../ports/index.ts';
import { OVERFLOW, type AppEvent, type EventFilter, type Subscription } from './app-event.ts';
import type { Doer } from './doer.ts';
import { EventQueue } from './event-queue.ts';
import { EventStream } from './event-stream.ts';
import { StoreFollower } from './store-follower.ts';

/** One that answers with a promise gets the next event when it has settled. */
export type EventListener = (event: AppEvent) => unknown;

interface Member {
  readonly others: boolean;
  push(event: AppEvent): void;
  /** The bus is closed. */
  end(): void;
}

export class EventBus {
  readonly #logger: Logger;
  readonly #follower: StoreFollower;
  readonly #members = new Set<Member>();
  readonly #outbox: { readonly event: AppEvent; readonly members: readonly Member[] }[] = [];
  #isTelling = false;
  #isClosed = false;

  constructor({ changes, logger }: { readonly changes: ChangeLog; readonly logger: Logger }) {
    this.#logger = logger;
    this.#follower = new StoreFollower(changes, ({ changes: found, complete }) => {
      const events = found.map((change) => ({ ...change, cause: 'other process' as const, by: null }));
      this.#tell(complete ? events : [OVERFLOW], this.#ofOthers());
    });
  }

  get isHeard(): boolean {
    return this.#members.size > 0;
  }

  /** Changes that this process has made, in order. */
  publish(changes: readonly StoreChange[], doer: Doer): void {
    this.#tell(
      changes.map((change) => ({ ...change, ...doer })),
      [...this.#members],
    );
  }

  subscribe(listener: EventListener, filter: EventFilter = {}): Subscription {
    const queue = new EventQueue(filter);
    let isBusy = false;
    const drain = async (): Promise<void> => {
      isBusy = true;
      for (let event = queue.shift(); event && this.#members.has(member); event = queue.shift()) {
        const answer = this.#call(listener, event);
        if (answer instanceof Promise) await answer;
      }
      isBusy = false;
    };
    const member: Member = {
      others: filter.others ?? true,
      push: (event) => void (queue.push(event) && !isBusy && drain()),
      end: () => undefined,
    };
    return this.#enter(member);
  }

  /** The same to be looped over; ends when the loop is left, or the application closes. */
  stream(filter: EventFilter = {}): EventStream {
    const queue = new EventQueue(filter);
    const stream = new EventStream(queue);
    stream.subscription = this.#enter({
      others: filter.others ?? true,
      push: (event) => void (queue.push(event) && stream.wake()),
      end: () => void stream.return(),
    });
    return stream;
  }

  close(): void {
    this.#isClosed = true;
    this.#follower.stop();
    for (const member of this.#members) member.end();
    this.#members.clear();
  }

  #enter(member: Member): Subscription {
    const close = () => this.#leave(member);
    if (this.#isClosed) {
      member.end();
      return { ready: Promise.resolve(), close };
    }
    this.#members.add(member);
    return { ready: member.others ? this.#follower.start() : Promise.resolve(), close };
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    if (this.#ofOthers().length === 0) this.#follower.stop();
  }

  #ofOthers(): Member[] {
    return [...this.#members].filter(({ others }) => others);
  }

  /** One event after the other: what a listener causes by hearing of one comes after it, for all the others too. */
  #tell(events: readonly AppEvent[], members: readonly Member[]): void {
    for (const event of events) this.#outbox.push({ event, members });
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#outbox.shift(); next; next = this.#outbox.shift()) {
      for (const member of next.members) member.push(next.event);
    }
    this.#isTelling = false;
  }

  #call(listener: EventListener, event: AppEvent): Promise<void> | undefined {
    const note = (error: unknown) => this.#logger.log('warning', 'event_listener_failed', { kind: event.kind, error });
    try {
      const answer = listener(event);
      return answer instanceof Promise ? answer.then(() => undefined, note) : undefined;
    } catch (error) {
      note(error);
      return undefined;
    }
  }
}
