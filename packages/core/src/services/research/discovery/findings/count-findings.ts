/** How much was found for a query, what became of it, and when it was last looked for. */
import type { Deps } from '../../../deps.ts';
import { FLOORS, WORTH_A_LOOK } from '../run/make-finding.ts';
import { sourcesFor } from '../run/wanting.ts';
import { findingsOf, runsOf } from '../store/index.ts';
import type { KeptRun } from '../store/run-record.ts';

export interface FoundCounts {
  readonly found: number;
  /** Worth a look, and nobody has looked yet. */
  readonly new: number;
  readonly kept: number;
  readonly rejected: number;
  /** The latest of any of its sources. */
  readonly lastRun: KeptRun | null;
}

export async function foundCounts(deps: Deps, workspace: string, query: string): Promise<FoundCounts> {
  const ranked = (seen: boolean, bounds: { readonly from: number; readonly to?: number }): Promise<number> =>
    findingsOf(deps).count(workspace, { index: 'by_news', where: { query, seen }, ...bounds });
  const both = async (bounds: { readonly from: number; readonly to?: number }): Promise<number> =>
    (await ranked(true, bounds)) + (await ranked(false, bounds));
  const [found, fresh, kept, rejected, lastRun] = await Promise.all([
    both({ from: FLOORS.reject }),
    ranked(false, { from: WORTH_A_LOOK }),
    both({ from: FLOORS.keep }),
    both({ from: FLOORS.reject, to: WORTH_A_LOOK }),
    lastRunFor(deps, workspace, query),
  ]);
  return { found, new: fresh, kept, rejected, lastRun };
}

async function lastRunFor(deps: Deps, workspace: string, query: string): Promise<KeptRun | null> {
  const sources = await sourcesFor(deps, workspace, query);
  const last = sources
    .flatMap(({ value }) => value.last ?? [])
    .toSorted((one, other) => other.started_at - one.started_at)[0];
  return last ? runsOf(deps).get(workspace, last.run) : null;
}
