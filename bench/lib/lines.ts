/** A line of the specification that sets a figure, and what was measured. */
export interface Line {
  readonly what: string;
  readonly goal: string;
  readonly measured: Readonly<Record<string, number>>;
  readonly met: boolean;
}

export function line(what: string, goal: string, measured: Record<string, number>, met: boolean): Line {
  return { what, goal, measured, met };
}
