/**
 * Freed pages are overwritten as they are freed (`secure_delete`), so a removal leaves little behind; but a page that was
 * divided may keep a copy of what it held in the room between its cells. Written anew, the file has nothing of that.
 */
import type { ScrubReport } from '@zapomni/core/ports';
import { pause, retryWhileBusy } from './connection/transaction.ts';
import type { Store } from './store.ts';

const PAUSE_MS = 20;

/** Others write for milliseconds at a time; who holds the store for longer than the patience is told of. */
export function scrubStore(store: Store, patienceMs: number): ScrubReport {
  const [did, remains]: [string[], string[]] = [[], []];
  if (isDone(store, () => isRewritten(store, patienceMs))) did.push('The file of the store was written anew.');
  else
    remains.push(
      'The file of the store could not be written anew, because another process used it or the disk is full. What was removed is overwritten in it, but copies may be left between the rows. Purge something again when nothing else runs.',
    );
  if (isDone(store, () => isLogEmptied(store, patienceMs))) did.push('The write-ahead log was emptied.');
  else
    remains.push(
      'The write-ahead log (zapomni.db-wal) could not be emptied, because another process reads from it. It is emptied when the last process that uses the store ends.',
    );
  return { did, remains };
}

/** A reader of another process may be at it; those end soon as a rule. */
function isLogEmptied(store: Store, patienceMs: number): boolean {
  const deadline = performance.now() + patienceMs;
  while (store.db.value<number>('PRAGMA wal_checkpoint(TRUNCATE)') !== 0) {
    if (performance.now() > deadline) return false;
    pause(PAUSE_MS);
  }
  return true;
}

function isRewritten(store: Store, patienceMs: number): boolean {
  retryWhileBusy({ timeoutMs: patienceMs, shared: store.shared }, () => store.db.exec('VACUUM'));
  return true;
}

function isDone(store: Store, work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    store.log('warning', 'scrub_failed', { error });
    return false;
  }
}
