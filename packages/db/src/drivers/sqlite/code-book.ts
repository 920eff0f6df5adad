/**
 * One model's vectors as this process holds them: which slot each passage has, and whose it is. The truth lies in the
 * store; `follow` reads what changed since the last look, so that a query sees what any process has committed.
 */
import { CodeBlocks } from './code-blocks.ts';
import { BLOCK_SLOTS, CodeMemory } from './code-memory.ts';
import { CodePicks } from './code-picks.ts';
import { CodeScope } from './code-scope.ts';
import { CodeSlots } from './code-slots.ts';
import type { Database } from './database.ts';
import { logPosition } from './index-log.ts';
import type { StoredModel } from './models.ts';
import type { VectorSource } from './segments/list-training.ts';
import { readTail } from './segments/pack.ts';
import { Reach } from './segments/reach.ts';
import { countSegments, lastRevision, readSegments, type Segment } from './segments/segment-rows.ts';
import type { PassageCodes } from './segments/segment-sorting.ts';
import { listsGeneration, readLists, VectorLists } from './segments/vector-lists.ts';
import { stateOf } from './store-state.ts';

/** So many are kept at first: it costs little, and a second look costs as much as the first. */
const FIRST_DEPTH = 100;
/** Beyond, vectors are as good as the same: copies of one text. */
const DEEPEST = 2000;

/** Of one vector: the passage, its memory, and the workspace (negative when superseded). */
interface Head {
  readonly passage: number;
  readonly memory: number;
  readonly owner: number;
}

type ChangeRow = readonly [
  passage: number,
  memory: number | null,
  workspace: number | null,
  live: number | null,
  data: Uint8Array | null,
];

export class CodeBook implements VectorSource, PassageCodes {
  readonly listedFrom: number;
  readonly #model: StoredModel;
  #codes: CodeMemory;
  #blocks = new CodeBlocks();
  #slots = new CodeSlots();
  /** How far the log has been read; undefined before anything was. */
  #seen: number | undefined;
  #revision = 0;
  #lists: VectorLists | undefined;
  #reach = new Reach(null);
  /** Made when asked for; added to as vectors come, dropped when any goes or changes hands. */
  readonly #scopes = new Map<string, CodeScope>();

  readonly #picks = new CodePicks();

  /** `listedFrom`: a workspace of fewer vectors is searched vector by vector. */
  constructor(model: StoredModel, listedFrom: number) {
    this.#model = model;
    this.listedFrom = listedFrom;
    this.#codes = new CodeMemory(model.dimensions);
  }

