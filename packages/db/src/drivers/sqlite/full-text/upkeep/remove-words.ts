/**
 * Takes passages out of segments, so that nothing of their words stays. Few are looked up term by term, by the terms of
 * their texts; for many, or where the terms were made by other rules, every row of the segment is gone through.
 */
import type { Database } from '../../connection/database.ts';
import { readPassages } from '../../memories/read-passages.ts';
import {
  lastRow,
  lastRowUpTo,
  nextRow,
  removeFromRow,
  rowsOfTerm,
  termsOf,
  type BlockRow,
} from '../postings/blocks.ts';
import { removeDocuments } from '../postings/documents.ts';
import { dropWhole } from './drop-segments.ts';
import { wordsOf } from '../../../../shared/passage-words.ts';
import { listSegments, type SegmentRow } from '../postings/segment-rows.ts';

/** Looking one passage up costs as much as going through the rows of so many. */
const LOOKED_UP_PER_SEGMENT = 1 / 200;

export interface RemovedWords {
  readonly passages: number;
  readonly length: number;
}

export interface RemovalScope {
  readonly workspace: number;
  /** Their texts must still be there. */
  readonly passages: readonly number[];
  /** True when the terms in the segments may not be those that the texts give today. */
  readonly stale: boolean;
}

/** Says what went out of segments that are searched. */
export function removeFromSegments(db: Database, scope: RemovalScope): RemovedWords {
  const sum = { passages: 0, length: 0 };
  const lookUp = termLookUp(db);
  for (const segment of listSegments(db, scope.workspace)) {
    const removed = removeFromSegment(db, segment, scope, lookUp);
    if (segment.state !== 'ready') continue;
    sum.passages += removed.passages;
    sum.length += removed.length;
  }
  return sum;
}

type TermLookUp = (passages: readonly number[]) => Map<number, readonly string[]>;

/** Terms of passages; the same ones may be in several segments. */
function termLookUp(db: Database): TermLookUp {
  const known = new Map<number, readonly string[]>();
  return (passages) => {
    const unknown = passages.filter((passage) => !known.has(passage));
    for (const { id, text } of readPassages(db, unknown)) known.set(id, wordsOf(text).terms);
    return new Map(passages.map((passage) => [passage, known.get(passage) ?? []]));
  };
}

function removeFromSegment(
  db: Database,
  segment: SegmentRow,
  { passages, stale }: RemovalScope,
  lookUp: TermLookUp,
): RemovedWords {
  const within = passages.filter((passage) => passage >= segment.first && passage <= segment.last);
  const removed = removeDocuments(db, segment.id, within);
  if (removed.length === 0) return { passages: 0, length: 0 };
  const length = removed.reduce((sum, one) => sum + one.length, 0);
  const isIdle = segment.state === 'ready' && segment.merged_into === null;
  if (isIdle && removed.length === segment.passages) {
    dropWhole(db, segment.id);
    return { passages: removed.length, length };
  }
  const update = 'UPDATE word_segments SET passages = passages - ?, length = length - ? WHERE id = ?';
  db.run(update, removed.length, length, segment.id);
  if (stale || removed.length > segment.slots * LOOKED_UP_PER_SEGMENT) sweep(db, segment.id, removed);
  else removeTerms(db, segment.id, byTerm(removed, lookUp));
  if (segment.merged_to !== null) renameProgress(db, segment.id);
  return { passages: removed.length, length };
}

/** The note of how far a merge has come names a term, which may have been one of these. The last that is left will do. */
function renameProgress(db: Database, segment: number): void {
  const row = lastRow(db, segment);
  db.run('UPDATE word_segments SET merged_to = ? WHERE id = ?', row ? (termsOf(row).at(-1) ?? null) : null, segment);
}

function sweep(db: Database, segment: number, removed: readonly { readonly slot: number }[]): void {
  const gone = new Set(removed.map(({ slot }) => slot));
  for (let row = nextRow(db, segment, '', -1); row; row = nextRow(db, segment, row.term, row.start)) {
    removeFromRow(db, row, () => gone);
  }
}

type SlotsByTerm = Map<string, Set<number>>;

function byTerm(removed: readonly { passage: number; slot: number }[], lookUp: TermLookUp): SlotsByTerm {
  const slots: SlotsByTerm = new Map();
  const terms = lookUp(removed.map(({ passage }) => passage));
  for (const { passage, slot } of removed) {
    for (const term of terms.get(passage) ?? []) {
      const known = slots.get(term);
      if (known) known.add(slot);
      else slots.set(term, new Set([slot]));
    }
  }
  return slots;
}

function removeTerms(db: Database, segment: number, slots: SlotsByTerm): void {
  for (const [term, gone] of slots) {
    for (const row of rowsToChange(db, segment, term, gone)) {
      removeFromRow(db, row, (one) => (one === term ? gone : undefined));
    }
  }
}

/** Of a term's several rows only those that may hold one of the slots. */
function rowsToChange(db: Database, segment: number, term: string, gone: ReadonlySet<number>): BlockRow[] {
  const row = lastRowUpTo(db, segment, term);
  if (!row || row.start === 0) return row ? [row] : [];
  if (row.term !== term) return [];
  const rows = rowsOfTerm(db, segment, term);
  return rows.filter(({ start }, i) => {
    const end = rows[i + 1]?.start ?? Infinity;
    return gone.values().some((slot) => slot >= start && slot < end);
  });
}
