/** Where a symbol is: all that a name can mean, in all repositories of a workspace. */
import type { Deps } from '../../deps.ts';
import { findRepositories } from '../store/find-repository.ts';
import type { KeptRepository, KeptSymbol } from '../store/index.ts';
import { CodeReader } from './code-reader.ts';
import { lookUpFuzzy } from './fuzzy.ts';
import { byMatch, lookUp, lookUpPrefix, MOST_BARE, type Candidate, type Looked, type Match } from './lookup.ts';
import { readName, type NameQuery } from './name-query.ts';

/** `auto`: as it is written; where nothing is called so, what begins so; where nothing does, what is nearly so. */
export const MATCH_MODES = ['auto', 'exact', 'prefix', 'fuzzy'] as const;
export type MatchMode = (typeof MATCH_MODES)[number];

export interface FindSymbolRequest {
  readonly workspace: string;
  readonly name: string;
  readonly repository?: string | undefined;
  readonly match?: MatchMode | undefined;
  readonly kind?: string | undefined;
  /** Only in files below this folder, or in this file. */
  readonly path?: string | undefined;
  readonly limit: number;
}

export interface FoundSymbol {
  readonly repository: KeptRepository;
  readonly symbol: KeptSymbol;
  readonly match: Match;
}

export interface FoundSymbols {
  readonly found: readonly FoundSymbol[];
  /** Of those that were looked at. */
  readonly total: number;
  /** False: there may be more of them than were looked at. */
  readonly complete: boolean;
  /** How many repositories were asked. */
  readonly repositories: number;
}

export async function findSymbol(deps: Deps, request: FindSymbolRequest): Promise<FoundSymbols> {
  const query = readName(request.name);
  const repositories = await findRepositories(deps, request.workspace, request.repository);
  const readers = repositories.map((repository) => new CodeReader(deps, repository));
  const fits = narrowing(request);
  const isThorough = request.kind !== undefined || request.path !== undefined || request.limit > MOST_BARE;
  for (const step of stepsOf(request.match ?? 'auto')) {
    const looked = await Promise.all(readers.map((reader) => step(deps, reader, query, isThorough)));
    const found = looked.flatMap((one, i) => toFound(readers[i] as CodeReader, one)).filter(fits);
    if (found.length === 0) continue;
    const complete = looked.every(({ more }) => !more);
    const shown = found.sort(byMatch).slice(0, request.limit);
    return { found: shown, total: found.length, complete, repositories: readers.length };
  }
  return { found: [], total: 0, complete: true, repositories: readers.length };
}

type Step = (deps: Deps, reader: CodeReader, query: NameQuery, isThorough: boolean) => Promise<Looked>;

const STEPS: Readonly<Record<Exclude<MatchMode, 'auto'>, Step>> = {
  exact: (_deps, reader, query, isThorough) => lookUp(reader, query, isThorough),
  prefix: (_deps, reader, query) => lookUpPrefix(reader, query),
  fuzzy: lookUpFuzzy,
};

function stepsOf(mode: MatchMode): Step[] {
  return mode === 'auto' ? Object.values(STEPS) : [STEPS[mode]];
}

function toFound({ repository }: CodeReader, { found }: Looked): FoundSymbol[] {
  return found.map((one) => ({ repository, ...one }));
}

function narrowing({ kind, path }: FindSymbolRequest): (one: Candidate) => boolean {
  const folder = path?.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
  return ({ symbol: { value } }) =>
    (kind === undefined || value.kind === kind) &&
    (folder === undefined || folder === '' || value.path === folder || value.path.startsWith(`${folder}/`));
}
