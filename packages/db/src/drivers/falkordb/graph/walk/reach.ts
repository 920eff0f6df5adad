/**
 * Breadth first from one entity. Every level is looked at whole before the next, so that a distance is the shortest; the
 * work is bounded by the number of relations looked at, not by the answer's length.
 */
import type { Relation } from '@zapomni/core/model';
import type { NeighboursQuery, Reach, Reached, ReachQuery } from '@zapomni/core/ports';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { Context } from '../../context.ts';
import { byStrength, relationOf, Steps, type Step } from './steps.ts';
import { GraphView } from '../view.ts';

const DEEPEST = 5;
/** A hundred thousand neighbours are counted in full; a graph in which everything is five steps away is not. */
const MOST_LOOKED_AT = 200_000;
const PORTION = 2000;

export async function reach(context: Context, workspace: string, start: string, query: ReachQuery): Promise<Reach> {
  if (!Number.isInteger(query.depth) || query.depth < 1 || query.depth > DEEPEST) {
    throw invalidField('depth', `must be a whole number from 1 to ${DEEPEST}`);
  }
  const view = await GraphView.of(context, workspace, query);
  const from = (await view?.roots([start]))?.get(start);
  if (!view || from === undefined) {
    throw new ZapomniError('NOT_FOUND', 'The entity does not exist in this workspace.');
  }
  const search = new BreadthFirst(new Steps(view, query), from);
  const reached: Reached[] = [];
  for (let distance = 1; distance <= query.depth && search.complete; distance++) {
    const level = await search.goFurther();
    for (const step of level.sort(byStrength).slice(0, query.limit - reached.length)) {
      reached.push({ entityId: step.far, distance, from: step.near, relation: relationOf(step, workspace) });
    }
  }
  return { reached, total: search.total, complete: search.complete };
}

class BreadthFirst {
  complete = true;
  readonly #steps: Steps;
  readonly #seen: Set<string>;
  #frontier: readonly string[];
  #lookedAt = 0;

  constructor(steps: Steps, start: string) {
    this.#steps = steps;
    this.#seen = new Set([start]);
    this.#frontier = [start];
  }

  /** The start is not counted. */
  get total(): number {
    return this.#seen.size - 1;
  }

  /** Each entity that is one step away from those found last, with the strongest of the steps that lead to it. */
  async goFurther(): Promise<Step[]> {
    const found = new Map<string, Step>();
    for (let at = 0; at < this.#frontier.length && this.complete; at += PORTION) {
      const steps = await this.#steps.from(this.#frontier.slice(at, at + PORTION), MOST_LOOKED_AT - this.#lookedAt + 1);
      this.#lookedAt += steps.length;
      this.complete = this.#lookedAt <= MOST_LOOKED_AT;
      for (const step of steps) {
        const known = found.get(step.far);
        if (!this.#seen.has(step.far) && (!known || byStrength(known, step) > 0)) found.set(step.far, step);
      }
    }
    for (const far of found.keys()) this.#seen.add(far);
    this.#frontier = [...found.keys()];
    return [...found.values()];
  }
}

/** One hop from each. */
export async function neighbours(
  context: Context,
  workspace: string,
  ids: readonly string[],
  query: NeighboursQuery,
): Promise<{ relations: Relation[]; totals: number[] }> {
  const view = await GraphView.of(context, workspace, query);
  if (!view) return { relations: [], totals: ids.map(() => 0) };
  const [around, roots] = [new Steps(view, query), await view.roots(ids)];
  const found = await Promise.all(
    ids.map((id) => {
      const root = roots.get(id);
      return root === undefined ? { steps: [], total: 0 } : around.strongest(root, query.limit);
    }),
  );
  const relations = found.flatMap(({ steps }) => steps.map((step) => relationOf(step, workspace)));
  return { relations, totals: found.map(({ total }) => total) };
}