  get size(): number {
    return this.#slots.size;
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

  /** The slots nearest to the query by their codes, best first. */
  ranked(query: Float32Array, slots: Int32Array, count: number): number[] {
    return this.#codes.best(query, [slots], count).map(({ slot }) => slot);
  }

  /** Slots among which the `k` that are truly nearest are, best first by their codes: as many more as codes leave in doubt. */
  best(query: Float32Array, slotLists: readonly Int32Array[], k: number): number[] {
    for (let depth = FIRST_DEPTH + 2 * k; ; depth *= 4) {
      const ranked = this.#codes.best(query, slotLists, depth);
      const bar = (ranked[k - 1]?.score ?? -Infinity) - this.#codes.doubt(ranked);
      const sure = ranked.findIndex(({ score }) => score < bar);
      if (sure === -1 && ranked.length === depth && depth < DEEPEST) continue;
      return ranked.slice(0, sure === -1 ? ranked.length : sure).map(({ slot }) => slot);
    }
  }

  scope(workspace: number, includeSuperseded: boolean): CodeScope {
    const key = `${workspace} ${includeSuperseded}`;
    const known = this.#scopes.get(key);
    if (known) return known;
    const made = new CodeScope(this.#blocks, workspace, includeSuperseded, this.#lists?.count ?? 0);
    this.#scopes.set(key, made);
    return made;
  }

  /** Slots of the scope that the filter told by `key` lets through; `list` names its memories, or too many to name. */
  slotsOfFilter(
    db: Database,
    scope: CodeScope,
    key: string,
    list: () => readonly number[] | undefined,
  ): Int32Array | undefined {
    this.#picks.follow(stateOf(db));
    const kept = this.#picks.kept(key);
    if (kept) return kept;
    const memories = list();
    const slots = memories && this.#picks.pick(this.#blocks, scope, memories);
    if (slots) this.#picks.keep(key, slots);
    return slots;
  }

  passageAt(slot: number): number {
    return this.#blocks.passageAt[slot] as number;
  }

  /** From 0; undefined when the slot is in none. */
  listAt(slot: number): number | undefined {
    const list = this.#blocks.listAt[slot] as number;
    return list === 0 ? undefined : list - 1;
  }

  slotOf(passage: number): number | undefined {
    return this.#slots.get(passage);
  }

  decode(slot: number, into: Float32Array): void {
    this.#codes.decode(slot, into);
  }

  spread(count: number): Int32Array {
    const { used, ownerAt } = this.#blocks;
    const step = Math.max(1, Math.floor(this.size / count));
    const slots: number[] = [];
    let seen = 0;
    for (let slot = 0; slot < used && slots.length < count; slot++) {
      if (ownerAt[slot] !== 0 && seen++ % step === 0) slots.push(slot);
    }
    return Int32Array.from(slots);
  }

  #load(db: Database): void {
    this.#codes = new CodeMemory(this.#model.dimensions);
    this.#blocks = new CodeBlocks();
    this.#slots = new CodeSlots();
    this.#scopes.clear();
    this.#readLists(db);
    const segments = countSegments(db, this.#model.id);
    this.#codes.reserve(segments);
    this.#blocks.reserve(segments);
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
      this.#vacate(segment.heads.passages);
      this.#addSegment(segment);
    }
    this.#revision = revision;
  }

  #vacate(passages: Uint32Array): void {
    for (const passage of passages) {
      const slot = this.#slots.get(passage);
      if (slot !== undefined) this.#blocks.release(slot);
    }
  }

  #takeNewLists(db: Database): void {
    this.#readLists(db);
    this.#blocks.listAt.fill(0);
    this.#scopes.clear();
  }

  #readLists(db: Database): void {
    const stored = readLists(db, this.#model.id);
    this.#lists = stored && new VectorLists(stored, this.#model.dimensions);
    this.#reach = new Reach(stored?.reach ?? null);
  }

  #addSegment({ heads, codes, generation }: Segment): void {
    if (generation !== this.#lists?.generation) heads.lists.fill(0);
    const block = this.#blocks.takeBlock();
    this.#codes.writeBlock(block, codes);
    this.#blocks.fill(block, heads);
    this.#slots.setRow(heads.passages, block * BLOCK_SLOTS);
    this.#scopes.clear();
  }

  #set({ passage, memory, owner }: Head, data: Uint8Array): void {
    const known = this.#slots.get(passage);
    const slot = known ?? this.#blocks.takeSlot();
    this.#codes.write(slot, data);
    this.#leaveList(slot);
    this.#slots.set(passage, slot);
    this.#blocks.passageAt[slot] = passage;
    this.#blocks.memoryAt[slot] = memory;
    this.#announce(slot, known === undefined ? 0 : (this.#blocks.ownerAt[slot] as number), owner);
    this.#blocks.ownerAt[slot] = owner;
  }

  /** What is written anew may belong to another list. */
  #leaveList(slot: number): void {
    const list = this.listAt(slot);
    if (list === undefined) return;
    const vector = new Float32Array(this.dimensions);
    this.decode(slot, vector);
    if (this.#lists?.nearest(vector) === list) return;
    this.#blocks.listAt[slot] = 0;
    this.#scopes.clear();
  }

  #announce(slot: number, before: number, owner: number): void {
    if (before === owner) return;
    if (before !== 0) return this.#scopes.clear();
    for (const scope of this.#scopes.values()) if (scope.holds(owner)) scope.add(slot);
  }

  #delete(passage: number): void {
    const slot = this.#slots.get(passage);
    if (slot === undefined) return;
    this.#slots.delete(passage);
    this.#blocks.release(slot);
    this.#scopes.clear();
  }
}
