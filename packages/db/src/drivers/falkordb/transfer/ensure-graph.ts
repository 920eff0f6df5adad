import type { Context } from '../context.ts';
import { makeGraph } from '../schema/schema.ts';
import { dropGraph } from '../workspaces/revive.ts';

/** The workspace's graph. A workspace that is not there yet is made of its name alone. */
export async function ensureGraph({ store, registry }: Context, workspace: string, at: number): Promise<number> {
  for (;;) {
    registry.forget(workspace);
    const entry = await registry.find(workspace);
    if (entry) return entry.number;
    const number = await registry.nextNumber();
    await makeGraph(store, number);
    if (await registry.enter({ id: workspace, name: workspace, description: '', createdAt: at, number })) return number;
    await dropGraph(store, number);
  }
}
