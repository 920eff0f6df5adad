/** Where values go in Python: assignments, loops, `with`, patterns, returns; imports; and what runs never or again and again. */
import type { CodeFlow, Expr } from '@zapomni/core/ports';
import { name, oneOf, UNKNOWN } from '../../tree/expr.ts';
import { NONE } from '../../tree/flat-tree.ts';
import type { Enter, Leave, Walk } from '../../tree/walk.ts';
import { define } from '../shared/define.ts';

/** Names that are another scope's: `global x` in function scope 3 is `3 x`. */
const foreign = (walk: Walk): Set<string> => noted(walk, 'foreign', () => new Set<string>());
const globals = (walk: Walk): Set<string> => noted(walk, 'global', () => new Set<string>());
const bound = (walk: Walk): Set<string> => noted(walk, 'bound', () => new Set<string>());

function noted<T>(walk: Walk, key: string, make: () => T): T {
  if (!walk.notes.has(key)) walk.notes.set(key, make());
  return walk.notes.get(key) as T;
}

const region: Enter = (walk, node) => walk.region(node);
const loop: Enter = (walk, node) => walk.region(node, true);

/** A comprehension is a loop with names of its own. */
const comprehension: Enter = (walk, node) => {
  const block = walk.facts.open(walk.symbol, 'block', walk.scope);
  for (const child of walk.children(node)) walk.openAt(child, block);
  walk.region(node, true);
};

export const enterStatement: Readonly<Record<string, Enter>> = {
  for_statement: loop,
  while_statement: loop,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
  else_clause: region,
  elif_clause: region,
  except_clause: region,
  except_group_clause: region,
  case_clause: region,
  if_statement: (walk, node) => walk.region(walk.field(node, 'consequence')),
  try_statement: (walk, node) => walk.region(walk.field(node, 'body')),
  conditional_expression(walk, node) {
    const [then = NONE, , otherwise = NONE] = walk.children(node);
    walk.region(then);
    walk.region(otherwise);
  },
  boolean_operator: (walk, node) => walk.region(walk.field(node, 'right')),
  global_statement(walk, node) {
    for (const child of walk.children(node)) globals(walk).add(walk.textOf(child));
    noteForeign(walk, node);
  },
  nonlocal_statement: noteForeign,
};

function noteForeign(walk: Walk, node: number): void {
  for (const child of walk.children(node)) foreign(walk).add(`${walk.scope} ${walk.textOf(child)}`);
}

/** A name of this scope, unless `global` or `nonlocal` says that it is another's. */
function howOf(walk: Walk, target: Expr, scope = walk.scope): CodeFlow['how'] {
  if (target[0] === 'n') {
    if (foreign(walk).has(`${scope} ${target[1]}`)) return 'assign';
    if (scope === 0) bound(walk).add(target[1]);
    return 'declare';
  }
  if (target[0] !== 'l') return 'assign';
  for (const item of target[1]) howOf(walk, item, scope);
  return 'declare';
}

const give = (walk: Walk, node: number, target: Expr, value: Expr) =>
  walk.flow(node, howOf(walk, target), target, value);

