/**
 * Which segments are merged, and into what. Sizes go by tiers, each so many times the one below; when there are enough
 * neighbours up to a tier, they become one of the next. So every passage is rewritten once a tier, and few segments stay.
 *
 * The plan is kept in the store: the new segment with its passages, still without words, and the mark on the old ones.
 */
import type { Database } from '../../connection/database.ts';
import { readDocuments, REMOVED, writeDocuments, type Documents } from '../postings/documents.ts';
import { insertSegment, listSegments, type SegmentRow } from '../postings/segment-rows.ts';

/** The lowest tier's size. */
const SMALLEST = 4096;

/** Does nothing where no merge is due or one is under way. */
export function planMerge(db: Database, workspace: number, fanout: number): void {
  const all = listSegments(db, workspace);
  if (all.some((segment) => segment.state === 'building')) return;
  const ready = all.filter((segment) => segment.state === 'ready');
  const sources = chooseSources(ready, fanout);
  if (sources.length > 0) begin(db, workspace, sources);
}

/** None when no run of neighbours is long enough; of the lowest tier where there are several. */
export function chooseSources<Segment extends Pick<SegmentRow, 'passages'>>(
  segments: readonly Segment[],
  fanout: number,
): Segment[] {
  const tiers = segments.map(({ passages }) => tierOf(passages, fanout));
  for (const tier of [...new Set(tiers)].toSorted((a, b) => a - b)) {
    const run = findRun(tiers, tier, fanout);
    if (run) return segments.slice(run.from, run.to + 1);
  }
  return [];
}

function tierOf(passages: number, fanout: number): number {
  return Math.max(0, Math.round(Math.log(passages / SMALLEST) / Math.log(fanout)));
}

/** Enough of the tier, with smaller ones between them but no larger. */
function findRun(tiers: readonly number[], wanted: number, fanout: number): { from: number; to: number } | undefined {
  let within: number[] = [];
  for (const [i, tier] of tiers.entries()) {
    if (tier > wanted) within = [];
    if (tier === wanted) within.push(i);
    const [from] = within;
    const isLast = (tiers[i + 1] ?? Infinity) > wanted;
    if (isLast && from !== undefined && within.length >= fanout) return { from, to: within.at(-1) ?? from };
  }
  return undefined;
}

function begin(db: Database, workspace: number, sources: readonly Pick<SegmentRow, 'id'>[]): void {
  const kept: Documents = { passages: [], lengths: [] };
  for (const { id } of sources) keepPresent(readDocuments(db, id), kept);
  const { passages, lengths } = kept;
  const size = passages.length;
  const length = lengths.reduce((sum, one) => sum + one, 0);
  const [first, last] = [passages[0] ?? 0, passages.at(-1) ?? 0];
  const target = insertSegment(db, { workspace, state: 'building', slots: size, passages: size, length, first, last });
  writeDocuments(db, target, kept);
  for (const { id } of sources) db.run('UPDATE word_segments SET merged_into = ? WHERE id = ?', target, id);
}

function keepPresent({ passages, lengths }: Documents, onto: Documents): void {
  for (const [slot, length] of lengths.entries()) {
    if (length === REMOVED) continue;
    onto.passages.push(passages[slot] as number);
    onto.lengths.push(length);
  }
}
