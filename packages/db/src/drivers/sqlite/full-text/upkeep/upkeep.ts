/**
 * What keeps the word index quick, done while nobody waits: long tails are packed, segments merged, and what they leave
 * is deleted; an index made by older rules is made anew. The store says what is to be done, so that any process can go on
 * with what another began, and a crash loses the portion under way and nothing else.
 */
import type { Chore } from '../../connection/chores.ts';
import { hasFts } from '../fts5-words.ts';
import type { Store } from '../../store.ts';
import { dropPortion } from './drop-segments.ts';
import { WORD_LIMITS, type WordLimits } from '../postings/limits.ts';
import { Merge } from './merge.ts';
import { findLongTail, Pack } from './pack.ts';
import { findStale, Reindex } from './reindex.ts';
import { anySegment } from '../postings/segment-rows.ts';

export class FullTextUpkeep {
  readonly #store: Store;
  readonly #limits: WordLimits;
  readonly #pack: Pack;
  readonly #merge: Merge;
  readonly #reindex: Reindex;
  readonly #chore: Chore = () => this.portion();

  constructor(store: Store, limits = WORD_LIMITS) {
    this.#store = store;
    this.#limits = limits;
    this.#pack = new Pack(limits);
    this.#merge = new Merge(limits);
    this.#reindex = new Reindex(limits);
  }

  /** Call it after a call that wrote or searched: asks for upkeep where there is any to do. */
  tend(): void {
    if (this.#isDue()) this.#store.chores.request(this.#chore);
  }

  /** True when there may be more to do. */
  portion(): boolean {
    return this.#pack.portion(this.#store) || this.#drop() || this.#mergeOn() || this.#indexAnew();
  }

  #isDue(): boolean {
    const { db } = this.#store;
    return (
      findLongTail(db, this.#limits.tail) !== undefined ||
      anySegment(db, 'building') !== undefined ||
      anySegment(db, 'dropped') !== undefined ||
      findStale(db) !== undefined ||
      hasFts(db)
    );
  }

  #drop(): boolean {
    const { db } = this.#store;
    return anySegment(db, 'dropped') !== undefined && this.#store.attempt(() => dropPortion(db, this.#limits.rows));
  }

  #mergeOn(): boolean {
    const { db } = this.#store;
    return anySegment(db, 'building') !== undefined && this.#store.attempt(() => this.#merge.portion(db));
  }

  #indexAnew(): boolean {
    const { db } = this.#store;
    return (findStale(db) !== undefined || hasFts(db)) && this.#reindex.portion(this.#store);
  }
}
