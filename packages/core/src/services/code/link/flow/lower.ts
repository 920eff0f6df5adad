/** Expressions become nodes: what they can be is what the node holds once everything has flowed. */
import type { Expr } from '../../../../ports/index.ts';
import { BUILTINS } from '../models/names.ts';
import { elementsOf, loadItem, loadSlice } from './items.ts';
import { NOWHERE } from './solver.ts';
import { KIND } from './values.ts';
import type { Place, World } from './world.ts';

/** A literal longer than this is no key of anything. */
const LONGEST_KEY = 60;

export function lower(world: World, expr: Expr, place: Place): number {
  switch (expr[0]) {
    case 'n':
      return lowerName(world, expr[1], place);
    case 'a':
      return lowerAttribute(world, expr, place);
    case 's':
      return lowerItem(world, expr, place);
    case 'i': {
      const into = world.solver.node();
      loadSlice(world, lower(world, expr[1], place), { from: expr[2] ?? 0, to: expr[3], into, file: place.file });
      return into;
    }
    case 'c':
      return world.resultOf(place.file.calls + expr[1]);
    case 'd':
      return world.constant(valueOfSymbol(world, place.file.symbols + expr[1]));
    case 'k':
      return lowerConstant(world, expr[1]);
    case 't':
    case 'p':
      return lowerSelf(world, expr[0], place);
    case 'w':
      return lower(world, expr[1], place);
    default:
      return lowerMany(world, expr, place);
  }
}

function lowerMany(world: World, expr: Expr, place: Place): number {
  const { solver } = world;
  switch (expr[0]) {
    case 'l':
    case 'o':
    case 'm':
      return lowerObject(world, expr, place);
    case 'u': {
      const into = solver.node();
      for (const choice of expr[1]) solver.flow(lower(world, choice, place), into);
      return into;
    }
    case 'e':
    case 'y': {
      const into = solver.node();
      elementsOf(world, lower(world, expr[1], place), { into, place });
      return into;
    }
    case 'v': {
      const into = solver.node();
      solver.react(lower(world, expr[1], place), (value) => {
        if (world.values.kind(value) === KIND.class)
          solver.add(into, world.values.make(KIND.instance, world.values.of(value)));
      });
      return into;
    }
    case 'b':
      return lower(world, expr[1], { ...place, scope: expr[2] });
    default:
      return NOWHERE;
  }
}

export function valueOfSymbol(world: World, symbol: number): number {
  if (world.program.isClass(symbol)) return world.values.make(KIND.class, symbol);
  return world.values.make(world.program.symbol(symbol).kind === 'type' ? KIND.alias : KIND.function, symbol);
}

function lowerName(world: World, name: string, { file, scope, start }: Place): number {
  const binding = world.scopes.find(file, scope, name);
  if (binding) return world.scopes.read(file, scope, { binding, at: start });
  const star = world.modules.throughStars(file, scope, name);
  if (star !== null) return star;
  const beside = world.modules.beside(file, name);
  if (beside) return beside.last;
  if (BUILTINS.get(file.language)?.has(name)) return world.constant(world.values.named(KIND.builtin, name));
  return file.language === 'java' ? inherited(world, { file, scope }, name) : NOWHERE;
}

/** Where members are named without `this`, a name may be one that the class around inherits. */
function inherited(world: World, { file, scope }: Pick<Place, 'file' | 'scope'>, name: string): number {
  let id: number | null = file.symbols + (file.facts.scopes[scope]?.symbol ?? 0);
  while (id !== null && !world.program.isClass(id)) id = world.program.parentOf(id);
  return id === null ? NOWHERE : world.classes.lookup(id, world.words.of(name)).members;
}

function lowerConstant(world: World, text: string | number): number {
  const isShort = typeof text === 'number' || text.length <= LONGEST_KEY;
  return world.constant(world.values.named(KIND.constant, isShort ? text : ''));
}

function lowerAttribute(world: World, [, of, name]: Extract<Expr, readonly ['a', ...unknown[]]>, place: Place): number {
  const kept = world.paths(place.file).read(of, name, place);
  if (kept !== null) return kept;
  const into = world.solver.node();
  const base = lower(world, of, place);
  if (base !== NOWHERE)
    world.solver.on(base, world.handlers.load, world.ask({ name, into, toCall: false, place }).number);
  return into;
}

