/** An outline of a repository, or of a folder of it, for a model that has never seen it: what matters most, within a budget. */
import type { Deps } from '../../deps.ts';
import { linkedRepositories } from '../manifests/linked-repositories.ts';
import { neededPackages } from '../manifests/package-uses.ts';
import { findRepository, listRepositories } from '../store/find-repository.ts';
import type { KeptFile, KeptRepository, KeptSymbol } from '../store/index.ts';
import { CodeReader } from './code-reader.ts';
import { filesBelow, folderOf } from './files-below.ts';
import { fitMap } from './map-text.ts';

export interface CodeMapRequest {
  readonly workspace: string;
  readonly repository?: string | undefined;
  /** Only what lies in this folder, or this file. */
  readonly path?: string | undefined;
  /** In tokens. */
  readonly budget: number;
}

export interface CodeMap {
  readonly repository: KeptRepository;
  readonly path: string;
  readonly text: string;
  readonly tokens: number;
  readonly files: { readonly shown: number; readonly total: number };
  readonly symbols: { readonly shown: number; readonly total: number };
}

/** Files and symbols that can be shown; no budget has room for more. */
const MOST_READ = 300;
const MOST_SYMBOLS = 2000;
/** In tokens: below that all the room is for symbols. */
const LEAST_FOR_NEEDS = 500;

export async function getCodeMap(deps: Deps, request: CodeMapRequest): Promise<CodeMap> {
  const repository = await findRepository(deps, request.workspace, request.repository);
  const reader = new CodeReader(deps, repository);
  const path = folderOf(request.path);
  const files = await filesBelow(reader, path);
  const ranked = files.toSorted((a, b) => rank(b) - rank(a) || (a.value.path < b.value.path ? -1 : 1));
  const { symbols, all } = await symbolsOf(reader, ranked.slice(0, MOST_READ));
  const total = files.reduce((sum, { value }) => sum + value.symbols, 0);
  const needs = path === '' ? await needsOf(deps, request.workspace, repository) : [];
  const parts = { name: repository.value.name, path, files, symbols, all, total };
  const map = fitMap({ ...parts, needs: request.budget < LEAST_FOR_NEEDS ? [] : needs }, request.budget);
  return { repository, path, ...map };
}

/** With the repository that provides it, where that is indexed too. */
async function needsOf(deps: Deps, workspace: string, repository: KeptRepository): Promise<string[]> {
  const needed = await neededPackages(deps, repository);
  if (needed.length === 0) return [];
  const names = new Map((await listRepositories(deps, workspace)).map(({ key, value }) => [key, value.name]));
  const links = (await linkedRepositories(deps, workspace)).filter(({ from }) => from === repository.key);
  return needed.map(({ name, ecosystem, kind }) => {
    const provider = links.find((link) => link.package === name && link.ecosystem === ecosystem);
    const about = [...(provider ? [`of ${names.get(provider.to)}`] : []), ...(kind === 'runtime' ? [] : [kind])];
    return about.length === 0 ? name : `${name} (${about.join(', ')})`;
  });
}

/** Tests show how things are used, and come after what is used. */
function rank({ value }: KeptFile): number {
  return value.is_test ? value.importance / 1e6 : value.importance;
}

/** What a stranger asks for first; fields and variables are in the source. */
const SHOWN = new Set([
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'type',
  'function',
  'method',
  'constructor',
  'macro',
  'namespace',
  'constant',
]);

interface Symbols {
  /** The most important first. */
  readonly symbols: readonly KeptSymbol[];
  readonly all: ReadonlyMap<string, KeptSymbol>;
}

async function symbolsOf(reader: CodeReader, files: readonly KeptFile[]): Promise<Symbols> {
  const each = await Promise.all(
    files.filter(({ value }) => value.symbols > 0).map(({ key }) => reader.symbolsIn(key)),
  );
  const all = new Map(each.flat().map((symbol) => [symbol.key, symbol]));
  const symbols = [...all.values()]
    .filter(({ value }) => SHOWN.has(value.kind))
    .sort((a, b) => weight(b) - weight(a) || b.value.importance - a.value.importance || byKey(a, b));
  return { symbols: symbols.slice(0, MOST_SYMBOLS), all };
}

function weight({ value }: KeptSymbol): number {
  const isOffered = value.flags.includes('exported') || value.visibility === 'public';
  const isNested = value.parent !== null && value.kind === 'function';
  return value.importance * (isOffered ? 1.5 : 1) * (value.is_test ? 0.001 : 1) * (isNested ? 0.2 : 1);
}

function byKey(a: KeptSymbol, b: KeptSymbol): number {
  return a.key < b.key ? -1 : 1;
}
