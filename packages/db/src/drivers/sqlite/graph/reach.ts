/**
 * Breadth first from one entity. Every level is looked at whole before the next, so that a distance is the shortest; the
 * work is bounded by the number of relations looked at, not by the answer's length.
 */
import type { Reach, Reached, ReachQuery } from '@zapomni/core/ports';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { Database } from '../database.ts';
import { describeSteps } from './describe-steps.ts';
import { Steps, type Step } from './steps.ts';
import { GraphView } from './view.ts';

const DEEPEST = 5;
/** A hundred thousand neighbours are counted in full; a graph in which everything is five steps away is not. */
const MOST_LOOKED_AT = 200_000;
const PORTION = 500;

export function reach(db: Database, workspace: string, start: string, query: ReachQuery): Reach {
  if (!Number.isInteger(query.depth) || query.depth < 1 || query.depth > DEEPEST) {
    throw invalidField('depth', `must be a whole number from 1 to ${DEEPEST}`);
  }
  const view = GraphView.of(db, workspace, query);
  const from = view.find(start);
  if (from === undefined) throw new ZapomniError('NOT_FOUND', 'The entity does not exist in this workspace.');
  const search = new BreadthFirst(new Steps(view, query), from, query.limit);
  for (let distance = 1; distance <= query.depth && search.complete; distance++) search.goFurther(distance);
  return { reached: describe(view, search.best, workspace), total: search.total, complete: search.complete };
}

interface LastStep {
  readonly step: Step;
  readonly distance: number;
}

function describe(view: GraphView, best: readonly LastStep[], workspace: string): Reached[] {
  const relations = describeSteps(
    view,
    best.map(({ step }) => step),
    workspace,
  );
  return best.flatMap(({ step, distance }, i) => {
    const relation = relations[i];
    if (!relation) return [];
    const [near, far] = step.outward ? [relation.source, relation.target] : [relation.target, relation.source];
    return [{ entityId: far, distance, from: near, relation }];
  });
}

class BreadthFirst {
  readonly best: LastStep[] = [];
  complete = true;
  readonly #steps: Steps;
  readonly #limit: number;
  readonly #seen: Set<number>;
  #frontier: number[];
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
    const found = new Map<number, Step>();
    for (let at = 0; at < this.#frontier.length && this.complete; at += PORTION) {
      this.#lookFrom(this.#frontier.slice(at, at + PORTION), found);
    }
    for (const far of found.keys()) this.#seen.add(far);
    const ranked = [...found.values()].sort((one, other) => other.strength - one.strength);
    for (const step of ranked.slice(0, this.#limit - this.best.length)) this.best.push({ step, distance });
    // Where not all can be looked at, those with the strongest ties are.
    this.#frontier = ranked.map(({ far }) => far);
  }

  #lookFrom(roots: readonly number[], found: Map<number, Step>): void {
    for (const step of this.#steps.from(roots)) {
      if (this.#lookedAt >= MOST_LOOKED_AT) {
        this.complete = false;
        return;
      }
      this.#lookedAt += 1;
      if (this.#seen.has(step.far)) continue;
      const known = found.get(step.far);
      if (known === undefined || step.strength > known.strength) found.set(step.far, step);
    }
  }
}
