/** Records of collections, clause by clause (`../records/`). */
import { recordModelClauses } from '../records/model.ts';
import { recordParentClauses, recordsWithMemoriesClauses } from '../records/parents.ts';
import { recordScanClauses } from '../records/scans.ts';
import { recordWriteClauses } from '../records/writes.ts';
import type { Clause } from './fixtures.ts';

export function recordClauses(clause: Clause): void {
  recordWriteClauses(clause);
  recordScanClauses(clause);
  recordParentClauses(clause);
  recordsWithMemoriesClauses(clause);
  recordModelClauses(clause);
}
