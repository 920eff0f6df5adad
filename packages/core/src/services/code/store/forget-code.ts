/** What was indexed for a workspace goes with it. */
import type { DeletionReceipt } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { codeWorkspacesOf } from './code-workspace.ts';

/** All repositories of a workspace; the receipt tells of these too. They go first, so that none is left without one that knows of it. */
export async function withCodeOf(
  deps: Deps,
  workspace: string,
  removal: () => Promise<DeletionReceipt>,
): Promise<DeletionReceipt> {
  const receipts: DeletionReceipt[] = [];
  for (const store of await codeWorkspacesOf(deps, workspace))
    receipts.push(await deps.storage.workspaces.remove(store, deps.clock.now()));
  return receipts.reduce(sumOfReceipts, await removal());
}

export function sumOfReceipts(one: DeletionReceipt, other: DeletionReceipt): DeletionReceipt {
  const names = Object.keys(one) as (keyof DeletionReceipt)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as DeletionReceipt;
}
