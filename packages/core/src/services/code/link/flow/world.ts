/** Everything that linking knows while it runs: names, nodes, values, fields, classes, and the places where calls are made. */
import type { CodeSymbol, Expr } from '../../../../ports/index.ts';
import type { ClassTable } from '../classes/class-table.ts';
import type { ModuleTable } from '../modules/module-table.ts';
import type { Scopes } from '../names/scopes.ts';
import type { Program, ProgramFile } from '../program.ts';
import { Fields, PARENT } from './fields.ts';
import { Paths } from './paths.ts';
import { NOWHERE, type Solver } from './solver.ts';
import { KIND, Values } from './values.ts';

/** Where something happens: what runs there, and in which line. */
export interface Place {
  readonly file: ProgramFile;
  readonly scope: number;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** What runs here without being written as a call. */
  implied?: Site;
}

/** A place where something is called, and all that was found to be called there. */
export interface Site {
  readonly place: Place;
  readonly callee: Expr | null;
  readonly targets: number[];
  /** Classes of which an object is made here. */
  readonly made: number[];
  /** What is called and is not ours. */
  readonly others: number[];
}

export interface Argument {
  readonly node: number;
  readonly name?: string;
  readonly spread?: true;
}

/** One way of calling at a site: what is handed over and where the answer goes. */
export interface Invocation {
  readonly site: Site;
  readonly args: readonly Argument[];
  readonly result: number;
  readonly isNew: boolean;
  /** Functions that the arguments were handed to. */
  readonly entered: number[];
}

/** What a function is among the members of a class. */
export type Role = 'plain' | 'static' | 'class' | 'getter' | 'setter';

export type Shape = 'list' | 'dictionary';

/** In lists that stay short; a set would cost more than it saves. */
export function addOnce(list: number[], one: number): boolean {
  if (list.includes(one)) return false;
  list.push(one);
  return true;
}

export class World {
  readonly program: Program;
  readonly solver: Solver;
  readonly scopes: Scopes;
  readonly values = new Values();
  readonly fields: Fields;
  readonly sites: Site[] = [];
  classes!: ClassTable;
  modules!: ModuleTable;
  /** Hears of a value that is called. Set where the parts are put together, because models of builtins call back. */
  invoke!: (invocation: Invocation, value: number) => void;
  /** Subscripts whose key is not a literal, until something is known of it. */
  readonly openKeys: { readonly node: number; used: boolean; readonly use: (known: null) => void }[] = [];
  /** Methods that are called on something, until it is known on what. */
  readonly openMethods: { readonly base: number; readonly invocation: Invocation; readonly name: string }[] = [];
  /** `resolve` of promises, and the node that each settles. */
  readonly settlers = new Map<number, number>();
  /** Functions that wait for the rest of their arguments. */
  readonly readied = new Map<number, { readonly callee: number; readonly args: readonly Argument[] }>();
  /** Functions that return what they are given: the places of those parameters. */
  readonly passed = new Map<number, Set<number>>();
  /** How many elements a list is written with, where that is sure; by the list. */
  readonly lengths = new Map<number, number>();
  /** By the node of a `*args` or `**kwargs`: what holds the arguments that go there. */
  readonly collected = new Map<number, number>();
  readonly #constants = new Map<number, number>();
  readonly #returns = new Map<number, number>();
  readonly #yields = new Map<number, number>();
  readonly #selves = new Map<number, number>();
  readonly #calls = new Map<number, number>();
  readonly #paths = new Map<number, Paths>();
  readonly #roles = new Map<number, Role>();
  readonly #shapes = new Map<number, { readonly shape: Shape; readonly python: boolean }>();

  constructor(program: Program, solver: Solver, scopes: Scopes) {
    this.program = program;
    this.solver = solver;
    this.scopes = scopes;
    this.fields = new Fields(solver);
  }

  /** A node that holds just this. */
  constant(value: number): number {
    let node = this.#constants.get(value);
    if (node === undefined) {
      node = this.solver.node();
      this.solver.add(node, value);
      this.#constants.set(value, node);
    }
    return node;
  }

