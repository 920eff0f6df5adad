/** A workspace that is not there yet, made empty. */
import type { Context } from '../context.ts';
import { makeGraph } from '../schema/schema.ts';
import { dropGraph } from './revive.ts';

export async function ensureWorkspace({ store, registry }: Context, id: string, at: number): Promise<void> {
  if (await registry.find(id)) return;
  const number = await registry.nextNumber();
  await makeGraph(store, number);
  if (!(await registry.enter({ id, name: id, description: '', createdAt: at, number }))) await dropGraph(store, number);
}
