/** Version 5: relations can be counted type by type. A graph that was made on the way here has the index already. */
import type { MigrationStep } from '../migrate.ts';
import { RELATIONS_BY_TYPE } from '../../graph/tables.ts';

export const RELATIONS_COUNTED_BY_TYPE: MigrationStep = {
  to: 5,
  rewritesData: false,
  run: (db) => db.exec(RELATIONS_BY_TYPE),
};
