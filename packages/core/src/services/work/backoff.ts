/** How long to wait before a failed attempt is made again. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

export const USUAL_BACKOFF: Backoff = { firstMs: 5000, mostMs: 300_000 };

/** The share by which pauses differ, so that those who failed together do not come back together. */
const JITTER = 0.25;

/** Twice as long after each attempt, never less than the other side asked for. `random` is from 0 to 1. */
export function backoffMs(
  { firstMs, mostMs }: Backoff,
  { attempts, atLeastMs = 0, random }: { attempts: number; atLeastMs?: number | undefined; random: number },
): number {
  const pause = Math.min(mostMs, firstMs * 2 ** Math.min(30, Math.max(0, attempts - 1)));
  return Math.round(Math.max(pause, atLeastMs) * (1 + JITTER * random));
}
