/**
 * A clock that was ahead and is set right: what was put off until then would wait until then. Of what waits, the items with a key that were asked for
 * or begun in what is now the future are due at once; they look for themselves whether there is anything to do.
 */
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';

/** Clocks are corrected by less than this all the time. */
const CORRECTION_MS = 60_000;
const MOST = 200;

export class ClockWatch {
  #latest = -Infinity;

  /** True once, when the clock says less than it has said here. */
  isSetBack(now: number): boolean {
    const was = this.#latest;
    this.#latest = now;
    return was - now > CORRECTION_MS;
  }
}

export function isOfTheFuture({ createdAt, startedAt, endedAt }: WorkItem, now: number): boolean {
  return Math.max(createdAt, startedAt ?? 0, endedAt ?? 0) - now > CORRECTION_MS;
}

/** Resolves when they are due. */
export async function callBack(
  { storage, clock, ids }: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  kinds: readonly string[],
): Promise<void> {
  const now = clock.now();
  const { items } = await storage.work.list({ kinds, states: ['queued'] }, { limit: MOST });
  const astray = items.filter((item) => item.key !== null && item.dueAt > now && isOfTheFuture(item, now));
  await storage.work.add(
    astray.map((item) => ({ ...item, id: ids.next(), dueAt: now })),
    now,
  );
}
