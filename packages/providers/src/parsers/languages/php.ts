/** PHP. */
import type { Expr } from '@zapomni/core/ports';
import { list, name, object } from '../tree/expr.ts';
import { NONE } from '../tree/flat-tree.ts';
import type { Walk } from '../tree/walk.ts';
import { ordinary } from './ordinary.ts';

const type = (kind: 'class' | 'interface' | 'trait' | 'enum') =>
  ({ kind, name: 'name', body: 'body', bases: ['<base_clause>', '<class_interface_clause>'] }) as const;

export const visitor = ordinary({
  comments: 'comment',
  names: 'name namespace_name qualified_name',
  strings: 'string encapsed_string',
  numbers: 'integer',
  functions: {
    function_definition: { name: 'name', params: 'parameters', body: 'body', returns: 'return_type' },
    method_declaration: { name: 'name', params: 'parameters', body: 'body', returns: 'return_type' },
    anonymous_function: { kind: 'lambda', params: 'parameters', body: 'body', returns: 'return_type' },
    arrow_function: { kind: 'lambda', params: 'parameters', body: 'body', returns: 'return_type' },
  },
  types: {
    class_declaration: type('class'),
    interface_declaration: type('interface'),
    trait_declaration: type('trait'),
    enum_declaration: type('enum'),
  },
  members: {
    const_element: { kind: 'constant', name: '<name>', value: (walk, node) => walk.children(node)[1] ?? NONE },
    property_element: { kind: 'field', name: 'name', value: 'default_value' },
    enum_case: { kind: 'constant', name: 'name', value: 'value' },
  },
  attributes: {
    member_access_expression: ['object', 'name'],
    nullsafe_member_access_expression: ['object', 'name'],
    class_constant_access_expression: [
      (walk, node) => walk.firstChild(node),
      (walk, node) => walk.children(node)[1] ?? NONE,
    ],
    scoped_property_access_expression: ['scope', 'name'],
  },
  subscripts: {
    subscript_expression: [(walk, node) => walk.firstChild(node), (walk, node) => walk.children(node)[1] ?? NONE],
  },
  calls: {
    function_call_expression: { callee: 'function', args: 'arguments' },
    member_call_expression: { of: 'object', name: 'name', args: 'arguments' },
    nullsafe_member_call_expression: { of: 'object', name: 'name', args: 'arguments' },
    scoped_call_expression: { of: 'scope', name: 'name', args: 'arguments' },
    object_creation_expression: { callee: (walk, node) => walk.firstChild(node), args: '<arguments>', isNew: true },
  },
  declares: {},
  assigns: { assignment_expression: ['left', 'right'] },
  first: 'parenthesized_expression named_type optional_type reference_modifier by_ref',
  last: 'cast_expression',
  lists: 'base_clause class_interface_clause list_literal',
  returns: 'return_statement',
  raises: 'throw_expression',
  loops: 'for_statement foreach_statement while_statement do_statement',
  branches: 'else_clause else_if_clause catch_clause case_statement default_statement match_conditional_expression',
  decorators: 'attribute',
  around: 'property_declaration const_declaration',
  constructors: /^__construct$/u,
  isTest: (symbol) => /^test[A-Z_]/u.test(symbol),
  visitor: {
    enter: { if_statement: (walk, node) => walk.region(walk.field(node, 'body')) },
    leaf: {
      variable_name: (walk, node): Expr => (walk.textOf(node) === '$this' ? ['t'] : name(walk.textOf(node))),
      relative_scope: (walk, node): Expr => (walk.textOf(node) === 'parent' ? ['p'] : ['t']),
    },
    leave: {
      variable_name: (walk, node): Expr => (walk.textOf(node) === '$this' ? ['t'] : name(walk.textOf(node))),
      relative_scope: (walk, node): Expr => (walk.textOf(node) === 'parent' ? ['p'] : ['t']),
      qualified_name: (walk, node) => name(walk.textOf(node)),
      namespace_definition(walk, node) {
        walk.facts.exports.push({
          line: walk.line(node),
          name: '=',
          value: name(walk.textOf(walk.field(node, 'name'))),
        });
      },
      use_declaration(walk, node) {
        const draft = walk.draft(walk.symbol);
        draft.bases = [...draft.bases, ...walk.children(node).map((child) => walk.value(child))];
      },
      array_creation_expression: array,
      foreach_statement(walk, node) {
        const [value = NONE, target = NONE] = walk.children(node);
        const given = walk.kind(target) === 'pair' ? (walk.children(target)[1] ?? NONE) : target;
        walk.flowAs({
          node: node,
          how: 'iterate',
          target: walk.value(given),
          value: walk.value(value),
          end: walk.end(target === NONE ? node : target),
        });
      },
      namespace_use_declaration: uses,
      require_once_expression: required,
      require_expression: required,
      include_expression: required,
      include_once_expression: required,
    },
  },
});

function array(walk: Walk, node: number): Expr {
  const items = walk.children(node).map((child) => walk.children(child));
  if (!items.some((parts) => parts.length > 1)) return list(items.map(([only]) => walk.value(only ?? NONE)));
  return object(
    items.map(([key = NONE, value]) => {
      const written = walk.value(key);
      return value === undefined
        ? [null, written]
        : [written[0] === 'k' ? String(written[1]) : null, walk.value(value)];
    }),
  );
}

/** `use A\B`, `use A\{B, C as D}`, `use function A\f`. */
function uses(walk: Walk, node: number): void {
  const group = walk.field(node, 'body');
  const prefix = group === NONE ? '' : `${walk.textOf(walk.child(node, 'namespace_name'))}\\`;
  for (const clause of walk.children(group === NONE ? node : group)) {
    if (walk.kind(clause) !== 'namespace_use_clause') continue;
    const path = (prefix + walk.textOf(walk.firstChild(clause))).replace(/^\\/u, '');
    const alias = walk.textOf(walk.field(clause, 'alias'));
    const last = path.split('\\').at(-1) as string;
    const from = path.slice(0, Math.max(0, path.length - last.length - 1));
    walk.facts.imports.push({ scope: walk.scope, line: walk.line(clause), from, name: last, as: alias || last });
  }
}

function required(walk: Walk, node: number): void {
  const from = walk.value(walk.firstChild(node));
  if (from[0] === 'k')
    walk.facts.imports.push({ scope: walk.scope, line: walk.line(node), from: String(from[1]), name: '*', as: null });
}
