/**
 * The steps that lead from entities to their neighbours. A question about the present without merges reads nothing but one
 * range of an index for each entity and direction; every other is put together from what it finds there.
 */
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

export type StepQuery = Pick<NeighbourQuery, 'types' | 'direction' | 'minStrength'>;

/** Each relation once for each of the roots that it touches; a relation of an entity with itself is one outward step. */
export class Steps {
  readonly #view: GraphView;
  readonly #types: readonly string[] | undefined;
  readonly #least: number;
  readonly #directions: readonly boolean[];
  readonly #isSimple: boolean;

  constructor(view: GraphView, { types, direction = 'both', minStrength = 0 }: StepQuery) {
    this.#view = view;
    this.#types = types && types.length > 0 ? types : undefined;
    this.#least = minStrength;
    this.#directions = { out: [true], in: [false], both: [true, false] }[direction];
    this.#isSimple = !view.hasMerges && isAllFresh(view);
  }

  /** In no particular order. */
  *from(roots: readonly number[]): Iterable<Step> {
    if (this.#isSimple) {
      for (const outward of this.#directions) yield* this.#simple(roots, outward);
      return;
    }
    for (const step of this.#together(roots)) if (step.strength >= this.#least) yield step;
  }

  *#simple(roots: readonly number[], outward: boolean): Iterable<Step> {
    const { sql, params } = this.#range(roots, outward);
    const rows = this.#view.db.rows<[number, number, string, number]>(
      `SELECT n.value, r.${outward ? 'target' : 'source'}, r.type, r.strength ${sql} AND r.strength > 0 AND r.strength >= ?`,
      ...params,
      this.#least,
    );
    for (const [near, far, type, strength] of rows) yield { near, far, outward, type, strength };
  }

  /** Rows that merging makes one relation are one step. */
  #together(roots: readonly number[]): Iterable<Step> {
    const found = new Map<string, Step>();
    for (const row of this.#judged(roots.flatMap((root) => this.#view.membersOf(root)))) {
      const [near, far] = [this.#view.rootOf(row.near), this.#view.rootOf(row.far)];
      if (near === far && !row.outward) continue;
      const key = `${near} ${row.outward} ${row.type} ${far}`;
      const strength = found.get(key)?.strength ?? 0;
      found.set(key, { ...row, near, far, strength: strength + row.strength * (1 - strength) });
    }
    return found.values();
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
      `SELECT n.value, r.${outward ? 'target' : 'source'}, r.type, r.strength, r.id, ${fresh.sql} ${sql}`,
      ...fresh.params,
      ...params,
    );
    for (const [near, far, type, strength, id, isRight] of rows) {
      yield { near, far, outward, type, strength, id, fresh: isRight === 1 };
    }
  }

  #range(entities: readonly number[], outward: boolean): { sql: string; params: (string | number)[] } {
    const near = outward ? 'source' : 'target';
    const types = this.#types ? 'CROSS JOIN json_each(?) t' : '';
    const ofType = this.#types ? 'AND r.type = t.value' : '';
    // Found by its source already, where both directions are asked for.
    const once = !outward && this.#directions.length > 1 ? 'AND r.source <> r.target' : '';
    return {
      sql: `FROM json_each(?) n ${types} CROSS JOIN relations r INDEXED BY relations_${outward ? 'out' : 'in'}
            ON r.workspace = ? AND r.${near} = n.value ${ofType} WHERE 1 ${once}`,
      params: [
        JSON.stringify(entities),
        ...(this.#types ? [JSON.stringify([...new Set(this.#types)])] : []),
        this.#view.workspace,
      ],
    };
  }
}
