/**
 * What an expression is by what is written about it: the types of parameters, fields and results, and what `new` makes. Nothing flows here:
 * values that were followed say what runs, this says what a reader (and the compiler) of a typed language takes it for.
 */
import type { CodeCall, Expr } from '../../../../ports/index.ts';
import { lower } from '../flow/lower.ts';
import { KIND } from '../flow/values.ts';
import { placeAt, type World } from '../flow/world.ts';
import type { ProgramFile } from '../program.ts';
import { Declarations, type Declaration } from './declarations.ts';
import { Members } from './members.ts';
import { DEEPEST, MOST, Shapes, type Said } from './shapes.ts';
import { HANDED, LIKE_IT, ONE_OF } from './type-words.ts';

interface Where {
  readonly file: ProgramFile;
  readonly scope: number;
  readonly start: number;
}

export class SaidTypes {
  readonly members: Members;
  readonly #shapes: Shapes;
  readonly #world: World;
  readonly #declarations: Declarations[] = [];
  /** By declaration; what is asked for while it is being found goes round in a circle. */
  readonly #known = new Map<Declaration, Said[]>();

  constructor(world: World) {
    this.#world = world;
    this.members = new Members(world);
    this.#shapes = new Shapes(world);
  }

  /** The classes and interfaces that an expression is said to be an object of. */
  classesOf(expr: Expr, where: Where): number[] {
    const found = this.#shapes.of(this.#of(expr, where, 0)).flatMap((one) => ('of' in one ? [one.of] : []));
    return [...new Set(found)];
  }

  #of(expr: Expr, where: Where, depth: number): Said[] {
    if (depth > DEEPEST) return [];
    switch (expr[0]) {
      case 'n':
        return this.#ofName(expr[1], where, depth + 1);
      case 'a':
        return this.#member(this.#of(expr[1], where, depth + 1), expr[2], depth);
      case 's':
      case 'y': {
        const held = this.#of(expr[1], where, depth + 1);
        return [...this.#shapes.elements(held, 'list'), ...this.#shapes.elements(held, 'map')];
      }
      case 'c':
        return this.#ofCall(where.file.facts.calls[expr[1]], where, depth + 1);
      case 't':
        return this.#ofSelf(where);
      case 'w':
        return this.#of(expr[1], where, depth + 1);
      case 'l':
        // `[...things]` is a list of the same.
        return expr[1].slice(0, MOST).flatMap((one) => (one[0] === 'e' ? this.#of(one[1], where, depth + 1) : []));
      case 'u':
        return expr[1].slice(0, MOST).flatMap((one) => this.#of(one, where, depth + 1));
      default:
        return [];
    }
  }

  #ofName(name: string, { file, scope }: Where, depth: number): Said[] {
    const binding = this.#world.scopes.find(file, scope, name);
    const declared = binding && this.#declared(file).find(binding.scope - file.scopes, name);
    if (!declared) return [];
    const known = this.#known.get(declared);
    if (known) return known;
    this.#known.set(declared, []);
    const found = this.#ofDeclared(declared, file, depth);
    this.#known.set(declared, found);
    return found;
  }

  #ofDeclared(declared: Declaration, file: ProgramFile, depth: number): Said[] {
    if (declared.type) return this.#into([{ type: declared.type, file, scope: declared.scope }], declared.path, depth);
    const there = { file, scope: declared.scope, start: declared.start };
    if (declared.parameter) return this.#ofGiven(declared.parameter, file, depth);
    return declared.value ? this.#into(this.#of(declared.value, there, depth), declared.path, depth) : [];
  }

  /** A parameter without a type: what the function is said to be, or what it is handed to, says it. */
  #ofGiven([symbol, place]: NonNullable<Declaration['parameter']>, file: ProgramFile, depth: number): Said[] {
    if (depth > DEEPEST) return [];
    const { type, scope } = file.facts.symbols[symbol] ?? { type: null, scope: 0 };
    if (type) return this.#member([{ type, file, scope }], `(${place})`, depth);
    const standing = this.#declared(file).standing(symbol);
    if (!standing) return [];
    const { path, argument } = standing;
    const way = [...path, `(${place})`];
    if (standing.type) return this.#into([{ type: standing.type, file, scope: standing.scope }], way, depth);
    const call = argument && file.facts.calls[argument[0]];
    if (!call) return [];
    const where = { file, scope: call.scope, start: call.start };
    const wanted = this.#wanted(call, argument[1], where, depth);
    if (wanted.length > 0) return this.#into(wanted, way, depth);
    if (call.callee[0] !== 'a' || !HANDED.get(call.callee[2])?.includes(place)) return [];
    return this.#shapes.elements(this.#of(call.callee[1], where, depth), 'list');
  }

