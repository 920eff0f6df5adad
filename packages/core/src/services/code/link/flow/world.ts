/** Everything that linking knows while it runs: names, nodes, values, fields, classes, and the places where calls are made. */
import type { Expr } from '../../../../ports/index.ts';
import type { ClassTable } from '../classes/class-table.ts';
import type { ModuleTable } from '../modules/module-table.ts';
import type { Scopes } from '../names/scopes.ts';
import type { Program, ProgramFile } from '../program.ts';
import { Lists } from '../numbers/lists.ts';
import { Pairs } from '../numbers/pairs.ts';
import { Row } from '../numbers/rows.ts';
import type { Words } from '../numbers/words.ts';
import { Fields } from './fields.ts';
import type { Handlers } from './handlers.ts';
import { Paths } from './paths.ts';
import { roleIn, type Role } from './roles.ts';
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
  implied: Site | null;
}

export function placeAt(
  file: ProgramFile,
  { scope, line, start, end }: { scope: number; line: number; start: number; end: number },
): Place {
  return { file, scope, line, start, end, implied: null };
}

/** A place where something is called. All that was found to be called there is in three of the world's lists, the first of which it names. */
export interface Site {
  readonly place: Place;
  readonly callee: Expr | null;
  /** How many arguments are written; null where a spread leaves it open or nothing is written. */
  readonly argumentCount: number | null;
  readonly found: number;
  /** The nodes of what is called and of what it is a member of: what is missing there is missing here. */
  calleeNode: number;
  baseNode: number;
}

/** Of what is found at a site: functions, classes of which an object is made, what is not ours. */
const [TARGETS, MADE, OTHERS] = [0, 1, 2];

export interface Argument {
  readonly node: number;
  readonly name?: string;
  readonly spread?: true;
}

const NO_ARGUMENTS: readonly Argument[] = [];

/** One way of calling at a site: what is handed over and where the answer goes. */
export interface Invocation {
  /** Its place among all of them; -1 if nobody asks for it by number. */
  readonly number: number;
  readonly site: Site;
  readonly args: readonly Argument[];
  readonly result: number;
  readonly isNew: boolean;
  /** The list of functions that the arguments were handed to. */
  readonly entered: number;
}

/** `x.name`, for every value that `x` can be. */
export interface Ask {
  readonly number: number;
  readonly name: string;
  readonly word: number;
  readonly into: number;
  /** To call it: then a function goes with the object that it is called on. */
  readonly toCall: boolean;
  readonly place: Place;
}

export type Shape = 'list' | 'dictionary';

/** What is kept with an object that is written at one place. */
const [LIST, OF_PYTHON] = [1, 2];

export class World {
  readonly program: Program;
  readonly solver: Solver;
  readonly scopes: Scopes;
  readonly words: Words;
  readonly values = new Values();
  readonly fields: Fields;
  readonly sites: Site[] = [];
  readonly asks: Ask[] = [];
  readonly invocations: Invocation[] = [];
  readonly lists = new Lists();
  classes!: ClassTable;
  modules!: ModuleTable;
  /** What hears of values at very many nodes. */
  handlers!: Handlers;
  /** Hears of a value that is called. Set where the parts are put together, because models of builtins call back. */
  invoke!: (invocation: Invocation, value: number) => void;
  /** Subscripts whose key is not a literal, until something is known of it. */
  readonly openKeys: { readonly node: number; used: boolean; readonly use: (known: null) => void }[] = [];
  /** Methods that call what they are given, until it is known on what they are called. */
  readonly openMethods: { readonly base: number; readonly invocation: Invocation }[] = [];
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
  readonly #constants = new Row();
  readonly #returns = new Row();
  readonly #yields = new Row();
  readonly #selves = new Row();
  readonly #calls = new Row();
  readonly #paths: Paths[] = [];
  readonly #roles: Role[] = [];
  readonly #asked = new Pairs();
  readonly #rawLoads = new Pairs();
  #listCount = 0;

  constructor(program: Program, { solver, scopes, words }: { solver: Solver; scopes: Scopes; words: Words }) {
    this.program = program;
    this.solver = solver;
    this.scopes = scopes;
    this.words = words;
    this.fields = new Fields(solver, words);
  }

  /** A node that holds just this. */
  constant(value: number): number {
    const there = this.#constants.at(value);
    if (there !== NOWHERE) return there;
    const node = this.solver.node();
    this.solver.add(node, value);
    this.#constants.put(value, node);
    return node;
  }

  returnOf(symbol: number): number {
    return this.#lazily(this.#returns, symbol);
  }

  yieldOf(symbol: number): number {
    return this.#lazily(this.#yields, symbol);
  }

