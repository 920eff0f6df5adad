/**
 * Finds the slots that a query wants, best first.
 *
 * Slots are gone through in order, a window of them at a time, and in each window the terms one after the other, the rarest
 * first. When what is left could not lift a passage that has no score yet above the worst of the best so far, the terms that
 * remain are only looked up for the passages that still may get there, if these are few: common terms are hardly read. Where the passages
 * in question are known beforehand, only these are looked up.
 */
import type { Database } from '../../connection/database.ts';
import { perTermOf, SHORTEST, weightOf } from '../../../../shared/bm25.ts';
import { type Lengths, type WeightedTerm } from './weighted-term.ts';
import { PostingCursor } from '../postings/posting-cursor.ts';
import { Postings } from '../postings/postings.ts';
import { ScoreWindow } from './score-window.ts';
import { TopSlots, type ScoredSlot } from '../../../../shared/top-slots.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

export interface SlotQuery {
  readonly terms: readonly string[];
  /** Passages must hold all of these. */
  readonly required: readonly string[];
  /** And none of these. */
  readonly excluded: readonly string[];
  readonly includeSuperseded: boolean;
  /** Only these slots, ascending. */
  readonly within?: Int32Array;
}

/** Best first, `count` of them or as many as match. */
export type Ranking = (count: number) => ScoredSlot[];

export function rankSlots(db: Database, book: WorkspaceIndex, query: SlotQuery): Ranking {
  const leftOut = findLeftOut(db, book, query);
  const terms = weigh(db, book, query.terms);
  const listed = narrow(db, book, query);
  const lengths = { lengths: book.lengths, perTerm: perTermOf(book.counts) };
  return (count) => {
    const top = new TopSlots(Math.min(count, listed?.length ?? book.slots));
    if (listed) scoreListed(terms, listed, lengths, (slot, score) => leftOut?.[slot] !== 1 && top.offer(slot, score));
    else scoreAll(terms, book.slots, lengths, { top, leftOut });
    return top.sorted();
  };
}

/** The rarest first; those that occur nowhere are left out. */
function weigh(db: Database, book: WorkspaceIndex, terms: readonly string[]): WeightedTerm[] {
  const weighed = [...new Set(terms)].map((term) => {
    const pieces = book.find(db, term);
    const count = pieces.reduce((sum, piece) => sum + piece.count, 0);
    return { term, pieces, count, weight: weightOf(book.counts, count) };
  });
  return weighed.filter(({ count }) => count > 0).sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

const window = new ScoreWindow();

function scoreAll(
  terms: readonly WeightedTerm[],
  slots: number,
  lengths: Lengths,
  { top, leftOut }: { top: TopSlots; leftOut: Uint8Array | undefined },
): void {
  const most = sumsFrom(terms.map(({ weight }) => weight));
  const steps = terms.map((term, i) => ({
    cursor: new PostingCursor(term),
    most: most[i] as number,
    worthLookingUp: (term.count / slots) * ScoreWindow.WIDTH * LOOK_UP_SHARE,
  }));
  for (window.begin(); window.start < slots; window.advance(top, leftOut)) scoreWindow(steps, lengths, top.bar);
}

interface Step {
  readonly cursor: PostingCursor;
  /** The most that this term and those after it can add. */
  readonly most: number;
  /** So few slots are better looked up than all of the term's postings added. */
  readonly worthLookingUp: number;
}

/** Looking one slot up costs as much as adding some postings. */
const LOOK_UP_SHARE = 1 / 6;

function scoreWindow(steps: readonly Step[], lengths: Lengths, bar: number): void {
  for (const { cursor, most, worthLookingUp } of steps) {
    const likely = most < bar ? window.slotsAbove(bar - most, worthLookingUp) : undefined;
    if (likely?.length === 0) return;
    if (likely) cursor.addOnly(likely, window, lengths);
    else cursor.addTo(window, lengths);
  }
}

/** What all from each on add up to. */
function sumsFrom(weights: readonly number[]): number[] {
  let sum = 0;
  return weights
    .toReversed()
    .map((weight) => (sum += weight))
    .toReversed();
}

function scoreListed(
  terms: readonly WeightedTerm[],
  slots: Int32Array,
  { lengths, perTerm }: Lengths,
  offer: (slot: number, score: number) => void,
): void {
  const scores = new Float64Array(slots.length);
  for (const term of terms) {
    const cursor = new PostingCursor(term);
    for (const [i, slot] of slots.entries()) {
      const count = cursor.countAt(slot);
      const divisor = count + SHORTEST + perTerm * (lengths[slot] as number);
      if (count > 0) scores[i] = (scores[i] as number) + (term.weight * count) / divisor;
    }
  }
  for (const [i, slot] of slots.entries()) if ((scores[i] as number) > 0) offer(slot, scores[i] as number);
}

/** 1 for slots that do not count; undefined when all do. */
function findLeftOut(db: Database, book: WorkspaceIndex, query: SlotQuery): Uint8Array | undefined {
  const superseded = query.includeSuperseded ? undefined : book.superseded;
  if (query.excluded.length === 0) return superseded;
  const leftOut = superseded ? superseded.slice() : new Uint8Array(book.slots);
  const postings = new Postings();
  for (const term of query.excluded) {
    const { slots, size } = postings.fill(book.find(db, term));
    for (let i = 0; i < size; i++) leftOut[slots[i] as number] = 1;
  }
  return leftOut;
}

/** The only slots that can match, ascending; undefined when any may. */
function narrow(db: Database, book: WorkspaceIndex, { within, required }: SlotQuery): Int32Array | undefined {
  const terms = weigh(db, book, required);
  if (terms.length < new Set(required).size) return new Int32Array();
  const postings = new Postings();
  let slots = within;
  for (const { pieces } of terms) {
    postings.fill(pieces);
    if (slots) postings.keepOnly(slots, 0);
    slots = postings.slots.slice(0, postings.size);
  }
  return slots;
}
