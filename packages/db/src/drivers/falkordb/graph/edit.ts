/**
 * A change of the graph, worked out here and written by one query. What it starts from is read first, with a number that
 * goes up with every change; the query looks whether that number is still the same, and if not the change is worked out
 * again.
 *
 * Evidence is never changed but for the end of its transaction time: another validity is another piece, which names the one
 * it continues. A piece that would have been believed for no time at all is taken away instead of ended.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Params } from '../cypher/literal.ts';
import type { Row } from '../cypher/rows.ts';
import type { Store } from '../store.ts';
import { toFragment, type Change, type MentionPlace } from './apply.ts';
import { MERGE_COLUMNS, Merges, toMergeRow, type MergeRow } from './merges-view.ts';
import { findOrphans } from './orphans.ts';
import { ENTITY_COLUMNS, EVIDENCE_COLUMNS, NEVER, toEntityRow, toEvidenceRow } from './rows.ts';
import type { EntityRow, EvidenceRow } from './rows.ts';
import { settle, type Settled } from './settle.ts';

const ATTEMPTS = 100;
const BEGIN = `MATCH (g:Store) WHERE g.closed IS NULL OPTIONAL MATCH (x:Merge)
  RETURN g.graph, g.nextEvidence, collect(CASE WHEN x IS NULL THEN null ELSE [${MERGE_COLUMNS}] END)`;

/** Does `work` to the graph, again if others were quicker. `gone`: there is no such graph. */
export async function changeGraph<Result>(
  store: Store,
  graph: number,
  work: (edit: GraphEdit) => Promise<Result>,
): Promise<Result | 'gone'> {
  return store.inTurn(graph, async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const edit = await GraphEdit.begin(store, graph);
      if (!edit) return 'gone';
      const result = await work(edit);
      if (edit.isEmpty || (await edit.commit())) return result;
    }
    throw new ZapomniError('STORE_BUSY', 'Others changed the same graph all the time; nothing was changed.');
  });
}

/** A part of a query after `MATCH (g:Store)`: the condition, what it does, and what is bound. */
export interface Fragment {
  readonly condition: string;
  readonly cypher: string;
  readonly params: Params;
}

export class GraphEdit {
  readonly store: Store;
  readonly graph: number;
  readonly merges: Merges;
  readonly entities = new Map<string, EntityRow>();
  readonly #seq: number;
  #next: number;
  readonly #changed = new Set<string>();
  readonly #made = new Set<string>();
  readonly #erased = new Set<string>();
  readonly #newEvidence = new Map<number, EvidenceRow>();
  readonly #closed = new Map<number, number>();
  readonly #dropped = new Set<number>();
  readonly #touched = new Map<string, number>();
  readonly #newMentions: MentionPlace[] = [];
  readonly #goneMentions: MentionPlace[] = [];
  readonly #newMerges: MergeRow[] = [];
  readonly #goneMerges = new Set<number>();
  readonly #candidates = new Set<string>();
  readonly #goneMemories: string[] = [];
  #read: string | undefined;

  private constructor(
    store: Store,
    graph: number,
    start: { readonly seq: number; readonly next: number; readonly merges: readonly MergeRow[] },
  ) {
    this.store = store;
    this.graph = graph;
    this.#seq = start.seq;
    this.#next = start.next;
    this.merges = new Merges(start.merges);
  }

  static async begin(store: Store, graph: number): Promise<GraphEdit | undefined> {
    const [row] = await store.read(graph, BEGIN);
    if (!row) return undefined;
    const [seq, next, merges] = row as [number, number, Row[]];
    return new GraphEdit(store, graph, { seq, next, merges: merges.map(toMergeRow) });
  }

