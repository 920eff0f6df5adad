/**
 * What keeps vector search quick as a store grows, done while nobody waits: the tail is packed; once there are very many
 * vectors lists are made, and segments are sorted by them; what searches have measured is kept. Each portion takes some
 * fifteen milliseconds, but for the rewriting of a group of segments, which takes a hundred and more. A crash loses the portion under way and nothing else.
 */
import type { Int8Index } from '../int8/int8-index.ts';
import type { StoredModel } from '../models.ts';
import type { Store } from '../../store.ts';
import { ListTraining } from './list-training.ts';
import { isPackable, packPortion } from './pack.ts';
import { findUnsorted, SegmentSorting } from './segment-sorting.ts';
import { saveLists, saveReach, type VectorLists } from './vector-lists.ts';

/** Lists are made anew when there are so many times as many vectors. */
const OUTGROWN = 2;

export class Upkeep {
  readonly #store: Store;
  readonly #model: StoredModel;
  readonly #book: Int8Index;
  #training: ListTraining | undefined;
  #sorting: SegmentSorting | undefined;

  constructor(store: Store, model: StoredModel, book: Int8Index) {
    this.#store = store;
    this.#model = model;
    this.#book = book;
  }

  /** True when there is more to do. */
  portion(): boolean {
    return this.#pack() || this.#keepReach() || this.#train() || this.#sort();
  }

  #pack(): boolean {
    const { db } = this.#store;
    if (!isPackable(db)) return false;
    this.#store.attempt(() => packPortion(db));
    return true;
  }

  #keepReach(): boolean {
    const { reach, lists } = this.#book;
    const { news } = reach;
    if (news === undefined || !lists) return false;
    this.#store.attempt(() => saveReach(this.#store.db, this.#model.id, lists.generation, news));
    reach.saved();
    return true;
  }

  #train(): boolean {
    const { lists, size } = this.#book;
    if (size < this.#store.lists.from || (lists && size < OUTGROWN * lists.trainedOn)) return false;
    this.#training ??= new ListTraining(this.#book, (lists?.generation ?? 0) + 1);
    const made = this.#training.step();
    if (!made) return true;
    this.#store.attempt(() => saveLists(this.#store.db, this.#model.id, made));
    this.#training = undefined;
    this.#follow();
    this.#store.log('debug', 'vector_lists_made', { vectors: made.trainedOn, lists: this.#book.lists?.count ?? 0 });
    return true;
  }

  #sort(): boolean {
    const { lists } = this.#book;
    if (!lists) return false;
    this.#sorting ??= this.#store.read(() => this.#beginSorting(lists));
    if (!this.#sorting) return false;
    if (!this.#sorting.step()) return true;
    const sorting = this.#sorting;
    this.#store.attempt(() => sorting.finish(this.#store.db));
    this.#sorting = undefined;
    this.#follow();
    return true;
  }

  #beginSorting(lists: VectorLists): SegmentSorting | undefined {
    const members = findUnsorted(this.#store.db, this.#model.id, lists.generation, this.#store.lists.group);
    return members && new SegmentSorting(members, lists, this.#book);
  }

  #follow(): void {
    this.#store.read(() => this.#book.follow(this.#store.db));
  }
}
