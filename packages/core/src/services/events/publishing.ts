/** What the services stand on, so that all they write is told. */
import type { Deps } from '../deps.ts';
import { currentDoer } from './doer.ts';
import { EventBus } from './event-bus.ts';
import { publishedStorage } from './published-storage.ts';

/** The same, with a storage whose writes are told to the bus. */
export function publishing(deps: Deps): { readonly deps: Deps; readonly events: EventBus } {
  const { storage, logger } = deps;
  const events = new EventBus({ changes: storage.changes, logger });
  const published = publishedStorage(storage, (changes) => {
    if (events.isHeard) events.publish(changes(), currentDoer());
  });
  return { deps: { ...deps, storage: published }, events };
}
