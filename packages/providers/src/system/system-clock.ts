import type { Clock } from '@zapomni/core/ports';

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
