/**
 * `d['a'] = f` and then `d['a']()`, in code that runs from top to bottom: what was there before is gone for this reader. Only for names
 * of the function itself, and only until something happens to the object that could change it: then any of its values may be
 * there, as everywhere else.
 */
import type { CodeCall, CodeFlow, Expr } from '../../../../ports/index.ts';
import type { Program, ProgramFile } from '../program.ts';
import type { Binding } from '../names/binding.ts';
import type { Scopes } from '../names/scopes.ts';
import type { Solver } from './solver.ts';

type Of = Extract<Expr, readonly ['a', ...unknown[]]>;

interface Event {
  readonly at: number;
  /** Null: anything may have changed. */
  readonly key: string | null;
  readonly node: number;
  readonly sure: boolean;
}

export class Paths {
  readonly #program: Program;
  readonly #scopes: Scopes;
  readonly #solver: Solver;
  readonly #file: ProgramFile;
  /** By what holds it: a binding, or for `this` the function that runs. Only of what something is put into by key. */
  readonly #events = new Map<Binding | number, Event[]>();
  readonly #written = new Map<Expr, number>();
  /** What those bindings are called: most names need not be looked up. */
  readonly #names = new Set<string>();

  constructor(parts: { program: Program; scopes: Scopes; solver: Solver }, file: ProgramFile) {
    this.#program = parts.program;
    this.#scopes = parts.scopes;
    this.#solver = parts.solver;
    this.#file = file;
    for (const flow of file.facts.flows) this.#expectPut(flow);
    for (const call of file.facts.calls) if (isUpdate(call)) this.#expect((call.callee as Of)[1], call.scope);
    if (this.#events.size === 0) return;
    for (const flow of file.facts.flows) this.#collectPut(flow);
    for (const flow of file.facts.flows) this.#collectDisturbing(flow);
    for (const call of file.facts.calls) this.#collectCall(call);
    for (const events of this.#events.values()) events.sort((a, b) => a.at - b.at);
  }

  /** The node that an assignment to this target, or an entry of `update({…})`, goes to besides the object. */
  written(target: Expr): number | undefined {
    return this.#written.get(target);
  }

  /** The node that is read at a place, null where any value may be there. */
  read(of: Expr, key: string | number, { scope, start }: { scope: number; start: number }): number | null {
    if (this.#events.size === 0) return null;
    const events = this.#eventsOf(of, scope);
    if (!events) return null;
    const wanted = String(key);
    const runner = this.#program.runnerOf(this.#file, scope);
    const [from, to] = this.#spanOf(runner);
    const loop = this.#scopes.regionsOf(this.#file).loopAround(start, from, to);
    if (loop && events.some(({ at }) => at > loop[0] && at <= loop[1])) return null;
    const last = events.findLast((event) => event.at <= start && (event.key === null || event.key === wanted));
    return last?.key === wanted && last.sure ? last.node : null;
  }

  #collectPut(flow: CodeFlow): void {
    const { target } = flow;
    if (target?.[0] !== 'a' && target?.[0] !== 's') return;
    const key = literal(target[2]);
    if (key === null) return this.#disturb(target[1], flow.scope, flow.end);
    return this.#put(target[1], { scope: flow.scope, at: flow.end, key, target });
  }

  #put(of: Expr, { scope, at, key, target }: { scope: number; at: number; key: string; target: Expr }): void {
    const events = this.#eventsOf(of, scope);
    if (!events) return;
    const [from, to] = this.#spanOf(this.#program.runnerOf(this.#file, scope));
    const sure = this.#scopes.regionsOf(this.#file).isSure(at, from, to);
    const node = this.#solver.node();
    this.#written.set(target, node);
    events.push({ at, key, node, sure });
  }

  #collectDisturbing({ scope, target, value, end }: CodeFlow): void {
    if (target) this.#disturbNames(target, scope, end);
    this.#disturbNames(value, scope, end);
  }

  #collectCall(call: CodeCall): void {
    for (const { value } of call.args) this.#disturbNames(value, call.scope, call.end);
    if (call.callee[0] !== 'a') return;
    const of = call.callee[1];
    const given = call.args[0]?.value;
    if (!isUpdate(call) || given?.[0] !== 'o') return this.#disturb(of, call.scope, call.end);
    for (const [key, value] of given[1]) {
      if (key === null) this.#disturb(of, call.scope, call.end);
      else this.#put(of, { scope: call.scope, at: call.end, key, target: value });
    }
  }

  /** Names that are themselves what is handed on, not something that is taken from them. */
  #disturbNames(expr: Expr, scope: number, at: number): void {
    switch (expr[0]) {
      case 'n':
      case 't':
        return this.#disturb(expr, scope, at);
      case 'l':
      case 'u':
        for (const one of expr[1]) this.#disturbNames(one, scope, at);
        return;
      case 'o':
        for (const [, value] of expr[1]) this.#disturbNames(value, scope, at);
        return;
      case 'e':
        return this.#disturbNames(expr[1], scope, at);
    }
  }

  #disturb(of: Expr, scope: number, at: number): void {
    this.#eventsOf(of, scope)?.push({ at, key: null, node: 0, sure: true });
  }

  #expectPut({ target, scope }: CodeFlow): void {
    if ((target?.[0] === 'a' || target?.[0] === 's') && literal(target[2]) !== null) this.#expect(target[1], scope);
  }

  #expect(of: Expr, scope: number): void {
    const key = this.#keyOf(of, scope);
    if (key === null || this.#events.has(key)) return;
    this.#events.set(key, []);
    if (of[0] === 'n') this.#names.add(of[1]);
  }

  #eventsOf(of: Expr, scope: number): Event[] | undefined {
    if (of[0] === 'n' && !this.#names.has(of[1])) return undefined;
    const key = this.#keyOf(of, scope);
    return key === null ? undefined : this.#events.get(key);
  }

  #keyOf(of: Expr, scope: number): Binding | number | null {
    if (of[0] !== 'n' && of[0] !== 't') return null;
    const runner = this.#program.runnerOf(this.#file, scope);
    if (of[0] === 't') return runner;
    const binding = this.#scopes.find(this.#file, scope, of[1]);
    if (!binding || this.#program.runnerOf(this.#file, binding.scope - this.#file.scopes) !== runner) return null;
    return binding;
  }

  #spanOf(runner: number): readonly [number, number] {
    if (runner === this.#file.symbols) return [-1, Number.MAX_SAFE_INTEGER];
    const { start, end } = this.#program.symbol(runner);
    return [start, end];
  }
}

function isUpdate({ callee }: CodeCall): boolean {
  return callee[0] === 'a' && callee[2] === 'update';
}

function literal(key: string | number | Expr | null): string | null {
  return typeof key === 'string' || typeof key === 'number' ? String(key) : null;
}
