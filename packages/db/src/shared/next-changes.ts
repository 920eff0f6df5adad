/** Waiting for what others do to a store, with whatever an engine has to hear of it. */
import { ZapomniError } from '@zapomni/core/errors';
import type { ChangeLog } from '@zapomni/core/ports';

/** Rings after others have written. It may ring without a reason, but never before what it rings for can be read. */
export interface Bell {
  /** Rings for this one until it leaves. */
  listen(ring: () => void): BellListener;
  /** Rings for nobody any more. */
  close(): void;
}

export interface BellListener {
  /** `found`: what had been written when it rang the last time. */
  leave(found: boolean): void;
}

/** `next` of a log: it looks, waits for the bell, and looks again. Closing ends every wait. */
export function waitingFor(since: ChangeLog['since'], bell: Bell): { next: ChangeLog['next']; close(): void } {
  const life = new AbortController();
  return {
    next: (position, signal) => nextChanges({ since, bell }, position, AbortSignal.any([signal, life.signal])),
    close: () => {
      life.abort(new ZapomniError('STORE_UNAVAILABLE', 'The store has been closed.'));
      bell.close();
    },
  };
}

async function nextChanges(
  { since, bell }: { readonly since: ChangeLog['since']; readonly bell: Bell },
  position: string,
  signal: AbortSignal,
) {
  signal.throwIfAborted();
  let rung = Promise.withResolvers<void>();
  const ring = (): void => rung.resolve();
  const listener = bell.listen(ring);
  signal.addEventListener('abort', ring);
  let hasRung = false;
  let found = false;
  try {
    for (let from = position; ; hasRung = true) {
      signal.throwIfAborted();
      // Before it looks: what is written while it does rings again.
      rung = Promise.withResolvers();
      const answer = await since(from);
      found = answer.changes.length > 0 || !answer.complete;
      if (found) return answer;
      // One's own writes: whoever stayed where it began would be too far behind some day.
      from = answer.position;
      await rung.promise;
    }
  } finally {
    listener.leave(found && hasRung);
    signal.removeEventListener('abort', ring);
  }
}
