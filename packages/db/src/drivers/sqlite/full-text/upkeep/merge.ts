/**
 * Merges segments as planned, term by term, in portions. Each portion notes the last term it has merged, so that any
 * process can go on from there; until the last, searches use the old segments.
 */
import type { Database } from '../../connection/database.ts';
import { BlockWriter } from '../postings/blocks.ts';
import { readDocuments } from '../postings/documents.ts';
import type { WordLimits } from '../postings/limits.ts';
import { planMerge } from './merge-plan.ts';
import { Postings } from '../postings/postings.ts';
import { anySegment, listSegments, setState, type SegmentRow } from '../postings/segment-rows.ts';
import { compareTerms } from '../postings/term-order.ts';
import { TermWalk } from '../postings/term-walk.ts';
import { logWords } from '../postings/word-log.ts';

/** Where each source's slots lie in the target. */
interface SlotMap {
  readonly target: number;
  readonly slots: ReadonlyMap<number, Int32Array>;
}

export class Merge {
  readonly #limits: WordLimits;
  /** Made once for a merge: a passage that is removed meanwhile leaves its slot empty. */
  #map: SlotMap | undefined;

  constructor(limits: WordLimits) {
    this.#limits = limits;
  }

  /** Call it in a transaction that writes. False when nothing is to be merged. */
  portion(db: Database): boolean {
    const target = anySegment(db, 'building');
    if (!target) return false;
    const sources = listSegments(db, target.workspace).filter((segment) => segment.merged_into === target.id);
    const map = this.#mapOf(db, target, sources);
    const mergedTo = mergeTerms(db, { target, sources, map, limits: this.#limits });
    if (mergedTo === undefined) this.#finish(db, target, sources);
    else db.run('UPDATE word_segments SET merged_to = ? WHERE id = ?', mergedTo, target.id);
    return true;
  }

  #mapOf(db: Database, target: SegmentRow, sources: readonly SegmentRow[]): SlotMap['slots'] {
    if (this.#map?.target !== target.id) {
      this.#map = { target: target.id, slots: mapSlots(db, target, sources) };
    }
    return this.#map.slots;
  }

  #finish(db: Database, target: SegmentRow, sources: readonly SegmentRow[]): void {
    this.#map = undefined;
    setState(db, target.id, 'ready');
    for (const { id } of sources) setState(db, id, 'dropped');
    logWords(db, target.workspace, 'arranged');
    planMerge(db, target.workspace, this.#limits.merged);
  }
}

/** Both sides are in the order of passages, so that one walk finds all. */
function mapSlots(db: Database, target: SegmentRow, sources: readonly SegmentRow[]): SlotMap['slots'] {
  const held = readDocuments(db, target.id).passages;
  let slot = 0;
  const slotOf = (passage: number): number => {
    while (slot < held.length && (held[slot] as number) < passage) slot++;
    return held[slot] === passage ? slot : -1;
  };
  return new Map(sources.map(({ id }) => [id, Int32Array.from(readDocuments(db, id).passages, slotOf)]));
}

const NO_SLOTS = new Int32Array();

interface MergePortion {
  readonly target: SegmentRow;
  readonly sources: readonly SegmentRow[];
  readonly map: SlotMap['slots'];
  readonly limits: WordLimits;
}

/** The last term merged, undefined when there are no more. */
function mergeTerms(db: Database, { target, sources, map, limits }: MergePortion): string | undefined {
  const walks = sources.map(({ id }) => ({ id, walk: new TermWalk(db, id, target.merged_to) }));
  const writer = new BlockWriter(db, target.id, limits.blockBytes);
  const [unpacked, moved, merged] = [new Postings(), new Postings(), new Postings()];
  let [written, last] = [0, undefined as string | undefined];
  let term = firstTerm(walks);
  for (; term !== undefined && written < limits.postings; term = firstTerm(walks)) {
    merged.clear();
    for (const { id, walk } of walks) {
      if (walk.term !== term) continue;
      merged.append(unpacked.fill(walk.pieces).moved(map.get(id) ?? NO_SLOTS, moved));
      walk.advance();
    }
    writer.add(term, merged, 0, merged.size);
    written += merged.size + 1;
    last = term;
  }
  writer.finish();
  return term === undefined ? undefined : last;
}

function firstTerm(walks: readonly { readonly walk: TermWalk }[]): string | undefined {
  let first: string | undefined;
  for (const { walk } of walks) {
    const { term } = walk;
    if (term !== undefined && (first === undefined || compareTerms(term, first) < 0)) first = term;
  }
  return first;
}
