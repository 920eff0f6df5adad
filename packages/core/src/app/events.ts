/** What changes in the store, for faces that want to know: as it happens, whoever does it. */
import type { AppEvent, EventFilter, Subscription } from '../services/events/app-event.ts';
import { doneBy } from '../services/events/doer.ts';
import type { EventBus, EventListener } from '../services/events/event-bus.ts';
import type { EventStream } from '../services/events/event-stream.ts';

export type { AppEvent, EventFilter, EventListener, EventStream, Subscription };

export interface EventCalls {
  /**
   * In order for each source: this process's own changes once they are durable, other processes' within a second or so. One
   * that is slower than they come gets an overflow in the place of what it missed.
   */
  subscribe(listener: EventListener, filter?: EventFilter): Subscription;
  /** The same to be looped over; ends when the loop is left, or the application closes. */
  stream(filter?: EventFilter): EventStream;
  /** What the work changes is told as done by this tool or command. */
  during<Result>(by: string, work: () => Promise<Result>): Promise<Result>;
}

export function createEventCalls(bus: EventBus): EventCalls {
  return {
    subscribe: (listener, filter) => bus.subscribe(listener, filter),
    stream: (filter) => bus.stream(filter),
    during: async (by, work) => doneBy({ cause: 'call', by }, work),
  };
}
