/** Python: packages and modules by their dotted names, from the folders that can be roots for the one who asks. */
import { folderOf, foldersAround, join, type Found, type Modules } from './found.ts';

/** Where projects keep their packages besides the top. */
const USUAL_ROOTS = ['src', 'lib', 'python'];

export class PythonModules implements Modules {
  readonly #files: ReadonlyMap<string, number>;
  readonly #folders = new Set<string>();
  readonly #known = new Map<string, Found>();

  constructor(files: ReadonlyMap<string, number>) {
    this.#files = files;
    for (const path of files.keys()) {
      for (const folder of foldersAround(path)) this.#folders.add(folder);
    }
  }

  resolve(path: string, from: string): Found {
    const key = `${folderOf(path)}\0${from}`;
    let found = this.#known.get(key);
    if (!found) {
      found = from.startsWith('.') ? this.#relative(path, from) : this.#absolute(path, from);
      this.#known.set(key, found);
    }
    return found;
  }

  inside(folder: string, name: string): Found | null {
    return this.#at(join(folder, name));
  }

  #relative(path: string, from: string): Found {
    const dots = /^\.+/.exec(from)?.[0].length ?? 1;
    const folder = join(folderOf(path), '../'.repeat(dots - 1));
    const rest = from.slice(dots).replaceAll('.', '/');
    return this.#at(join(folder, rest)) ?? { external: from };
  }

  #absolute(path: string, from: string): Found {
    const rest = from.replaceAll('.', '/');
    const top = rest.split('/', 1)[0] as string;
    for (const root of this.#roots(path)) {
      const found = this.#at(join(root, rest));
      // A folder that merely has the name of a library is no package of ours, unless there is Python in it.
      if (found) return found;
      if (this.#at(join(root, top)) && this.#files.has(`${join(root, top)}/__init__.py`)) break;
    }
    return { external: from };
  }

  /** Scripts find what lies beside them; packages are found from the folder that holds the outermost of them. */
  #roots(path: string): string[] {
    const around = foldersAround(path);
    const bare = around.filter((folder) => !this.#isPackage(folder));
    // A repository that is itself one package has nothing around it that could be a root.
    const packages = this.#isPackage('') ? [''] : [];
    const usual = around.flatMap((folder) => USUAL_ROOTS.map((name) => join(folder, name)));
    return [...bare, ...usual.filter((folder) => this.#folders.has(folder)), ...packages];
  }

  #isPackage(folder: string): boolean {
    return this.#files.has(folder === '' ? '__init__.py' : `${folder}/__init__.py`);
  }

  #at(place: string): Found | null {
    const file =
      this.#files.get(`${place}.py`) ?? this.#files.get(place === '' ? '__init__.py' : `${place}/__init__.py`);
    if (file !== undefined) return { file };
    const stub = this.#files.get(`${place}.pyi`);
    if (stub !== undefined) return { file: stub };
    return place !== '' && this.#folders.has(place) ? { folder: place } : null;
  }
}
