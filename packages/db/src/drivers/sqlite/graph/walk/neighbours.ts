/** One hop from each of some entities. */
import type { Relation } from '@zapomni/core/model';
import type { NeighboursQuery } from '@zapomni/core/ports';
import type { Database } from '../../connection/database.ts';
import { describeSteps } from './describe-steps.ts';
import { Steps, type Step } from './steps.ts';
import { GraphView } from '../view.ts';

export function neighbours(
  db: Database,
  workspace: string,
  ids: readonly string[],
  query: NeighboursQuery,
): { relations: Relation[]; totals: number[] } {
  const view = GraphView.of(db, workspace, query);
  const around = new Steps(view, query);
  const best: Step[] = [];
  const totals = ids.map((id) => {
    const root = view.find(id);
    if (root === undefined) return 0;
    const { steps, total } = around.strongest(root, query.limit);
    for (const step of steps) best.push(step);
    return total;
  });
  return { relations: describeSteps(view, best, { workspace }).map(({ relation }) => relation), totals };
}
