/** What the expressions, patterns and types of JavaScript and TypeScript are worth to somebody who follows values. */
import type { CodeCall, Expr } from '@zapomni/core/ports';
import { attribute, list, name, object, oneOf, subscript, text, UNKNOWN } from '../../tree/expr.ts';
import { NONE } from '../../tree/flat-tree.ts';
import type { Leave, Visitor, Walk } from '../../tree/walk.ts';

const inner: Leave = (walk, node) => walk.value(walk.firstChild(node));
const named = (walk: Walk, node: number) => name(walk.textOf(node));
const items: Leave = (walk, node) => list(slots(walk, node).map((child) => walk.value(child)));

export const scriptLeaf: Visitor['leaf'] = {
  identifier: named,
  type_identifier: named,
  property_identifier: (walk, node) => text(walk.textOf(node)),
  shorthand_property_identifier: named,
  shorthand_property_identifier_pattern: named,
  undefined: () => UNKNOWN,
  this: () => ['t'],
  super: () => ['p'],
  import: () => name('import'),
  string: (walk, node) => text(walk.textOf(node).slice(1, -1)),
  template_string: (walk, node) =>
    walk.has(node, 'template_substitution') ? UNKNOWN : text(walk.textOf(node).slice(1, -1)),
  number(walk, node) {
    const value = Number(walk.textOf(node).replaceAll('_', ''));
    return Number.isSafeInteger(value) ? ['k', value] : UNKNOWN;
  },
};

/** Elements in their places: `[a, , b]` has a hole. */
function slots(walk: Walk, node: number): number[] {
  const { nexts } = walk.tree;
  const found: number[] = [];
  let isOpen = true;
  for (let child = node + 1; child < (nexts[node] as number); child = nexts[child] as number) {
    const kind = walk.kind(child);
    if (kind === '"["' || kind === '"]"' || kind === 'comment') continue;
    if (kind !== '","') found.push(child);
    else if (isOpen) found.push(NONE);
    isOpen = kind === '","';
  }
  return found;
}

const member: Leave = (walk, node) =>
  attribute(walk.value(walk.field(node, 'object')), walk.textOf(walk.field(node, 'property')));

export const leaveValue: Readonly<Record<string, Leave>> = {
  member_expression: member,
  nested_identifier: member,
  nested_type_identifier: (walk, node) =>
    attribute(walk.value(walk.field(node, 'module')), walk.textOf(walk.field(node, 'name'))),
  subscript_expression: (walk, node) =>
    subscript(walk.value(walk.field(node, 'object')), walk.value(walk.field(node, 'index'))),
  call_expression: (walk, node) => call(walk, node, 'function'),
  new_expression: (walk, node) => call(walk, node, 'constructor'),
  jsx_self_closing_element: element,
  jsx_opening_element: element,
  jsx_element: (walk, node) => walk.value(walk.field(node, 'open_tag')),
  jsx_expression: inner,
  parenthesized_expression: (walk, node) => walk.value(walk.children(node).at(-1) ?? NONE),
  sequence_expression: (walk, node) => walk.value(walk.children(node).at(-1) ?? NONE),
  as_expression: inner,
  satisfies_expression: inner,
  non_null_expression: inner,
  type_assertion: (walk, node) => walk.value(walk.children(node).at(-1) ?? NONE),
  instantiation_expression: inner,
  await_expression: (walk, node) => ['w', walk.value(walk.firstChild(node))],
  array: items,
  array_pattern: items,
  spread_element: (walk, node) => ['e', walk.value(walk.firstChild(node))],
  rest_pattern: (walk, node) => ['e', walk.value(walk.firstChild(node))],
  object: entries,
  object_pattern: entries,
  assignment_pattern: fallback,
  object_assignment_pattern: fallback,
  ternary_expression: (walk, node) =>
    oneOf(walk.value(walk.field(node, 'consequence')), walk.value(walk.field(node, 'alternative'))),
  binary_expression(walk, node) {
    const operator = walk.textOf(walk.field(node, 'operator'));
    if (operator !== '||' && operator !== '&&' && operator !== '??') return UNKNOWN;
    const right = walk.value(walk.field(node, 'right'));
    return operator === '&&' ? right : oneOf(walk.value(walk.field(node, 'left')), right);
  },
  type_annotation: inner,
  generic_type(walk, node) {
    const keys = walk.children(walk.field(node, 'type_arguments')).map((child) => walk.value(child));
    return subscript(walk.value(walk.field(node, 'name')), keys.length > 1 ? list(keys) : (keys[0] ?? null));
  },
  union_type: (walk, node) => oneOf(...walk.children(node).map((child) => walk.value(child))),
  array_type: (walk, node) => subscript(name('Array'), walk.value(walk.firstChild(node))),
  // Members of either are members of both together.
  intersection_type: (walk, node) => oneOf(...walk.children(node).map((child) => walk.value(child))),
  parenthesized_type: inner,
  readonly_type: inner,
  object_type: (walk, node) => object(walk.children(node).flatMap((child) => typeMember(walk, child))),
  function_type: functionType,
};

