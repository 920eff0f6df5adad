import type { Clock } from '@zapomni/core/ports';

export interface FakeClock extends Clock {
  /** Stands still until told. */
  advance(ms: number): void;
  set(time: number): void;
}

export function createFakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
  let time = start;
  return {
    now: () => time,
    advance: (ms) => void (time += ms),
    set: (to) => void (time = to),
  };
}
