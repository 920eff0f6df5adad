/** Version 6: collections, and work that outlives the call that asked for it. Only makes the tables. */
import type { MigrationStep } from '../migrate.ts';
import { RECORD_TABLES } from '../../records/tables.ts';
import { WORK_TABLES } from '../../work/tables.ts';

export const SEAMS: MigrationStep = {
  to: 6,
  rewritesData: false,
  run: (db) => {
    db.exec(RECORD_TABLES);
    db.exec(WORK_TABLES);
  },
};
