/** Java. */
import { oneOf } from '../tree/expr.ts';
import { NONE } from '../tree/flat-tree.ts';
import { ordinary } from './ordinary.ts';
import { defineField } from './shared/define.ts';

const BASES = ['superclass', 'interfaces', '<extends_interfaces>'] as const;

export const visitor = ordinary({
  comments: 'line_comment block_comment',
  names: 'identifier type_identifier',
  self: 'this',
  super: 'super',
  strings: 'string_literal',
  numbers: 'decimal_integer_literal',
  functions: {
    method_declaration: { name: 'name', params: 'parameters', body: 'body', returns: 'type' },
    constructor_declaration: { kind: 'constructor', name: 'name', params: 'parameters', body: 'body' },
    compact_constructor_declaration: { kind: 'constructor', name: 'name', body: 'body' },
    annotation_type_element_declaration: { kind: 'method', name: 'name', returns: 'type' },
    lambda_expression: { kind: 'lambda', params: 'parameters', body: 'body' },
  },
  types: {
    class_declaration: { kind: 'class', name: 'name', body: 'body', bases: BASES },
    record_declaration: { kind: 'class', name: 'name', body: 'body', bases: BASES },
    interface_declaration: { kind: 'interface', name: 'name', body: 'body', bases: BASES },
    annotation_type_declaration: { kind: 'interface', name: 'name', body: 'body' },
    enum_declaration: { kind: 'enum', name: 'name', body: 'body', bases: BASES },
  },
  members: { enum_constant: { kind: 'constant', name: 'name' } },
  attributes: {
    field_access: ['object', 'field'],
    scoped_identifier: ['scope', 'name'],
    scoped_type_identifier: [(walk, node) => walk.firstChild(node), (walk, node) => walk.children(node).at(-1) ?? NONE],
    method_reference: [(walk, node) => walk.firstChild(node), (walk, node) => walk.children(node).at(-1) ?? NONE],
  },
  subscripts: { array_access: ['array', 'index'] },
  calls: {
    method_invocation: { of: 'object', name: 'name', args: 'arguments' },
    object_creation_expression: { callee: 'type', args: 'arguments', isNew: true },
    explicit_constructor_invocation: { callee: 'constructor', args: 'arguments' },
  },
  declares: { resource: ['name', 'value'] },
  assigns: { assignment_expression: ['left', 'right'] },
  iterates: { enhanced_for_statement: ['name', 'value'] },
  first: 'parenthesized_expression superclass expression_statement',
  last: 'cast_expression',
  lists: 'type_list array_initializer',
  generics: 'generic_type array_type',
  returns: 'return_statement',
  raises: 'throw_statement',
  yields: 'yield_statement',
  loops: 'for_statement enhanced_for_statement while_statement do_statement',
  branches: 'catch_clause switch_block_statement_group switch_rule',
  decorators: 'annotation marker_annotation',
  isTest: (_name, head) => /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest)\b/u.test(head),
  visitor: {
    enter: {
      if_statement(walk, node) {
        walk.region(walk.field(node, 'consequence'));
        walk.region(walk.field(node, 'alternative'));
      },
      try_statement: (walk, node) => walk.region(walk.field(node, 'body')),
      ternary_expression(walk, node) {
        walk.region(walk.field(node, 'consequence'));
        walk.region(walk.field(node, 'alternative'));
      },
    },
    leave: {
      ternary_expression: (walk, node) =>
        oneOf(walk.value(walk.field(node, 'consequence')), walk.value(walk.field(node, 'alternative'))),
      package_declaration(walk, node) {
        walk.facts.exports.push({ line: walk.line(node), name: '=', value: walk.value(walk.firstChild(node)) });
      },
      import_declaration(walk, node) {
        const path = walk.textOf(walk.firstChild(node)).replace(/\s+/gu, '');
        const base = { scope: walk.scope, line: walk.line(node) };
        if (walk.has(node, 'asterisk'))
          return void walk.facts.imports.push({ ...base, from: path, name: '*', as: null });
        const [last = '', ...rest] = path.split('.').toReversed();
        walk.facts.imports.push({ ...base, from: rest.toReversed().join('.'), name: last, as: last });
      },
      variable_declarator(walk, node) {
        const holder = walk.parent(node);
        const isField = walk.kind(holder) === 'field_declaration';
        const named = walk.field(node, 'name');
        const [type, value] = [walk.field(holder, 'type'), walk.field(node, 'value')];
        if (isField) defineField(walk, node, { holder, named, type: type });
        const given = walk.value(value);
        const known = given[0] === '?' && type !== NONE ? (['v', walk.value(type)] as const) : given;
        if (walk.kind(holder) !== 'spread_parameter') walk.flow(node, 'declare', walk.value(named), known);
      },
      catch_formal_parameter(walk, node) {
        walk.flow(node, 'declare', walk.value(walk.field(node, 'name')), ['v', walk.value(walk.firstChild(node))]);
      },
    },
  },
});
