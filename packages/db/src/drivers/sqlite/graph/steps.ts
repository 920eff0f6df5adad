/**
 * The steps that lead from entities to their neighbours. A question about the present of a graph without merges reads
 * nothing but one range of an index for each entity and direction, and gets it from the engine as a few long values:
 * handing over rows one by one costs more than finding them. Every other question is put together from what it finds.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { NeighbourQuery } from '@zapomni/core/ports';
import { isAllFresh, isFresh, sumEvidence } from './judge-relations.ts';
import type { GraphView } from './view.ts';

/** From one root to another; the relation points away from `near` when `outward`. */
export interface Step {
  readonly near: number;
  readonly far: number;
  readonly outward: boolean;
  readonly type: string;
  readonly strength: number;
}

/** Steps as columns; `near` are places in the list asked for. */
export interface StepColumns {
  readonly outward: boolean;
  readonly near: readonly number[];
  readonly far: readonly number[];
  readonly strength: readonly number[];
}

export type StepQuery = Pick<NeighbourQuery, 'types' | 'direction' | 'minStrength'>;

interface Range {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

/** Each relation once for each of the roots that it touches; a relation of an entity with itself is one outward step. */
export class Steps {
  readonly #view: GraphView;
  readonly #types: string | null;
  readonly #least: number;
  readonly #directions: readonly boolean[];
  readonly #isSimple: boolean;

  constructor(view: GraphView, { types, direction = 'both', minStrength = 0 }: StepQuery) {
    this.#view = view;
    this.#types = types && types.length > 0 ? JSON.stringify(types) : null;
    this.#least = minStrength;
    this.#directions = { out: [true], in: [false], both: [true, false] }[direction];
    this.#isSimple = !view.hasMerges && isAllFresh(view);
  }

  /** All steps from the roots, but no more than about `limit`. */
  *columns(roots: readonly number[], limit: number): Iterable<StepColumns> {
    if (this.#isSimple) {
      for (const outward of this.#directions) yield this.#readColumns(roots, outward, limit);
      return;
    }
    const places = new Map(roots.map((root, at) => [root, at]));
    const steps = this.#together(roots);
    for (const outward of this.#directions) {
      const some = steps.filter((step) => step.outward === outward);
      yield {
        outward,
        near: some.map((step) => places.get(step.near) as number),
        far: some.map((step) => step.far),
        strength: some.map((step) => step.strength),
      };
    }
  }

  /** The strongest of one root's, and how many there are in all. */
  strongest(root: number, limit: number): { steps: Step[]; total: number } {
    if (this.#isSimple) return this.#readStrongest(root, limit);
    const all = this.#together([root]).sort((one, other) => other.strength - one.strength);
    return { steps: all.slice(0, limit), total: all.length };
  }

  /** How many each of the roots has; none is left out. */
  counts(roots: readonly number[]): Map<number, number> {
    const counts = new Map(roots.map((root) => [root, 0]));
    if (!this.#isSimple) {
      for (const { near } of this.#together([...counts.keys()])) counts.set(near, (counts.get(near) ?? 0) + 1);
      return counts;
    }
    for (const outward of this.#directions) {
      const { sql, params } = this.#present([...counts.keys()], outward);
      const rows = this.#view.db.rows<[number, number]>(`SELECT n.value, count(*) ${sql} GROUP BY n.key`, ...params);
      for (const [root, count] of rows) counts.set(root, (counts.get(root) ?? 0) + count);
    }
    return counts;
  }

  #readColumns(roots: readonly number[], outward: boolean, limit: number): StepColumns {
    const { sql, params } = this.#present(roots, outward);
    const row = this.#view.db.get<{ near: string; far: string; strength: string }>(
      `SELECT json_group_array(near) AS near, json_group_array(far) AS far, json_group_array(strength) AS strength FROM
         (SELECT n.key AS near, r.${farEnd(outward)} AS far, r.strength AS strength ${sql} LIMIT ?)`,
      ...params,
      limit,
    );
    const column = (text: string | undefined): number[] => JSON.parse(text ?? '[]') as number[];
    return { outward, near: column(row?.near), far: column(row?.far), strength: column(row?.strength) };
  }

  #readStrongest(root: number, limit: number): { steps: Step[]; total: number } {
    const { db } = this.#view;
    const ranges = this.#directions.map((outward) => ({ outward, ...this.#present([root], outward) }));
    const rows = db.all<Omit<Step, 'outward'> & { outward: number }>(
      `${ranges
        .map(
          ({ outward, sql }) => `SELECT n.value AS near, r.${farEnd(outward)} AS far, ${outward ? 1 : 0} AS outward,
            r.type AS type, r.strength AS strength ${sql}`,
        )
        .join(' UNION ALL ')} ORDER BY strength DESC LIMIT ?`,
      ...ranges.flatMap(({ params }) => params),
      limit,
    );
    const steps = rows.map((row) => ({ ...row, outward: row.outward === 1 }));
    return { steps, total: this.counts([root]).get(root) ?? 0 };
  }

