/** What somebody has looked at and left as it is: not shown again until one of the memories changes. */
import { z } from 'zod';
import type { Memory } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { defineCollection } from '../records/define-collection.ts';
import { REVIEW_KINDS, type ReviewKind, type Settling } from './review-request.ts';

/** Goes with the first of the memories. */
const SETTLED = defineCollection({
  name: 'review_settled',
  schema: z.strictObject({ kind: z.enum(REVIEW_KINDS), versions: z.array(z.number()) }),
  parent: 'memory',
});

type Parts = Pick<Deps, 'storage' | 'clock'>;

function keyOf(kind: ReviewKind, ids: readonly string[]): string {
  return [kind, ...ids.toSorted()].join('/');
}

const inOrder = (memories: readonly Memory[]): Memory[] => memories.toSorted((a, b) => (a.id < b.id ? -1 : 1));

export async function settle(deps: Parts, { workspace, kind }: Settling, memories: readonly Memory[]): Promise<void> {
  const sorted = inOrder(memories);
  const key = keyOf(
    kind,
    sorted.map(({ id }) => id),
  );
  const versions = sorted.map(({ version }) => version);
  const [first] = sorted;
  await collection(deps, SETTLED).put(workspace, key, { kind, versions }, first ? { parent: first.id } : {});
}

/** False when it was not settled. */
export async function unsettle(deps: Parts, { workspace, kind, ids }: Settling): Promise<boolean> {
  const settled = collection(deps, SETTLED);
  const key = keyOf(kind, ids);
  if ((await settled.get(workspace, key)) === null) return false;
  await settled.delete(workspace, key);
  return true;
}

/** Those that nobody has settled as they are now. */
export async function unsettled<Item>(
  deps: Parts,
  { workspace, kind }: Pick<Settling, 'workspace' | 'kind'>,
  items: readonly (readonly [Item, readonly Memory[]])[],
): Promise<Item[]> {
  const keys = items.map(([, memories]) =>
    keyOf(
      kind,
      memories.map(({ id }) => id),
    ),
  );
  const kept = await collection(deps, SETTLED).getMany(workspace, [...new Set(keys)]);
  const versions = new Map(kept.map(({ key, value }) => [key, value.versions.join()]));
  return items
    .filter(([, memories], i) => {
      const now = inOrder(memories).map(({ version }) => version);
      return versions.get(keys[i] as string) !== now.join();
    })
    .map(([item]) => item);
}
