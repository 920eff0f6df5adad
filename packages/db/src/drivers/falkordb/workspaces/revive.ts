/** What is left of a workspace whose graph takes nothing any more. */
import type { Context } from '../context.ts';
import { dropRecords } from '../records/tables.ts';
import { makeGraph } from '../schema/schema.ts';
import type { Store } from '../store.ts';

/** Removes a graph with its records; what is not there is fine. */
export async function dropGraph(store: Store, graph: number): Promise<void> {
  await store.deleteGraph(graph);
  await dropRecords(store, graph);
}

/**
 * The workspace stands in the registry without a graph that takes anything: somebody deleted the graph behind our back, or
 * a removal was cut short. It gets a graph of a new number, so that no passage's id comes twice.
 */
export async function revive({ store, registry }: Context, workspace: string, number: number): Promise<void> {
  registry.forget(workspace);
  const entry = await registry.find(workspace);
  if (!entry || entry.number !== number) return;
  const fresh = await registry.nextNumber();
  await makeGraph(store, fresh);
  await dropGraph(store, (await registry.renumber(entry, fresh)) ? number : fresh);
}
