/**
 * Tells connections that something changed. Its events are the SDK's, so that the SDK's HTTP handler for the stateless
 * revision can take it for its bus as it is.
 */
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';

/** What clients can list. */
export type ListName = 'tools' | 'resources' | 'prompts';

export class ChangeFeed implements ServerEventBus {
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #pending = new Set<ListName>();

  publish(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Returns the way to unsubscribe. Listeners must not throw. */
  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Many changes in one go are told as one. */
  listChanged(list: ListName): void {
    if (this.#pending.size === 0) queueMicrotask(() => this.#publishPending());
    this.#pending.add(list);
  }

  #publishPending(): void {
    const lists = [...this.#pending];
    this.#pending.clear();
    for (const list of lists) this.publish({ kind: `${list}_list_changed` });
  }
}
