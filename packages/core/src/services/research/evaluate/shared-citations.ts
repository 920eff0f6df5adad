/** What a paper cites in common with what the user liked or has. */
import type { Deps } from '../../deps.ts';
import { papersOf, referencesOf } from '../library/store/index.ts';
import type { Candidate } from './evaluation.ts';

type Services = Pick<Deps, 'storage' | 'clock'>;

const PORTION = 500;
/** So many in common are as good as any more. */
const [MANY_LIKED, MANY_OWNED] = [4, 8];
/** To cite what is in the library says less than to cite what was liked. */
const OWNED = 0.5;

/** Ids of papers that each cites: as it is told, or as the library knows. */
export async function citesOf(
  deps: Services,
  workspace: string,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = new Map(candidates.flatMap(({ id, cites }) => (cites ? [[id, cites] as const] : [])));
  const others = candidates.filter(({ cites }) => cites === undefined).map(({ id }) => id);
  for (let i = 0; i < others.length; i += PORTION) {
    const keys = others.slice(i, i + PORTION).map((id) => `${id}.0`);
    for (const { value } of await referencesOf(deps).getMany(workspace, keys)) known.set(value.paper, value.cited);
  }
  return known;
}

/** Those of the papers that the user has. */
export async function ownedAmong(
  deps: Services,
  workspace: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const owned = new Set<string>();
  const all = [...ids];
  for (let i = 0; i < all.length; i += PORTION)
    for (const { key, value } of await papersOf(deps).getMany(workspace, all.slice(i, i + PORTION)))
      if (value.standing === 'library') owned.add(key);
  return owned;
}

/** 0–1; null where it is not known what the paper cites. `liked`: papers that were, and what those cite. */
export function citationPart(
  cites: readonly string[] | undefined,
  { liked, owned }: { readonly liked: ReadonlySet<string>; readonly owned: ReadonlySet<string> },
): number | null {
  if (!cites || cites.length === 0) return null;
  const count = (of: ReadonlySet<string>) => cites.filter((id) => of.has(id)).length;
  return Math.max(share(count(liked), MANY_LIKED), OWNED * share(count(owned), MANY_OWNED));
}

/** Grows fast at first: the second in common says more than the ninth. */
function share(count: number, many: number): number {
  return Math.min(1, Math.log1p(count) / Math.log1p(many));
}