  get isEmpty(): boolean {
    const lists = [this.#newMentions, this.#goneMentions, this.#newMerges];
    const sets = [this.#changed, this.#made, this.#erased, this.#touched, this.#goneMerges, this.#candidates];
    return this.#read === undefined && lists.every((one) => one.length === 0) && sets.every((one) => one.size === 0);
  }

  number(): number {
    return this.#next++;
  }

  /** Those that exist, kept for the rest of the change. */
  async loadEntities(ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.entities.has(id));
    if (wanted.length === 0) return;
    const query = `UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN ${ENTITY_COLUMNS}`;
    for (const row of await this.store.read(this.graph, query, { ids: wanted })) {
      const entity = toEntityRow(row);
      this.entities.set(entity.id, entity);
    }
  }

  /** Those that have a form from one of the memories. */
  async loadNamedBy(memories: readonly string[]): Promise<EntityRow[]> {
    const query = `UNWIND $memories AS m MATCH (e:Entity) WHERE m IN e.givers RETURN DISTINCT ${ENTITY_COLUMNS}`;
    const rows = await this.store.read(this.graph, query, { memories });
    return rows.map((row) => {
      const entity = toEntityRow(row);
      const known = this.entities.get(entity.id) ?? entity;
      this.entities.set(entity.id, known);
      return known;
    });
  }

  putEntity(entity: EntityRow): void {
    const isNew = !this.entities.has(entity.id);
    this.entities.set(entity.id, entity);
    if (isNew) this.#made.add(entity.id);
    else if (!this.#made.has(entity.id)) this.#changed.add(entity.id);
  }

  /** By relation or by memory; only what is believed, if so asked. */
  async evidence(by: 'rel' | 'memory', values: readonly string[], believed = true): Promise<EvidenceRow[]> {
    if (values.length === 0) return [];
    const query = `UNWIND $values AS x MATCH (v:Evidence {${by}: x})
      ${believed ? 'WHERE v.recordedTo = $never' : ''} RETURN ${EVIDENCE_COLUMNS}`;
    const rows = await this.store.read(this.graph, query, { values: [...new Set(values)], never: NEVER });
    const stored = rows.map(toEvidenceRow).filter(({ n }) => !this.#dropped.has(n) && !this.#closed.has(n));
    const fresh = [...this.#newEvidence.values()].filter((row) => values.includes(row[by]));
    return [...stored, ...fresh].sort((one, other) => one.n - other.n);
  }

  addEvidence(row: Omit<EvidenceRow, 'n' | 'recordedTo' | 'previous'> & { previous?: number }): void {
    const n = this.number();
    this.#newEvidence.set(n, { previous: 0, ...row, n, recordedTo: NEVER });
    this.#touch(row.rel, row.recordedAt);
  }

  /** A piece as another store has it, ended or not. Answers with its number. */
  restore(row: Omit<EvidenceRow, 'n'>): number {
    const n = this.number();
    this.#newEvidence.set(n, { ...row, n });
    this.#touch(row.rel, row.recordedTo === NEVER ? row.recordedAt : row.recordedTo);
    return n;
  }

  /** No longer believed from `at` on. Answers with the piece that a continuation would continue. */
  withdraw(row: EvidenceRow, at: number): number {
    this.#touch(row.rel, at);
    if (row.recordedAt < at) {
      this.#closed.set(row.n, at);
      return row.n;
    }
    this.erase(row, at);
    return row.previous;
  }

  /** Ends it in valid time, if it would hold longer; what would then never hold is withdrawn. True when it was changed. */
  endValidity(row: EvidenceRow, validTo: number, at: number): boolean {
    if (row.validTo <= validTo) return false;
    const previous = this.withdraw(row, at);
    if (row.validFrom >= validTo) return true;
    this.addEvidence({ ...row, validTo, recordedAt: Math.max(at, row.recordedAt), previous });
    return true;
  }

  /** As if it had never been. */
  erase(row: EvidenceRow, at: number): void {
    this.#touch(row.rel, at);
    if (!this.#newEvidence.delete(row.n)) this.#dropped.add(row.n);
  }

  #touch(rel: string, at: number): void {
    this.#touched.set(rel, Math.max(at, this.#touched.get(rel) ?? at));
  }

  mention(place: MentionPlace): void {
    this.#newMentions.push(place);
  }

  unmention(place: MentionPlace): void {
    this.#goneMentions.push(place);
  }

  /** Entities that may have lost the last thing that spoke of them. */
  mayBeOrphans(ids: Iterable<string>): void {
    for (const id of ids) this.#candidates.add(id);
  }

  /** Their passages go, and all mentions in them. */
  removeMemories(ids: readonly string[]): void {
    this.#goneMemories.push(...ids);
  }

  eraseEntity(id: string): void {
    this.#erased.add(id);
  }

  addMerge(merge: MergeRow): void {
    this.#newMerges.push(merge);
  }

  dropMerge({ n }: MergeRow): void {
    this.#goneMerges.add(n);
  }

  /** The memory has been read. */
  takeOff(memory: string): void {
    this.#read = memory;
  }

  /** Everything that follows from what was done, ready to be written. */
  async finish(): Promise<Fragment & { readonly settled: Settled; readonly orphans: readonly string[] }> {
    const settled = await this.#settle();
    const orphans = await this.#orphans(settled);
    const change: Change = {
      seq: this.#seq,
      next: this.#next,
      newEntities: [...this.#made].flatMap((id) => this.entities.get(id) ?? []),
      changedEntities: [...this.#changed].flatMap((id) => this.entities.get(id) ?? []),
      erasedEntities: [...this.#erased, ...orphans],
      newEvidence: [...this.#newEvidence.values()],
      closedEvidence: [...this.#closed].map(([n, at]) => ({ n, at })),
      droppedEvidence: [...this.#dropped],
      settled,
      newMentions: this.#newMentions,
      goneMentions: this.#goneMentions,
      newMerges: this.#newMerges,
      goneMerges: this.#mergesToDrop(orphans),
      read: this.#read,
    };
    return { ...toFragment(change), settled, orphans };
  }

  #settle(): Promise<Settled> {
    return settle(this.store, this.graph, {
      touched: this.#touched,
      fresh: [...this.#newEvidence.values()],
      closed: this.#closed,
      dropped: this.#dropped,
    });
  }

  #orphans({ gone, made }: Settled): Promise<string[]> {
    const ends = gone.flatMap(({ source, target }) => [source, target]);
    return findOrphans(this.store, this.graph, {
      candidates: [...this.#candidates, ...ends].filter((id) => !this.#erased.has(id)),
      rows: this.entities,
      made: this.#made,
      merges: this.merges,
      goneMemories: this.#goneMemories,
      goneMentions: this.#goneMentions,
      mentioned: new Set(this.#newMentions.map(({ entity }) => entity)),
      goneRelations: gone.map(({ id }) => id),
      related: new Set(made.flatMap(({ source, target }) => [source, target])),
    });
  }

  #mergesToDrop(orphans: readonly string[]): number[] {
    const erased = new Set([...this.#erased, ...orphans]);
    const lost = this.merges.rows.filter(({ into, from }) => erased.has(into) || erased.has(from));
    return [...new Set([...this.#goneMerges, ...lost.map(({ n }) => n)])];
  }

  /** False when somebody else was quicker, and nothing was written. */
  async commit(): Promise<boolean> {
    const { condition, cypher, params } = await this.finish();
    const query = `MATCH (g:Store) WHERE g.closed IS NULL AND ${condition} SET g.seq = g.seq + 1 ${cypher} RETURN g.seq`;
    return (await this.store.write(this.graph, query, params)).length > 0;
  }
}