  /** Rows that merging makes one relation are one step. */
  #together(roots: readonly number[]): Step[] {
    const found = new Map<string, Step>();
    for (const row of this.#judged(roots.flatMap((root) => this.#view.membersOf(root)))) {
      const [near, far] = [this.#view.rootOf(row.near), this.#view.rootOf(row.far)];
      if (near === far && !row.outward && this.#directions.length > 1) continue;
      const key = `${near} ${row.outward} ${far} ${row.type}`;
      const strength = found.get(key)?.strength ?? 0;
      found.set(key, { ...row, near, far, strength: strength + row.strength * (1 - strength) });
    }
    return [...found.values()].filter((step) => step.strength >= this.#least);
  }

  *#judged(entities: readonly number[]): Iterable<Step> {
    const stale = new Map<number, Step[]>();
    for (const outward of this.#directions) {
      for (const { id, fresh, ...step } of this.#rows(entities, outward)) {
        if (fresh && step.strength > 0) yield step;
        if (!fresh) stale.set(id, [...(stale.get(id) ?? []), step]);
      }
    }
    if (stale.size === 0) return;
    for (const [id, { strength }] of sumEvidence(this.#view, [...stale.keys()])) {
      for (const step of stale.get(id) ?? []) yield { ...step, strength };
    }
  }

  *#rows(entities: readonly number[], outward: boolean): Iterable<Step & { id: number; fresh: boolean }> {
    const { sql, params } = this.#range(entities, outward);
    const fresh = isFresh(this.#view.moment);
    const rows = this.#view.db.rows<[number, number, string, number, number, number]>(
      `SELECT n.value, r.${farEnd(outward)}, r.type, r.strength, r.id, ${fresh.sql} ${sql}`,
      ...fresh.params,
      ...params,
    );
    for (const [near, far, type, strength, id, isRight] of rows) {
      yield { near, far, outward, type, strength, id, fresh: isRight === 1 };
    }
  }

  /** Those that hold now and are strong enough, by the sums they carry. */
  #present(entities: readonly number[], outward: boolean): Range {
    const { sql, params } = this.#range(entities, outward);
    // Found by its source already, where both directions are asked for.
    const once = !outward && this.#directions.length > 1 ? 'AND r.source <> r.target' : '';
    return { sql: `${sql} AND r.strength > 0 AND r.strength >= ? ${once}`, params: [...params, this.#least] };
  }

  #range(entities: readonly number[], outward: boolean): Range {
    const index = outward ? 'relations_out' : 'relations_in';
    const near = outward ? 'source' : 'target';
    const ofTypes = this.#types === null ? '1' : 'r.type IN (SELECT value FROM json_each(?))';
    return {
      sql: `FROM json_each(?) n CROSS JOIN relations r INDEXED BY ${index} ON r.workspace = ? AND r.${near} = n.value
            WHERE ${ofTypes}`,
      params: [JSON.stringify(entities), this.#view.workspace, ...(this.#types === null ? [] : [this.#types])],
    };
  }
}

function farEnd(outward: boolean): string {
  return outward ? 'target' : 'source';
}
