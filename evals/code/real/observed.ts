/** What was seen while a program ran: who called whom, and which lines ran. */

export interface SeenFunction {
  readonly path: string;
  /** Where it begins, decorators included; 0 for what a module runs itself. */
  readonly line: number;
  /** Null where the runtime does not say. */
  readonly name: string | null;
}

export interface Observed {
  readonly calls: readonly (readonly [caller: SeenFunction, callee: SeenFunction])[];
  /** By path. */
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>;
}
