/** Version 6: collections, work that outlives the call that asked for it, and a log of changes that names their kinds. */
import type { MigrationStep } from '../migrate.ts';
import { RECORD_TABLES } from '../../records/tables.ts';
import { WORK_TABLES } from '../../work/tables.ts';
import { CHANGE_LOG_TABLE } from '../schema.ts';

export const SEAMS: MigrationStep = {
  to: 6,
  rewritesData: false,
  run: (db) => {
    db.exec(RECORD_TABLES);
    db.exec(WORK_TABLES);
    db.exec(CHANGE_LOG_TABLE);
  },
};
