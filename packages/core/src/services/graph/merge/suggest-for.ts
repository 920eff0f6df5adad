/** What one entity might be the same as. Candidates come from the index of names; `whySame` decides. */
import { toTerms, type Entity } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';
import { initialsOf } from '../resolve/name-forms.ts';
import { likelyLookAlikes } from './look-alikes.ts';
import type { MergeSuggestion } from './merge-request.ts';
import { keyOf, whySame } from './why-same.ts';

const MOST = 5;
const CANDIDATES = 30;
const SPELLINGS = 3;

export async function suggestFor(storage: Storage, entity: Entity): Promise<MergeSuggestion[]> {
  const { graph } = storage;
  const { workspace, name, aliases } = entity;
  const key = keyOf(entity);
  const initials = initialsOf(name).toLowerCase();
  const keys = [key, ...likelyLookAlikes(key), initials, ...aliases.map((alias) => keyOf({ name: alias }))];
  const [named, sharing] = await Promise.all([
    graph.named(workspace, [...new Set(keys.filter((one) => one !== ''))]),
    sharingWords(storage, entity),
  ]);
  return bestOf(
    [...named, ...sharing].flatMap((other) => whySame(entity, other) ?? []),
    MOST,
  );
}

/** Surest first, each pair once. */
export function bestOf(suggestions: readonly MergeSuggestion[], limit: number): MergeSuggestion[] {
  const pairs = new Map(suggestions.map((one) => [[one.into.id, one.from.id].toSorted().join('\t'), one]));
  return [...pairs.values()]
    .toSorted((one, other) => other.score - one.score || (one.from.id < other.from.id ? -1 : 1))
    .slice(0, limit);
}

async function sharingWords({ graph, fullText }: Storage, { workspace, name }: Entity): Promise<Entity[]> {
  const own = [...new Set(toTerms(name))].slice(0, 8);
  const similar = await Promise.all(own.map((term) => fullText.similar(term, workspace, SPELLINGS)));
  const terms = [...new Set([...own, ...similar.flat().map(({ term }) => term)])];
  return terms.length === 0 ? [] : graph.findEntities(workspace, { terms, limit: CANDIDATES });
}