export const leaveStatement: Readonly<Record<string, Leave>> = {
  assignment,
  augmented_assignment(walk, node) {
    const target = walk.value(walk.field(node, 'left'));
    walk.flow(node, 'assign', target, oneOf(target, walk.value(walk.field(node, 'right'))));
  },
  named_expression(walk, node) {
    const target = walk.value(walk.field(node, 'name'));
    const value = walk.value(walk.field(node, 'value'));
    const scope = walk.holding();
    walk.flowAs({ node: node, how: howOf(walk, target, scope), target: target, value: value, scope });
    return value;
  },
  for_statement: iterate,
  for_in_clause: iterate,
  with_item(walk, node) {
    const item = walk.field(node, 'value');
    const isNamed = walk.kind(item) === 'as_pattern';
    const value = walk.value(isNamed ? walk.firstChild(item) : item);
    const target = isNamed ? walk.value(walk.firstChild(walk.field(item, 'alias'))) : null;
    if (target) howOf(walk, target);
    walk.flow(node, 'enter', target, value);
  },
  except_clause: caught,
  except_group_clause: caught,
  return_statement(walk, node) {
    const value = walk.firstChild(node);
    if (value !== NONE) walk.flow(node, 'return', null, walk.value(value));
  },
  yield(walk, node) {
    const value = walk.value(walk.firstChild(node));
    const scope = walk.holding();
    const flags = walk.draft(walk.symbol).flags;
    if (!flags.includes('generator')) flags.push('generator');
    walk.flowAs({
      node: node,
      how: 'yield',
      target: null,
      value: walk.has(node, '"from"') ? ['e', value] : value,
      scope,
    });
    return UNKNOWN;
  },
  raise_statement(walk, node) {
    const value = walk.firstChild(node);
    if (value !== NONE) walk.flow(node, 'raise', null, walk.value(value));
  },
  case_clause: matched,
  type_alias_statement: typeAlias,
  import_statement: importModules,
  import_from_statement: importNames,
  future_import_statement: (walk, node) => takeNames(walk, node, '__future__'),
};

/** The value goes through: `a = b = f`. */
function assignment(walk: Walk, node: number): Expr {
  const left = walk.field(node, 'left');
  const right = walk.field(node, 'right');
  const target = walk.value(left);
  const value = walk.value(right);
  const type = walk.field(node, 'type');
  if (walk.kind(left) === 'identifier') defineVariable(walk, node, left, type);
  if (right !== NONE) give(walk, node, target, value);
  return value;
}

/** What a module or a class names is a symbol, from where it is named first. */
function defineVariable(walk: Walk, node: number, left: number, type: number): void {
  const kind = walk.scopeKind;
  if (kind !== 'module' && kind !== 'class') return;
  const named = walk.textOf(left);
  const known = `variable ${walk.scope} ${named}`;
  if (walk.notes.has(known)) return;
  walk.notes.set(known, true);
  const { facts } = walk;
  const symbol = facts.symbol({
    kind: /^_*[A-Z][A-Z0-9_]*$/u.test(named) ? 'constant' : kind === 'class' ? 'field' : 'variable',
    name: named,
    parent: walk.symbol,
    scope: walk.scope,
    start: walk.start(node),
    end: walk.end(node),
    at: walk.start(left),
  });
  const draft = walk.draft(symbol);
  draft.signature = walk.oneLine(walk.start(node), Math.min(walk.end(node), walk.start(node) + MOST_SHOWN));
  draft.type = type === NONE ? null : walk.value(type);
  draft.visibility = /^_(?!_.*__$)/u.test(named) ? 'private' : 'public';
}
const MOST_SHOWN = 120;

function iterate(walk: Walk, node: number): void {
  const right = walk.field(node, 'right');
  const target = walk.value(walk.field(node, 'left'));
  howOf(walk, target);
  walk.flowAs({
    node: node,
    how: 'iterate',
    target: target,
    value: walk.value(right),
    end: right === NONE ? walk.end(node) : walk.end(right),
  });
}

function caught(walk: Walk, node: number): void {
  const pattern = walk.field(node, 'value');
  if (walk.kind(pattern) !== 'as_pattern') return;
  const kinds = walk.value(walk.firstChild(pattern));
  const value = kinds[0] === 'l' ? oneOf(...kinds[1].map((one): Expr => ['v', one])) : (['v', kinds] as const);
  const target = walk.value(walk.firstChild(walk.field(pattern, 'alias')));
  walk.flow(pattern, howOf(walk, target), target, value);
}

const CAPTURES = new Set(['case_pattern', 'as_pattern', 'splat_pattern']);

