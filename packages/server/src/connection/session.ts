import { randomUUID } from 'node:crypto';

/** One client's connection, whichever protocol revision it speaks. Nothing in it is shared with other connections. */
export interface Session {
  readonly id: string;
  /** What tools remember about this client, until it disconnects. */
  readonly state: Map<string, unknown>;
}

export function createSession(): Session {
  return { id: randomUUID(), state: new Map() };
}
