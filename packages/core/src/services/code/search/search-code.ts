/**
 * Finds places in the code of repositories.
 *
 *   query ─ read (names, places, words; a long text three ways)
 *         ├ words ─── BM25 over units ────┐
 *         ├ meaning ─ vectors, if any ────┼─ files with their units ─ narrow ─ rank ─ show
 *         └ names ─── symbols, paths ─────┘
 *
 * Each repository is looked through by itself and ranked with the others. Vectors may be absent or incomplete: their share is told, and
 * what they say counts as far as they are there.
 */
import type { Embedding } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { findRepositories, type KeptRepository } from '../store/index.ts';
import { checkCodeQuery, readCodeQuery, type CodeQuery } from './code-query.ts';
import { filesOf, inRelation, type KnownFile } from './found-files.ts';
import { findUnits, type FoundUnits } from './found-units.ts';
import { filesWithSymbols, type PathTables } from './named-files.ts';
import { narrow, noSuchSymbol, type Narrowed, type Narrowing } from './narrow.ts';
import { queryWords } from './query-words.ts';
import { rankFiles } from './rank-files.ts';
import { rarityIn, type Rarity } from './rarity.ts';
import { showHits, type CodeHit } from './show-hits.ts';

export interface CodeSearchRequest extends Narrowing {
  readonly workspace: string;
  readonly query: string;
  /** A name, key or path; all of the workspace if not said. */
  readonly repository?: string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface CodeSearchResult {
  readonly hits: readonly CodeHit[];
  /** Files that have something of the question, beyond those that are shown. */
  readonly leftOut: number;
  readonly repositories: readonly KeptRepository[];
  /** Which share of what words found could be compared by meaning, 0–1; null when the model is not ready. */
  readonly embedded: number | null;
}

/** What lasts from one search to the next. */
export interface SearchTools {
  readonly tables: PathTables;
  /** Null when there is none to be had in time. */
  embed(text: string): Promise<Embedding | null>;
}

export async function searchCode(
  deps: Deps,
  tools: SearchTools,
  request: CodeSearchRequest,
): Promise<CodeSearchResult> {
  const query = readCodeQuery(checkCodeQuery(request.query));
  const repositories = await findRepositories(deps, request.workspace, request.repository);
  const embedding = tools.embed(query.head);
  const narrowed = await Promise.all(repositories.map((one) => narrow(deps, one, request)));
  if (narrowed.every((one) => one === null)) throw noSuchSymbol();
  const rarity = await rarityIn(
    deps,
    repositories.map(({ value }) => value.store),
    [...query.terms, ...query.allTerms, ...query.nameTerms],
  );
  const looking = { tools, query, embedding, rarity };
  const found = await Promise.all(repositories.map((one, i) => lookIn(deps, looking, one, narrowed[i] ?? null)));
  request.signal?.throwIfAborted();
  const trust = trustIn(found.flatMap(({ units }) => units ?? []));
  const files = inRelation(
    found.flatMap((one) => one.files),
    trust ?? 0,
  );
  const ranked = rankFiles(query, queryWords(query.words, rarity.of), files);
  const hits = await showHits(deps, { query, rarity }, ranked.slice(0, request.limit));
  const embedded = (await embedding) ? trust : null;
  return { hits, leftOut: ranked.length - hits.length, repositories, embedded };
}

interface Looking {
  readonly tools: SearchTools;
  readonly query: CodeQuery;
  readonly embedding: Promise<Embedding | null>;
  readonly rarity: Rarity;
}

interface Found {
  readonly units: FoundUnits | null;
  readonly files: readonly KnownFile[];
}

async function lookIn(
  deps: Deps,
  { tools, query, embedding, rarity }: Looking,
  repository: KeptRepository,
  narrowed: Narrowed | null,
): Promise<Found> {
  if (!narrowed) return { units: null, files: [] };
  const { store } = repository.value;
  const scope = { workspace: store, ...(narrowed.filter ? { filter: narrowed.filter } : {}) };
  const [units, withSymbols, meant] = await Promise.all([
    findUnits(deps, query, { embedding, rarity, scope }),
    filesWithSymbols(deps, store, query),
    tools.tables.filesMeant(deps, repository, query),
  ]);
  const named = [...withSymbols, ...meant];
  const files = await filesOf(deps, { query, rarity }, { repository, found: units, named });
  return { units, files: files.flatMap((file) => narrowed.keep(file) ?? []) };
}

/** Where few units have a vector, those that have one would win by it: they count as far as the others have theirs. */
function trustIn(found: readonly FoundUnits[]): number | null {
  const byWords = found.reduce((sum, units) => sum + units.byWords, 0);
  const embedded = found.reduce((sum, units) => sum + units.embedded, 0);
  const near = found.some(({ units }) => [...units.values()].some(({ meaning }) => meaning !== null));
  if (byWords === 0) return near ? 1 : null;
  return embedded / byWords;
}