/** `(a: A, b: B) => C`: what is handed over and what comes back, under names that nothing else can have. */
function functionType(walk: Walk, node: number): Expr {
  const params = walk.children(walk.field(node, 'parameters')).map((child, i): [string, Expr] => {
    const type = walk.field(child, 'type');
    return [`(${i})`, type === NONE ? UNKNOWN : walk.value(type)];
  });
  const returns = walk.field(node, 'return_type');
  return object([...params, ['()', returns === NONE ? UNKNOWN : walk.value(returns)]]);
}

function typeMember(walk: Walk, node: number): [string, Expr][] {
  const key = walk.textOf(walk.field(node, 'name')).replace(/^['"]|['"]$/gu, '');
  if (walk.kind(node) === 'method_signature') return [[key, functionType(walk, node)]];
  const type = walk.field(node, 'type');
  return walk.kind(node) === 'property_signature' && type !== NONE ? [[key, walk.value(type)]] : [];
}

function entries(walk: Walk, node: number): Expr {
  return object(walk.children(node).map((child) => entry(walk, child)));
}

function entry(walk: Walk, node: number): readonly [string | null, Expr] {
  const kind = walk.kind(node);
  const value = walk.value(node);
  if (kind.startsWith('shorthand')) return [walk.textOf(node), value];
  if (kind === 'object_assignment_pattern') return [walk.textOf(walk.field(node, 'left')), value];
  if (kind === 'method_definition') return [keyOf(walk, walk.field(node, 'name')), value];
  if (kind !== 'pair' && kind !== 'pair_pattern') return [null, value];
  return [keyOf(walk, walk.field(node, 'key')), walk.value(walk.field(node, 'value'))];
}

function keyOf(walk: Walk, node: number): string | null {
  const key = walk.kind(node) === 'computed_property_name' ? walk.value(walk.firstChild(node)) : walk.value(node);
  if (walk.kind(node) === 'private_property_identifier') return walk.textOf(node);
  return key[0] === 'k' ? String(key[1]) : null;
}

/** `{ a = f }`: what stands there when nothing came. */
function fallback(walk: Walk, node: number): Expr {
  const target = walk.value(walk.field(node, 'left'));
  // Of a parameter it is told with the parameter.
  const above = walk.kind(walk.parent(node));
  if (above !== 'formal_parameters') {
    walk.region(node);
    walk.flow(node, 'assign', target, walk.value(walk.field(node, 'right')));
  }
  return target;
}

function call(walk: Walk, node: number, role: 'function' | 'constructor'): Expr {
  const fn = walk.field(node, role);
  const given = walk.field(node, 'arguments');
  const property = walk.field(fn, 'property');
  const isTemplate = walk.kind(given) === 'template_string';
  const made: CodeCall = {
    scope: walk.scope,
    line: walk.line(property === NONE ? fn : property),
    start: walk.start(node),
    end: walk.end(node),
    callee: walk.value(fn),
    args: isTemplate ? [] : walk.children(given).map((child) => argument(walk, child)),
    ...(role === 'constructor' ? { isNew: true as const } : {}),
    ...(isTemplate ? { implied: 'tag' as const } : {}),
  };
  return ['c', walk.facts.calls.push(made) - 1];
}

function argument(walk: Walk, node: number): CodeCall['args'][number] {
  if (walk.kind(node) !== 'spread_element') return { value: walk.value(node) };
  return { spread: true, value: walk.value(walk.firstChild(node)) };
}

/** `<Foo a={b}/>` calls Foo with its properties; a small letter is a tag of the page. */
function element(walk: Walk, node: number): Expr {
  const fn = walk.field(node, 'name');
  const callee = walk.value(fn);
  if (callee[0] === '?' || (callee[0] === 'n' && /^[a-z]/u.test(callee[1]))) return UNKNOWN;
  const properties = walk.children(node).filter((child) => walk.kind(child) === 'jsx_attribute');
  const value = object(
    properties.map((child) => {
      const [key = NONE, given = NONE] = walk.children(child);
      return [walk.textOf(key), walk.value(given)] as const;
    }),
  );
  const [start, end, line] = [walk.start(node), walk.end(node), walk.line(fn)];
  return [
    'c',
    walk.facts.calls.push({ scope: walk.scope, line, start, end, callee, args: [{ value }], implied: 'tag' }) - 1,
  ];
}
