import type { NotesReport } from '@zapomni/core/research';

/** What bringing notes and papers together did. */
export function toNotesReport(report: NotesReport) {
  return {
    created: report.created,
    updated: report.updated,
    unchanged: report.unchanged,
    papers_changed: report.taken,
    texts_taken: report.texts,
    moved: report.moved,
    removed: [...report.removed],
    conflicts: report.conflicts.map(({ parts, ...said }) => ({ ...said, parts: [...parts] })),
    skipped: report.skipped.map((file) => ({ ...file })),
    problems: report.problems.map((file) => ({ ...file })),
    chunks_created: report.passages,
  };
}
