/** What the store finds for a question in one repository, by words and by meaning, before anything is known of files. */
import type { Scope } from '../../../model/index.ts';
import type { Embedding, PassageHit } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { CodeQuery } from './code-query.ts';
import type { Rarity } from './rarity.ts';

/** Scores as the store gives them; nothing where a search did not find it. */
export interface UnitScores {
  readonly memory: string;
  head: number;
  all: number;
  names: number;
  /** Null: it has no vector. */
  meaning: number | null;
}

export interface FoundUnits {
  /** By the id of the passage. */
  readonly units: ReadonlyMap<number, UnitScores>;
  /** Of the units that words found: how many, and how many of them have a vector. */
  readonly byWords: number;
  readonly embedded: number;
  /** The cosine above which a meaning says something: of the last of the nearest. */
  readonly floor: number;
}

/** Deep, because what words think best is put in another order. */
const DEPTH = 400;
const DEPTH_OF_LONG = 300;
const NEAREST = 100;
/** Of a long text the rarest words; the others are in every file. */
const MOST_ALL = 96;

export async function findUnits(
  deps: Deps,
  query: CodeQuery,
  { embedding, rarity, scope }: { embedding: Promise<Embedding | null>; rarity: Rarity; scope: Scope },
): Promise<FoundUnits> {
  const depth = query.isLong ? DEPTH_OF_LONG : DEPTH;
  const search = (terms: readonly string[]): Promise<PassageHit[]> =>
    terms.length === 0 ? Promise.resolve([]) : deps.storage.fullText.search({ terms }, depth, scope);
  const [head, all, names, asked] = await Promise.all([
    search(query.terms),
    search(rarity.rarest(query.allTerms, MOST_ALL)),
    search(query.nameTerms),
    embedding,
  ]);
  const units = new Map<number, UnitScores>();
  take(units, head, 'head');
  take(units, all, 'all');
  take(units, names, 'names');
  const byWords = [...units.keys()];
  if (!asked) return { units, byWords: byWords.length, embedded: 0, floor: 0 };
  const { name } = deps.embedder.model;
  const [near, known] = await Promise.all([
    deps.storage.vectors.nearest(name, asked.vector, NEAREST, scope),
    deps.storage.vectors.score(name, asked.vector, byWords),
  ]);
  for (const [passage, score] of known) (units.get(passage) as UnitScores).meaning = score;
  take(units, near.filter(isTelling(deps, units, near)), 'meaning');
  return { units, byWords: byWords.length, embedded: known.size, floor: near.at(-1)?.score ?? 0 };
}

/** How likely a unit must fit that no word speaks for; something is always the nearest. */
const LEAST_LIKELY = 0.25;

function isTelling({ embedder }: Deps, byWords: ReadonlyMap<number, UnitScores>, near: readonly PassageHit[]) {
  const [most, least] = [near[0]?.score ?? 0, near.at(-1)?.score ?? 0];
  return ({ passageId, score }: PassageHit): boolean => {
    if (byWords.has(passageId)) return true;
    return score > (most + least) / 2 && (embedder.likeness?.(score) ?? 1) >= LEAST_LIKELY;
  };
}

function take(
  units: Map<number, UnitScores>,
  hits: readonly PassageHit[],
  by: Exclude<keyof UnitScores, 'memory'>,
): void {
  for (const { passageId, memoryId, score } of hits) {
    const unit = units.get(passageId) ?? { memory: memoryId, head: 0, all: 0, names: 0, meaning: null };
    unit[by] = score;
    units.set(passageId, unit);
  }
}
