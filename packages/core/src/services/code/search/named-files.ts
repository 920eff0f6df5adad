/** Files that a question names, by a symbol that they define or by their path, whatever their words are. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FILES, CODE_SYMBOLS, fileKey, type KeptRepository } from '../store/index.ts';
import type { CodeQuery } from './code-query.ts';
import { meansFile } from './named-things.ts';

/** A word that may be a name by chance is not looked up. */
const SURE = 0.7;
const MOST_NAMES = 16;
const MOST_OF_A_NAME = 20;
const MEANT = 0.5;
const MOST_MEANT = 20;

export async function filesWithSymbols(deps: Deps, store: string, { symbols }: CodeQuery): Promise<string[]> {
  const names = [...symbols].filter(([, sure]) => sure >= SURE).sort(([, one], [, other]) => other - one);
  const kept = collection(deps, CODE_SYMBOLS);
  const found = await Promise.all(
    names
      .slice(0, MOST_NAMES)
      .map(([folded]) =>
        kept.list(store, { index: 'by_name', where: { folded }, descending: true, limit: MOST_OF_A_NAME }),
      ),
  );
  return [...new Set(found.flatMap(({ items }) => items.map(({ value }) => value.file)))];
}

interface Table {
  readonly generation: number;
  readonly paths: readonly string[];
}

const PAGE = 1000;
/** Of larger repositories a file is found by its whole path alone. */
const MOST_FILES = 20_000;
const MOST_TABLES = 8;

/** The paths of repositories, read once for each generation of their indexes. */
export class PathTables {
  readonly #tables = new Map<string, Table>();

  async filesMeant(deps: Deps, { value }: KeptRepository, { places }: CodeQuery): Promise<string[]> {
    if (places.length === 0) return [];
    const whole = places.map(({ path }) => path);
    if (value.counts.files > MOST_FILES) return whole.map(fileKey);
    const paths = await this.#pathsOf(deps, value.store, value.generation);
    const meant = paths
      .map((path) => ({ path, sure: Math.max(...places.map((place) => meansFile(place, path))) }))
      .filter(({ sure }) => sure > MEANT)
      .sort((one, other) => other.sure - one.sure);
    return meant.slice(0, MOST_MEANT).map(({ path }) => fileKey(path));
  }

  async #pathsOf(deps: Deps, store: string, generation: number): Promise<readonly string[]> {
    const known = this.#tables.get(store);
    if (known?.generation === generation) return known.paths;
    const paths = await readPaths(deps, store);
    this.#tables.delete(store);
    if (this.#tables.size >= MOST_TABLES) this.#tables.delete(this.#tables.keys().next().value as string);
    this.#tables.set(store, { generation, paths });
    return paths;
  }
}

async function readPaths(deps: Deps, store: string): Promise<string[]> {
  const files = collection(deps, CODE_FILES);
  const paths: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await files.list(store, { index: 'by_folder', limit: PAGE, ...place });
    for (const { value } of page.items) if (value.memory !== null && value.state !== 'stale') paths.push(value.path);
    cursor = page.next;
  }
  return paths;
}
