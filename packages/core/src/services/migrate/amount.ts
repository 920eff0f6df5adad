/** How much of a store there is to go through, for those who wait: its memories, and the records of its collections. */
import type { RecordKind } from '../../model/index.ts';
import type { Storage } from '../../ports/index.ts';

/** All else is little beside them. */
export function isCounted<Named extends { readonly kind: RecordKind }>(
  one: Named,
): one is Extract<Named, { kind: 'memory' | 'record' }> {
  return one.kind === 'memory' || one.kind === 'record';
}

export async function amountIn({ workspaces, records }: Storage): Promise<number> {
  let amount = 0;
  for (const { id, memories } of await workspaces.list()) {
    amount += memories;
    for (const collection of await records.collections(id)) amount += collection.records;
  }
  return amount;
}
