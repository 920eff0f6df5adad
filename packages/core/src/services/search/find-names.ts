/**
 * Which names of the store a question says: tags, and entities that go by another name too. A name tells the more the fewer
 * memories bear it, and the fewer texts hold its words.
 */
import { nameKey, toTerms, type Entity } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { rarity } from './rarity.ts';
import { namesIn, tagsIn } from './spoken-names.ts';
import type { WordCounts } from './word-counts.ts';

/** What bears a name. */
export type Bearer = { readonly tag: string } | { readonly entityId: string };

export interface SightedName {
  readonly workspace: string;
  /** As the question says it. */
  readonly said: string;
  readonly bearer: Bearer;
  /** How many memories carry the tag, or passages mention the entity. */
  readonly count: number;
}

export interface FoundName extends SightedName {
  /** Of the question's words. */
  readonly terms: readonly string[];
  /** What it adds to a word score: about what a text of usual length would get for holding these terms. */
  readonly worth: number;
  /** How much it tells, 0–1: of the rarest name there could be, and of its own words in a text. */
  readonly share: number;
  readonly force: number;
}

/** Beyond this it does not matter how many there are. */
const COUNTED = 20_000;
/** Names that tell less say nothing. */
const LEAST_SHARE = 0.2;
const MOST_NAMES = 4;

/** Asks the store for nothing but what has such names: little, so that it is done before the model has read the question. */
export async function sightNames(deps: Deps, text: string, workspaces: readonly string[]): Promise<SightedName[]> {
  const [tags, keys] = [tagsIn(text), namesIn(text)];
  const found = await Promise.all(
    workspaces.flatMap((workspace) => [
      sightTags(deps, workspace, tags),
      sightEntities(deps, workspace, { keys, terms: new Set(toTerms(text)) }),
    ]),
  );
  return found.flat();
}

async function sightTags(
  { storage }: Deps,
  workspace: string,
  tags: ReadonlyMap<string, string>,
): Promise<SightedName[]> {
  if (tags.size === 0) return [];
  const counts = await storage.memories.countTagged(workspace, [...tags.keys()], COUNTED);
  const sighted = Array.from(tags, ([tag, said], i) => ({ workspace, said, bearer: { tag }, count: counts[i] ?? 0 }));
  return sighted.filter(({ count }) => count > 0);
}

interface AskedOf {
  /** Keys of names, each with how the question says it. */
  readonly keys: ReadonlyMap<string, string>;
  readonly terms: ReadonlySet<string>;
}

async function sightEntities({ storage }: Deps, workspace: string, asked: AskedOf): Promise<SightedName[]> {
  if (asked.keys.size === 0) return [];
  const entities = await storage.graph.named(workspace, [...asked.keys.keys()]);
  return entities
    .filter((entity) => entity.mentions > 0 && hasUnsaidName(entity, asked))
    .flatMap((entity) => {
      const said = saidNameOf(entity, asked);
      return said === undefined ? [] : { workspace, said, bearer: { entityId: entity.id }, count: entity.mentions };
    });
}

/** Without a name that shares no word with the question, words find every mention already. */
function hasUnsaidName({ name, aliases }: Entity, { terms }: AskedOf): boolean {
  return [name, ...aliases].some((form) => !toTerms(form).some((term) => terms.has(term)));
}

function saidNameOf({ name, aliases, type }: Entity, { keys }: AskedOf): string | undefined {
  return [name, ...aliases].map((form) => keys.get(nameKey(form, type))).find((said) => said !== undefined);
}

/** Those that tell most. */
export async function weighNames(sighted: readonly SightedName[], counts: WordCounts): Promise<FoundName[]> {
  const weighed = await Promise.all(sighted.map((name) => weigh(name, counts)));
  return weighed
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_NAMES);
}

/** Each term counts by how many texts hold it or, where that are more, by how many memories bear the name. */
async function weigh(name: SightedName, counts: WordCounts): Promise<FoundName> {
  const terms = [...new Set(toTerms(name.said))];
  const { passages, counts: holding } = await counts.of(terms, name.workspace);
  const worth = sum(holding.map((count) => rarity(Math.max(1, count, name.count), passages)));
  const held = sum(holding.map((count) => rarity(Math.max(1, count), passages)));
  return { ...name, terms, worth, share: worth / (terms.length * rarity(1, passages)), force: worth / held };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
