/**
 * The steps that lead from entities to their neighbours, with merged entities as one. Where nothing is merged, they are the
 * columns that the engine gives.
 */
import type { NeighbourQuery } from '@zapomni/core/ports';
import { ColumnReader, type Columns } from './step-columns.ts';
import type { GraphView } from '../view.ts';

/** From one root to another; the relation points away from `near` when `outward`. */
export interface Step {
  readonly near: number;
  readonly far: number;
  readonly outward: boolean;
  readonly type: string;
  readonly strength: number;
}

/** Steps as columns; `near` are places in the list asked for, `far` roots. */
export interface StepColumns extends Columns {
  readonly outward: boolean;
}

export type StepQuery = Pick<NeighbourQuery, 'types' | 'direction' | 'minStrength'>;

/** Each relation once for each of the roots that it touches; a relation of an entity with itself is one outward step. */
export class Steps {
  readonly #view: GraphView;
  readonly #reader: ColumnReader;
  readonly #least: number;
  readonly #directions: readonly boolean[];

  constructor(view: GraphView, { types, direction = 'both', minStrength = 0 }: StepQuery) {
    this.#view = view;
    this.#reader = new ColumnReader(view, types);
    this.#least = minStrength;
    this.#directions = { out: [true], in: [false], both: [true, false] }[direction];
  }

  /** All steps from the roots, but no more than about `limit` in each direction. Types come where `withTypes`. */
  *columns(roots: readonly number[], limit: number, withTypes = false): Iterable<StepColumns> {
    for (const outward of this.#directions) {
      const { near, far, strength, type } = this.#keepStrong(this.#read(roots, { outward, limit, withTypes }));
      yield { outward, near, far, strength, type };
    }
  }

  /** The strongest of one root's, and how many there are in all. */
  strongest(root: number, limit: number): { steps: Step[]; total: number } {
    if (this.#reader.isAllFresh && !this.#view.hasMerges) return this.#readStrongest(root, limit);
    const all: Step[] = [];
    for (const { outward, far, strength, type } of this.columns([root], NO_LIMIT, true)) {
      for (const [i, entity] of far.entries()) {
        all.push({ near: root, far: entity, outward, type: type[i] as string, strength: strength[i] as number });
      }
    }
    all.sort((one, other) => other.strength - one.strength);
    return { steps: all.slice(0, limit), total: all.length };
  }

  /** How many each of the roots has. */
  counts(roots: readonly number[]): Map<number, number> {
    const counts = new Map(roots.map((root) => [root, 0]));
    const asked = [...counts.keys()];
    const add = (root: number, count: number): unknown => counts.set(root, (counts.get(root) ?? 0) + count);
    if (!this.#reader.isAllFresh || this.#view.hasMerges) {
      for (const { near } of this.columns(asked, NO_LIMIT)) for (const at of near) add(asked[at] as number, 1);
      return counts;
    }
    for (const outward of this.#directions) {
      const { sql, params } = this.#range(asked, outward);
      const rows = this.#view.db.rows<[number, number]>(`SELECT n.value, count(*) ${sql} GROUP BY n.key`, ...params);
      for (const [root, count] of rows) add(root, count);
    }
    return counts;
  }

  #readStrongest(root: number, limit: number): { steps: Step[]; total: number } {
    const ranges = this.#directions.map((outward) => ({ outward, ...this.#range([root], outward) }));
    const selects = ranges.map(({ outward, sql }) => {
      const far = outward ? 'target' : 'source';
      return `SELECT n.value AS near, r.${far} AS far, ${outward ? 1 : 0} AS outward, r.type AS type,
                r.strength AS strength ${sql}`;
    });
    const rows = this.#view.db.all<Omit<Step, 'outward'> & { outward: number }>(
      `${selects.join(' UNION ALL ')} ORDER BY strength DESC LIMIT ?`,
      ...ranges.flatMap(({ params }) => params),
      limit,
    );
    const steps = rows.map((row) => ({ ...row, outward: row.outward === 1 }));
    return { steps, total: this.counts([root]).get(root) ?? 0 };
  }

  #range(roots: readonly number[], outward: boolean) {
    const sql = this.#reader.range({ outward, withoutSelf: this.#isTwice(outward) });
    return { sql: `${sql} AND r.strength >= ?`, params: [...this.#reader.rangeParams(roots), this.#least] };
  }

  /** A relation of an entity with itself is found by its source already, where both directions are asked for. */
  #isTwice(outward: boolean): boolean {
    return !outward && this.#directions.length > 1;
  }

  #read(roots: readonly number[], query: { outward: boolean; limit: number; withTypes: boolean }): Columns {
    const withoutSelf = this.#isTwice(query.outward);
    if (!this.#view.hasMerges) return this.#reader.read(roots, { ...query, withoutSelf });
    const members = roots.map((root) => this.#view.membersOf(root));
    const columns = this.#reader.read(members.flat(), { ...query, withoutSelf, withTypes: true });
    const places = members.flatMap((some, at) => some.map(() => at));
    return this.#putTogether(roots, places, columns, withoutSelf);
  }

  /** Relations that merging makes one are one step. `places` says whose member each of the entities read from is. */
  #putTogether(roots: readonly number[], places: readonly number[], columns: Columns, withoutSelf: boolean): Columns {
    const view = this.#view;
    const together = { near: [] as number[], far: [] as number[], strength: [] as number[], type: [] as string[] };
    const known = new Map<string, number>();
    for (const [i, entity] of columns.far.entries()) {
      const near = places[columns.near[i] as number] as number;
      const [far, type, strength] = [view.rootOf(entity), columns.type[i] as string, columns.strength[i] as number];
      if (strength === 0 || (withoutSelf && far === roots[near])) continue;
      const key = view.isMerged(entity) || view.isMerged(roots[near] as number) ? `${near} ${far} ${type}` : undefined;
      const at = key === undefined ? undefined : known.get(key);
      if (at !== undefined) {
        const before = together.strength[at] as number;
        together.strength[at] = before + strength * (1 - before);
        continue;
      }
      if (key !== undefined) known.set(key, together.far.length);
      together.near.push(near);
      together.far.push(far);
      together.strength.push(strength);
      together.type.push(type);
    }
    return together;
  }

  #keepStrong(columns: Columns): Columns {
    if (this.#least <= 0 && this.#reader.isAllFresh) return columns;
    const isStrong = (strength: number): boolean => strength > 0 && strength >= this.#least;
    if (columns.strength.every(isStrong)) return columns;
    const keep = <Value>(values: readonly Value[]): Value[] =>
      values.filter((_, i) => isStrong(columns.strength[i] as number));
    return {
      near: keep(columns.near),
      far: keep(columns.far),
      strength: keep(columns.strength),
      type: keep(columns.type),
    };
  }
}

const NO_LIMIT = -1;
