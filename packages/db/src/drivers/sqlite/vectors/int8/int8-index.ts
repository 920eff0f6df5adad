/**
 * One model's vectors as this process holds them: which slot each passage has, and whose it is. The truth lies in the
 * store; `follow` reads what changed since the last look, so that a query sees what any process has committed.
 */
import { MemorySlots } from './memory-slots.ts';
import type { Ranking } from './int8-memory.ts';
import { WorkspaceSlots } from './workspace-slots.ts';
import { Int8Table, type Head } from './int8-table.ts';
import type { Database } from '../../connection/database.ts';
import { logPosition } from '../index-log.ts';
import type { StoredModel } from '../models.ts';
import type { VectorSource } from '../segments/list-training.ts';
import { readTail } from '../segments/pack.ts';
import { Reach } from '../segments/reach.ts';
import { countSegments, lastRevision, readSegments, type Segment } from '../segments/segment-rows.ts';
import type { PassageCodes } from '../segments/segment-sorting.ts';
import { listsGeneration, readLists, VectorLists } from '../segments/vector-lists.ts';

/** Where more are in doubt, vectors are as good as the same: copies of one text. */
const MOST_IN_DOUBT = 2000;

type ChangeRow = readonly [
  passage: number,
  memory: number | null,
  workspace: number | null,
  live: number | null,
  data: Uint8Array | null,
];

export class Int8Index implements VectorSource, PassageCodes {
  readonly listedFrom: number;
  readonly #model: StoredModel;
  #table: Int8Table;
  /** How far the log has been read; undefined before anything was. */
  #seen: number | undefined;
  #revision = 0;
  #lists: VectorLists | undefined;
  #reach = new Reach(null);
  /** Made when asked for; added to as vectors come, dropped when any goes or changes hands. */
  readonly #scopes = new Map<string, WorkspaceSlots>();

  /** Made when a filter is asked for, kept and dropped like the scopes. */
  #memories: MemorySlots | undefined;

  /** `listedFrom`: a workspace of fewer vectors is searched vector by vector. */
  constructor(model: StoredModel, listedFrom: number) {
    this.#model = model;
    this.listedFrom = listedFrom;
    this.#table = new Int8Table(model.dimensions);
  }

  get size(): number {
    return this.#table.size;
  }

  get dimensions(): number {
    return this.#model.dimensions;
  }

  get lists(): VectorLists | undefined {
    return this.#lists;
  }

  get reach(): Reach {
    return this.#reach;
  }

  /** Call it inside the transaction of the query, so that both see the same state. Says what it had to read. */
  follow(db: Database): 'all' | 'changes' | 'nothing' {
    const { first, last } = logPosition(db);
    const seen = this.#seen;
    this.#seen = last;
    if (seen === undefined || seen < first - 1) {
      this.#load(db);
      return 'all';
    }
    if (last > seen) this.#catchUp(db, seen);
    this.#followSorting(db);
    return last > seen ? 'changes' : 'nothing';
  }

  /** As many as asked for, the nearest by their codes. */
  ranked(query: Float32Array, slots: Int32Array, count: number): Ranking {
    const ranking = this.#table.codes.ranking(query, [slots], count);
    return { ...ranking, slots: ranking.slots.slice(0, count) };
  }

  /** Slots among which the `k` that are truly nearest are, best first by their codes. */
  best(query: Float32Array, slotLists: readonly Int32Array[], k: number): number[] {
    const { slots } = this.#table.codes.ranking(query, slotLists, k);
    return slots.slice(0, Math.max(MOST_IN_DOUBT, k)).map(({ slot }) => slot);
  }