  /** The type of what a call wants at a place among its arguments. */
  #wanted(call: CodeCall, index: number, where: Where, depth: number): Said[] {
    const found = this.#callees(call, where, depth).flatMap((callee) => this.#parameter(callee, index));
    return found.length > 0 ? found : this.#member(this.#of(call.callee, where, depth), `(${index})`, depth);
  }

  #parameter(callee: number, index: number): Said[] {
    const { program } = this.#world;
    const { params, scope } = program.symbol(callee);
    const type = params[index]?.type;
    return type ? [{ type, file: program.file(callee), scope }] : [];
  }

  #into(said: Said[], path: readonly (string | null)[], depth: number): Said[] {
    return path.reduce(
      (found, key) => (key === null ? this.#shapes.elements(found, 'list') : this.#part(found, key, depth)),
      said,
    );
  }

  #part(said: readonly Said[], key: string, depth: number): Said[] {
    const found = this.#member(said, key, depth);
    return found.length > 0 ? found : this.#shapes.elements(said, 'map');
  }

  #ofCall(call: CodeCall | undefined, { file }: Where, depth: number): Said[] {
    if (!call || depth > DEEPEST) return [];
    const where = { file, scope: call.scope, start: call.start };
    const { callee } = call;
    const made = this.#callees(call, where, depth).flatMap((one) => this.#result(one, depth));
    if (made.length > 0) return made;
    if (callee[0] === 'a') {
      const base = this.#of(callee[1], where, depth);
      if (callee[2] === 'get') return this.#shapes.elements(base, 'map');
      if (ONE_OF.has(callee[2])) return this.#shapes.elements(base, 'list');
      if (LIKE_IT.has(callee[2])) return base;
    }
    return this.#member(this.#of(callee, where, depth), '()', depth);
  }

  /** The functions that a call names, and the classes that it makes objects of. */
  #callees({ callee, ...call }: CodeCall, where: Where, depth: number): number[] {
    const { values, solver, program } = this.#world;
    if (callee[0] === 'a') {
      return this.#shapes.of(this.#of(callee[1], where, depth)).flatMap((one) => {
        const member = 'of' in one ? this.members.find(one.of, callee[2]) : null;
        return member !== null && program.isCallable(member) ? [member] : [];
      });
    }
    if (callee[0] !== 'n') return [];
    return solver
      .valuesOf(lower(this.#world, callee, placeAt(where.file, call)))
      .slice(0, MOST)
      .flatMap((value) => {
        const kind = values.kind(value);
        return kind === KIND.class || kind === KIND.function ? [values.of(value)] : [];
      });
  }

  #result(symbol: number, depth: number): Said[] {
    const { program } = this.#world;
    if (program.isClass(symbol)) return [{ of: symbol }];
    const file = program.file(symbol);
    const { returns, scope, type } = program.symbol(symbol);
    if (returns) return [{ type: returns, file, scope }];
    if (type) return this.#member([{ type, file, scope }], '()', depth);
    const flow = this.#declared(file).returned(symbol);
    return flow ? this.#of(flow.value, { file, scope: flow.scope, start: flow.start }, depth + 1) : [];
  }

  #member(base: readonly Said[], name: string, depth: number): Said[] {
    const { program } = this.#world;
    return this.#shapes.of(base).flatMap((one): Said[] => {
      if (!('of' in one)) {
        const entry = one.type[0] === 'o' ? one.type[1].find(([key]) => key === name) : undefined;
        return entry ? [{ ...one, type: entry[1] }] : [];
      }
      const member = this.members.find(one.of, name);
      if (member === null) return [];
      const { type, scope, flags } = program.symbol(member);
      if (type) return [{ type, file: program.file(member), scope }];
      return flags.includes('getter') ? this.#result(member, depth) : [];
    });
  }

  #ofSelf({ file, scope }: Where): Said[] {
    const { program } = this.#world;
    for (let id: number | null = program.runnerOf(file, scope); id !== null; id = program.parentOf(id)) {
      const around = program.classOf(id);
      if (around !== null) return program.symbol(id).flags.includes('static') ? [] : [{ of: around }];
    }
    return [];
  }

  #declared(file: ProgramFile): Declarations {
    return (this.#declarations[file.index] ??= new Declarations(this.#world.program, file));
  }
}
