/** Moving a whole store into or out of FalkorDB. This engine cannot yet, and says so. */
import { ZapomniError } from '@zapomni/core/errors';
import type { StoreTransfer } from '@zapomni/core/ports';

export function createTransfer(): StoreTransfer {
  return {
    hold: () => Promise.resolve(false),
    release: () => Promise.resolve(),
    mark: () => Promise.resolve(null),
    read: refuse,
    summarize: refuse,
    find: refuse,
    write: refuse,
    remove: refuse,
  };
}

function refuse(): Promise<never> {
  throw new ZapomniError('FORBIDDEN', 'A store on FalkorDB cannot be moved yet.', {
    hint: 'Migrate, back up and restore work with the store `sqlite`.',
  });
}
