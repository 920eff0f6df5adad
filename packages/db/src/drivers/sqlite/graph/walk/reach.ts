/**
 * Breadth first from one entity. Every level is looked at whole before the next, so that a distance is the shortest; the
 * work is bounded by the number of relations looked at, not by the answer's length.
 */
import type { Reach, ReachQuery } from '@zapomni/core/ports';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { Database } from '../../connection/database.ts';
import { describeSteps } from './describe-steps.ts';
import { Level } from './level.ts';
import { Steps } from './steps.ts';
import { GraphView } from '../view.ts';

const DEEPEST = 5;
/** A hundred thousand neighbours are counted in full; a graph in which everything is five steps away is not. */
const MOST_LOOKED_AT = 200_000;
const PORTION = 2000;

export function reach(db: Database, workspace: string, start: string, query: ReachQuery): Reach {
  if (!Number.isInteger(query.depth) || query.depth < 1 || query.depth > DEEPEST) {
    throw invalidField('depth', `must be a whole number from 1 to ${DEEPEST}`);
  }
  const view = GraphView.of(db, workspace, query);
  const from = view.find(start);
  if (from === undefined) throw new ZapomniError('NOT_FOUND', 'The entity does not exist in this workspace.');
  const search = new BreadthFirst(new Steps(view, query), from, query.limit);
  for (let distance = 1; distance <= query.depth && search.complete; distance++) search.goFurther(distance);
  const reached = describeSteps(view, search.best, { workspace, types: query.types }).map(({ at, relation }) => {
    const { outward, distance } = search.best[at] as LastStep;
    const [near, far] = outward ? [relation.source, relation.target] : [relation.target, relation.source];
    return { entityId: far, distance, from: near, relation };
  });
  return { reached, total: search.total, complete: search.complete };
}

interface LastStep {
  readonly near: number;
  readonly far: number;
  readonly outward: boolean;
  readonly distance: number;
}

class BreadthFirst {
  /** As many as are wanted, nearest first, then by the strength of the last step. */
  readonly best: LastStep[] = [];
  complete = true;
  readonly #steps: Steps;
  readonly #limit: number;
  readonly #seen: Set<number>;
  #frontier: readonly number[];
  #lookedAt = 0;

  constructor(steps: Steps, start: number, limit: number) {
    this.#steps = steps;
    this.#limit = limit;
    this.#seen = new Set([start]);
    this.#frontier = [start];
  }

  /** The start is not counted. */
  get total(): number {
    return this.#seen.size - 1;
  }

  /** One level: all entities that are one step away from those found last. */
  goFurther(distance: number): void {
    const level = new Level(this.#seen);
    for (let at = 0; at < this.#frontier.length && this.complete; at += PORTION) {
      this.#lookFrom(this.#frontier.slice(at, at + PORTION), level);
    }
    for (const far of level.found) this.#seen.add(far);
    for (const step of level.strongest(this.#limit - this.best.length)) this.best.push({ ...step, distance });
    this.#frontier = level.found;
  }

  #lookFrom(roots: readonly number[], level: Level): void {
    for (const steps of this.#steps.columns(roots, MOST_LOOKED_AT - this.#lookedAt + 1)) {
      level.add(roots, steps);
      this.#lookedAt += steps.far.length;
      this.complete &&= this.#lookedAt <= MOST_LOOKED_AT;
      if (!this.complete) return;
    }
  }
}