/** Names that a pattern gives. `case C() as c` says what it is; what a part of a whole is cannot be told. */
function matched(walk: Walk, node: number): void {
  const { tree } = walk;
  const body = walk.field(node, 'consequence');
  const subject = walk.value(walk.field(walk.above(node, MATCH), 'subject'));
  for (let at = node + 1; at < (body === NONE ? (tree.nexts[node] as number) : body); at++) {
    const kind = walk.kind(at);
    const above = walk.parent(at);
    if ((kind !== 'identifier' && kind !== 'dotted_name') || !CAPTURES.has(walk.kind(above))) continue;
    const written = walk.textOf(at);
    if (written === '_' || written.includes('.')) continue;
    const outer = walk.parent(above);
    const isWhole = outer === node || (walk.kind(above) === 'as_pattern' && walk.parent(outer) === node);
    give(walk, at, name(written), isWhole ? instanceOf(walk, above, subject) : UNKNOWN);
  }
}
const MATCH = new Set(['match_statement']);

function instanceOf(walk: Walk, pattern: number, subject: Expr): Expr {
  const of = walk.firstChild(walk.firstChild(pattern));
  return walk.kind(of) === 'class_pattern' ? ['v', walk.value(walk.firstChild(of))] : subject;
}

/** `type X = …`; but `type(x).y = …` is taken for one too, and calls `type`. */
function typeAlias(walk: Walk, node: number): void {
  const left = walk.firstChild(walk.field(node, 'left'));
  const value = walk.value(walk.field(node, 'right'));
  const object = walk.field(left, 'object');
  if (walk.kind(object) !== 'parenthesized_expression') return defineAlias(walk, node, left);
  const [start, end, line] = [walk.start(node), walk.end(object), walk.line(node)];
  const args = [{ value: walk.value(object) }];
  const call = walk.facts.calls.push({ scope: walk.scope, line, start, end, callee: name('type'), args }) - 1;
  walk.flow(node, 'assign', ['a', ['c', call], walk.textOf(walk.field(left, 'attribute'))], value);
}

function defineAlias(walk: Walk, node: number, left: number): void {
  const named = walk.kind(left) === 'identifier' ? left : walk.firstChild(left);
  const symbol = define(walk, node, { kind: 'type', name: walk.textOf(named), named });
  walk.draft(symbol).signature = walk.oneLine(walk.start(node), walk.end(node));
}

function importModules(walk: Walk, node: number): void {
  for (const child of walk.children(node)) {
    const alias = walk.field(child, 'alias');
    const from = squeezed(walk, alias === NONE ? child : walk.field(child, 'name'));
    const as = alias === NONE ? (from.split('.')[0] as string) : walk.textOf(alias);
    walk.facts.imports.push({ scope: walk.scope, line: walk.line(child), from, name: null, as });
  }
}

function importNames(walk: Walk, node: number): void {
  const from = squeezed(walk, walk.field(node, 'module_name'));
  if (!walk.has(node, 'wildcard_import')) return takeNames(walk, node, from);
  walk.facts.imports.push({ scope: walk.scope, line: walk.line(node), from, name: '*', as: null });
}

function takeNames(walk: Walk, node: number, from: string): void {
  for (const child of walk.children(node)) {
    if (!walk.isField(child, 'name')) continue;
    const alias = walk.field(child, 'alias');
    const taken = squeezed(walk, alias === NONE ? child : walk.field(child, 'name'));
    const as = alias === NONE ? taken : walk.textOf(alias);
    walk.facts.imports.push({ scope: walk.scope, line: walk.line(child), from, name: taken, as });
  }
}

const squeezed = (walk: Walk, node: number) => walk.textOf(node).replace(/\s+/gu, '');

/** A name that only functions give to the module is the module's all the same. */
export function endOfFile(walk: Walk): void {
  const { facts } = walk;
  for (const named of globals(walk)) {
    if (bound(walk).has(named)) continue;
    facts.flows.push({ scope: 0, line: 1, start: 0, end: 0, how: 'declare', target: name(named), value: UNKNOWN });
  }
  for (const { scope, target, value, line } of facts.flows) {
    if (scope !== 0 || target?.[0] !== 'n' || target[1] !== '__all__') continue;
    for (const item of value[0] === 'l' ? value[1] : []) {
      if (item[0] === 'k') facts.exports.push({ line, name: String(item[1]), value: name(String(item[1])) });
    }
  }
}
