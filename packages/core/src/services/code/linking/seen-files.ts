/**
 * Which files of other parts a part has to see: those that its imports name, and from there on those that hand on names or are
 * inherited from. Told by imports alone.
 */
import type { CodeFacts, CodeImport, Expr } from '../../../ports/index.ts';
import { folderOf, type Found, type Modules } from '../link/modules/found.ts';
import { familyOf } from '../link/program.ts';

export interface Repository {
  readonly files: readonly { readonly path: string; readonly language: string }[];
  /** How names of modules are read, by language. */
  readonly tables: ReadonlyMap<string, Modules>;
  /** By family of languages and folder: places of files. */
  readonly folders: ReadonlyMap<string, readonly number[]>;
}

/** Languages in which the files of a folder see each other. */
const FOLDER_PACKAGES: ReadonlySet<string> = new Set(['go', 'java']);

/** Beyond what is imported itself, no more than these. */
const MOST_BEYOND = 2000;

/** Places of the files in the order in which they came to be seen; `open` gives the facts of one. */
export function seenFrom(
  repository: Repository,
  part: readonly number[],
  open: (place: number, isOwn: boolean) => CodeFacts,
): number[] {
  const own = new Set(part);
  const seen = new Set<number>();
  const see = (places: readonly number[]): void => {
    for (const place of places) if (!own.has(place)) seen.add(place);
  };
  for (const place of part) see(named(repository, place, open(place, true).imports));
  for (const place of part) see(beside(repository, place));
  const most = seen.size + MOST_BEYOND;
  // What is added while this goes on is looked at in its turn.
  for (const place of seen) {
    if (seen.size >= most) break;
    const facts = open(place, false);
    see(named(repository, place, handedOn(repository, place, facts)));
  }
  return [...seen];
}

/** Files of the same package, where that is a folder. */
function beside({ files, folders }: Repository, place: number): readonly number[] {
  const { path, language } = files[place] as Repository['files'][number];
  const family = familyOf(language);
  return FOLDER_PACKAGES.has(family) ? (folders.get(folderKey(family, folderOf(path))) ?? []) : [];
}

export function folderKey(family: string, folder: string): string {
  return `${family} ${folder}`;
}

type Named = Pick<CodeImport, 'from' | 'name'>;

function named(repository: Repository, place: number, imports: readonly Named[]): number[] {
  const { path, language } = repository.files[place] as Repository['files'][number];
  const family = familyOf(language);
  const modules = repository.tables.get(family);
  if (!modules) return [];
  return imports.flatMap(({ from, name }) => {
    const found = namesOf(family, from).flatMap((whole) => placesOf(repository, family, modules.resolve(path, whole)));
    const within = name === null || family !== 'python' ? [] : inside(repository, modules, { path, from, name });
    return [...found, ...within];
  });
}

/** `import a.b.c` of Python loads `a` and `a.b` too. */
function namesOf(family: string, from: string): string[] {
  if (family !== 'python' || from.startsWith('.')) return [from];
  const parts = from.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}

/** `from package import module`. */
function inside(
  repository: Repository,
  modules: Modules,
  { path, from, name }: { path: string; from: string; name: string },
): readonly number[] {
  const found = modules.resolve(path, from);
  if ('external' in found) return [];
  const folder = 'folder' in found ? found.folder : folderOf(repository.files[found.file]?.path ?? '');
  return placesOf(repository, 'python', modules.inside?.(folder, name) ?? { external: name });
}

function placesOf({ folders }: Repository, family: string, found: Found): readonly number[] {
  if ('file' in found) return [found.file];
  // A folder of Python is walked through by names; those of others are packages, all of whose files are meant.
  return 'folder' in found && FOLDER_PACKAGES.has(family) ? (folders.get(folderKey(family, found.folder)) ?? []) : [];
}

/** What a file outside takes from others to give it on, or to inherit from it. */
function handedOn({ files }: Repository, place: number, { imports, exports, symbols }: CodeFacts): Named[] {
  const givesAll = files[place]?.path.endsWith('__init__.py') === true;
  const used = new Set<string>();
  for (const { bases } of symbols) for (const base of bases) addFirst(base, used);
  for (const { value } of exports) if (value) addFirst(value, used);
  const from = exports.flatMap((one) =>
    one.from === undefined ? [] : [{ from: one.from, name: one.taken ?? one.name }],
  );
  return [...from, ...imports.filter(({ name, as }) => givesAll || name === '*' || used.has(as ?? ''))];
}

/** The name that `a.b[c]` begins with. */
function addFirst(expr: Expr, used: Set<string>): void {
  let at = expr;
  while (at[0] === 'a' || at[0] === 's') at = at[1];
  if (at[0] === 'n') used.add(at[1]);
}