function lowerItem(world: World, [, of, key]: Extract<Expr, readonly ['s', ...unknown[]]>, place: Place): number {
  const isLiteral = typeof key === 'string' || typeof key === 'number';
  const kept = isLiteral ? world.paths(place.file).read(of, key, place) : null;
  if (kept !== null) return kept;
  const into = world.solver.node();
  loadItem(world, lower(world, of, place), { key: keyNode(world, key, place), into, place });
  return into;
}

/** A literal as text, what it flows from as a node, null where nobody can tell. */
export function keyNode(
  world: World,
  key: string | number | Expr | null,
  place: Place,
): string | { readonly node: number } | null {
  if (key === null || typeof key === 'string') return key;
  return typeof key === 'number' ? String(key) : { node: lower(world, key, place) };
}

function lowerObject(world: World, expr: Expr, place: Place): number {
  const { fields, solver } = world;
  const object = world.object(expr[0] === 'o' ? 'dictionary' : 'list', place.file);
  if (expr[0] === 'm') solver.flow(lower(world, expr[1], place), fields.anywhere(object));
  if (expr[0] === 'l') {
    let sure = true;
    for (const [i, item] of expr[1].entries()) {
      sure &&= item[0] !== 'e';
      const node = sure ? fields.node(object, String(i)) : fields.anywhere(object);
      solver.flow(lower(world, item, place), node);
    }
    if (sure) world.lengths.set(object, expr[1].length);
  }
  if (expr[0] === 'o') {
    for (const [key, value] of expr[1]) {
      if (value[0] === 'e') copyAll(world, lower(world, value[1], place), object);
      else solver.flow(lower(world, value, place), key === null ? fields.anywhere(object) : fields.node(object, key));
    }
  }
  return world.constant(object);
}

/** `{...x}`, `{**x}`, `Object.assign`: every field of what comes to the node is one of the object too. */
export function copyAll(world: World, from: number, object: number): void {
  const { fields, solver, values } = world;
  solver.react(from, (value) => {
    if (value === object || (values.kind(value) !== KIND.object && values.kind(value) !== KIND.instance)) return;
    fields.watch(value, (name, node) => {
      solver.flow(node, name === null ? fields.anywhere(object) : fields.node(object, name));
    });
  });
}

function lowerSelf(world: World, kind: 't' | 'p', { file, scope }: Place): number {
  const owner = selfOwner(world, file.symbols + (file.facts.scopes[scope]?.symbol ?? 0));
  if (owner === null) return NOWHERE;
  if (world.program.isClass(owner))
    return kind === 't' ? world.constant(world.values.make(KIND.instance, owner)) : NOWHERE;
  const self = world.selfOf(owner);
  const around = world.program.classOf(owner);
  if (kind === 't') return self;
  const into = world.solver.node();
  if (around === null) return into;
  world.solver.react(self, (value) => world.solver.add(into, world.values.make(KIND.super, around, value)));
  return into;
}

/** The function whose `this` is meant: arrows take that of the function around them. Of a class's own body, the class. */
function selfOwner(world: World, symbol: number): number | null {
  const { program } = world;
  for (let id: number | null = symbol; id !== null; id = program.parentOf(id)) {
    if (program.isClass(id)) return id;
    if (program.isCallable(id) && !isTransparent(world, id)) return id;
  }
  return null;
}

function isTransparent(world: World, id: number): boolean {
  const { kind, signature } = world.program.symbol(id);
  if (world.program.file(id).language === 'python') return world.program.classOf(id) === null;
  return (kind === 'lambda' || kind === 'function') && isArrow(signature);
}

/** `(a, b)`, `a`, `async (a)`, with or without a name that it is given; methods have theirs right before the parameters. */
function isArrow(signature: string): boolean {
  const bare = signature.replace(/^[^=(]*=\s*/, '');
  return !/^(?:async\s+)?function\b/.test(bare) && /^(?:async\s*)?(?:[(<]|[\w$]+$)/.test(bare);
}
