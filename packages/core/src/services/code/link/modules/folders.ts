/** Languages whose packages are folders (Go, Java, Kotlin) or whose modules follow the paths of files (Rust). */
import { folderOf, foldersAround, join, type Found, type Modules } from './found.ts';

type Manifest = { readonly path: string; readonly text: string };

/** Go: the module's own name, then the folder. */
export class GoModules implements Modules {
  readonly #folders: ReadonlySet<string>;
  readonly #modules: readonly { readonly name: string; readonly folder: string }[];

  constructor(files: ReadonlyMap<string, number>, manifests: readonly Manifest[]) {
    this.#folders = new Set([...files.keys()].map(folderOf));
    this.#modules = manifests
      .filter(({ path }) => path === 'go.mod' || path.endsWith('/go.mod'))
      .flatMap(({ path, text }) => {
        const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
        return name === undefined ? [] : [{ name, folder: folderOf(path) }];
      })
      .sort((a, b) => b.name.length - a.name.length);
  }

  resolve(_path: string, from: string): Found {
    const own = this.#modules.find(({ name }) => from === name || from.startsWith(`${name}/`));
    const folder = own && join(own.folder, from.slice(own.name.length + 1));
    return folder !== undefined && this.#folders.has(folder) ? { folder } : { external: from };
  }
}

/** Java and Kotlin: the folder whose path ends as the package is called, if there is just one. */
export class PackageFolders implements Modules {
  readonly #folders: readonly string[];

  constructor(files: ReadonlyMap<string, number>) {
    this.#folders = [...new Set([...files.keys()].map(folderOf))].sort();
  }

  resolve(_path: string, from: string): Found {
    const end = from.replaceAll('.', '/');
    const found = this.#folders.filter((folder) => folder === end || folder.endsWith(`/${end}`));
    return found.length === 1 ? { folder: found[0] as string } : { external: from };
  }
}

/** Rust: `crate::a::b` from the folder of the crate's root, `self` and `super` from where one is. */
export class RustModules implements Modules {
  readonly #files: ReadonlyMap<string, number>;

  constructor(files: ReadonlyMap<string, number>) {
    this.#files = files;
  }

  resolve(path: string, from: string): Found {
    const [first = '', ...rest] = from.split('::');
    const start = this.#startOf(path, first);
    const file = start === null ? undefined : this.#at(join(start, rest.join('/').replaceAll('super', '..')));
    return file === undefined ? { external: from.replaceAll('::', '.') } : { file };
  }

  #startOf(path: string, first: string): string | null {
    const own = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(path) ? folderOf(path) : path.replace(/\.rs$/, '');
    if (first === 'self') return own;
    if (first === 'super') return folderOf(own);
    const root = foldersAround(path).find((folder) => this.#isRoot(folder));
    return first === 'crate' ? (root ?? null) : null;
  }

  #isRoot(folder: string): boolean {
    return this.#files.has(join(folder, 'lib.rs')) || this.#files.has(join(folder, 'main.rs'));
  }

  #at(place: string): number | undefined {
    const inside = (name: string): number | undefined => this.#files.get(place === '' ? name : `${place}/${name}`);
    return this.#files.get(`${place}.rs`) ?? inside('mod.rs') ?? inside('lib.rs') ?? inside('main.rs');
  }
}
