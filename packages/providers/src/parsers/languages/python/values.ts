/** What the expressions of Python are worth to somebody who follows values. */
import type { CodeCall, Expr } from '@zapomni/core/ports';
import { attribute, list, name, object, oneOf, subscript, text, UNKNOWN } from '../../tree/expr.ts';
import { NONE } from '../../tree/flat-tree.ts';
import type { Leave, Visitor, Walk } from '../../tree/walk.ts';
import { stringText } from './strings.ts';

const inner: Leave = (walk, node) => walk.value(walk.firstChild(node));
const items: Leave = (walk, node) => list(walk.children(node).map((child) => walk.value(child)));
const spread: Leave = (walk, node) => ['e', walk.value(walk.firstChild(node))];

export const pythonLeaf: Visitor['leaf'] = {
  identifier: (walk, node) => name(walk.textOf(node)),
  none: () => UNKNOWN,
  string: stringValue,
  concatenated_string: stringValue,
  integer: (walk, node) => numberValue(walk.textOf(node)),
  ellipsis: () => UNKNOWN,
};

function stringValue(walk: Walk, node: number): Expr {
  const value = stringText(walk, node);
  return value === null ? UNKNOWN : text(value);
}

function numberValue(written: string): Expr {
  const value = Number(written.replaceAll('_', ''));
  return Number.isSafeInteger(value) ? ['k', value] : UNKNOWN;
}

export const leaveValue: Readonly<Record<string, Leave>> = {
  attribute: (walk, node) =>
    attribute(walk.value(walk.field(node, 'object')), walk.textOf(walk.field(node, 'attribute'))),
  call: callValue,
  exec_statement: oldStatement,
  print_statement: oldStatement,
  subscript: subscriptValue,
  parenthesized_expression: inner,
  type: inner,
  await: (walk, node) => ['w', walk.value(walk.firstChild(node))],
  list: items,
  tuple: items,
  set: items,
  expression_list: items,
  pattern_list: items,
  tuple_pattern: items,
  list_pattern: items,
  list_splat: spread,
  list_splat_pattern: spread,
  dictionary_splat: spread,
  dictionary: (walk, node) => object(walk.children(node).map((child) => entryOf(walk, child))),
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  generator_expression: comprehension,
  dictionary_comprehension(walk, node) {
    const body = walk.field(node, 'body');
    const [key, value] = entryOf(walk, body);
    return object([[key, within(walk, value, body)]]);
  },
  conditional_expression(walk, node) {
    const [then, , otherwise] = walk.children(node);
    return oneOf(walk.value(then ?? NONE), walk.value(otherwise ?? NONE));
  },
  boolean_operator: (walk, node) => oneOf(walk.value(walk.field(node, 'left')), walk.value(walk.field(node, 'right'))),
  binary_operator: binaryValue,
  unary_operator(walk, node) {
    const value = walk.value(walk.field(node, 'argument'));
    return walk.text[walk.start(node)] === '-' && value[0] === 'k' && typeof value[1] === 'number'
      ? ['k', -value[1]]
      : UNKNOWN;
  },
  generic_type(walk, node) {
    const [of = NONE, parameters = NONE] = walk.children(node);
    return subscript(walk.value(of), keyOf(walk.children(parameters).map((child) => walk.value(child))));
  },
  union_type: (walk, node) => oneOf(...walk.children(node).map((child) => walk.value(child))),
  member_type: (walk, node) => {
    const [of = NONE, member = NONE] = walk.children(node);
    return attribute(walk.value(of), walk.textOf(member));
  },
  dotted_name(walk, node) {
    const [first = NONE, ...rest] = walk.children(node);
    return rest.reduce<Expr>((value, part) => attribute(value, walk.textOf(part)), walk.value(first));
  },
};

function comprehension(walk: Walk, node: number): Expr {
  const body = walk.field(node, 'body');
  return ['m', within(walk, walk.value(body), body)];
}

