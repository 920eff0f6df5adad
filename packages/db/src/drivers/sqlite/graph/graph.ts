/** The graph's port, as a table of what each method does in its transaction. */
import type { GraphStore } from '@zapomni/core/ports';
import type { Served } from '../connection/protocol.ts';
import type { Store } from '../store.ts';
import { countGraph } from './counts.ts';
import { readEvidence } from './evidence.ts';
import { entitiesById, entitiesNamed, findEntities, listEntities, mostConnected } from './find-entities.ts';
import { createGraphWrites } from './graph-writes.ts';
import { listRelations } from './list-relations.ts';
import { linkedPassages } from './linked-passages.ts';
import { mentionsIn, mentionsOf, passagesAbout } from './mentions.ts';
import { listMerges } from './merges.ts';
import { neighbours } from './walk/neighbours.ts';
import { listOrphans } from './orphans.ts';
import { addUpDue, isDue } from './passing-time.ts';
import { reach } from './walk/reach.ts';

/** How often it is worth a look whether the passing of time has changed something. */
const BETWEEN_LOOKS_MS = 1000;

export function createGraph(store: Store): Served<GraphStore> {
  const { db } = store;
  const addUp = (): boolean => addUpDue(store, db.now());
  let lookAgainAt = 0;
  const read = <Result>(work: () => Result): Result =>
    store.read(() => {
      const now = db.now();
      if (now >= lookAgainAt && isDue(db, now)) store.chores.request(addUp);
      if (now >= lookAgainAt) lookAgainAt = now + BETWEEN_LOOKS_MS;
      return work();
    });
  return {
    ...createGraphWrites(store),
    orphans: (workspace, limit) => read(() => listOrphans(db, workspace, limit)),
    entities: (workspace, ids) => read(() => entitiesById(db, workspace, ids)),
    named: (workspace, keys) => read(() => entitiesNamed(db, workspace, keys)),
    findEntities: (workspace, query) => read(() => findEntities(db, workspace, query)),
    listEntities: (workspace, page) => read(() => listEntities(db, workspace, page)),
    listRelations: (workspace, page) => read(() => listRelations(db, workspace, page)),
    neighbours: (workspace, ids, query) => read(() => neighbours(db, workspace, ids, query)),
    reach: (workspace, start, query) => read(() => reach(db, workspace, start, query)),
    evidence: (workspace, id, limit, moment) => read(() => readEvidence(db, workspace, id, { limit, moment })),
    mentionsOf: (workspace, id, page) => read(() => mentionsOf(db, workspace, id, page)),
    mentionsIn: (workspace, passageIds) => read(() => mentionsIn(db, workspace, passageIds)),
    linked: (workspace, seeds, passages, most) => read(() => linkedPassages(db, workspace, { seeds, passages, most })),
    passagesAbout: (scope, weights, k) => read(() => passagesAbout(db, scope, weights, k)),
    merges: (workspace, limit) => read(() => listMerges(db, workspace, limit)),
    counts: (workspace) => read(() => countGraph(db, workspace)),
    mostConnected: (workspace, limit) => read(() => mostConnected(db, workspace, limit)),
  };
}
