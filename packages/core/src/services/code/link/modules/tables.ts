/** For each language, how its names of modules are read. */
import { familyOf, type Program } from '../program.ts';
import type { LinkInput } from '../types.ts';
import { GoModules, PackageFolders, RustModules } from './folders.ts';
import type { Found, Modules } from './found.ts';
import { JavaScriptModules } from './javascript.ts';
import { readPackages, readPathRules } from './manifests.ts';
import { PythonModules } from './python.ts';

type Tables = ReadonlyMap<string, Modules>;

/** Files are known by their place in the list. */
export function moduleTables(
  files: readonly { readonly path: string; readonly language: string }[],
  manifests: LinkInput['manifests'] = [],
): Tables {
  const byFamily = new Map<string, Map<string, number>>();
  for (const [place, { path, language }] of files.entries()) {
    const family = familyOf(language);
    let paths = byFamily.get(family);
    if (!paths) byFamily.set(family, (paths = new Map()));
    paths.set(path, place);
  }
  const filesOf = (family: string): ReadonlyMap<string, number> => byFamily.get(family) ?? new Map();
  return new Map<string, Modules>([
    ['python', new PythonModules(filesOf('python'))],
    ['javascript', new JavaScriptModules(filesOf('javascript'), readPackages(manifests), readPathRules(manifests))],
    ['go', new GoModules(filesOf('go'), manifests)],
    ['java', new PackageFolders(filesOf('java'))],
    ['rust', new RustModules(filesOf('rust'))],
  ]);
}

/** Those of a program that has only some of the files. */
export function tablesAmong(program: Program, all: NonNullable<LinkInput['among']>, tables: Tables): Tables {
  const places = new Map(program.files.map(({ path, index }) => [path, index]));
  const here = all.map(({ path }) => places.get(path) ?? -1);
  return new Map([...tables].map(([language, modules]) => [language, new Some(modules, here)]));
}

/** A folder that nothing lies in. */
const UNSEEN: Found = { folder: '\0unseen' };

/** What is in the repository but not among these files is ours, and nobody here can say more of it. */
class Some implements Modules {
  readonly #all: Modules;
  readonly #here: readonly number[];

  constructor(all: Modules, here: readonly number[]) {
    this.#all = all;
    this.#here = here;
  }

  resolve(path: string, from: string): Found {
    return this.#seen(this.#all.resolve(path, from));
  }

  inside(folder: string, name: string): Found | null {
    const found = this.#all.inside?.(folder, name) ?? null;
    return found && this.#seen(found);
  }

  #seen(found: Found): Found {
    if (!('file' in found)) return found;
    const file = this.#here[found.file] as number;
    return file < 0 ? UNSEEN : { file };
  }
}
