/** The port of time, as a table of what each method does. */
import type { TimeStore } from '@zapomni/core/ports';
import type { Served } from '../connection/protocol.ts';
import type { Store } from '../store.ts';
import { listEvents } from './events.ts';
import { memoriesAsOf } from './memories-as-of.ts';
import { tendTimeIndexes } from './time-indexes.ts';

export function createTimes(store: Store): Served<TimeStore> {
  const { db } = store;
  return {
    memoriesAsOf: (workspace, moment, page) => store.read(() => memoriesAsOf(db, workspace, moment, page)),
    events: (workspace, query) => {
      tendTimeIndexes(store);
      return store.read(() => listEvents(db, workspace, query));
    },
  };
}
