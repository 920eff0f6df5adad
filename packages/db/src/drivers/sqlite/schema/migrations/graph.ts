/**
 * Version 4: the graph. Makes the tables and queues every memory for reading; they are read while nobody waits. The
 * indexes that order memories by transaction time come later (`graph/time-indexes.ts`): nothing needs them to be right.
 */
import type { MigrationStep } from '../migrate.ts';
import { GRAPH_TABLES } from '../../graph/tables.ts';

export const GRAPH: MigrationStep = {
  to: 4,
  rewritesData: false,
  run: (db) => {
    db.exec(GRAPH_TABLES);
    db.exec('INSERT INTO reading_queue (memory, workspace, lease_until) SELECT id, workspace, 0 FROM memories');
  },
};
