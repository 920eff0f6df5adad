/** Version 3: codes of vectors in packed segments. Only makes the tables: segments are filled while nobody waits. */
import type { MigrationStep } from '../migrate.ts';
import { VECTOR_TABLES } from '../../vectors/segments/tables.ts';

export const VECTORS_IN_SEGMENTS: MigrationStep = {
  to: 3,
  rewritesData: false,
  run: (db) => db.exec(VECTOR_TABLES),
};
