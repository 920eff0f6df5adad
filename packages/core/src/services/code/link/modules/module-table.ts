/** What imports bring: the module that a name stands for, and what a module gives to others under a name. */
import type { CodeExport, CodeImport } from '../../../../ports/index.ts';
import { load } from '../flow/attributes.ts';
import { lower, valueOfSymbol } from '../flow/lower.ts';
import { NOWHERE } from '../flow/solver.ts';
import { KIND } from '../flow/values.ts';
import { placeAt, type Place, type World } from '../flow/world.ts';
import type { Binding } from '../names/binding.ts';
import { Pairs } from '../numbers/pairs.ts';
import { Words } from '../numbers/words.ts';
import type { ProgramFile } from '../program.ts';
import { folderOf, type Found, type Modules } from './found.ts';

/** Languages in which the files of a folder see each other's names. */
const FOLDER_PACKAGES: ReadonlySet<string> = new Set(['go', 'java']);

const AT_THE_END = Number.MAX_SAFE_INTEGER;

export class ModuleTable {
  readonly #world: World;
  readonly #byLanguage: ReadonlyMap<string, Modules>;
  readonly #folders = new Words();
  /** By file and word. */
  readonly #members = new Pairs();
  readonly #exports = new Map<number, Map<string, CodeExport[]>>();
  readonly #byFolder = new Map<string, ProgramFile[]>();
  readonly #seeking = new Set<string>();

  constructor(world: World, byLanguage: ReadonlyMap<string, Modules>) {
    this.#world = world;
    this.#byLanguage = byLanguage;
    for (const file of world.program.files) {
      const key = `${file.language} ${folderOf(file.path)}`;
      const files = this.#byFolder.get(key);
      if (files) files.push(file);
      else this.#byFolder.set(key, [file]);
    }
  }

  /** All imports of a file, into the names that they bind. */
  bind(file: ProgramFile): void {
    for (const [i, one] of file.facts.imports.entries()) {
      const node = this.#world.scopes.imported(file, i);
      if (node !== NOWHERE) this.#world.solver.flow(this.imported(file, one), node);
    }
  }

  imported(file: ProgramFile, { from, name, as }: CodeImport): number {
    const top = from.split('.', 1)[0] as string;
    const isTop = file.language === 'python' && name === null && as === top && !from.startsWith('.');
    const found = this.resolve(file, isTop ? top : from);
    if (name === null || name === '*') return this.#whole(file, found);
    return this.#memberOf(file, found, name);
  }

  /** By name, as `require(…)` and `import(…)` ask. */
  required(file: ProgramFile, from: string): number {
    return this.#whole(file, this.resolve(file, from));
  }

  /** What `module.name` is. */
  member(value: number, name: string): number {
    const { values, program } = this.#world;
    if (values.kind(value) === KIND.package) return this.#inFolder(this.#folders.text(values.of(value)), name);
    return this.#inFile(program.files[values.of(value)] as ProgramFile, name);
  }

  /** A name that is bound nowhere around but may come with `from x import *`. */
  throughStars(file: ProgramFile, scope: number, name: string): number | null {
    for (let at: number | null = scope; at !== null; at = file.facts.scopes[at]?.parent ?? null) {
      for (const star of this.#world.scopes.stars.get(file.scopes + at) ?? []) {
        const found = this.resolve(file, star.from);
        if ('file' in found && this.#gives(found.file, name)) return this.#memberOf(file, found, name);
      }
    }
    return null;
  }

  /** A name of another file of the same package, where a folder is one. */
  beside(file: ProgramFile, name: string): Binding | undefined {
    if (!FOLDER_PACKAGES.has(file.language)) return undefined;
    return this.#ownIn(file.language, folderOf(file.path), name);
  }

  #ownIn(language: string, folder: string, name: string): Binding | undefined {
    for (const file of this.#byFolder.get(`${language} ${folder}`) ?? []) {
      const own = this.#world.scopes.own(file.scopes, name);
      if (own) return own;
    }
    return undefined;
  }

  /** The file or folder that a module's name means where it is written; what is not ours is external. */
  resolve(file: ProgramFile, from: string): Found {
    return this.#byLanguage.get(file.language)?.resolve(file.path, from) ?? { external: from };
  }

  /** Whether a star brings the name: what `__all__` lists, or else all that has no underscore before it. */
  #gives(index: number, name: string): boolean {
    const file = this.#world.program.files[index] as ProgramFile;
    const key = `* ${index} ${name}`;
    if (this.#seeking.has(key)) return false;
    this.#seeking.add(key);
    const listed = allOf(file);
    const shown = listed ? listed.includes(name) : !name.startsWith('_');
    const there = this.#world.scopes.own(file.scopes, name) !== undefined || this.throughStars(file, 0, name) !== null;
    this.#seeking.delete(key);
    return shown && there;
  }

