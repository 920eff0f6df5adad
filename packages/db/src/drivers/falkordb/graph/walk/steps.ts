/**
 * The steps that lead from entities to their neighbours: one query for each direction, with all of the entities at once.
 * The engine's own paths of variable length leave some out from the fourth step on.
 */
import type { Relation } from '@zapomni/core/model';
import type { NeighbourQuery } from '@zapomni/core/ports';
import { join, type Sum } from '../../../../shared/evidence-sum.ts';
import { toRelation } from '../../../../shared/summed-relation.ts';
import { orNull } from '../rows.ts';
import type { GraphView } from '../view.ts';

/** From one root to another; the relation points away from `near` when `outward`. */
export interface Step {
  readonly near: string;
  readonly far: string;
  readonly outward: boolean;
  readonly type: string;
  readonly sum: Sum;
}

export type StepQuery = Pick<NeighbourQuery, 'types' | 'direction' | 'minStrength'>;

interface StepRow {
  readonly id: string;
  readonly near: string;
  readonly far: string;
  readonly outward: boolean;
  readonly type: string;
  /** Undefined where the sum that the relation carries is not right for the moment. */
  readonly sum: Sum | undefined;
}

/** Each relation once for each of the roots that it touches; a relation of an entity with itself is one outward step. */
export class Steps {
  readonly #view: GraphView;
  readonly #query: StepQuery;
  readonly #directions: readonly boolean[];

  constructor(view: GraphView, query: StepQuery) {
    this.#view = view;
    this.#query = query;
    this.#directions = { out: [true], in: [false], both: [true, false] }[query.direction ?? 'both'];
  }

  /** Of the strongest steps of one root `limit`, and how many there are in all. */
  async strongest(root: string, limit: number): Promise<{ steps: Step[]; total: number }> {
    if (!this.#isPlain(root)) {
      const all = (await this.from([root])).sort(byStrength);
      return { steps: all.slice(0, limit), total: all.length };
    }
    const [stale, ...parts] = await Promise.all([
      this.#stale([root]),
      ...this.#directions.map((outward) => this.#strongestFresh(root, outward, limit)),
    ]);
    const steps = [...parts.flatMap((part) => part.steps), ...stale].sort(byStrength).slice(0, limit);
    return { steps, total: parts.reduce((sum, part) => sum + part.total, stale.length) };
  }

  /** How many each of the roots has; none is left out. */
  async counts(roots: readonly string[]): Promise<Map<string, number>> {
    const counts = new Map(roots.map((root) => [root, 0]));
    const add = (root: string, count: number): void => void counts.set(root, (counts.get(root) ?? 0) + count);
    const merged = [...counts.keys()].filter((root) => !this.#isPlain(root));
    const plain = [...counts.keys()].filter((root) => this.#isPlain(root));
    for (const { near } of await this.from(merged)) add(near, 1);
    if (plain.length === 0) return counts;
    const [stale, ...parts] = await Promise.all([
      this.#stale(plain),
      ...this.#directions.map((outward) =>
        this.#view.read(`${this.#match(outward)} AND ${this.#present} RETURN id, count(r)`, this.#params(plain)),
      ),
    ]);
    for (const [root, count] of parts.flat() as [string, number][]) add(root, count);
    for (const { near } of stale) add(near, 1);
    return counts;
  }

  /** All steps from the roots, of about `limit` relations at most. */
  async from(roots: readonly string[], limit = Number.MAX_SAFE_INTEGER): Promise<Step[]> {
    if (roots.length === 0) return [];
    const { merges } = this.#view;
    const entities = merges.isEmpty ? roots : roots.flatMap((root) => merges.membersOf(root));
    const rows = await Promise.all(
      this.#directions.map((outward) => this.#rows(entities, { outward, where: 'true', limit })),
    );
    return this.#together(await this.#judge(rows.flat()));
  }

  /** Nothing else is the same relation as one of its own. Ends far away may be merged, but then they are not told apart. */
  #isPlain(root: string): boolean {
    return this.#view.merges.isEmpty && root !== '';
  }

