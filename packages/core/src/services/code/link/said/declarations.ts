/** Where the names of a file are declared, and with what: parameters and their types, variables and what they begin with. */
import type { CodeCall, CodeFlow, CodeParam, CodeSymbol, Expr } from '../../../../ports/index.ts';
import type { Program, ProgramFile } from '../program.ts';

/** What a name is declared as: by a type, or as (a part of) what an expression is. */
export interface Declaration {
  readonly type: Expr | null;
  readonly value: Expr | null;
  /** The way into the value, for a name in a pattern; null stands for an element. */
  readonly path: readonly (string | null)[];
  /** Where type and value are to be read. */
  readonly scope: number;
  readonly start: number;
  /** A parameter of this function (its place in the file's symbols), and which. */
  readonly parameter?: readonly [symbol: number, place: number];
}

/** Where a function without a name stands: in what is declared or returned with a type, or in an argument of a call. */
export interface Standing {
  readonly type: Expr | null;
  readonly scope: number;
  readonly argument: readonly [call: number, place: number] | null;
  /** The way from there to the function. */
  readonly path: readonly (string | null)[];
}

const NO_WAY: readonly (string | null)[] = [];
const AN_ELEMENT: readonly (string | null)[] = [null];

/** Whether a function can stand there. */
function canHold(value: Expr): boolean {
  return value[0] === 'd' || value[0] === 'o' || value[0] === 'l';
}

export class Declarations {
  readonly #byScope = new Map<number, Map<string, Declaration>>();
  readonly #returned = new Map<number, CodeFlow>();
  readonly #standing = new Map<number, Standing>();

  constructor(program: Program, file: ProgramFile) {
    const { symbols, flows, calls } = file.facts;
    for (let i = 0; i < symbols.length; i++) this.#symbol(symbols[i] as CodeSymbol, i);
    for (const flow of flows) this.#flow(flow, program.runnerOf(file, flow.scope), program);
    for (let i = 0; i < calls.length; i++) this.#call(calls[i] as CodeCall, i);
  }

  #call({ args, scope }: CodeCall, i: number): void {
    for (let place = 0; place < args.length; place++) {
      const { value } = args[place] as CodeCall['args'][number];
      if (canHold(value)) this.#stand(value, { type: null, scope, argument: [i, place], path: [] });
    }
  }

  #symbol({ inner, params, scope, start, name, type }: CodeSymbol, i: number): void {
    if (type !== null) this.#put(scope, name, { type, value: null, path: NO_WAY, scope, start });
    if (inner === null) return;
    for (let place = 0; place < params.length; place++) {
      const one = params[place] as CodeParam;
      this.#put(inner, one.name, { type: one.type, value: null, path: NO_WAY, scope, start, parameter: [i, place] });
    }
  }

  #flow(flow: CodeFlow, runner: number, program: Program): void {
    const { how, target, type, value, scope } = flow;
    if (how === 'return') this.#return(flow, program.symbol(runner), runner);
    else if (target && how !== 'assign') this.#target(target, flow, how === 'iterate' ? AN_ELEMENT : NO_WAY);
    if (type && canHold(value)) this.#stand(value, { type, scope, argument: null, path: NO_WAY });
  }

  find(scope: number, name: string): Declaration | undefined {
    return this.#byScope.get(scope)?.get(name);
  }

  /** What a function returns last, by the function's number among all. */
  returned(symbol: number): CodeFlow | undefined {
    return this.#returned.get(symbol);
  }

  /** By the function's place among the symbols of the file. */
  standing(symbol: number): Standing | undefined {
    return this.#standing.get(symbol);
  }

  #return(flow: CodeFlow, { returns, scope }: CodeSymbol, runner: number): void {
    this.#returned.set(runner, flow);
    if (returns) this.#stand(flow.value, { type: returns, scope, argument: null, path: [] });
  }

  #stand(value: Expr, standing: Standing): void {
    if (value[0] === 'd') this.#standing.set(value[1], standing);
    if (value[0] !== 'o' && value[0] !== 'l') return;
    const inside = (one: Expr, key: string | null): void =>
      this.#stand(one, { ...standing, path: [...standing.path, key] });
    if (value[0] === 'l') for (const one of value[1]) inside(one, null);
    else for (const [key, one] of value[1]) inside(one, key);
  }

  #target(target: Expr, flow: CodeFlow, path: readonly (string | null)[]): void {
    const { scope, start, value, type = null } = flow;
    switch (target[0]) {
      case 'n':
        return this.#put(scope, target[1], { type, value, path, scope, start });
      case 'o':
        for (const [key, one] of target[1]) if (key !== null) this.#target(one, flow, [...path, key]);
        return;
      case 'l':
        for (const one of target[1]) if (one[0] !== 'e') this.#target(one, flow, [...path, null]);
        return;
      case 'u':
        if (target[1][0]) this.#target(target[1][0], flow, path);
    }
  }

  /** A type that is written says more than what a name begins with. */
  #put(scope: number, name: string, declaration: Declaration): void {
    let names = this.#byScope.get(scope);
    if (!names) this.#byScope.set(scope, (names = new Map<string, Declaration>()));
    if (!names.get(name)?.type) names.set(name, declaration);
  }
}
