/** Who is connected at this moment, whichever way they came. A client of the stateless revision is gone with its answer. */
export interface ConnectedClient {
  /** As it calls itself; undefined before it has. */
  readonly name: string | undefined;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly heardAt: number;
  readonly requests: number;
}

export class ConnectedClients {
  readonly #now: () => number;
  readonly #present = new Map<object, ConnectedClient>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get all(): readonly ConnectedClient[] {
    return [...this.#present.values()];
  }

  /** A request came over the connection, perhaps with its client's name. The name that it goes by. */
  heard(connection: object, name: string | undefined): string | undefined {
    const now = this.#now();
    const known = this.#present.get(connection);
    const called = name ?? known?.name;
    const requests = (known?.requests ?? 0) + 1;
    this.#present.set(connection, { name: called, since: known?.since ?? now, heardAt: now, requests });
    return called;
  }

  left(connection: object): void {
    this.#present.delete(connection);
  }
}
