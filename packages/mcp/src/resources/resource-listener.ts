/** Tells subscribers of resources what has changed in the store, whoever changed it. It listens while there is one. */
import type { AppEvent, EventCalls, Subscription } from '@zapomni/core';
import { changedAddresses } from './changed-addresses.ts';

export interface ResourceListenerParts {
  readonly events: Pick<EventCalls, 'subscribe'>;
  notify(uri: string): void;
}

export class ResourceListener {
  readonly #parts: ResourceListenerParts;
  /** How many want to hear of an address. */
  readonly #wanted = new Map<string, number>();
  /** Addresses to be told of; what changes in one go is told once. */
  readonly #changed = new Set<string>();
  #subscription: Subscription | undefined;

  constructor(parts: ResourceListenerParts) {
    this.#parts = parts;
  }

  /** Until the signal fires. Resolves when nothing that happens from then on is missed. */
  async follow(uri: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#wanted.set(uri, (this.#wanted.get(uri) ?? 0) + 1);
    signal.addEventListener('abort', () => this.#leave(uri), { once: true });
    this.#subscription ??= this.#parts.events.subscribe((event) => this.#hear(event));
    await this.#subscription.ready;
  }

  #leave(uri: string): void {
    const left = (this.#wanted.get(uri) ?? 0) - 1;
    if (left > 0) this.#wanted.set(uri, left);
    else this.#wanted.delete(uri);
    if (this.#wanted.size > 0) return;
    this.#subscription?.close();
    this.#subscription = undefined;
  }

  #hear(event: AppEvent): void {
    const found = changedAddresses(event, [...this.#wanted.keys()]);
    if (found.length === 0) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#tell());
    for (const uri of found) this.#changed.add(uri);
  }

  #tell(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const uri of changed) if (this.#wanted.has(uri)) this.#parts.notify(uri);
  }
}
