/** What C and C++ have in common: names are deep in declarators. */
import type { Expr } from '@zapomni/core/ports';
import { NONE } from '../../tree/flat-tree.ts';
import type { Walk } from '../../tree/walk.ts';
import type { OrdinaryLanguage } from '../ordinary/table.ts';
import { define } from './define.ts';
import { docAbove } from './comments.ts';

const WRAPPED = new Set([
  'pointer_declarator',
  'reference_declarator',
  'array_declarator',
  'parenthesized_declarator',
  'attributed_declarator',
]);

/** The function_declarator of a definition, through pointers. */
export function functionPart(walk: Walk, node: number): number {
  let at = walk.field(node, 'declarator');
  while (WRAPPED.has(walk.kind(at))) at = inside(walk, at);
  return walk.kind(at) === 'function_declarator' || walk.kind(at) === 'abstract_function_declarator' ? at : NONE;
}

function inside(walk: Walk, node: number): number {
  const next = walk.field(node, 'declarator');
  return next === NONE ? (walk.children(node).at(-1) ?? NONE) : next;
}

/** The name in a declarator, whatever is around it. */
function declaredName(walk: Walk, node: number): number {
  let at = node;
  while (WRAPPED.has(walk.kind(at)) || walk.kind(at) === 'function_declarator' || walk.kind(at) === 'init_declarator')
    at = inside(walk, at);
  // `A::b` is b of A.
  while (walk.kind(at) === 'qualified_identifier') at = walk.field(at, 'name');
  return at;
}

export const functionName = (walk: Walk, node: number) => declaredName(walk, functionPart(walk, node));

/** A struct that is only mentioned defines nothing. */
const withBody =
  (kind: 'struct' | 'enum' | 'class') =>
  (walk: Walk, node: number): typeof kind | null =>
    walk.field(node, 'body') === NONE || walk.field(node, 'name') === NONE ? null : kind;

export const cFamily: OrdinaryLanguage = {
  comments: 'comment',
  names: 'identifier type_identifier field_identifier namespace_identifier',
  strings: 'string_literal system_lib_string',
  numbers: 'number_literal',
  functions: {
    function_definition: {
      name: functionName,
      params: (walk, node) => walk.field(functionPart(walk, node), 'parameters'),
      body: 'body',
      returns: 'type',
    },
  },
  types: {
    struct_specifier: { kind: withBody('struct'), name: 'name', body: 'body', bases: ['<base_class_clause>'] },
    union_specifier: { kind: withBody('struct'), name: 'name', body: 'body' },
    enum_specifier: { kind: withBody('enum'), name: 'name', body: 'body' },
    preproc_function_def: { kind: 'macro', name: 'name' },
    preproc_def: { kind: 'macro', name: 'name' },
  },
  members: { enumerator: { kind: 'constant', name: 'name', value: 'value' } },
  attributes: { field_expression: ['argument', 'field'] },
  subscripts: { subscript_expression: ['argument', 'index <subscript_argument_list>'] },
  calls: { call_expression: { callee: 'function', args: 'arguments' } },
  declares: {},
  assigns: { assignment_expression: ['left', 'right'] },
  first: 'parenthesized_expression type_descriptor',
  last: 'cast_expression pointer_expression',
  lists: 'initializer_list',
  returns: 'return_statement',
  loops: 'for_statement while_statement do_statement for_range_loop',
  branches: 'else_clause case_statement',
  around: 'template_declaration type_definition',
  visibility: (_name, head) => (/\bstatic\b/u.test(head) ? 'private' : null),
  visitor: {
    enter: {
      if_statement: (walk, node) => walk.region(walk.field(node, 'consequence')),
      conditional_expression(walk, node) {
        walk.region(walk.field(node, 'consequence'));
        walk.region(walk.field(node, 'alternative'));
      },
    },
    leave: {
      preproc_include(walk, node) {
        const from = walk.textOf(walk.field(node, 'path')).replace(/^["<]|[">]$/gu, '');
        walk.facts.imports.push({ scope: walk.scope, line: walk.line(node), from, name: '*', as: null });
      },
      type_definition: (walk, node) => declarators(walk, node).forEach((one) => member(walk, node, one, 'type')),
      declaration: declares,
      field_declaration: declares,
      for_range_loop(walk, node) {
        const right = walk.field(node, 'right');
        const target = declaredName(walk, walk.field(node, 'declarator'));
        walk.flowAs({
          node: node,
          how: 'iterate',
          target: walk.value(target),
          value: walk.value(right),
          end: right === NONE ? walk.end(node) : walk.end(right),
        });
      },
      initializer_pair: (walk, node) => walk.value(walk.field(node, 'value')),
    },
  },
};

const declarators = (walk: Walk, node: number) =>
  walk.children(node).filter((child) => walk.isField(child, 'declarator'));

/** Variables, fields, and functions that are only announced. */
function declares(walk: Walk, node: number): void {
  const isOuter = walk.scopeKind !== 'function' && walk.scopeKind !== 'block';
  for (const one of declarators(walk, node)) {
    const isFunction = walk.kind(one) === 'function_declarator' || functionPart(walk, node) === one;
    if (isOuter) member(walk, node, one, kindOf(walk, isFunction));
    if (!isFunction) give(walk, node, one);
  }
}

function kindOf(walk: Walk, isFunction: boolean): 'method' | 'function' | 'field' | 'variable' {
  if (walk.scopeKind === 'class') return isFunction ? 'method' : 'field';
  return isFunction ? 'function' : 'variable';
}

/** What is written, or an instance of the type. */
function give(walk: Walk, node: number, declarator: number): void {
  const isInit = walk.kind(declarator) === 'init_declarator';
  const given = walk.value(isInit ? walk.field(declarator, 'value') : walk.field(node, 'default_value'));
  const type = walk.value(walk.field(node, 'type'));
  const value: Expr = given[0] === '?' && type[0] !== '?' ? ['v', type] : given;
  walk.flow(declarator, 'declare', walk.value(declaredName(walk, declarator)), value);
}

function member(
  walk: Walk,
  node: number,
  declarator: number,
  kind: 'type' | 'method' | 'function' | 'field' | 'variable',
): void {
  const named = declaredName(walk, declarator);
  if (named === NONE) return;
  const symbol = define(walk, declarator, { kind, name: walk.textOf(named), named, start: walk.start(node) });
  const draft = walk.draft(symbol);
  draft.signature = walk.oneLine(walk.start(node), Math.min(walk.end(node), walk.start(node) + 160)).replace(/;$/u, '');
  draft.doc = docAbove(walk, walk.start(node));
  const type = walk.field(node, 'type');
  if (kind === 'field' || kind === 'variable') draft.type = type === NONE ? null : walk.value(type);
  if (/\bstatic\b/u.test(draft.signature)) draft.flags.push('static');
}
