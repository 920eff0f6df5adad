/** Work on a workspace's graph, wherever that is by now. */
import type { Context } from '../context.ts';
import { MissingGraph } from '../errors.ts';

/**
 * What the work gives; undefined when the workspace does not exist, or has no graph, or the work gives nothing. A graph may
 * have been replaced by another process since we learnt its number: where nothing comes, the registry is asked again.
 */
export async function inWorkspace<Result>(
  { registry }: Context,
  workspace: string,
  work: (graph: number) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  for (;;) {
    const entry = await registry.find(workspace);
    if (!entry) return undefined;
    const result = await work(entry.number).catch(orNothing);
    if (result !== undefined) return result;
    registry.forget(workspace);
    const now = await registry.find(workspace);
    if (!now || now.number === entry.number) return undefined;
  }
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof MissingGraph)) throw error;
}