  get #present(): string {
    return `${this.#view.fresh} AND r.strength > 0 AND r.strength >= $least`;
  }

  async #strongestFresh(root: string, outward: boolean, limit: number): Promise<{ steps: Step[]; total: number }> {
    const where = this.#present;
    const [rows, counted] = await Promise.all([
      limit > 0 ? this.#rows([root], { outward, where, limit, order: 'ORDER BY r.strength DESC' }) : [],
      this.#view.read(`${this.#match(outward)} AND ${where} RETURN count(r)`, this.#params([root])),
    ]);
    const steps = this.#together(rows.flatMap(({ sum, ...row }) => (sum ? [{ ...row, sum }] : [])));
    return { steps, total: Number(counted[0]?.[0] ?? 0) };
  }

  /** Those whose carried sum is not right for the moment. */
  async #stale(roots: readonly string[]): Promise<Step[]> {
    const where = `NOT ${this.#view.fresh}`;
    const rows = await Promise.all(
      this.#directions.map((outward) => this.#rows(roots, { outward, where, limit: Number.MAX_SAFE_INTEGER })),
    );
    return this.#together(await this.#judge(rows.flat()));
  }

  #match(outward: boolean): string {
    const { types } = this.#query;
    const arrow = outward ? '-[r:REL]->' : '<-[r:REL]-';
    // Found by its source already, where both directions are asked for.
    const once = !outward && this.#directions.length > 1 ? 'AND b.id <> a.id' : '';
    const ofTypes = types && types.length > 0 ? 'AND r.type IN $types' : '';
    // In two steps: asked at once, the engine may begin with every entity there is instead of those named.
    return `UNWIND $ids AS id MATCH (a:Entity {id: id}) WITH a, id MATCH (a)${arrow}(b) WHERE true ${once} ${ofTypes}`;
  }

  #params(ids: readonly string[]) {
    const { types, minStrength = 0 } = this.#query;
    return { ...this.#view.moment, ids, least: minStrength, ...(types && types.length > 0 ? { types } : {}) };
  }

  async #rows(
    entities: readonly string[],
    { outward, where, limit, order = '' }: { outward: boolean; where: string; limit: number; order?: string },
  ): Promise<StepRow[]> {
    const rows = await this.#view.read(
      `${this.#match(outward)} AND ${where} WITH a, b, r ${order} LIMIT $limit
       RETURN r.id, a.id, b.id, r.type, ${this.#view.fresh}, r.strength, r.evidence, r.validFrom, r.validTo`,
      { ...this.#params(entities), limit },
    );
    return rows.map((row) => {
      const [id, near, far, type, fresh, strength, evidence, validFrom, validTo] = row as [
        string,
        string,
        string,
        string,
        boolean,
        ...number[],
      ] as [string, string, string, string, boolean, number, number, number, number];
      const sum = fresh ? { strength, evidence, validFrom, validTo: orNull(validTo) } : undefined;
      return { id, near, far, type, outward, sum };
    });
  }

  async #judge(rows: readonly StepRow[]): Promise<Step[]> {
    const stale = await this.#view.sumsOf(rows.flatMap(({ id, sum }) => (sum ? [] : [id])));
    return rows.flatMap(({ id, sum = stale.get(id), ...row }) => (sum && sum.evidence > 0 ? [{ ...row, sum }] : []));
  }

  /** Rows that merging makes one relation are one step. */
  #together(rows: readonly Step[]): Step[] {
    const { merges } = this.#view;
    const { minStrength = 0 } = this.#query;
    const found = new Map<string, Step>();
    for (const row of rows) {
      const [near, far] = [merges.rootOf(row.near), merges.rootOf(row.far)];
      if (near === far && !row.outward && this.#directions.length > 1) continue;
      const key = `${near}\t${row.outward}\t${far}\t${row.type}`;
      const known = found.get(key);
      const { outward, type } = row;
      found.set(key, { near, far, outward, type, sum: known ? join(known.sum, row.sum) : row.sum });
    }
    return [...found.values()].filter(({ sum }) => sum.strength >= minStrength);
  }
}

export function byStrength(one: Step, other: Step): number {
  return other.sum.strength - one.sum.strength;
}

export function relationOf({ near, far, outward, type, sum }: Step, workspace: string): Relation {
  const [source, target] = outward ? [near, far] : [far, near];
  return toRelation({ workspace, source, type, target }, sum);
}
