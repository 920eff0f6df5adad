/** What was seen while a program ran: who called whom, and what of it ran. */

export interface SeenFunction {
  readonly path: string;
  /** Where it begins, decorators included; 0 for what a module runs itself. */
  readonly line: number;
  /** Null where the runtime does not say. */
  readonly name: string | null;
  /** An offset in the text that is in it and in no function in it, where the runtime says it. */
  readonly at?: number;
}

/** Where a call is written: its line, and its offsets in the text. */
export interface CallPlace {
  readonly path: string;
  readonly line: number;
  readonly site: readonly [start: number, end: number] | null;
}

export interface Observed {
  readonly calls: readonly (readonly [caller: SeenFunction, callee: SeenFunction])[];
  /** Whether what is written there ran, as closely as the runtime tells: by line in Python, by branch in JavaScript. */
  readonly ran: (place: CallPlace) => boolean;
}