/** Its names are those of the comprehension, wherever its value goes. */
function within(walk: Walk, value: Expr, body: number): Expr {
  return ['b', value, walk.scopeAt(body)];
}

/** Lists put together; types that may be one or the other. What other operators give cannot be told. */
function binaryValue(walk: Walk, node: number): Expr {
  const operator = walk.textOf(walk.field(node, 'operator'));
  if (operator !== '|' && operator !== '+') return UNKNOWN;
  const [left, right] = [walk.value(walk.field(node, 'left')), walk.value(walk.field(node, 'right'))];
  if (operator === '|') return oneOf(left, right);
  return left[0] === 'l' || right[0] === 'l' ? oneOf(left, right) : UNKNOWN;
}

function entryOf(walk: Walk, node: number): readonly [string | null, Expr] {
  if (walk.kind(node) !== 'pair') return [null, walk.value(node)];
  const key = walk.value(walk.field(node, 'key'));
  return [key[0] === 'k' ? String(key[1]) : null, walk.value(walk.field(node, 'value'))];
}

const keyOf = (keys: readonly Expr[]): Expr | null => (keys.length > 1 ? list(keys) : (keys[0] ?? null));

function subscriptValue(walk: Walk, node: number): Expr {
  const [of = NONE, ...keys] = walk.children(node);
  const [first = NONE] = keys;
  if (keys.length === 1 && walk.kind(first) === 'slice') return slice(walk, walk.value(of), first);
  return subscript(walk.value(of), keyOf(keys.map((key) => walk.value(key))));
}

function slice(walk: Walk, of: Expr, node: number): Expr {
  const colon = walk.child(node, '":"');
  const bounds: [number | null, number | null] = [null, null];
  for (const child of walk.children(node)) {
    const value = walk.value(child);
    // What is reckoned when it runs leaves the bound open, and a step says nothing about which elements may come.
    if (value[0] !== 'k' || typeof value[1] !== 'number') continue;
    const side = child < colon ? 0 : 1;
    bounds[side] ??= value[1];
  }
  return ['i', of, ...bounds];
}

function callValue(walk: Walk, node: number): Expr {
  const fn = walk.field(node, 'function');
  const callee = walk.value(fn);
  // `super()` is no call of something of ours, and what it gives is `super` in other languages.
  if (callee[0] === 'n' && callee[1] === 'super') return ['p'];
  const named = walk.field(fn, 'attribute');
  const { scope } = walk;
  const [start, end] = [walk.start(node), walk.end(node)];
  const line = walk.line(named === NONE ? fn : named);
  const args = argumentsOf(walk, walk.field(node, 'arguments'));
  return ['c', walk.facts.calls.push({ scope, line, start, end, callee, args }) - 1];
}

/** `print (x)` and `exec (x, y)` with a blank look like the statements of Python 2, and are calls since. */
function oldStatement(walk: Walk, node: number): Expr {
  const given = walk.value(walk.firstChild(node));
  const args = (given[0] === 'l' ? given[1] : [given]).map((value) => ({ value }));
  const callee = name(walk.kind(node) === 'exec_statement' ? 'exec' : 'print');
  const [start, end, line] = [walk.start(node), walk.end(node), walk.line(node)];
  return ['c', walk.facts.calls.push({ scope: walk.scope, line, start, end, callee, args }) - 1];
}

function argumentsOf(walk: Walk, node: number): CodeCall['args'] {
  // `f(x for x in y)` has the generator where the list of arguments would be.
  if (walk.kind(node) === 'generator_expression') return [{ value: walk.value(node) }];
  return walk.children(node).map((child) => {
    const kind = walk.kind(child);
    if (kind === 'keyword_argument') {
      return { name: walk.textOf(walk.field(child, 'name')), value: walk.value(walk.field(child, 'value')) };
    }
    if (kind !== 'list_splat' && kind !== 'dictionary_splat') return { value: walk.value(child) };
    const value = walk.value(walk.firstChild(child));
    return kind === 'list_splat' ? { spread: true as const, value } : { name: '**', spread: true as const, value };
  });
}
