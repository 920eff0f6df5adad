/** Work whose process has died need not wait until its lease runs out, where it is certain that it has. */
import type { Deps } from '../deps.ts';

const MOST = 50;
const HAS_DIED = { code: 'TIMEOUT', message: 'The process that did this work has ended.' };
const BETWEEN = ' ';

type WorkDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'processes'>;

/** Tells one runner from all others, and whose it is. */
export function ownerName({ ids, processes }: WorkDeps): string {
  return processes ? ids.next() + BETWEEN + processes.self : ids.next();
}

/** Ends the attempts of those that have died, as a lease that ran out would. True when there were any. */
export async function endDeadAttempts(
  { storage, clock, processes }: WorkDeps,
  kinds: readonly string[],
): Promise<boolean> {
  if (!processes) return false;
  const { items } = await storage.work.list({ kinds, states: ['running'] }, { limit: MOST });
  let wereAny = false;
  for (const { id, owner } of items) {
    const name = owner?.split(BETWEEN)[1];
    if (owner === null || name === undefined || !(await processes.isGone(name))) continue;
    const now = clock.now();
    const ended = await storage.work.settle(owner, id, { end: 'retry', error: HAS_DIED, dueAt: now }, now);
    wereAny ||= ended !== null;
  }
  return wereAny;
}
