/** JavaScript and TypeScript: relative paths, tsconfig's `paths` and `baseUrl`, packages of the same repository, `#imports`. */
import { folderOf, join, type Found, type Modules } from './found.ts';
import { asRecord, matchStar, placesIn, type Package, type PathRules } from './manifests.ts';

const ENDINGS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte'];
/** What a file is called once it is built. */
const BUILT: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.jsx']],
  ['.jsx', ['.tsx']],
  ['.mjs', ['.mts']],
  ['.cjs', ['.cts']],
]);

export class JavaScriptModules implements Modules {
  readonly #files: ReadonlyMap<string, number>;
  readonly #packages: readonly Package[];
  readonly #rules: readonly PathRules[];
  readonly #known = new Map<string, Found>();

  constructor(files: ReadonlyMap<string, number>, packages: readonly Package[], rules: readonly PathRules[]) {
    this.#files = files;
    this.#packages = packages;
    this.#rules = rules;
  }

  resolve(path: string, from: string): Found {
    const key = `${folderOf(path)}\0${from}`;
    let found = this.#known.get(key);
    if (!found) {
      const file = this.#find(path, from);
      found = file === undefined ? { external: from.replace(/^node:/, '') } : { file };
      this.#known.set(key, found);
    }
    return found;
  }

  #find(path: string, from: string): number | undefined {
    if (/^\.{1,2}(?:\/|$)/.test(from)) return this.#at(join(folderOf(path), from));
    if (from.startsWith('/')) return this.#at(from.slice(1));
    return this.#byRules(path, from) ?? this.#ownImport(path, from) ?? this.#byPackage(from);
  }

  #byRules(path: string, from: string): number | undefined {
    for (const { folder, base, paths } of this.#rules) {
      if (folder !== '' && !path.startsWith(`${folder}/`)) continue;
      for (const { pattern, places } of paths) {
        const star = matchStar(pattern, from);
        if (star === null) continue;
        const found = this.#first(places.map((place) => place.replace('*', star)));
        if (found !== undefined) return found;
      }
      const found = base === null ? undefined : this.#at(join(base, from));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #ownImport(path: string, from: string): number | undefined {
    if (!from.startsWith('#')) return undefined;
    const own = this.#packages
      .filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`))
      .sort((a, b) => b.folder.length - a.folder.length)[0];
    return own && this.#inTable(own, asRecord(own.imports), from);
  }

  #byPackage(from: string): number | undefined {
    const own = this.#packages.find(({ name }) => name !== null && (from === name || from.startsWith(`${name}/`)));
    if (!own?.name) return undefined;
    const rest = from.slice(own.name.length + 1);
    const table = asRecord(own.exports);
    const bySubpath = table !== null && Object.keys(table).some((key) => key.startsWith('.'));
    const named = bySubpath
      ? this.#inTable(own, table, rest === '' ? '.' : `./${rest}`)
      : rest === '' && this.#first(placesIn(own.exports).map((place) => join(own.folder, place)));
    if (typeof named === 'number') return named;
    if (rest !== '') return this.#at(join(own.folder, rest)) ?? this.#at(join(own.folder, `src/${rest}`));
    return this.#first([...own.main, 'src/index', 'index'].map((place) => join(own.folder, place)));
  }

  #inTable({ folder }: Package, table: Record<string, unknown> | null, name: string): number | undefined {
    for (const [pattern, value] of Object.entries(table ?? {})) {
      const star = matchStar(pattern, name);
      if (star === null) continue;
      const found = this.#first(placesIn(value).map((place) => join(folder, place.replace('*', star))));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #first(places: readonly string[]): number | undefined {
    for (const place of places) {
      // What is built lies in `dist` and is not in the repository; its source lies in `src`.
      const found = this.#at(place) ?? this.#at(place.replace(/(^|\/)(?:dist|lib|build|out)\//, '$1src/'));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #at(place: string): number | undefined {
    const exact = this.#files.get(place);
    if (exact !== undefined) return exact;
    const ending = /\.[cm]?jsx?$/.exec(place)?.[0];
    const stem = ending === undefined ? place : place.slice(0, -ending.length);
    for (const other of BUILT.get(ending ?? '') ?? []) {
      const found = this.#files.get(stem + other);
      if (found !== undefined) return found;
    }
    for (const end of ENDINGS) {
      const found =
        this.#files.get(place + end) ?? this.#files.get(place === '' ? `index${end}` : `${place}/index${end}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