  scope(workspace: number, includeSuperseded: boolean): WorkspaceSlots {
    const key = `${workspace} ${includeSuperseded}`;
    const known = this.#scopes.get(key);
    if (known) return known;
    const made = new WorkspaceSlots(this.#table.blocks, workspace, includeSuperseded, this.#lists?.count ?? 0);
    this.#scopes.set(key, made);
    return made;
  }

  /** Slots of the scope that hold vectors of these memories. */
  slotsOf(memories: Int32Array, scope: WorkspaceSlots): Int32Array {
    const known = scope.picked.get(memories);
    if (known) return known;
    this.#memories ??= new MemorySlots(this.#table.blocks);
    const slots = this.#memories.pick(memories, scope);
    scope.picked.set(memories, slots);
    return slots;
  }

  memoryAt(slot: number): number {
    return this.#table.blocks.memoryAt[slot] as number;
  }

  passageAt(slot: number): number {
    return this.#table.blocks.passageAt[slot] as number;
  }

  /** From 0; undefined when the slot is in none. */
  listAt(slot: number): number | undefined {
    const list = this.#table.blocks.listAt[slot] as number;
    return list === 0 ? undefined : list - 1;
  }

  slotOf(passage: number): number | undefined {
    return this.#table.slotOf(passage);
  }

  decode(slot: number, into: Float32Array): void {
    this.#table.codes.decode(slot, into);
  }

  evenSample(count: number): Int32Array {
    return this.#table.evenSample(count);
  }

  #load(db: Database): void {
    this.#table = new Int8Table(this.#model.dimensions);
    this.#forgetSlots();
    this.#readLists(db);
    this.#table.reserve(countSegments(db, this.#model.id));
    for (const segment of readSegments(db, this.#model.id, 0, false)) this.#addSegment(segment);
    this.#revision = lastRevision(db);
    for (const [, , passage, memory, workspace, live, data] of readTail(db, this.#model.id)) {
      this.#set({ passage, memory, owner: live ? workspace : -workspace }, data);
    }
  }

  #catchUp(db: Database, seen: number): void {
    const sql = `SELECT changed.passage, p.memory, p.workspace, p.live, v.data
                 FROM (SELECT DISTINCT passage FROM index_log WHERE seq > ?) AS changed
                 LEFT JOIN passages p ON p.id = changed.passage
                 LEFT JOIN vectors v ON v.passage = p.id AND v.model = ?`;
    for (const [passage, memory, workspace, live, data] of db.rows<ChangeRow>(sql, seen, this.#model.id)) {
      if (memory === null || workspace === null || data === null) this.#delete(passage);
      else this.#set({ passage, memory, owner: live ? workspace : -workspace }, data);
    }
  }

  /** Takes over the order that segments have been brought into, by whichever process. */
  #followSorting(db: Database): void {
    const revision = lastRevision(db);
    if (revision === this.#revision) return;
    if (listsGeneration(db, this.#model.id) !== (this.#lists?.generation ?? 0)) this.#takeNewLists(db);
    for (const segment of readSegments(db, this.#model.id, this.#revision, true)) {
      if (segment.generation !== this.#lists?.generation) continue;
      this.#table.vacate(segment.heads.passages);
      this.#addSegment(segment);
    }
    this.#revision = revision;
  }

  #takeNewLists(db: Database): void {
    this.#readLists(db);
    this.#table.blocks.listAt.fill(0);
    this.#forgetSlots();
  }

  #readLists(db: Database): void {
    const stored = readLists(db, this.#model.id);
    this.#lists = stored && new VectorLists(stored, this.#model.dimensions);
    this.#reach = new Reach(stored?.reach ?? null);
  }

  #addSegment({ heads, codes, generation }: Segment): void {
    if (generation !== this.#lists?.generation) heads.lists.fill(0);
    this.#table.putSegment(heads, codes);
    this.#forgetSlots();
  }

  #set(head: Head, data: Uint8Array): void {
    const { slot, before } = this.#table.put(head, data);
    this.#leaveList(slot);
    if (before === head.owner) return;
    if (before !== 0) this.#forgetSlots();
    else this.#announce(slot, head.owner);
  }

  /** What is written anew may belong to another list. */
  #leaveList(slot: number): void {
    const list = this.listAt(slot);
    if (list === undefined) return;
    const vector = new Float32Array(this.dimensions);
    this.decode(slot, vector);
    if (this.#lists?.nearest(vector) === list) return;
    this.#table.blocks.listAt[slot] = 0;
    this.#forgetSlots();
  }

  #announce(slot: number, owner: number): void {
    this.#memories?.add(slot);
    for (const scope of this.#scopes.values()) if (scope.holds(owner)) scope.add(slot);
  }

  #delete(passage: number): void {
    if (this.#table.remove(passage)) this.#forgetSlots();
  }

  #forgetSlots(): void {
    this.#memories = undefined;
    this.#scopes.clear();
  }
}
