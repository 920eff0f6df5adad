/** Those who wait for something that has a name. */
export class Listeners {
  readonly #waiting = new Map<string, Set<() => void>>();

  on(name: string, listener: () => void): void {
    this.#waiting.set(name, (this.#waiting.get(name) ?? new Set()).add(listener));
  }

  off(name: string, listener: () => void): void {
    const waiting = this.#waiting.get(name);
    waiting?.delete(listener);
    if (waiting?.size === 0) this.#waiting.delete(name);
  }

  tell(name: string): void {
    for (const listener of this.#waiting.get(name) ?? []) listener();
  }

  tellAll(): void {
    for (const name of this.#waiting.keys()) this.tell(name);
  }
}