  yields(symbol: number): boolean {
    return this.#yields.at(symbol) !== NOWHERE || this.program.symbol(symbol).flags.includes('generator');
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
    const kept = (shape === 'list' ? LIST : 0) | (file.language === 'python' ? OF_PYTHON : 0);
    return this.values.fresh(KIND.object, file.index, kept);
  }

  shapeOf(value: number): Shape {
    return this.values.kind(value) === KIND.object && (this.values.with(value) & LIST) !== 0 ? 'list' : 'dictionary';
  }

  isPython(value: number): boolean {
    return this.values.kind(value) === KIND.object && (this.values.with(value) & OF_PYTHON) !== 0;
  }

  site(place: Place, callee: Expr | null, argumentCount: number | null = null): Site {
    const site = this.hiddenSite(place, callee, argumentCount);
    this.sites.push(site);
    return site;
  }

  /** A site that nobody is shown: values go through it, but nothing that is written there calls. */
  hiddenSite(place: Place, callee: Expr | null = null, argumentCount: number | null = null): Site {
    const found = this.#listCount;
    this.#listCount += OTHERS + 1;
    return { place, callee, argumentCount, found, calleeNode: NOWHERE, baseNode: NOWHERE };
  }

  calls({ found }: Site, symbol: number): void {
    this.lists.pushOnce(found + TARGETS, symbol);
  }

  makes({ found }: Site, symbol: number): void {
    this.lists.pushOnce(found + MADE, symbol);
  }

  callsOther({ found }: Site, value: number): void {
    this.lists.pushOnce(found + OTHERS, value);
  }

  targetsOf({ found }: Site): number[] {
    return this.lists.all(found + TARGETS);
  }

  madeAt({ found }: Site): number[] {
    return this.lists.all(found + MADE);
  }

  othersOf({ found }: Site): number[] {
    return this.lists.all(found + OTHERS);
  }

  ask({ name, into, toCall, place }: { name: string; into: number; toCall: boolean; place: Place }): Ask {
    const ask = { number: this.asks.length, name, word: this.words.of(name), into, toCall, place };
    this.asks.push(ask);
    return ask;
  }

  invocation(
    site: Site,
    { args = NO_ARGUMENTS, result = NOWHERE, isNew = false }: Partial<Pick<Invocation, 'args' | 'result' | 'isNew'>>,
  ): Invocation {
    const invocation = { number: this.invocations.length, site, args, result, isNew, entered: this.#listCount++ };
    this.invocations.push(invocation);
    return invocation;
  }

  /** The same for what is not called with `new`. */
  plain(invocation: Invocation): Invocation {
    if (!invocation.isNew) return invocation;
    const plain = { ...invocation, number: this.invocations.length, isNew: false };
    this.invocations.push(plain);
    return plain;
  }

  impliedAt(place: Place): Site {
    return (place.implied ??= this.site(place, null));
  }

  /** Calls whatever comes to a node. */
  call(callee: number, { site, ...given }: Pick<Invocation, 'site' | 'args' | 'result'>): void {
    if (callee === NOWHERE) return;
    this.solver.on(callee, this.handlers.invoke, this.invocation(site, given).number);
  }

  paths(file: ProgramFile): Paths {
    return (this.#paths[file.index] ??= new Paths(this, file));
  }

  roleOf(symbol: number): Role {
    return (this.#roles[symbol] ??= roleIn(this.program.symbol(symbol)));
  }

  /** `list.append`, by its name. */
  builtinMethod(owner: string, name: string): number {
    const of = this.values.named(KIND.builtin, owner);
    return this.values.inside(of, { name, word: this.words.of(name), most: Infinity });
  }

  /** What stands on an object under a name, without calling anything for it. */
  loadRaw(value: number, name: string, into: number): void {
    const kind = this.values.kind(value);
    if (kind === KIND.object) {
      if (!this.#rawLoads.add(value, into)) return;
      this.solver.flow(this.fields.node(value, name), into);
      this.solver.react(this.fields.parentOf(value), (parent) => this.loadRaw(parent, name, into));
    } else if (kind === KIND.prototype || kind === KIND.instance) {
      const lookup = this.classes.lookup(this.values.of(value), this.words.of(name));
      this.solver.flow(lookup.fields, into);
      this.solver.flow(lookup.members, into);
    }
  }

  /** Whether an object is asked by this ask for the first time. */
  asksFirst(ask: number, value: number): boolean {
    return this.#asked.add(ask, value);
  }

  #lazily(nodes: Row, key: number): number {
    const there = nodes.at(key);
    if (there !== NOWHERE) return there;
    const node = this.solver.node();
    nodes.put(key, node);
    return node;
  }
}
