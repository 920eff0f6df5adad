/** Which files and symbols of the indexed repositories are meant by names. What several have, none has: nothing is guessed. */
import { hash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { linesOf } from '../history/version-facts.ts';
import {
  CODE_FILES,
  CODE_SYMBOLS,
  fileKey,
  foldName,
  type KeptFile,
  type KeptRepository,
  type KeptSymbol,
} from '../store/index.ts';
import type { CodeName } from './names-in.ts';

export interface Named {
  readonly repository: KeptRepository;
  readonly file: KeptFile;
  /** Null: the file itself. */
  readonly symbol: KeptSymbol | null;
}

const MOST_OF_A_NAME = 20;
const IS_THERE: ReadonlySet<string> = new Set(['ok', 'partial', 'text']);

export async function findNamed(
  deps: Deps,
  repositories: readonly KeptRepository[],
  { kind, name }: CodeName,
): Promise<Named | null> {
  const found: Named[] = [];
  for (const repository of repositories)
    found.push(...(await (kind === 'path' ? findFile(deps, repository, name) : findSymbols(deps, repository, name))));
  const [first, ...others] = found;
  return first && others.every((other) => isSame(first, other)) ? first : null;
}

/** Overloads, and a declaration with its body, are one thing to who names it. */
function isSame(a: Named, b: Named): boolean {
  return a.file.key === b.file.key && a.symbol?.value.qualified === b.symbol?.value.qualified;
}

async function findFile(deps: Deps, repository: KeptRepository, path: string): Promise<Named[]> {
  const { root, store } = repository.value;
  const within = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const file = await collection(deps, CODE_FILES).get(store, fileKey(within));
  return file && IS_THERE.has(file.value.state) ? [{ repository, file, symbol: null }] : [];
}

async function findSymbols(deps: Deps, repository: KeptRepository, name: string): Promise<Named[]> {
  const { store } = repository.value;
  const candidates = await symbolsNamed(deps, store, name);
  const files = await collection(deps, CODE_FILES).getMany(store, [
    ...new Set(candidates.map(({ value }) => value.file)),
  ]);
  return candidates.flatMap((symbol) => {
    const file = files.find(({ key }) => key === symbol.value.file);
    return file ? [{ repository, file, symbol }] : [];
  });
}

/** By the last of the names, and the others where there are some. Letters are as they are written. */
export async function symbolsNamed(deps: Deps, store: string, name: string): Promise<KeptSymbol[]> {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const { items } = await collection(deps, CODE_SYMBOLS).list(store, {
    index: 'by_name',
    where: { folded: foldName(last) },
    limit: MOST_OF_A_NAME,
  });
  return items.filter(({ value }) => value.name === last && isOf(value.qualified, name));
}

function isOf(qualified: string, name: string): boolean {
  return qualified === name || qualified.endsWith(`.${name}`);
}

/** What the lines of it say; null where its text is not there. */
export async function linesHash(
  deps: Deps,
  store: string,
  { file, symbol }: Omit<Named, 'repository'>,
): Promise<string | null> {
  if (!symbol) return file.value.hash;
  const text = await textOf(deps, store, file);
  return text === null ? null : hash('sha256', linesOf(text, ...symbol.value.lines).join('\n'));
}

async function textOf({ storage }: Deps, store: string, { value }: KeptFile): Promise<string | null> {
  const [memory] = value.memory === null ? [] : await storage.memories.get(store, [value.memory]);
  return memory?.text ?? null;
}
