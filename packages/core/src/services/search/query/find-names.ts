/**
 * Which names of the store a question says: tags, and entities that go by another name too. A name tells the more the fewer
 * memories bear it, and the fewer texts hold its words.
 */
import { nameKey, toPhrase, toTerms, type Entity } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { idf } from '../candidates/idf.ts';
import { namesIn, type SpokenNames } from './spoken-names.ts';
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
  /** The main terms of its words. */
  readonly terms: readonly string[];
  /** What it adds to a word score: about what a text of usual length would get for holding these terms. */
  readonly worth: number;
  /** How much it tells, 0–1: of the rarest name there could be, and of its own words in a text. */
  readonly share: number;
  readonly force: number;
}

/** What so many bear names nothing, and would take long to look through. */
const TOO_MANY = 5_000;
/** Names that tell less say nothing. */
const LEAST_SHARE = 0.2;
const MOST_NAMES = 4;

/** Asks the store for nothing but what has such names: little, so that it is done before the model has read the question. */
export async function sightNames(deps: Deps, text: string, workspaces: readonly string[]): Promise<SightedName[]> {
  const { tags, keys } = namesIn(text);
  const found = await Promise.all(
    workspaces.flatMap((workspace) => [
      sightTags(deps, workspace, tags),
      sightEntities(deps, workspace, { text, keys }),
    ]),
  );
  return found.flat().filter(({ count }) => count > 0 && count < TOO_MANY);
}

async function sightTags({ storage }: Deps, workspace: string, tags: SpokenNames['tags']): Promise<SightedName[]> {
  if (tags.size === 0) return [];
  const counts = await storage.memories.countTagged(workspace, [...tags.keys()], TOO_MANY);
  return Array.from(tags, ([tag, said], i) => ({ workspace, said, bearer: { tag }, count: counts[i] ?? 0 }));
}

interface Asked {
  readonly text: string;
  readonly keys: SpokenNames['keys'];
}

async function sightEntities({ storage }: Deps, workspace: string, { text, keys }: Asked): Promise<SightedName[]> {
  if (keys.size === 0) return [];
  const entities = await storage.graph.named(workspace, [...keys.keys()]);
  const terms = new Set(entities.length > 0 ? toTerms(text) : []);
  return entities.flatMap((entity) => {
    const said = hasUnsaidName(entity, terms) ? saidNameOf(entity, keys) : undefined;
    return said === undefined ? [] : { workspace, said, bearer: { entityId: entity.id }, count: entity.mentions };
  });
}

/** Without a name that shares no word with the question, words find every mention already. */
function hasUnsaidName({ name, aliases }: Entity, terms: ReadonlySet<string>): boolean {
  return [name, ...aliases].some((form) => !toTerms(form).some((term) => terms.has(term)));
}

function saidNameOf({ name, aliases, type }: Entity, keys: SpokenNames['keys']): string | undefined {
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
  const terms = [...new Set(toPhrase(name.said))];
  const { passages, counts: holding } = await counts.of(terms, name.workspace);
  const worth = sum(holding.map((count) => idf(Math.max(1, count, name.count), passages)));
  const held = sum(holding.map((count) => idf(Math.max(1, count), passages)));
  return { ...name, terms, worth, share: worth / (terms.length * idf(1, passages)), force: worth / held };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
