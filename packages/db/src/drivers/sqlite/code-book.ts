/**
 * One model's vectors as this process holds them: which slot each passage has, and whose it is. The truth lies in the
 * store; `follow` reads what changed since the last look, so that a query sees what any process has committed.
 */
import { CodeMemory } from './code-memory.ts';
import type { Database } from './database.ts';
import { logPosition } from './index-log.ts';
import type { StoredModel } from './models.ts';

const FIRST_CAPACITY = 1024;

type LoadRow = readonly [passage: number, workspace: number, live: number, data: Uint8Array];
type ChangeRow = readonly [passage: number, workspace: number | null, live: number | null, data: Uint8Array | null];

export class CodeBook {
  readonly #model: StoredModel;
  #codes: CodeMemory;
  #slotOf = new Map<number, number>();
  #passageAt = new Float64Array(FIRST_CAPACITY);
  /** The workspace whose vector the slot holds; negative when superseded, 0 when free. */
  #ownerAt = new Int32Array(FIRST_CAPACITY);
  #free: number[] = [];
  #used = 0;
  #seen = 0;
  /** Slots by owner, made when asked for and dropped at every change. */
  #slotLists = new Map<string, Int32Array>();

  constructor(model: StoredModel) {
    this.#model = model;
    this.#codes = new CodeMemory(model.dimensions);
  }

  get size(): number {
    return this.#slotOf.size;
  }

  /** Call it inside the transaction of the query, so that both see the same state. True when all was read anew. */
  follow(db: Database): boolean {
    const { first, last } = logPosition(db);
    const anew = this.#seen === 0 || this.#seen < first - 1;
    if (anew) this.#load(db);
    else if (last > this.#seen) this.#catchUp(db);
    this.#seen = last;
    return anew && last > 0;
  }

  /** Passages nearest to the query by their codes, among the slots given. In no order. */
  best(query: Float32Array, slots: Int32Array, count: number): number[] {
    const best = this.#codes.best(query, slots, Math.min(count, slots.length));
    return best.map((slot) => this.#passageAt[slot] as number);
  }

  slotsOfWorkspace(workspace: number, includeSuperseded: boolean): Int32Array {
    const key = `${workspace} ${includeSuperseded}`;
    const known = this.#slotLists.get(key);
    if (known) return known;
    const made = this.#collectSlots(workspace, includeSuperseded ? -workspace : workspace);
    this.#slotLists.set(key, made);
    return made;
  }

  /** Those of the passages that have a vector and belong to the workspace. */
  slotsOfPassages(passages: readonly number[], workspace: number, includeSuperseded: boolean): Int32Array {
    const slots = passages.flatMap((passage) => this.#slotOf.get(passage) ?? []);
    const other = includeSuperseded ? -workspace : workspace;
    return Int32Array.from(slots).filter((slot) => this.#isOwner(slot, workspace, other));
  }

  #collectSlots(owner: number, other: number): Int32Array {
    const slots = new Int32Array(this.#used);
    let count = 0;
    for (let slot = 0; slot < this.#used; slot++) {
      if (this.#isOwner(slot, owner, other)) slots[count++] = slot;
    }
    return slots.subarray(0, count);
  }

  #isOwner(slot: number, owner: number, other: number): boolean {
    const at = this.#ownerAt[slot];
    return at === owner || at === other;
  }

  #load(db: Database): void {
    this.#codes = new CodeMemory(this.#model.dimensions);
    this.#slotOf = new Map();
    this.#ownerAt.fill(0);
    this.#free = [];
    this.#used = 0;
    this.#slotLists.clear();
    const sql = `SELECT v.passage, p.workspace, p.live, v.data
                 FROM vectors v CROSS JOIN passages p ON p.id = v.passage WHERE v.model = ? ORDER BY v.id`;
    for (const [passage, workspace, live, data] of db.rows<LoadRow>(sql, this.#model.id)) {
      this.#set(passage, live ? workspace : -workspace, data);
    }
  }

  #catchUp(db: Database): void {
    this.#slotLists.clear();
    const sql = `SELECT changed.passage, p.workspace, p.live, v.data
                 FROM (SELECT DISTINCT passage FROM index_log WHERE seq > ?) AS changed
                 LEFT JOIN passages p ON p.id = changed.passage
                 LEFT JOIN vectors v ON v.passage = p.id AND v.model = ?`;
    for (const [passage, workspace, live, data] of db.rows<ChangeRow>(sql, this.#seen, this.#model.id)) {
      if (workspace === null || data === null) this.#delete(passage);
      else this.#set(passage, live ? workspace : -workspace, data);
    }
  }

  #set(passage: number, owner: number, data: Uint8Array): void {
    const slot = this.#slotOf.get(passage) ?? this.#free.pop() ?? this.#nextSlot();
    this.#codes.write(slot, data);
    this.#slotOf.set(passage, slot);
    this.#passageAt[slot] = passage;
    this.#ownerAt[slot] = owner;
  }

  #delete(passage: number): void {
    const slot = this.#slotOf.get(passage);
    if (slot === undefined) return;
    this.#slotOf.delete(passage);
    this.#ownerAt[slot] = 0;
    this.#free.push(slot);
  }

  #nextSlot(): number {
    if (this.#used === this.#ownerAt.length) {
      this.#passageAt = enlarged(this.#passageAt, new Float64Array(this.#used * 2));
      this.#ownerAt = enlarged(this.#ownerAt, new Int32Array(this.#used * 2));
    }
    return this.#used++;
  }
}

function enlarged<Values extends Float64Array | Int32Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
