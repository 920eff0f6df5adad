import type { MirrorReport } from '@zapomni/core/mirror';
import { iso } from './values.ts';

/** What a mirroring did. */
export function toMirrorReport({ passages, nextDue, ...report }: MirrorReport) {
  return {
    written: report.written,
    updated: report.updated,
    added: report.added,
    moved: report.moved,
    removed: report.removed,
    deleted: report.deleted,
    unchanged: report.unchanged,
    chunks_created: passages,
    missing: [...report.missing],
    ...(nextDue === null ? {} : { next_deletion_at: iso(nextDue) }),
    conflicts: report.conflicts.map((conflict) => ({ ...conflict })),
    forgotten: [...report.forgotten],
    skipped: report.skipped.map((file) => ({ ...file })),
  };
}
