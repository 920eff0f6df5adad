/** C#. */
import { attribute, oneOf } from '../tree/expr.ts';
import { NONE } from '../tree/flat-tree.ts';
import type { Walk } from '../tree/walk.ts';
import { ordinary } from './ordinary.ts';
import { defineField } from './shared/define.ts';

const type = (kind: 'class' | 'struct' | 'interface' | 'enum') =>
  ({ kind, name: 'name', body: 'body', bases: ['<base_list>'] }) as const;
const last = (walk: Walk, node: number) => walk.children(node).at(-1) ?? NONE;
const isPart = (walk: Walk, node: number) => (walk.children(node).length > 1 ? last(walk, node) : NONE);

export const visitor = ordinary({
  comments: 'comment',
  names: 'identifier',
  self: 'this "this" this_expression',
  super: 'base "base" base_expression',
  strings: 'string_literal verbatim_string_literal',
  numbers: 'integer_literal',
  functions: {
    method_declaration: { name: 'name', params: 'parameters', body: 'body', returns: 'returns type' },
    local_function_statement: { kind: 'function', name: 'name', params: 'parameters', body: 'body', returns: 'type' },
    constructor_declaration: { kind: 'constructor', name: 'name', params: 'parameters', body: 'body' },
    destructor_declaration: { kind: 'method', name: 'name', body: 'body' },
    operator_declaration: { kind: 'method', name: 'operator', params: 'parameters', body: 'body', returns: 'type' },
    lambda_expression: { kind: 'lambda', params: 'parameters', body: 'body' },
    anonymous_method_expression: { kind: 'lambda', params: 'parameters', body: '<block>' },
  },
  types: {
    class_declaration: type('class'),
    record_declaration: type('class'),
    struct_declaration: type('struct'),
    interface_declaration: type('interface'),
    enum_declaration: type('enum'),
    delegate_declaration: { kind: 'type', name: 'name' },
    namespace_declaration: { kind: 'namespace', name: 'name', body: 'body' },
    file_scoped_namespace_declaration: { kind: 'namespace', name: 'name' },
  },
  members: {
    property_declaration: { kind: 'property', name: 'name', type: 'type', value: 'value' },
    enum_member_declaration: { kind: 'constant', name: 'name', value: 'value' },
  },
  attributes: {
    member_access_expression: ['expression', 'name'],
    qualified_name: ['qualifier', 'name'],
    alias_qualified_name: ['alias', 'name'],
  },
  subscripts: { element_access_expression: ['expression', 'subscript'] },
  calls: {
    invocation_expression: { callee: 'function', args: 'arguments' },
    object_creation_expression: { callee: 'type', args: 'arguments', isNew: true },
    constructor_initializer: { callee: '"base" "this" <"base"> <"this">', args: '<argument_list>' },
  },
  declares: {},
  assigns: { assignment_expression: ['left', 'right'] },
  iterates: { foreach_statement: ['left', 'right'] },
  first:
    'parenthesized_expression nullable_type array_type arrow_expression_clause postfix_unary_expression ref_expression',
  last: 'cast_expression argument',
  lists: 'base_list initializer_expression tuple_expression',
  generics: 'generic_name',
  awaits: 'await_expression',
  returns: 'return_statement',
  raises: 'throw_statement throw_expression',
  yields: 'yield_statement',
  loops: 'for_statement foreach_statement while_statement do_statement',
  branches: 'catch_clause switch_section switch_expression_arm',
  decorators: 'attribute',
  isTest: (_name, head) => /\[(?:Test|Fact|Theory|TestMethod|TestCase)\b/u.test(head),
  visitor: {
    enter: {
      if_statement(walk, node) {
        walk.region(walk.field(node, 'consequence'));
        walk.region(walk.field(node, 'alternative'));
      },
      try_statement: (walk, node) => walk.region(walk.field(node, 'body')),
    },
    leave: {
      conditional_expression: (walk, node) =>
        oneOf(walk.value(walk.field(node, 'consequence')), walk.value(walk.field(node, 'alternative'))),
      conditional_access_expression(walk, node) {
        const part = last(walk, node);
        const of = walk.value(walk.field(node, 'condition'));
        return walk.kind(part) === 'member_binding_expression'
          ? attribute(of, walk.textOf(walk.field(part, 'name')))
          : undefined;
      },
      using_directive(walk, node) {
        const path = last(walk, node);
        const [alias, from] = [walk.textOf(walk.field(node, 'name')), walk.textOf(path).replace(/\s+/gu, '')];
        const isAlias = alias !== '' && walk.field(node, 'name') !== path;
        const base = { scope: walk.scope, line: walk.line(node), from };
        walk.facts.imports.push(isAlias ? { ...base, name: null, as: alias } : { ...base, name: '*', as: null });
      },
      variable_declarator(walk, node) {
        const declaration = walk.parent(node);
        const holder = walk.parent(declaration);
        const named = walk.field(node, 'name');
        const written = walk.field(declaration, 'type');
        const given = walk.value(isPart(walk, node));
        const made = walk.value(written);
        if (/^(?:event_)?field_declaration$/u.test(walk.kind(holder)))
          defineField(walk, node, { holder, named, type: written });
        walk.flow(node, 'declare', walk.value(named), given[0] === '?' && made[0] !== '?' ? ['v', made] : given);
      },
    },
  },
});
