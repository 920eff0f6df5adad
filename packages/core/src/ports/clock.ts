/** Time, as a port so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the epoch. Never goes backwards by more than the system clock does. */
  now(): number;
}

/** Makes identifiers. */
export interface IdSource {
  /** A UUIDv7: unique, and ordered by the time it was made within one process. */
  next(): string;
}

/** A number from 0 to 1, without 1; as a port so that tests can say which. */
export type Random = () => number;

/** Processes of this machine, by names that tell one from all others, also from one that gets its number later. */
export interface Processes {
  /** The name of this one. */
  readonly self: string;
  /** True only where it is certain: it ran on this machine, and has ended. Others may have the name of any machine. */
  isGone(name: string): Promise<boolean>;
}
