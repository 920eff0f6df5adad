/** Events that wait for one listener. When they are too many, all of them become one: that something was missed. */
import type { AppEvent, EventFilter } from './app-event.ts';
import { OVERFLOW } from './app-event.ts';

const CAPACITY = 1000;

export class EventQueue {
  readonly #filter: EventFilter;
  readonly #capacity: number;
  readonly #kinds: ReadonlySet<string> | undefined;
  #waiting: AppEvent[] = [];

  constructor(filter: EventFilter) {
    this.#filter = filter;
    this.#capacity = Math.max(1, filter.capacity ?? CAPACITY);
    this.#kinds = filter.kinds && new Set(filter.kinds);
  }

  /** False for an event that the listener does not want. */
  push(event: AppEvent): boolean {
    if (!this.#isWanted(event)) return false;
    const isMissed = event.kind === 'overflow' || this.#waiting.length >= this.#capacity;
    if (isMissed) this.#waiting = [OVERFLOW];
    else this.#waiting.push(event);
    return true;
  }

  shift(): AppEvent | undefined {
    return this.#waiting.shift();
  }

  #isWanted(event: AppEvent): boolean {
    if (event.kind === 'overflow') return true;
    const { workspace } = this.#filter;
    const isThere = workspace === undefined || event.workspace === null || workspace === event.workspace;
    return isThere && (this.#kinds?.has(event.kind) ?? true);
  }
}