  #whole(file: ProgramFile, found: Found): number {
    const { values } = this.#world;
    if ('external' in found) return this.#world.constant(values.named(KIND.external, found.external));
    if ('folder' in found) return this.#world.constant(values.make(KIND.package, this.#folders.of(found.folder)));
    const value = values.make(KIND.module, found.file);
    const replaced = this.exportsOf(found.file).get('=');
    if (!replaced || file.language !== 'javascript') return this.#world.constant(value);
    const node = this.#inFile(this.#world.program.files[found.file] as ProgramFile, '=');
    this.#world.solver.add(node, value);
    return node;
  }

  #memberOf(file: ProgramFile, found: Found, name: string): number {
    if ('folder' in found) return this.#inFolder(found.folder, name);
    if ('file' in found) return this.#inFile(this.#world.program.files[found.file] as ProgramFile, name);
    const whole = found.external.endsWith('.') ? found.external + name : `${found.external}.${name}`;
    const isDefault = name === 'default' && file.language === 'javascript';
    return this.#world.constant(this.#world.values.named(KIND.external, isDefault ? found.external : whole));
  }

  #inFolder(folder: string, name: string): number {
    for (const modules of this.#byLanguage.values()) {
      const found = modules.inside?.(folder, name);
      if (found) return this.#whole(this.#world.program.files[0] as ProgramFile, found);
    }
    for (const language of FOLDER_PACKAGES) {
      const own = this.#ownIn(language, folder, name);
      if (own) return own.last;
    }
    return this.#world.solver.node();
  }

  #inFile(file: ProgramFile, name: string): number {
    const word = this.#world.words.of(name);
    const there = this.#members.get(file.index, word);
    if (there >= 0) return there;
    const node = this.#world.solver.node();
    this.#members.set(file.index, word, node);
    if (file.language === 'javascript') this.#fillExport(file, name, node);
    else this.#fillAttribute(file, name, node);
    return node;
  }

  /** Python: whatever the module has under that name, or a module that lies in it. */
  #fillAttribute(file: ProgramFile, name: string, node: number): void {
    const own = this.#world.scopes.own(file.scopes, name);
    const star = own ? null : this.throughStars(file, 0, name);
    if (own) this.#world.solver.flow(own.last, node);
    else if (star !== null) this.#world.solver.flow(star, node);
    const inside =
      file.path.endsWith('__init__.py') && this.#byLanguage.get(file.language)?.inside?.(folderOf(file.path), name);
    const isItself = inside && 'file' in inside && inside.file === file.index;
    if (inside && !isItself) this.#world.solver.flow(this.#whole(file, inside), node);
  }

  #fillExport(file: ProgramFile, name: string, node: number): void {
    const { solver } = this.#world;
    const table = this.exportsOf(file.index);
    for (const one of table.get(name) ?? []) solver.flow(this.#exported(file, one), node);
    if (name !== 'default' && !table.has(name)) {
      for (const star of table.get('*') ?? []) {
        const found = this.resolve(file, star.from ?? '');
        if ('file' in found) solver.flow(this.#memberOf(file, found, name), node);
      }
    }
    this.#fillFromReplaced(file, { name, node, table });
  }

  /** `module.exports = x`: what is taken by name is a field of `x`, and what is taken as default is `x`. */
  #fillFromReplaced(
    file: ProgramFile,
    { name, node, table }: { name: string; node: number; table: Map<string, CodeExport[]> },
  ): void {
    const { solver } = this.#world;
    if (name === '=' || !table.has('=')) return;
    const whole = this.#inFile(file, '=');
    if (name === 'default') solver.flow(whole, node);
    const ask = this.#world.ask({ name, into: node, toCall: false, place: endOf(file) });
    solver.react(whole, (value) => {
      if (this.#world.values.kind(value) !== KIND.module) load(this.#world, value, ask);
    });
  }

  #exported(file: ProgramFile, { name, from, taken, value }: CodeExport): number {
    if (from !== undefined) {
      const found = this.resolve(file, from);
      return taken === '*' ? this.#whole(file, found) : this.#memberOf(file, found, taken ?? name);
    }
    return value ? lower(this.#world, value, endOf(file)) : 0;
  }

  /** What a file gives to others, by name. */
  exportsOf(index: number): Map<string, CodeExport[]> {
    let table = this.#exports.get(index);
    if (table) return table;
    table = new Map();
    this.#exports.set(index, table);
    const file = this.#world.program.files[index] as ProgramFile;
    for (const one of file.facts.exports) table.set(one.name, [...(table.get(one.name) ?? []), one]);
    for (const [i, { name, line, flags }] of file.facts.symbols.entries()) {
      if (!flags.includes('exported')) continue;
      const taken = flags.includes('default') ? 'default' : name;
      if (!table.has(taken)) table.set(taken, [{ name: taken, line, value: exportValue(this.#world, file, i) }]);
    }
    return table;
  }
}

function exportValue(world: World, file: ProgramFile, symbol: number): CodeExport['value'] {
  const { name } = file.facts.symbols[symbol] ?? { name: '' };
  const isValue =
    world.values.kind(valueOfSymbol(world, file.symbols + symbol)) > 0 && world.scopes.own(file.scopes, name);
  return isValue ? ['n', name] : ['d', symbol];
}

function endOf(file: ProgramFile): Place {
  return placeAt(file, { scope: 0, line: 1, start: AT_THE_END, end: AT_THE_END });
}

/** `__all__ = ['a', 'b']`, where it is written so. */
function allOf(file: ProgramFile): string[] | null {
  const flow = file.facts.flows.find(({ target }) => target?.[0] === 'n' && target[1] === '__all__');
  if (flow?.value[0] !== 'l') return null;
  return flow.value[1].flatMap((item) => (item[0] === 'k' ? [String(item[1])] : []));
}
