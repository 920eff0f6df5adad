/** What changes the graph, each in one transaction with the log of it. */
import { changesOfMerge, changesOfRelation, changesOfRelations, changeTo } from '@zapomni/core/model';
import type { GraphStore } from '@zapomni/core/ports';
import { logged, writeLogged } from '../change-log.ts';
import type { Served } from '../connection/protocol.ts';
import { putReading } from '../extraction/put-extraction.ts';
import { eraseWithLog } from '../memories/removal.ts';
import type { Store } from '../store.ts';
import { assertEntities, assertRelations, retractRelation } from './assertions.ts';
import { removeEntities } from './graph-removal.ts';
import { mergeEntities, splitMerge } from './merges.ts';

type Assertions = Pick<
  Served<GraphStore>,
  'put' | 'assertEntities' | 'assertRelations' | 'retractRelation' | 'removeEntities'
>;
type Merging = Pick<Served<GraphStore>, 'merge' | 'split'>;

export function createGraphWrites(store: Store): Assertions & Merging {
  return { ...createAssertions(store), ...createMerging(store) };
}

function createAssertions(store: Store): Assertions {
  const { db } = store;
  return {
    put: (reading, at) =>
      writeLogged(
        store,
        () => putReading(db, reading, at),
        (isTaken) => changeTo('memory.extracted', reading.workspace, isTaken ? [reading.memoryId] : []),
      ),
    assertEntities: (workspace, entities, at) =>
      writeLogged(
        store,
        () => assertEntities(db, workspace, entities, at),
        (ids) => changeTo('graph.changed', workspace, ids),
      ),
    assertRelations: (workspace, relations, at) =>
      writeLogged(
        store,
        () => assertRelations(db, workspace, relations, at),
        () => changesOfRelations(workspace, relations),
      ),
    retractRelation: (workspace, id, validTo, at) =>
      writeLogged(
        store,
        () => retractRelation(db, workspace, { id, validTo }, at),
        (isRetracted) => (isRetracted ? changesOfRelation(workspace, id) : []),
      ),
    removeEntities: (workspace, ids) =>
      eraseWithLog(
        store,
        () =>
          logged(
            store,
            () => removeEntities(db, workspace, ids),
            ({ entities }) => changeTo('graph.changed', workspace, entities > 0 ? ids : []),
          ),
        ({ entities }) => entities > 0,
      ),
  };
}

function createMerging(store: Store): Merging {
  const { db } = store;
  return {
    merge: (workspace, into, from, at) =>
      writeLogged(
        store,
        () => mergeEntities(db, workspace, { into, from }, at),
        (merge) => changesOfMerge(workspace, merge),
      ),
    split: (workspace, mergeId) =>
      writeLogged(
        store,
        () => splitMerge(db, workspace, mergeId),
        (merge) => changesOfMerge(workspace, merge),
      ),
  };
}
