/** Version 6: collections. */
import type { MigrationStep } from '../migrate.ts';
import { RECORD_TABLES } from '../../records/tables.ts';

export const SEAMS: MigrationStep = {
  to: 6,
  rewritesData: false,
  run: (db) => {
    db.exec(RECORD_TABLES);
  },
};