  returnOf(symbol: number): number {
    return this.#lazily(this.#returns, symbol);
  }

  yieldOf(symbol: number): number {
    return this.#lazily(this.#yields, symbol);
  }

  yields(symbol: number): boolean {
    return this.#yields.has(symbol) || this.program.symbol(symbol).flags.includes('generator');
  }

  resultOf(call: number): number {
    return this.#lazily(this.#calls, call);
  }

  /** What `self` or `this` is in a function. */
  selfOf(symbol: number): number {
    const { kind, params } = this.program.symbol(symbol);
    if (params[0]?.kind === 'self') return this.scopes.param(symbol, 0);
    if (this.program.file(symbol).language !== 'python') return this.#lazily(this.#selves, symbol);
    return params.length > 0 && kind !== 'lambda' ? this.scopes.param(symbol, 0) : NOWHERE;
  }

  object(shape: Shape, file: ProgramFile): number {
    const value = this.values.fresh(KIND.object, file.index);
    this.#shapes.set(value, { shape, python: file.language === 'python' });
    return value;
  }

  shapeOf(value: number): Shape {
    return this.#shapes.get(value)?.shape ?? 'dictionary';
  }

  isPython(value: number): boolean {
    return this.#shapes.get(value)?.python ?? false;
  }

  site(place: Place, callee: Expr | null): Site {
    const site: Site = { place, callee, targets: [], made: [], others: [] };
    this.sites.push(site);
    return site;
  }

  /** A site that nobody is shown: values go through it, but nothing that is written there calls. */
  hiddenSite(place: Place): Site {
    return { place, callee: null, targets: [], made: [], others: [] };
  }

  impliedAt(place: Place): Site {
    return (place.implied ??= this.site(place, null));
  }

  /** Calls whatever comes to a node. */
  call(callee: number, invocation: Omit<Invocation, 'entered' | 'isNew'> & { readonly isNew?: boolean }): void {
    const whole: Invocation = { isNew: false, ...invocation, entered: [] };
    this.solver.react(callee, (value) => this.invoke(whole, value));
  }

  paths(file: ProgramFile): Paths {
    let paths = this.#paths.get(file.index);
    if (!paths) this.#paths.set(file.index, (paths = new Paths(this, file)));
    return paths;
  }

  roleOf(symbol: number): Role {
    let role = this.#roles.get(symbol);
    if (role === undefined) this.#roles.set(symbol, (role = roleIn(this.program.symbol(symbol))));
    return role;
  }

  /** What stands on an object under a name, without calling anything for it. */
  loadRaw(value: number, name: string, into: number): void {
    const kind = this.values.kind(value);
    if (kind === KIND.object) {
      this.solver.flow(this.fields.node(value, name), into);
      this.solver.react(this.fields.node(value, PARENT), (parent) => this.loadRaw(parent, name, into));
    } else if (kind === KIND.prototype || kind === KIND.instance) {
      const lookup = this.classes.lookup(this.values.of(value), name);
      this.solver.flow(lookup.fields, into);
      this.solver.flow(lookup.members, into);
    }
  }

  #lazily(nodes: Map<number, number>, key: number): number {
    let node = nodes.get(key);
    if (node === undefined) nodes.set(key, (node = this.solver.node()));
    return node;
  }
}

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['staticmethod', 'static'],
  ['classmethod', 'class'],
  ['property', 'getter'],
  ['cached_property', 'getter'],
  ['setter', 'setter'],
  ['deleter', 'setter'],
]);

function roleIn({ flags, decorators, kind, signature }: CodeSymbol): Role {
  for (const decorator of decorators) {
    const name = decorator[0] === 'n' ? decorator[1] : decorator[0] === 'a' ? decorator[2] : '';
    const role = ROLES.get(name);
    if (role) return role;
  }
  // A member of an object that is written out has no flags, but it says what it is.
  const word = kind === 'lambda' ? /^[gs]et(?=\s)/.exec(signature)?.[0] : undefined;
  if (flags.includes('getter') || word === 'get') return 'getter';
  if (flags.includes('setter') || word === 'set') return 'setter';
  return flags.includes('static') ? 'static' : 'plain';
}
