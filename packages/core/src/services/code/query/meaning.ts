/** Which symbol is meant. */
import type { Deps } from '../../deps.ts';
import type { PackageUse } from '../manifests/package-uses.ts';
import { findRepositories, type KeptSymbol } from '../store/index.ts';
import { CodeReader } from './code-reader.ts';
import { findSymbol, type FoundSymbol } from './find-symbol.ts';
import { byImportance, filesAt, MOST_BARE } from './lookup.ts';
import { readName } from './name-query.ts';

/** What a name means: one symbol, or several to choose from, or none and what is near it. */
export type Meaning =
  | { readonly status: 'found'; readonly meant: Meant }
  | {
      readonly status: 'ambiguous';
      readonly candidates: readonly FoundSymbol[];
      readonly total: number;
      readonly complete: boolean;
      readonly packages?: readonly PackageUse[];
    }
  | {
      readonly status: 'not_found';
      readonly suggestions: readonly FoundSymbol[];
      readonly repositories: number;
      /** What is no symbol may be a package: the manifests that name it, for who asks where it is used. */
      readonly packages?: readonly PackageUse[];
    };

/** A name that does not say which. */
export type Unclear = Exclude<Meaning, { status: 'found' }>;

export interface Meant {
  readonly reader: CodeReader;
  readonly symbol: KeptSymbol;
  /** Its id, and those of what has the same name in the same file: overloads, a getter and its setter. */
  readonly ids: readonly string[];
}

export interface NameRequest {
  readonly workspace: string;
  readonly name: string;
  readonly repository?: string | undefined;
}

const MOST_CANDIDATES = 20;
const MOST_SUGGESTIONS = 5;

/** Never guesses: what several have is answered with all of them. */
export async function meaningOf(deps: Deps, request: NameRequest): Promise<Meaning> {
  const { found, complete, repositories } = await findSymbol(deps, { ...request, match: 'exact', limit: MOST_BARE });
  const groups = Map.groupBy(found, ({ repository, symbol: { value } }) =>
    [repository.key, value.path, value.qualified].join('\0'),
  );
  const meant = [...groups.values()].filter((group) => !isConstructorOf(group, found));
  const [only] = meant;
  if (only && meant.length === 1) return { status: 'found', meant: toMeant(deps, only) };
  if (only) {
    const candidates = meant.map((group) => group[0] as FoundSymbol).slice(0, MOST_CANDIDATES);
    return { status: 'ambiguous', candidates, total: meant.length, complete };
  }
  const near = await nearPlace(deps, request);
  const suggestions = near ?? (await findSymbol(deps, { ...request, limit: MOST_SUGGESTIONS })).found;
  return { status: 'not_found', suggestions, repositories };
}

/** Of a line that no symbol is at, those of the file that are nearest to it; null for what is no line of a file. */
async function nearPlace(deps: Deps, { workspace, name, repository }: NameRequest): Promise<FoundSymbol[] | null> {
  const { place } = readName(name);
  if (!place) return null;
  const found: FoundSymbol[] = [];
  for (const kept of await findRepositories(deps, workspace, repository)) {
    const reader = new CodeReader(deps, kept);
    for (const { key } of await filesAt(reader, place.path))
      for (const symbol of await reader.symbolsIn(key)) found.push({ repository: kept, symbol, match: 'place' });
  }
  const distance = ({ symbol }: FoundSymbol): number => Math.abs(symbol.value.line - place.line);
  return found.length === 0 ? null : found.sort((a, b) => distance(a) - distance(b)).slice(0, MOST_SUGGESTIONS);
}

/** In some languages a constructor has the name of its class: then the class is meant, and what makes it with it. */
function isConstructorOf(group: readonly FoundSymbol[], found: readonly FoundSymbol[]): boolean {
  return group.every(
    ({ symbol: { value } }) => value.kind === 'constructor' && found.some(({ symbol }) => symbol.key === value.parent),
  );
}

function toMeant(deps: Deps, group: readonly FoundSymbol[]): Meant {
  const { repository, symbol } = group.toSorted((a, b) => byImportance(a.symbol, b.symbol))[0] as FoundSymbol;
  return { reader: new CodeReader(deps, repository), symbol, ids: group.map((one) => one.symbol.key) };
}

const MAKERS = new Set(['__init__', '__new__', 'constructor', 'new', 'initialize', '__construct']);
const CLASSES = new Set(['class', 'struct', 'enum', 'trait', 'interface']);

/** In Go and Rust they may stand elsewhere in the file. */
export async function membersOf(reader: CodeReader, { key, value }: KeptSymbol): Promise<KeptSymbol[]> {
  return (await reader.symbolsIn(value.file)).filter(({ value: { parent } }) => parent === key);
}

/** Who makes an object calls the constructor of its class: for a class its ids are asked for too. */
export async function withMakers({ reader, symbol, ids }: Meant): Promise<readonly string[]> {
  if (!CLASSES.has(symbol.value.kind)) return ids;
  const members = await membersOf(reader, symbol);
  const makers = members.filter(({ value }) => value.kind === 'constructor' || MAKERS.has(value.name));
  return [...ids, ...makers.map(({ key }) => key)];
}

/** Who changes a class changes all that is in it. */
export async function withMembers({ reader, symbol, ids }: Meant): Promise<readonly string[]> {
  if (!CLASSES.has(symbol.value.kind)) return ids;
  return [...ids, ...(await membersOf(reader, symbol)).map(({ key }) => key)];
}
